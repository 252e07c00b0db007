"""One request and its answer: sending it, following its redirects, reading it within the deadlines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from urllib.parse import urljoin

from taotoken._alarm import Alarm, LateError, make_alarm
from taotoken._deadline import Deadline
from taotoken._errors import ConfigurationError, TaoTokenError
from taotoken._events import StreamEvent
from taotoken._ledger import Ledger
from taotoken._reader import ReplyReader
from taotoken._reply import Reply
from taotoken._request import Prepared, origin
from taotoken._timing import Clock, Stopwatch
from taotoken._transport import CutError, Request, Response, Transport
from taotoken._waits import Waits
from taotoken._wire import Wire
from taotoken._wire._lenient import WholeJson

MAX_ERROR_BODY = 1024 * 1024
MAX_REDIRECTS = 3
_REDIRECTS = (307, 308)
_DRAIN_SECONDS = 0.1
_DRAIN_BYTES = 64 * 1024
_TAIL_SECONDS = 5.0  # how long a complete reply may wait for its usage and [DONE]
_QUIET_SECONDS = 1.0  # an error's body that says nothing more for so long is taken as whole


@dataclass(slots=True)
class Life:
    """Whether a client was closed."""

    over: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What every exchange of a client needs."""

    transport: Transport
    clock: Clock
    time_of_day: Clock
    secrets: tuple[str, ...]
    ledger: Ledger
    life: Life


class Exchange:
    """A good answer that is being read. `advance` gives its events, then None; `reply` is there after that."""

    def __init__(self, response: Response, reader: ReplyReader, watch: Stopwatch, deadline: Deadline) -> None:
        self._response = response
        self._reader = reader
        self._watch = watch
        self._deadline = deadline
        self._over = False
        self._seen_token: float | None = None
        self._tail_until: float | None = None

    async def advance(self) -> Sequence[StreamEvent] | None:
        """The next events as they come; None when the reply is whole."""
        reader = self._reader
        while True:
            if reader.error is not None:
                raise reader.error
            if self._over or reader.done:
                await self._finish()
                return None
            if events := await self._read(reader):
                return events

    async def _read(self, reader: ReplyReader) -> Sequence[StreamEvent]:
        if self._seen_token is not self._watch.last_token:
            self._seen_token = self._watch.last_token
            self._deadline.token()
        until = min(self._deadline.until, self._tail()) if reader.complete else self._deadline.until
        late = False
        try:
            chunk = await self._deadline.alarm.bounded(self._response.read, until)
        except LateError:
            late = True
        except CutError as error:
            self._over = True
            return reader.cut(str(error))
        if late:
            return self._too_late(reader, until)
        at = self._watch.now()
        if chunk:
            return reader.feed(chunk, at)
        self._over = True
        return reader.close(at)

    def _too_late(self, reader: ReplyReader, until: float) -> Sequence[StreamEvent]:
        if until < self._deadline.until:
            reader.silent()
            return ()
        error = self._deadline.error()
        error.partial = reader.partial()
        raise error

    def _tail(self) -> float:
        """Until when a complete reply waits for what may follow it."""
        if self._tail_until is None:
            self._tail_until = self._deadline.alarm.now() + _TAIL_SECONDS
        return self._tail_until

    async def _finish(self) -> None:
        """After the last event the body's end is waited for a moment, so that the connection can be used again."""
        if not self._over:
            self._over = True
            if not self._response.ended:
                await _drain(self._response, self._deadline.alarm)
        self._watch.finish()
        await self.aclose()

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
    deadline = Deadline(waits, began, make_alarm(), streaming=prepared.streaming)
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
    deadline = Deadline(waits, began, make_alarm(), streaming=False)
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
    if setup.life.over:
        raise ConfigurationError("the client is closed: make a new one")
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
        await _drain(response, deadline.alarm)
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
    from taotoken._classify import classify

    body, is_whole = bytearray(), WholeJson()
    try:
        while len(body) < MAX_ERROR_BODY and not is_whole(body):
            by = deadline.alarm.now() + _QUIET_SECONDS if body else None
            chunk = await deadline.within(response.read, by=by)
            if not chunk:
                break
            body += chunk
        else:
            await _drain(response, deadline.alarm)
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


async def _drain(response: Response, alarm: Alarm) -> None:
    """Read what is left, for a moment and within bounds."""
    try:
        await alarm.bounded(partial(_read_out, response), alarm.now() + _DRAIN_SECONDS)
    except (LateError, TaoTokenError):
        return


async def _read_out(response: Response) -> None:
    size = 0
    while size < _DRAIN_BYTES and (chunk := await response.read()):
        size += len(chunk)
