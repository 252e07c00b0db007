"""The synchronous client: the asynchronous one, run by an event loop in a thread of its own."""

from __future__ import annotations

import os
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Coroutine, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar, Unpack

from taotoken._client import AsyncTaoToken
from taotoken._errors import ConfigurationError
from taotoken._events import StreamEvent
from taotoken._options import CallOptions, Messages
from taotoken._protocol import Protocol
from taotoken._reply import Model, Reply, Usage

if TYPE_CHECKING:
    import httpx

    from taotoken._endpoint import Endpoint
    from taotoken._fallback import Fallback
    from taotoken._loop_thread import LoopThread
    from taotoken._request import Auth
    from taotoken._retry import RetryPolicy
    from taotoken._settings import SettingsName
    from taotoken._stream import Stream, StreamContext
    from taotoken._transport import Transport
    from taotoken._transport._choice import TransportName

T = TypeVar("T")


class TaoToken:
    """`AsyncTaoToken` for code without ``async``: scripts, notebooks, threads. The same arguments, methods and errors.

        with TaoToken() as client:
            reply = client.chat("Hello")
            with client.stream("Hello") as stream:
                for event in stream: ...
                reply = stream.reply()

    Calls run on an event loop in a thread of the client's own, so it also works where a loop runs already, as in a
    notebook. It may be used from several threads. ^C cancels the call it interrupts. A client that nobody closes is
    closed when it is garbage, or when the program ends. With ``http_client``, give it one that nothing else uses.
    """

    def __init__(
        self,
        endpoint: Endpoint | None = None,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        model: str | None = None,
        settings: SettingsName = "taotoken",
        protocol: Protocol = "chat",
        auth: Auth = "auto",
        retry: RetryPolicy | None = None,
        fallback: Fallback | None = None,
        timeout: float | None = None,
        first_token_timeout: float | None = None,
        idle_timeout: float | None = None,
        http_client: httpx.AsyncClient | None = None,
        transport: Transport | TransportName | None = None,
        user_agent: str | None = None,
        clock: Callable[[], float] = time.perf_counter,
        time_of_day: Callable[[], float] = time.time,
    ) -> None:
        self._client = AsyncTaoToken(
            endpoint,
            base_url=base_url,
            api_key=api_key,
            model=model,
            settings=settings,
            protocol=protocol,
            auth=auth,
            retry=retry,
            fallback=fallback,
            timeout=timeout,
            first_token_timeout=first_token_timeout,
            idle_timeout=idle_timeout,
            http_client=http_client,
            transport=transport,
            user_agent=user_agent,
            clock=clock,
            time_of_day=time_of_day,
        )
        self._worker = _Worker(self._client.aclose)
        self._finalizer = weakref.finalize(self, self._worker.stop)

    def __repr__(self) -> str:
        return f"TaoToken(endpoint={self.endpoint!r})"

    @property
    def endpoint(self) -> Endpoint:
        """See `AsyncTaoToken.endpoint`."""
        return self._client.endpoint

    @property
    def settings_sources(self) -> dict[str, str]:
        """See `AsyncTaoToken.settings_sources`."""
        return self._client.settings_sources

    @property
    def source(self) -> str:
        """See `AsyncTaoToken.source`."""
        return self._client.source

    @property
    def usage(self) -> dict[str, Usage]:
        """See `AsyncTaoToken.usage`."""
        return self._client.usage

    def __enter__(self) -> TaoToken:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections and end the thread. Calls that still run in other threads end with an error."""
        self._worker.close()

    def chat(self, messages: Messages, **options: Unpack[CallOptions]) -> Reply:
        """See `AsyncTaoToken.chat`."""
        return self._worker.run(self._client.chat(messages, **options))

    def stream(self, messages: Messages, **options: Unpack[CallOptions]) -> SyncStreamContext:
        """See `AsyncTaoToken.stream`; use it as ``with client.stream(...) as stream``."""
        return SyncStreamContext(self, self._worker, self._client.stream(messages, **options))

    def models(self, protocol: Protocol | None = None, *, timeout: float | None = None) -> tuple[Model, ...]:
        """See `AsyncTaoToken.models`."""
        return self._worker.run(self._client.models(protocol, timeout=timeout))

    def request(
        self,
        method: str,
        path: str,
        *,
        json: Any = None,
        extra_headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> Any:
        """See `AsyncTaoToken.request`."""
        return self._worker.run(
            self._client.request(method, path, json=json, extra_headers=extra_headers, timeout=timeout)
        )


class SyncStream:
    """The events of one reply as they come; `Stream` without ``async``. Leaving the ``with`` block closes it."""

    def __init__(self, client: TaoToken, worker: _Worker, stream: Stream) -> None:
        self._client = client  # not garbage as long as its stream isn't
        self._worker = worker
        self._stream = stream
        self._here: deque[StreamEvent] = deque()

    @property
    def delivered(self) -> bool:
        """Has output (text, reasoning, a tool call) been handed out?"""
        return self._stream.delivered

    def __iter__(self) -> SyncStream:
        return self

    def __next__(self) -> StreamEvent:
        if not self._here:
            self._here.extend(self._worker.run(_arrived(self._stream)))
        if not self._here:
            raise StopIteration
        return self._here.popleft()

    def reply(self) -> Reply:
        """See `Stream.reply`."""
        return self._worker.run(self._stream.reply())

    def close(self) -> None:
        """Let go of the connection."""
        self._worker.run(self._stream.aclose())


class SyncStreamContext:
    """What `TaoToken.stream` gives: enter it with ``with`` to send the request."""

    def __init__(self, client: TaoToken, worker: _Worker, context: StreamContext) -> None:
        self._client = client
        self._worker = worker
        self._context = context

    def __enter__(self) -> SyncStream:
        return SyncStream(self._client, self._worker, self._worker.run(self._context.__aenter__()))

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if not self._worker.closed:
            self._worker.run(self._context.__aexit__(kind, error, traceback))


async def _arrived(stream: Stream) -> list[StreamEvent]:
    """The next event and those that came with it, so that one change of thread serves them all; empty at the end."""
    events: list[StreamEvent] = []
    async for event in stream:
        events.append(event)
        if not stream.waiting:
            break
    return events


class _Worker:
    """The thread of a client, started by its first call. It knows nothing of the `TaoToken`, so that one can become
    garbage while the thread runs."""

    def __init__(self, last: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._last = last
        self._thread: LoopThread | None = None
        self._process = os.getpid()
        self._lock = threading.Lock()
        self.closed: bool = False

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """See `LoopThread.run`."""
        if self.closed:
            work.close()
            raise ConfigurationError("the client is closed: make a new one")
        return self._living().run(work)

    def _living(self) -> LoopThread:
        """The thread of this process: threads don't survive a fork."""
        from taotoken._loop_thread import LoopThread

        with self._lock:
            if self._thread is None or self._process != os.getpid():
                self._thread, self._process = LoopThread(self._last), os.getpid()
            return self._thread

    def stop(self) -> None:
        """End without waiting: garbage may be collected in any thread."""
        self.closed = True
        if self._thread is not None and self._process == os.getpid():
            self._thread.stop()

    def close(self) -> None:
        """End and wait for it."""
        self.stop()
        if self._thread is not None and self._process == os.getpid():
            self._thread.join()
