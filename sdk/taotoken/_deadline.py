"""The bounds of one attempt: which one comes next, and the error for passing it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from taotoken._alarm import Alarm, LateError
from taotoken._waits import Waits, timed_out

T = TypeVar("T")


class Deadline:
    """The bounds of one attempt on the event loop's clock, which is not the clock that timing uses."""

    __slots__ = ("_began", "_bound", "_sent", "_started", "_streaming", "_until", "_waits", "alarm")

    def __init__(self, waits: Waits, began: float, alarm: Alarm, *, streaming: bool) -> None:
        self.alarm = alarm
        self._waits = waits
        self._began = began
        self._streaming = streaming
        self._started = False
        self._sent = alarm.now()
        self._until, self._bound = waits.until(began, self._sent, None)

    def token(self) -> None:
        """A token came, and its reader is back for more: what the reader did in between is not silence."""
        self._started = True
        self._until, self._bound = self._waits.until(self._began, self._sent, self.alarm.now())

    async def within(self, work: Callable[[], Awaitable[T]], *, by: float | None = None) -> T:
        """Await `work()` until the next bound; `by` is one more, which raises TimeoutError."""
        own = by is not None and by < self._until
        try:
            return await self.alarm.bounded(work, by if by is not None and own else self._until)
        except LateError:
            pass
        if own:
            raise TimeoutError
        raise timed_out(self._bound, self._waits, started=self._started, streaming=self._streaming)
