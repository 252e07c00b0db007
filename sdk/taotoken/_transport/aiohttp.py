"""The adapter over aiohttp (extra ``fast``), the only module that imports it. For asyncio; no SOCKS proxies."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Coroutine
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import aiohttp
from aiohttp import http_exceptions

from taotoken._alarm import on_asyncio
from taotoken._errors import (
    BadResponseError,
    ConfigurationError,
    ConnectionFailedError,
    TaoTokenError,
    TimedOutError,
)
from taotoken._text import safe_text
from taotoken._transport import MAX_HEADERS, Request, Response, _failures, _lanes, _proxies
from taotoken._transport._common import (
    HEADERS_TOO_LARGE,
    Opener,
    Routing,
    bad_header,
    bad_header_error,
    check_answer,
    headers_of,
    server_of,
)
from taotoken._url import is_loopback

if TYPE_CHECKING:
    import ssl

_BROKEN = (aiohttp.ClientError, OSError, http_exceptions.HttpProcessingError)
_LARGE = 1024 * 1024  # aiohttp warns about larger bodies given as bytes


class _Home:
    """What belongs to one event loop: its connections, and the slots for those that are in use."""

    def __init__(self) -> None:
        connector = aiohttp.TCPConnector(
            limit=0,  # waiting for a slot isn't connecting, and must not use up its timeout
            keepalive_timeout=_lanes.IDLE_SECONDS,
            resolver=aiohttp.ThreadedResolver(),  # the system's own, also where aiodns is installed
        )
        self.session = aiohttp.ClientSession(
            connector=connector,
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
            trust_env=False,
            max_line_size=MAX_HEADERS,
            max_field_size=MAX_HEADERS,
        )
        self.slots = asyncio.Semaphore(_lanes.MAX_OPEN)
        self.open: set[_AiohttpResponse] = set()

    async def close(self) -> None:
        """Close the connections; who is reading from one is told."""
        for response in list(self.open):
            await response.aclose()
        await self.session.close()


class AiohttpTransport:
    """Sends over connections of its own, a pool for each event loop that it is used in."""

    def __init__(self) -> None:
        self._homes: dict[asyncio.AbstractEventLoop, _Home] = {}
        self._routing = Routing()

    async def send(self, request: Request) -> Response:
        """See `Transport.send`."""
        if (bad := bad_header(request.headers)) is not None:
            raise bad_header_error(bad)
        home = await self._home()
        route = self._routing.route(request.url)
        if route[1] is not None and route[1].lower().startswith("socks"):
            raise ConfigurationError(
                "transport='aiohttp' can't use the SOCKS proxy of the environment: leave it out, so that httpx is "
                "used, or put the host into NO_PROXY"
            )
        await home.slots.acquire()
        response = None
        try:
            response = await _attempt(home.session, request, route[1], self._routing.tls(route))
        finally:
            if response is None:
                home.slots.release()
        made = _AiohttpResponse(response, home)
        try:
            made.check()
        except BadResponseError:
            await made.aclose()
            raise
        return made

    async def _home(self) -> _Home:
        if not on_asyncio():
            raise ConfigurationError(
                "transport='aiohttp' works on asyncio only: leave it out, and httpx is used, which works on trio too"
            )
        loop = asyncio.get_running_loop()
        home = self._homes.get(loop)
        if home is None:
            home = self._homes[loop] = _Home()
            for other in [other for other in self._homes if other.is_closed()]:
                await self._homes.pop(other).session.close()
        return home

    async def aclose(self) -> None:
        """Close the connections of this event loop, and what is left of loops that have ended."""
        if on_asyncio():
            here = asyncio.get_running_loop()
            for loop in [loop for loop in self._homes if loop is here or loop.is_closed()]:
                home = self._homes.pop(loop)
                await (home.close() if loop is here else home.session.close())


class _AiohttpResponse:
    """A response whose body is read from aiohttp's buffer as it fills."""

    __slots__ = ("_content", "_failure", "_home", "_opener", "_response", "headers", "status")

    def __init__(self, response: aiohttp.ClientResponse, home: _Home) -> None:
        self.status = response.status
        self.headers = headers_of(response.raw_headers)
        self._opener: Opener | None = None
        self._content = response.content
        self._response = response
        self._home: _Home | None = home
        home.open.add(self)
        self._failure: BaseException | None = None

    def check(self) -> None:
        """Raise BadResponseError for an answer that can't be used."""
        size = sum(len(name) + len(value) + 4 for name, value in self._response.raw_headers)
        self._opener = check_answer(self.headers, size, self.status)

    @property
    def ended(self) -> bool:
        """See `Response.ended`."""
        return self._opener is None and self._failure is None and self._content.at_eof()

    def read(self) -> Coroutine[Any, Any, bytes]:
        """See `Response.read`."""
        return self._next() if self._opener is None else self._opener.read(self._next)

    async def _next(self) -> bytes:
        failure = self._failure
        if failure is None:
            try:
                if data := await self._content.readany():
                    return data
                self._let_go()
                return b""
            except _BROKEN as error:
                failure = error
            if data := self._salvage(failure):
                return data
        self._response.close()
        self._let_go()
        raise _failures.broke_off(_why(failure))

    def _salvage(self, failure: BaseException) -> bytes:
        """What came before the connection broke and was not read yet; the failure is told after it."""
        self._failure = failure
        self._content.set_exception(None)  # type: ignore[arg-type]
        return self._content.read_nowait()

    def _let_go(self) -> None:
        home, self._home = self._home, None
        if home is not None:
            home.open.discard(self)
            home.slots.release()

    async def aclose(self) -> None:
        """See `Response.aclose`."""
        if self._home is not None:
            self._response.close()
            self._let_go()


