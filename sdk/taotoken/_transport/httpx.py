"""The adapter over httpx, the only module that imports it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Coroutine, Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

import anyio
import httpx

from taotoken._errors import BadResponseError, ConfigurationError, ConnectionFailedError, TaoTokenError, TimedOutError
from taotoken._text import safe_text
from taotoken._transport import Request, Response, _failures, _proxies
from taotoken._transport._common import (
    Opener,
    Routing,
    bad_header,
    bad_header_error,
    check_answer,
    headers_of,
    server_of,
)
from taotoken._transport._lanes import Lane, Lanes, Route
from taotoken._transport._pieces import Pieces
from taotoken._transport._preload import load_all
from taotoken._transport._watch import Resolving, Watch
from taotoken._url import is_loopback

_LIMITS = httpx.Limits(max_connections=1, max_keepalive_connections=1, keepalive_expiry=None)
_CLOSE_SECONDS = 2.0
_CLOSED = "the client closed it"


class HttpxTransport:
    """Sends over connections of its own, or through an `httpx.AsyncClient` that the caller made and closes. For its
    own, `env` stands in for the process's variables (proxies, trusted authorities), `authorities` is a file of
    certificates to trust besides, and `watch` is told of each step (one request at a time)."""

    def __init__(
        self,
        client: httpx.AsyncClient | None = None,
        *,
        env: Mapping[str, str] | None = None,
        authorities: str | None = None,
        watch: Watch | None = None,
    ) -> None:
        if client is None:
            load_all()
        elif not isinstance(client, httpx.AsyncClient):
            raise ConfigurationError(f"http_client must be an httpx.AsyncClient, not {type(client).__name__}")
        self._client = client
        self._watch = watch
        self._lanes = Lanes(self._pool)
        self._routing = Routing(env, authorities)

    async def send(self, request: Request) -> Response:
        """See `Transport.send`."""
        if (bad := bad_header(request.headers)) is not None:
            raise bad_header_error(bad)
        if self._client is not None:
            if self._client.is_closed:
                raise ConfigurationError("the http_client is closed")
            return await self._send_through(self._client, request)
        route = self._routing.route(request.url)
        lane = await self._lanes.acquire(route)
        kept = False
        try:
            response = await _attempt(lane.pool, request, route, self._watch)
            kept = True
        finally:
            if not kept:
                await self._lanes.release(lane, reusable=False)
        return await _checked(_HttpxResponse(response, lanes=self._lanes, lane=lane))

    def prepare(self, url: str) -> None:
        """Load what a request to `url` needs, such as the trusted certificates, so that it isn't part of its time."""
        self._routing.tls(self._routing.route(url))

    async def aclose(self) -> None:
        """Close the connections; a client that the caller made stays open."""
        await self._lanes.aclose()

    async def _send_through(self, client: httpx.AsyncClient, request: Request) -> Response:
        built = client.build_request(
            request.method,
            request.url,
            headers=dict(request.headers),
            content=request.body,
            timeout=httpx.Timeout(None, connect=request.connect_timeout),
        )
        built.stream = _Body(request.body)
        failure: TaoTokenError
        try:
            response = await client.send(built, stream=True, follow_redirects=False, auth=None)
        except httpx.HTTPError as error:
            failure = _send_failure(error, request, None)
        else:
            return await _checked(_HttpxResponse(response))
        raise failure

    def _pool(self, route: Route) -> httpx.AsyncHTTPTransport:
        proxy = route[1]
        # Without TLS on the way no context is made: httpx hands None on, and httpcore never looks at it.
        verify: Any = self._routing.tls(route)
        via = httpx.Proxy(proxy, ssl_context=verify if proxy.startswith("https:") else None) if proxy else None
        pool = httpx.AsyncHTTPTransport(verify=verify, trust_env=False, limits=_LIMITS, proxy=via)
        if self._watch is not None:
            _look_up_apart(pool, self._watch)
        return pool


