"""One request and its answer: sending it, following its redirects, reading it within the deadlines."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeVar
from urllib.parse import urljoin

import anyio

from taotoken._classify import classify
from taotoken._errors import TaoTokenError
from taotoken._events import StreamEvent
from taotoken._ledger import Ledger
from taotoken._reader import ReplyReader
from taotoken._reply import Reply
from taotoken._request import Prepared, origin
from taotoken._timing import Clock, Stopwatch
from taotoken._transport import CutError, Request, Response, Transport
from taotoken._waits import Waits, timed_out
from taotoken._wire import Wire
from taotoken._wire._lenient import WholeJson

MAX_ERROR_BODY = 1024 * 1024
MAX_REDIRECTS = 3
_REDIRECTS = (307, 308)
_DRAIN_SECONDS = 0.1
_DRAIN_BYTES = 64 * 1024
_TAIL_SECONDS = 5.0  # how long a complete reply may wait for its usage and [DONE]
_QUIET_SECONDS = 1.0  # an error's body that says nothing more for so long is taken as whole

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What every exchange of a client needs."""

    transport: Transport
    clock: Clock
    time_of_day: Clock
    secrets: tuple[str, ...]
    ledger: Ledger


class Deadline:
    """The bounds of one attempt on the event loop's clock, which is not the clock that timing uses."""

    def __init__(self, waits: Waits, began: float, *, streaming: bool) -> None:
        self._waits = waits
        self._began = began
        self._sent = anyio.current_time()
        self._last_token: float | None = None
        self._streaming = streaming
        self._next = waits.until(began, self._sent, None)

    def token(self) -> None:
        """A token has come."""
        self._last_token = anyio.current_time()
        self._next = self._waits.until(self._began, self._sent, self._last_token)

    async def within(self, work: Callable[[], Awaitable[T]], *, at_most: float | None = None) -> T:
        """Await `work()` until the next bound; `at_most` (seconds) is a bound that raises TimeoutError instead."""
        when, bound = self._next
        own = None if at_most is None else anyio.current_time() + at_most
        with anyio.CancelScope(deadline=when if own is None else min(when, own)) as scope:
            return await work()
        assert scope.cancelled_caught
        if own is not None and own < when:
            raise TimeoutError
        raise timed_out(bound, self._waits, started=self._last_token is not None, streaming=self._streaming)


class Exchange:
    """A good answer that is being read. `advance` gives its events, then None; `reply` is there after that."""

    def __init__(self, response: Response, reader: ReplyReader, watch: Stopwatch, deadline: Deadline) -> None:
        self._response = response
        self._reader = reader
        self._watch = watch
        self._deadline = deadline
        self._over = False
        self._tail_until: float | None = None

    async def advance(self) -> list[StreamEvent] | None:
        """The next events as they come; None when the reply is whole."""
        while True:
            if self._reader.error is not None:
                raise self._reader.error
            if self._reader.done or self._over:
                await self._finish()
                return None
            if events := await self._read():
                return events

    async def _read(self) -> list[StreamEvent]:
        try:
            chunk = await self._deadline.within(self._response.read, at_most=self._tail())
        except TimeoutError as error:
            if isinstance(error, TaoTokenError):
                error.partial = self._reader.partial()
                raise
            self._reader.silent()
            return []
        except CutError as error:
            self._over = True
            return self._reader.cut(str(error))
        at = self._watch.now()
        if not chunk:
            self._over = True
            return self._reader.close(at)
        before = self._watch.last_token
        events = self._reader.feed(chunk, at)
        if self._watch.last_token != before:
            self._deadline.token()
        return events

    def _tail(self) -> float | None:
        """How long a complete reply may still wait for what follows it; None while it is not complete."""
        if not self._reader.complete:
            return None
        if self._tail_until is None:
            self._tail_until = anyio.current_time() + _TAIL_SECONDS
        return self._tail_until - anyio.current_time()

    async def _finish(self) -> None:
        """After the last event the body's end is waited for a moment, so that the connection can be used again."""
        if not self._over:
            self._over = True
            await _drain(self._response)
        self._watch.finish()
        await self._response.aclose()

    def reply(self) -> Reply:
        """The reply; its timing is whole once `advance` gave None."""
        return self._reader.reply()

    async def aclose(self) -> None:
        """Let go of the connection; it is closed unless the body was read to its end."""
        await self._response.aclose()


async def open_exchange(setup: Setup, prepared: Prepared, wire: Wire, waits: Waits, began: float) -> Exchange:
    """Send a request of a protocol.

    Raises:
        TaoTokenError: no answer came in time, or the answer was an error.
    """
    watch = Stopwatch(setup.clock)
    deadline = Deadline(waits, began, streaming=prepared.streaming)
    response = await _send(setup, prepared, waits, deadline)
    watch.headers()
    reader = ReplyReader(
        wire,
        status=response.status,
        headers=response.headers,
        watch=watch,
        now=setup.time_of_day(),
        secrets=setup.secrets,
    )
    return Exchange(response, reader, watch, deadline)


async def fetch(setup: Setup, prepared: Prepared, waits: Waits, began: float, limit: int) -> tuple[Response, bytes]:
    """Send a request and read its whole body, at most `limit` bytes and one more."""
    deadline = Deadline(waits, began, streaming=False)
    response = await _send(setup, prepared, waits, deadline)
    body = bytearray()
    try:
        while len(body) <= limit and (chunk := await deadline.within(response.read)):
            body += chunk
    finally:
        await response.aclose()
    return response, bytes(body)


async def _send(setup: Setup, prepared: Prepared, waits: Waits, deadline: Deadline) -> Response:
    """Send, and follow the redirects that keep method, body and server."""
    url, content = prepared.url, prepared.content()
    for _ in range(MAX_REDIRECTS + 1):
        request = Request(
            method=prepared.method,
            url=url,
            headers=prepared.headers,
            body=content,
            connect_timeout=waits.connect,
        )
        response = await deadline.within(partial(setup.transport.send, request))
        if 200 <= response.status < 300:
            return response
        onward = _redirect(response, url)
        if onward is None:
            break
        await _drain(response)
        await response.aclose()
        url = onward
    raise await _refusal(setup, response, deadline)


def _redirect(response: Response, url: str) -> str | None:
    """Where to go on: a redirect that keeps method, body and server, or None."""
    if response.status not in _REDIRECTS:
        return None
    target = urljoin(url, response.headers.get("location", ""))
    return target if target != url and origin(target) == origin(url) else None


async def _refusal(setup: Setup, response: Response, deadline: Deadline) -> TaoTokenError:
    """The error that an answer without success is."""
    body, is_whole = bytearray(), WholeJson()
    try:
        while len(body) < MAX_ERROR_BODY and not is_whole(body):
            chunk = await deadline.within(response.read, at_most=_QUIET_SECONDS if body else None)
            if not chunk:
                break
            body += chunk
        else:
            await _drain(response)
    except CutError:
        pass  # what came of it may still say what is wrong
    except TimeoutError:
        if not body:
            raise
    finally:
        await response.aclose()
    return classify(
        response.status,
        response.headers,
        bytes(body[:MAX_ERROR_BODY]),
        now=setup.time_of_day(),
        secrets=setup.secrets,
    )


async def _drain(response: Response) -> None:
    size = 0
    with anyio.move_on_after(_DRAIN_SECONDS):
        try:
            while size < _DRAIN_BYTES and (chunk := await response.read()):
                size += len(chunk)
        except TaoTokenError:
            return
