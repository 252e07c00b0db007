"""Connections, each in a pool of its own.

httpcore's pool looks at every connection for every request, so its cost grows with the square of their number.
Here each small pool holds one connection; a request takes an idle one first (the last used, so that few stay
open), and only then a new one.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import anyio
from anyio.lowlevel import current_token

IDLE_SECONDS = 30.0
MAX_IDLE = 100
MAX_OPEN = 1000


class Closable(Protocol):
    """A pool that can be closed."""

    async def aclose(self) -> None: ...


PoolT = TypeVar("PoolT", bound=Closable)
Route = tuple[str, str | None]


@dataclass(slots=True, eq=False)
class Lane(Generic[PoolT]):
    """One small pool on its way to one server through one proxy or none."""

    route: Route
    pool: PoolT
    idle_since: float = math.inf

    def idle_seconds(self) -> float:
        """How long it was idle before this use."""
        return time.monotonic() - self.idle_since


class Lanes(Generic[PoolT]):
    """All lanes of a client."""

    def __init__(self, make: Callable[[Route], PoolT]) -> None:
        self._make = make
        self._idle: dict[Route, deque[Lane[PoolT]]] = {}
        self._busy: set[Lane[PoolT]] = set()
        self._slots: anyio.Semaphore | None = None
        self._loop: object = None

    async def acquire(self, route: Route) -> Lane[PoolT]:
        """An idle lane, or a new one; waits while `MAX_OPEN` are in use."""
        slots = self._slots
        if slots is None or self._loop != _event_loop():
            slots = self._start()
        await slots.acquire()
        try:
            waiting = self._idle.get(route)
            lane = waiting.pop() if waiting else Lane(route, self._make(route))
        except BaseException:
            slots.release()
            raise
        self._busy.add(lane)
        return lane

    def _start(self) -> anyio.Semaphore:
        """Begin in this event loop; what is left from one that has ended can't even be closed."""
        self._loop = _event_loop()
        self._idle.clear()
        self._busy.clear()
        self._slots = anyio.Semaphore(MAX_OPEN, fast_acquire=True)
        return self._slots

    async def release(self, lane: Lane[PoolT], *, reusable: bool) -> None:
        """Give a lane back, or close it."""
        if lane not in self._busy:
            return
        self._busy.discard(lane)
        if self._slots is not None:
            self._slots.release()
        surplus = self._expired()
        if reusable:
            lane.idle_since = time.monotonic()
            self._idle.setdefault(lane.route, deque()).append(lane)
        else:
            surplus.append(lane)
        await _close(surplus)

    def _expired(self) -> list[Lane[PoolT]]:
        """Take out lanes that were idle too long, or are too many; the longest idle stand first."""
        horizon = time.monotonic() - IDLE_SECONDS
        surplus: list[Lane[PoolT]] = []
        for waiting in self._idle.values():
            while waiting and (waiting[0].idle_since < horizon or len(waiting) >= MAX_IDLE):
                surplus.append(waiting.popleft())
        return surplus

    async def aclose(self) -> None:
        """Close every lane."""
        lanes = [*self._busy, *(lane for waiting in self._idle.values() for lane in waiting)]
        self._idle.clear()
        self._busy.clear()
        await _close(lanes)


def _event_loop() -> object:
    """What differs from one event loop to another; asyncio's own word for it costs least."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return current_token()


async def _close(lanes: list[Lane[PoolT]]) -> None:
    if lanes:
        with anyio.move_on_after(2, shield=True):
            for lane in lanes:
                await lane.pool.aclose()
