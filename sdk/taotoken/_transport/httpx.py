"""The adapter over httpx, the only module that imports it."""

from __future__ import annotations

import os
import zlib
from collections.abc import AsyncIterator, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import anyio
import httpx

from taotoken._errors import BadResponseError, ConfigurationError, ConnectionFailedError, TaoTokenError, TimedOutError
from taotoken._text import safe_text
from taotoken._transport import MAX_HEADERS, CutError, Request, Response, _failures, _proxies
from taotoken._transport._inflate import Inflater, inflater_for
from taotoken._transport._lanes import Lane, Lanes, Route
from taotoken._url import is_loopback

if TYPE_CHECKING:
    import ssl

_LIMITS = httpx.Limits(max_connections=1, max_keepalive_connections=1, keepalive_expiry=None)
_CLOSE_SECONDS = 2.0


class HttpxTransport:
    """Sends over connections of its own, or through an `httpx.AsyncClient` that the caller made and closes."""

    def __init__(self, client: httpx.AsyncClient | None = None) -> None:
        self._client = client
        self._lanes = Lanes(self._pool)
        self._tls: ssl.SSLContext | None = None
        self._proxies: dict[str, str] | None = None

    async def send(self, request: Request) -> Response:
        """See `Transport.send`."""
        if (bad := _bad_header(request.headers)) is not None:
            raise ConfigurationError(f"the header {bad} holds a character that headers can't hold")
        if self._client is not None:
            return await self._send_through(self._client, request)
        route = self._route(request.url)
        lane = await self._lanes.acquire(route)
        kept = False
        try:
            response = await _attempt(lane.pool, request, route)
            kept = True
        finally:
            if not kept:
                await self._lanes.release(lane, reusable=False)
        return await _checked(_HttpxResponse(response, lanes=self._lanes, lane=lane))

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
        failure: TaoTokenError
        try:
            response = await client.send(built, stream=True, follow_redirects=False, auth=None)
        except httpx.HTTPError as error:
            failure = _send_failure(error, request, None)
        else:
            return await _checked(_HttpxResponse(response))
        raise failure

    def _route(self, url: str) -> Route:
        if self._proxies is None:
            self._proxies = _proxies.environment()
        parts = urlsplit(url)
        return f"{parts.scheme}://{parts.netloc}", _proxies.proxy_for(url, self._proxies)

    def _pool(self, route: Route) -> httpx.AsyncHTTPTransport:
        origin, proxy = route
        secure = origin.startswith("https:") or (proxy or "").startswith("https:")
        # Without TLS on the way no context is made: httpx hands None on, and httpcore never looks at it.
        verify: Any = self._tls_context() if secure else None
        via = httpx.Proxy(proxy, ssl_context=verify if proxy.startswith("https:") else None) if proxy else None
        return httpx.AsyncHTTPTransport(verify=verify, trust_env=False, limits=_LIMITS, proxy=via)

    def _tls_context(self) -> ssl.SSLContext:
        if self._tls is None:
            self._tls = _make_tls_context()
        return self._tls


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
        self.headers = {name.lower(): value for name, value in response.headers.items()}
        self.header_bytes = sum(len(name) + len(value) + 4 for name, value in response.headers.raw)
        self._response = response
        self._lanes = lanes
        self._lane = lane
        self._chunks: AsyncIterator[bytes] | None = None
        self._inflater: Inflater | None = None
        self._ended = False
        self._closed = False

    def problem(self) -> str | None:
        """What makes this answer unusable before its body is read, or None."""
        if self.header_bytes > MAX_HEADERS:
            return "the headers of the answer are too large"
        encoding = self.headers.get("content-encoding", "")
        try:
            self._inflater = inflater_for(encoding)
        except ValueError:
            return f"the body has an encoding that was not asked for: {safe_text(encoding, 40)}"
        return None

    async def read(self) -> bytes:
        """See `Response.read`."""
        while True:
            if self._inflater is not None and (piece := self._inflate(b"")):
                return piece
            chunk = await self._next()
            if not chunk:
                return b""
            if self._inflater is None:
                return chunk
            if piece := self._inflate(chunk):
                return piece

    async def _next(self) -> bytes:
        if self._ended or self._closed:
            return b""
        if self._chunks is None:
            self._chunks = aiter(self._response.stream)  # type: ignore[arg-type]
        failure: TaoTokenError
        try:
            while not (chunk := await anext(self._chunks)):
                pass
            return chunk
        except StopAsyncIteration:
            self._ended = True
            await self.aclose()
            return b""
        except httpx.HTTPError as error:
            failure = CutError(safe_text(str(error), 120) or "the connection was lost")
        self._chunks = None
        await self.aclose()
        raise failure

    def _inflate(self, chunk: bytes) -> bytes:
        assert self._inflater is not None
        bad = False
        try:
            self._inflater.feed(chunk)
            piece = self._inflater.take()
        except zlib.error:
            bad = True
        if bad:
            raise BadResponseError("the body can't be decompressed", status=self.status, http_status=self.status)
        return piece

    async def aclose(self) -> None:
        """See `Response.aclose`."""
        if self._closed:
            return
        self._closed = True
        with anyio.move_on_after(_CLOSE_SECONDS, shield=True):
            if not self._ended:
                await self._abandon()
            await self._response.aclose()
        if self._lanes is not None and self._lane is not None:
            await self._lanes.release(self._lane, reusable=self._ended)

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
            self._ended = True


