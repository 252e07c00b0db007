"""The bounds of one attempt: which one comes next, and the error for passing it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from taotoken._alarm import Alarm, LateError
from taotoken._errors import TimedOutError
from taotoken._waits import Waits, timed_out

T = TypeVar("T")


class Deadline:
    """The bounds of one attempt on the event loop's clock, which is not the clock that timing uses; `until` is when
    the next one is passed."""

    __slots__ = ("_began", "_bound", "_sent", "_started", "_streaming", "_waits", "alarm", "until")

    until: float

    def __init__(self, waits: Waits, began: float, alarm: Alarm, *, streaming: bool) -> None:
        self.alarm: Alarm = alarm
        self._waits = waits
        self._began = began
        self._streaming = streaming
        self._started = False
        self._sent = alarm.now()
        self.until, self._bound = waits.until(began, self._sent, None)

    def token(self) -> None:
        """A token came, and its reader is back for more: what the reader did in between is not silence."""
        self._started = True
        self.until, self._bound = self._waits.until(self._began, self._sent, self.alarm.now())

    async def within(self, work: Callable[[], Awaitable[T]], *, by: float | None = None) -> T:
        """Await `work()` until the next bound; `by` is one more, which raises TimeoutError."""
        own = by is not None and by < self.until
        try:
            return await self.alarm.bounded(work, by if by is not None and own else self.until)
        except LateError:
            pass
        raise TimeoutError if own else self.error()

    def error(self) -> TimedOutError:
        """The error for a wait that went on until `until`."""
        return timed_out(self._bound, self._waits, started=self._started, streaming=self._streaming)