class _HttpxResponse:
    """A response whose bytes are pulled one by one from httpx's stream."""

    def __init__(
        self,
        response: httpx.Response,
        *,
        lanes: Lanes[httpx.AsyncHTTPTransport] | None = None,
        lane: Lane[httpx.AsyncHTTPTransport] | None = None,
    ) -> None:
        self.status = response.status_code
        self.headers = headers_of(response.headers.raw)
        self._opener: Opener | None = None
        self._response = response
        self._lanes = lanes
        self._lane = lane
        self._chunks: AsyncIterator[bytes] | None = None
        self.ended = False
        self._closed = False
        self._reading = False
        self._scope: anyio.CancelScope | None = None

    def check(self) -> None:
        """Raise BadResponseError for an answer that can't be used."""
        size = sum(len(name) + len(value) + 4 for name, value in self._response.headers.raw)
        self._opener = check_answer(self.headers, size, self.status)

    def read(self) -> Coroutine[Any, Any, bytes]:
        """See `Response.read`."""
        return self._next() if self._opener is None else self._opener.read(self._next)

    async def _next(self) -> bytes:
        if self.ended or self._closed:
            return b""
        chunks = self._chunks
        if chunks is None:
            chunks = self._chunks = aiter(self._response.stream)  # type: ignore[arg-type]
        failure: TaoTokenError | None = None
        self._reading = True
        try:
            if self._lane is None:
                return await self._interruptible(chunks)
            while not (chunk := await anext(chunks)):
                pass
            return chunk
        except StopAsyncIteration:
            self.ended = True
        except httpx.HTTPError as error:
            failure = _failures.broke_off(str(error))
            self._chunks = None
        finally:
            self._reading = False
        await self.aclose()
        if failure is not None:
            raise failure
        return b""

    async def _interruptible(self, chunks: AsyncIterator[bytes]) -> bytes:
        """The next bytes from a connection that isn't ours to close."""
        with anyio.CancelScope() as self._scope:
            while not (chunk := await anext(chunks)):
                pass
            return chunk
        raise httpx.ReadError(_CLOSED)

    async def aclose(self) -> None:
        """See `Response.aclose`."""
        if self._closed:
            return
        self._closed = True
        if self._reading:
            await self._take_away()
            return
        if self.ended:
            await self._give_back()
            return
        with anyio.move_on_after(_CLOSE_SECONDS, shield=True):
            await self._abandon()
            await self._response.aclose()
        if self._lanes is not None and self._lane is not None:
            await self._lanes.release(self._lane, reusable=self.ended)

    async def _give_back(self) -> None:
        """The body is read: nothing is left to wait for, but a cancellation may still come in between."""
        given_back = False
        try:
            await self._response.aclose()
            given_back = True
        finally:
            if self._lanes is not None and self._lane is not None:
                await self._lanes.release(self._lane, reusable=given_back)

    async def _take_away(self) -> None:
        """Another task is reading, under whom generators can't be closed: its connection ends, or its wait."""
        if self._lanes is not None and self._lane is not None:
            await self._lanes.release(self._lane, reusable=False)
        elif self._scope is not None:
            self._scope.cancel()

    async def _abandon(self) -> None:
        """Let the generators inside httpcore run into a cancellation, so that each of them ends here and none is left
        to the garbage collector (which would start a task, or warn). A body that is here already just ends."""
        if self._chunks is None:
            return
        with anyio.CancelScope() as scope:
            scope.cancel()
            try:
                async for _ in self._chunks:
                    pass
            except httpx.HTTPError:
                return
            self.ended = True


class _Body(httpx.AsyncByteStream):
    """A request's body. httpx's own is a generator, which a cancelled send would leave to the garbage collector."""

    def __init__(self, body: bytes | None) -> None:
        self._body = body

    def __aiter__(self) -> AsyncIterator[bytes]:
        return Pieces([self._body] if self._body else [])


def _look_up_apart(pool: httpx.AsyncHTTPTransport, watch: Watch) -> None:
    """Have the watch see how long the look-up of a name takes; where httpx has no place for that, it doesn't."""
    inner: Any = getattr(pool, "_pool", None)
    if hasattr(inner, "_network_backend"):
        inner._network_backend = Resolving(inner._network_backend, watch)


async def _attempt(
    pool: httpx.AsyncHTTPTransport, request: Request, route: Route, watch: Watch | None = None
) -> httpx.Response:
    failure: TaoTokenError
    extensions: dict[str, Any] = {"timeout": {"connect": request.connect_timeout}}
    if watch is not None:
        watch.begin()
        extensions["trace"] = watch.traced
    try:
        built = httpx.Request(
            request.method,
            _url(request.url),
            headers=list(request.headers.items()),
            content=request.body,
            extensions=extensions,
        )
        built.stream = _Body(request.body)
        response = await pool.handle_async_request(built)
    except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
        failure = _send_failure(error, request, route[1])
    else:
        return response
    raise failure


async def _checked(response: _HttpxResponse) -> _HttpxResponse:
    try:
        response.check()
    except BadResponseError:
        await response.aclose()
        raise
    return response


_url = lru_cache(maxsize=64)(httpx.URL)


def _send_failure(error: Exception, request: Request, proxy: str | None) -> TaoTokenError:
    server = server_of(request.url)
    through = _proxies.shown(proxy) if proxy else None
    if isinstance(error, httpx.ConnectTimeout):
        return _failures.connect_timeout(server=server, seconds=request.connect_timeout, proxy=through)
    if isinstance(error, httpx.TimeoutException):
        return TimedOutError(f"{server} did not answer in time")
    if isinstance(error, httpx.ProxyError):
        return _failures.proxy_refusal(str(error), through)
    if isinstance(error, httpx.ConnectError):
        loopback = is_loopback(urlsplit(request.url).hostname or "")
        return _failures.connect_failure(error, server=server, loopback=loopback, proxy=through)
    if isinstance(error, httpx.RemoteProtocolError) and "disconnected" not in str(error):
        return BadResponseError(f"{server} did not answer with HTTP: {safe_text(str(error), 120)}")
    if isinstance(error, httpx.LocalProtocolError | httpx.InvalidURL | httpx.UnsupportedProtocol | ValueError):
        return ConfigurationError("the request can't be sent: its URL or one of its headers is not valid")
    return ConnectionFailedError(f"{server} closed the connection without an answer")