async def _attempt(pool: httpx.AsyncHTTPTransport, request: Request, route: Route) -> httpx.Response:
    failure: TaoTokenError
    try:
        built = httpx.Request(
            request.method,
            request.url,
            headers=list(request.headers.items()),
            content=request.body,
            extensions={"timeout": {"connect": request.connect_timeout}},
        )
        response = await pool.handle_async_request(built)
    except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
        failure = _send_failure(error, request, route[1])
    else:
        return response
    raise failure


async def _checked(response: _HttpxResponse) -> _HttpxResponse:
    problem = response.problem()
    if problem is None:
        return response
    await response.aclose()
    raise BadResponseError(problem, status=response.status, http_status=response.status)


def _bad_header(headers: Mapping[str, str]) -> str | None:
    """The name of a header that h11 would refuse with its value, and so the key, in the message."""
    for name, value in headers.items():
        if not name.isascii() or not value.isascii() or not value.isprintable() or value != value.strip():
            return safe_text(name, 60)
    return None


def _make_tls_context() -> ssl.SSLContext:
    """What the machine trusts; SSL_CERT_FILE or SSL_CERT_DIR replace it, as everywhere."""
    import ssl

    import truststore

    file, folder = os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR")
    if file or folder:
        return ssl.create_default_context(cafile=file or None, capath=folder or None)
    return truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def _send_failure(error: Exception, request: Request, proxy: str | None) -> TaoTokenError:
    parts = urlsplit(request.url)
    server = f"{parts.hostname}:{parts.port or (443 if parts.scheme == 'https' else 80)}"
    through = _proxies.shown(proxy) if proxy else None
    if isinstance(error, httpx.ConnectTimeout):
        return _failures.connect_timeout(server=server, seconds=request.connect_timeout, proxy=through)
    if isinstance(error, httpx.TimeoutException):
        return TimedOutError(f"{server} did not answer in time")
    if isinstance(error, httpx.ProxyError):
        return _failures.proxy_refusal(str(error), through)
    if isinstance(error, httpx.ConnectError):
        loopback = is_loopback(parts.hostname or "")
        return _failures.connect_failure(error, server=server, loopback=loopback, proxy=through)
    if isinstance(error, httpx.RemoteProtocolError) and "disconnected" not in str(error):
        return BadResponseError(f"{server} did not answer with HTTP: {safe_text(str(error), 120)}")
    if isinstance(error, httpx.LocalProtocolError | httpx.InvalidURL | httpx.UnsupportedProtocol | ValueError):
        return ConfigurationError("the request can't be sent: its URL or one of its headers is not valid")
    return ConnectionFailedError(f"{server} closed the connection without an answer")
