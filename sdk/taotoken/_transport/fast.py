"""The adapter with connections of its own (extra ``fast``). For asyncio; what goes through a proxy, httpx sends."""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Coroutine
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from taotoken._alarm import on_asyncio
from taotoken._errors import BadResponseError, ConfigurationError, ConnectionFailedError, TaoTokenError
from taotoken._text import safe_text
from taotoken._transport import Request, Response, Transport, _failures
from taotoken._transport._common import (
    HEADERS_TOO_LARGE,
    Opener,
    Routing,
    bad_header,
    bad_header_error,
    check_answer,
    server_of,
)
from taotoken._transport._connection import Connection, HeadersTooLargeError, LostError, NotHTTPError, connect
from taotoken._transport._lanes import Lane, Lanes
from taotoken._url import is_loopback

if TYPE_CHECKING:
    import ssl

_ASLEEP = 1.0  # seconds; what was idle for longer may have been closed without our loop having seen it

_WITH_BODY = ("POST", "PUT", "PATCH")


class FastTransport:
    """Sends over connections of its own."""

    def __init__(self) -> None:
        self._lanes = Lanes(lambda _: _Line())
        self._routing = Routing()
        self._proxied: Transport | None = None

    async def send(self, request: Request) -> Response:
        """See `Transport.send`."""
        route = self._routing.route(request.url)
        if route[1] is not None:
            return await self._through_proxy(request)
        if (bad := bad_header(request.headers)) is not None:
            raise bad_header_error(bad)
        if not on_asyncio():
            raise ConfigurationError(
                "transport='fast' works on asyncio only: leave it out, and httpx is used, which works on trio too"
            )
        lane = await self._lanes.acquire(route)
        response = None
        try:
            response = await _attempt(lane, request, self._routing.tls(route), self._lanes)
        finally:
            if response is None:
                await self._lanes.release(lane, reusable=False)
        try:
            response.check()
        except BadResponseError:
            await response.aclose()
            raise
        return response

    async def _through_proxy(self, request: Request) -> Response:
        if self._proxied is None:
            from taotoken._transport.httpx import HttpxTransport

            self._proxied = HttpxTransport()
        return await self._proxied.send(request)

    async def aclose(self) -> None:
        """See `Transport.aclose`."""
        await self._lanes.aclose()
        if self._proxied is not None:
            await self._proxied.aclose()


class _Line:
    """The place of one connection in the lanes."""

    __slots__ = ("connection",)

    def __init__(self) -> None:
        self.connection: Connection | None = None

    async def ready(self, place: _Place, tls: ssl.SSLContext | None, request: Request, idle: float) -> Connection:
        """The connection that is here, or a new one."""
        connection = self.connection
        if connection is not None and idle > _ASLEEP:
            await asyncio.sleep(0)  # what the server did meanwhile
            await asyncio.sleep(0)
        if connection is None or not connection.usable:
            connection = self.connection = await connect(place.host, place.port, tls, request.connect_timeout)
        return connection

    async def aclose(self) -> None:
        """Close it."""
        if self.connection is not None:
            self.connection.close()
            await asyncio.sleep(0)  # the socket itself is closed in the next round of the loop


class _FastResponse:
    """An answer that is read from its connection."""

    __slots__ = ("_connection", "_lane", "_lanes", "_opener", "headers", "status")

    def __init__(self, connection: Connection, lane: Lane[_Line], lanes: Lanes[_Line]) -> None:
        self.status = connection.status
        self.headers = connection.headers
        self._connection = connection
        self._opener: Opener | None = None
        self._lane: Lane[_Line] | None = lane
        self._lanes = lanes

    def check(self) -> None:
        """Raise BadResponseError for an answer that can't be used."""
        self._opener = check_answer(self.headers, self._connection.headers_size, self.status)

    @property
    def ended(self) -> bool:
        """See `Response.ended`."""
        return self._opener is None and self._connection.ended

    def read(self) -> Coroutine[Any, Any, bytes]:
        """See `Response.read`."""
        return self._next() if self._opener is None else self._opener.read(self._next)

    async def _next(self) -> bytes:
        if self._lane is None:
            return b""
        try:
            if data := await self._connection.read():
                return data
            failure = None
        except LostError as error:
            failure = _failures.broke_off(str(error))
        except NotHTTPError as error:
            failure = _failures.broke_off(f"the body is no HTTP: {error}")
        await self.aclose()
        if failure is not None:
            raise failure
        return b""

    async def aclose(self) -> None:
        """See `Response.aclose`."""
        lane, self._lane = self._lane, None
        if lane is not None:
            reusable = self._connection.ended and self._connection.usable
            await self._lanes.release(lane, reusable=reusable)


class _Place(NamedTuple):
    """Where a URL is, and what is asked for there."""

    host: str
    port: int
    authority: str
    target: str


@lru_cache(maxsize=64)
def _place_of(url: str) -> _Place:
    parts = urlsplit(url)
    if not url.isascii() or not url.isprintable() or " " in url or not parts.hostname:
        raise ValueError(url)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    port = parts.port or (443 if parts.scheme == "https" else 80)
    return _Place(parts.hostname, port, parts.netloc.rpartition("@")[2], target)


async def _attempt(
    lane: Lane[_Line], request: Request, tls: ssl.SSLContext | None, lanes: Lanes[_Line]
) -> _FastResponse:
    failure: TaoTokenError
    try:
        place = _place_of(request.url)
        connection = await lane.pool.ready(place, tls, request, lane.idle_seconds())
        await connection.ask(request.method, _head(request, place), request.body)
        return _FastResponse(connection, lane, lanes)
    except (OSError, ExceptionGroup, ValueError, LostError, NotHTTPError, HeadersTooLargeError) as error:
        failure = _send_failure(error, request)
    raise failure


def _head(request: Request, place: _Place) -> bytes:
    lines = [f"{request.method} {place.target} HTTP/1.1\r\nhost: {place.authority}\r\n"]
    lines += [f"{name}: {value}\r\n" for name, value in request.headers.items()]
    if request.body is not None or request.method in _WITH_BODY:
        lines.append(f"content-length: {len(request.body or b'')}\r\n")
    lines.append("\r\n")
    return "".join(lines).encode("ascii")


def _send_failure(error: Exception, request: Request) -> TaoTokenError:
    server = server_of(request.url)
    if isinstance(error, HeadersTooLargeError):
        return BadResponseError(HEADERS_TOO_LARGE)
    if isinstance(error, NotHTTPError):
        return BadResponseError(f"{server} did not answer with HTTP: {safe_text(str(error), 120)}")
    if isinstance(error, LostError):
        return ConnectionFailedError(f"{server} closed the connection without an answer")
    if isinstance(error, TimeoutError) and error.errno is None:
        return _failures.connect_timeout(server=server, seconds=request.connect_timeout, proxy=None)
    if isinstance(error, OSError | ExceptionGroup):
        loopback = is_loopback(urlsplit(request.url).hostname or "")
        return _failures.connect_failure(_one_of(error), server=server, loopback=loopback, proxy=None)
    return ConfigurationError("the request can't be sent: its URL or one of its headers is not valid")


def _one_of(error: Exception) -> Exception:
    """asyncio makes one error without a number of those of several addresses; a refusal by all is a refusal."""
    refused = f"[Errno {errno.ECONNREFUSED}]"
    if isinstance(error, OSError) and error.errno is None and refused in str(error):
        return ConnectionRefusedError(errno.ECONNREFUSED, "refused")
    return error
