"""An event loop in a thread of its own, for callers without one (or inside one that they can't await in)."""

from __future__ import annotations

import asyncio
import atexit
import sys
import threading
import weakref
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import CancelledError, Future, wait
from typing import Any, TypeVar

from taotoken._errors import ConfigurationError, TaoTokenError

T = TypeVar("T")

_STOP_SECONDS = 5.0
# A wait without end can't be interrupted on Windows, so it is made of many short ones there.
_WAKE_SECONDS = 0.2 if sys.platform == "win32" else None


class LoopThread:
    """Runs coroutines for other threads until it is stopped; `last` is awaited then. Daemonic: an interpreter that
    ends doesn't wait for a stream that somebody forgot, but it does close the connections."""

    def __init__(self, last: Callable[[], Awaitable[None]]) -> None:
        self._last = last
        self._loop = asyncio.new_event_loop()
        self._stopping = False
        # Reentrant: garbage collection may stop this thread from wherever it happens.
        self._lock = threading.RLock()
        self._thread = threading.Thread(target=self._serve, name="taotoken", daemon=True)
        self._thread.start()
        _LIVING.add(self)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """What `work` returns or raises. An exception that interrupts the wait (^C) cancels the work first."""
        if threading.current_thread() is self._thread:
            work.close()
            raise TaoTokenError("a synchronous client was called from inside its own event loop")
        outcome: Future[T] = Future()
        tasks: list[asyncio.Task[T]] = []

        def start() -> None:
            tasks.append(self._loop.create_task(work))
            tasks[0].add_done_callback(lambda task: _settle(task, outcome))

        with self._lock:  # what is started is started before the loop stops
            if self._stopping:
                work.close()
                raise ConfigurationError("the client is closed: make a new one")
            # The callback runs in a copy of the caller's context, and so does the task it makes.
            self._loop.call_soon_threadsafe(start)
        try:
            return _result(outcome)
        except CancelledError:
            pass
        except BaseException:
            if not outcome.done():
                self._loop.call_soon_threadsafe(lambda: tasks[0].cancel())
                wait([outcome], _STOP_SECONDS)
            raise
        raise TaoTokenError("the client was closed during the call")

    def stop(self) -> None:
        """Ask the thread to end; returns at once."""
        with self._lock:
            if not self._stopping:
                self._stopping = True
                self._loop.call_soon_threadsafe(self._loop.stop)

    def join(self) -> None:
        """Wait for the end of the thread."""
        if threading.current_thread() is not self._thread:
            self._thread.join(_STOP_SECONDS)

    def _serve(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_forever()
            self._loop.run_until_complete(self._finish())
            self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        finally:
            asyncio.set_event_loop(None)
            self._loop.close()

    async def _finish(self) -> None:
        """End what still runs, then the client."""
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await self._last()


def _settle(task: asyncio.Task[T], outcome: Future[T]) -> None:
    if task.cancelled():
        outcome.set_exception(CancelledError())
    elif (error := task.exception()) is not None:
        outcome.set_exception(error)
    else:
        outcome.set_result(task.result())


def _result(outcome: Future[T]) -> T:
    while _WAKE_SECONDS is not None and not wait([outcome], _WAKE_SECONDS).done:
        pass
    return outcome.result()


_LIVING: weakref.WeakSet[LoopThread] = weakref.WeakSet()


@atexit.register
def _stop_all() -> None:
    """The connections of clients that nobody closed."""
    living = list(_LIVING)
    for thread in living:
        thread.stop()
    for thread in living:
        thread.join()
