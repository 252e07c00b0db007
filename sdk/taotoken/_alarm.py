"""Waiting until a moment at most.

On asyncio one timer serves all waits of an event loop: it is set for the next moment that counts and looks around
when it rings, so that a wait costs next to nothing while bytes keep coming. Elsewhere each wait has a cancel scope.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

import anyio

T = TypeVar("T")


class LateError(Exception):
    """The moment has passed."""


class Alarm(Protocol):
    """Bounds the waits of one request, one at a time."""

    def now(self) -> float:
        """Seconds on the event loop's clock."""

    async def bounded(self, work: Callable[[], Awaitable[T]], until: float) -> T:
        """Await `work()`; at `until` it is cancelled and LateError raised."""


def make_alarm() -> Alarm:
    """An alarm for the event loop that runs."""
    if not on_asyncio():
        return ScopeAlarm()
    loop = asyncio.get_running_loop()
    return TimerAlarm(loop, _TIMERS.get(loop) or _new_timer(loop))


def loop_clock() -> Callable[[], float]:
    """The clock of the event loop that runs."""
    return asyncio.get_running_loop().time if on_asyncio() else anyio.current_time


def on_asyncio() -> bool:
    """Does a task of asyncio run, rather than of another library?"""
    try:
        return asyncio.current_task() is not None
    except RuntimeError:
        return False


class TimerAlarm:
    """For asyncio. Cancels the waiting task, as `asyncio.timeout` does."""

    __slots__ = ("_loop", "_rang", "_task", "_timer", "now")

    def __init__(self, loop: asyncio.AbstractEventLoop, timer: _Timer) -> None:
        self.now = loop.time
        self._loop = loop
        self._timer = timer
        self._task: asyncio.Task[object] | None = None
        self._rang = False

    async def bounded(self, work: Callable[[], Awaitable[T]], until: float) -> T:
        """See `Alarm.bounded`."""
        timer = self._timer
        task = asyncio.current_task(self._loop)
        assert task is not None
        others = task.cancelling()  # wishes of others to cancel are not ours to take back
        self._task = task
        timer.waits[self] = until
        if until < timer.set_for:
            timer.set(self._loop, until)
        try:
            return await work()
        except asyncio.CancelledError:
            if not self._rang or task.cancelling() - 1 > others:
                raise
        finally:
            self._task = None
            timer.waits.pop(self, None)
            if self._rang:
                self._rang = False
                task.uncancel()
        raise LateError

    def ring(self) -> None:
        """The moment has come."""
        if self._task is not None and not self._rang:
            self._rang = True
            self._task.cancel()


class _Timer:
    """The waits of one event loop."""

    __slots__ = ("_handle", "set_for", "waits")

    def __init__(self) -> None:
        self.waits: dict[TimerAlarm, float] = {}
        self.set_for = math.inf
        self._handle: asyncio.TimerHandle | None = None

    def set(self, loop: asyncio.AbstractEventLoop, when: float) -> None:
        """Ring at `when`."""
        if self._handle is not None:
            self._handle.cancel()
        self.set_for = when
        self._handle = loop.call_at(when, self._ring)

    def _ring(self) -> None:
        now, self.set_for, self._handle = self.set_for, math.inf, None
        next_due = math.inf
        for alarm, due in self.waits.items():
            if due <= now:
                alarm.ring()
            elif due < next_due:
                next_due = due
        if next_due < math.inf:
            self.set(asyncio.get_running_loop(), next_due)


_TIMERS: dict[asyncio.AbstractEventLoop, _Timer] = {}


def _new_timer(loop: asyncio.AbstractEventLoop) -> _Timer:
    """The timer of a new event loop; those of loops that have ended go."""
    for known in list(_TIMERS):
        if known.is_closed():
            _TIMERS.pop(known, None)
    timer = _TIMERS[loop] = _Timer()
    return timer


class ScopeAlarm:
    """For every event loop anyio knows."""

    def now(self) -> float:
        """See `Alarm.now`."""
        return anyio.current_time()

    async def bounded(self, work: Callable[[], Awaitable[T]], until: float) -> T:
        """See `Alarm.bounded`."""
        with anyio.CancelScope(deadline=until):
            return await work()
        raise LateError
