"""Waiting until a moment at most.

On asyncio one timer serves all waits of a request: it is set once and only looked at when it rings, so that a wait
costs next to nothing while tokens keep coming. Elsewhere each wait has a cancel scope of its own.
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
    """Bounds waits, one at a time."""

    def now(self) -> float:
        """Seconds on the event loop's clock."""

    async def bounded(self, work: Callable[[], Awaitable[T]], until: float) -> T:
        """Await `work()`; at `until` it is cancelled and LateError raised."""

    def off(self) -> None:
        """No more waits."""


def make_alarm() -> Alarm:
    """The alarm for the event loop that runs."""
    return TimerAlarm(asyncio.get_running_loop()) if on_asyncio() else ScopeAlarm()


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
    """For asyncio. The timer cancels the waiting task, as `asyncio.timeout` does."""

    __slots__ = ("_due", "_loop", "_rang", "_set_for", "_task", "_timer", "now")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.now = loop.time
        self._loop = loop
        self._timer: asyncio.TimerHandle | None = None
        self._set_for = math.inf
        self._task: asyncio.Task[object] | None = None
        self._due = math.inf
        self._rang = False

    async def bounded(self, work: Callable[[], Awaitable[T]], until: float) -> T:
        """See `Alarm.bounded`."""
        task = asyncio.current_task()
        assert task is not None
        others = task.cancelling()  # wishes of others to cancel are not ours to take back
        self._task, self._due = task, until
        if until < self._set_for:
            self._set(until)
        try:
            return await work()
        except asyncio.CancelledError:
            if not self._rang or task.cancelling() - 1 > others:
                raise
        finally:
            self._task = None
            if self._rang:
                self._rang = False
                task.uncancel()
        raise LateError

    def off(self) -> None:
        """See `Alarm.off`."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._set_for = math.inf

    def _set(self, when: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._set_for = when
        self._timer = self._loop.call_at(when, self._ring)

    def _ring(self) -> None:
        was_set_for, self._set_for, self._timer = self._set_for, math.inf, None
        if self._task is None:
            return  # nobody waits; the next wait sets it again
        if self._due > was_set_for:
            self._set(self._due)
        else:
            self._rang = True
            self._task.cancel()


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

    def off(self) -> None:
        """See `Alarm.off`."""