async def _attempt(
    session: aiohttp.ClientSession, request: Request, proxy: str | None, tls: ssl.SSLContext | None
) -> aiohttp.ClientResponse:
    body = request.body
    failure: TaoTokenError
    try:
        return await session.request(
            request.method,
            request.url,
            headers=request.headers,
            data=io.BytesIO(body) if body is not None and len(body) > _LARGE else body,
            allow_redirects=False,
            proxy=proxy,
            ssl=tls if tls is not None else True,
            timeout=_timeout(request.connect_timeout),
        )
    except (aiohttp.ClientError, OSError, ValueError) as error:
        failure = _send_failure(error, request, proxy)
    # Raised here, so that it does not hold aiohttp's error, which holds the request's headers.
    raise failure


@lru_cache(maxsize=8)
def _timeout(connect: float | None) -> aiohttp.ClientTimeout:
    return aiohttp.ClientTimeout(total=None, connect=connect)


def _send_failure(error: Exception, request: Request, proxy: str | None) -> TaoTokenError:
    server = server_of(request.url)
    through = _proxies.shown(proxy) if proxy else None
    if isinstance(error, aiohttp.ConnectionTimeoutError):
        return _failures.connect_timeout(server=server, seconds=request.connect_timeout, proxy=through)
    if isinstance(error, TimeoutError):
        return TimedOutError(f"{server} did not answer in time")
    if isinstance(error, aiohttp.ClientHttpProxyError):
        return _failures.proxy_refusal(f"{error.status} {error.message}", through)
    if isinstance(error, aiohttp.ClientConnectorError | aiohttp.ClientSSLError):
        loopback = is_loopback(urlsplit(request.url).hostname or "")
        return _failures.connect_failure(error, server=server, loopback=loopback, proxy=through)
    if isinstance(error, aiohttp.ClientResponseError):
        return BadResponseError(_not_http(error, server))
    if isinstance(error, aiohttp.InvalidURL | ValueError):
        return ConfigurationError("the request can't be sent: its URL or one of its headers is not valid")
    return ConnectionFailedError(f"{server} closed the connection without an answer")


def _not_http(error: BaseException, server: str) -> str:
    cause = error.__cause__.__cause__ if error.__cause__ is not None else None
    if isinstance(cause, http_exceptions.LineTooLong):
        return HEADERS_TOO_LARGE
    return f"{server} did not answer with HTTP: {safe_text(_why(error), 120)}"


def _why(error: BaseException) -> str:
    """What is wrong, without the request that an aiohttp error tells too."""
    return str(getattr(error, "message", "")) or str(error)
