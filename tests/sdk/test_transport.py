"""The transport: proxies, TLS and refusals told apart, connections reused, an httpx client of the caller honoured."""

from __future__ import annotations

import os
import socket
import ssl
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import anyio
import anyio.abc
import httpx
import pytest
import respx
from anyio.abc import SocketStream
from anyio.streams.buffered import BufferedByteReceiveStream

from sdk_loops import LOOPS, chosen
from sdk_server import HELLO, JSON, WHOLE, Answer, completion, serving
from taotoken import (
    AsyncTaoToken,
    Cause,
    ConnectionFailedError,
    Endpoint,
    ProxyFailedError,
    RetryPolicy,
    TaoTokenError,
    TimedOutError,
    TLSError,
)
from taotoken._transport import _failures, _proxies
from taotoken._transport._inflate import PIECE, inflater_for
from taotoken._transport._lanes import Lanes

pytestmark = pytest.mark.anyio
KEY = "sk-test-transport-000000000001"
NO_RETRY = RetryPolicy(max_retries=0)
PROXY_VARIABLES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy")


@pytest.fixture(params=LOOPS)
def anyio_backend(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    return chosen(request.param, monkeypatch)


@pytest.fixture(autouse=True)
def _no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in PROXY_VARIABLES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


def client_of(base_url: str, **options: Any) -> AsyncTaoToken:
    options = {"retry": NO_RETRY} | options
    return AsyncTaoToken(Endpoint.parse(base_url, KEY, "demo", allow_http=True), **options)


def free_port() -> int:
    """A port on which nobody listens."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


async def failure_of(base_url: str) -> TaoTokenError:
    async with client_of(base_url) as client:
        with anyio.fail_after(10), pytest.raises(TaoTokenError) as caught:
            await client.chat("hi")
    return caught.value


# --- why no connection was made --------------------------------------------------------------------------------


async def test_refused_on_this_machine() -> None:
    """A loopback port without a listener: the local gateway isn't running."""
    error = await failure_of(f"http://127.0.0.1:{free_port()}/api")
    assert isinstance(error, ConnectionFailedError)
    assert error.cause is Cause.LOCAL_GATEWAY_NOT_RUNNING
    assert "refused" in str(error)


async def test_name_that_does_not_resolve() -> None:
    """An unknown host is a DNS failure."""
    error = await failure_of("https://no-such-host.invalid/api")
    assert isinstance(error, ConnectionFailedError)
    assert error.cause is Cause.DNS_FAILED


async def test_tls_to_a_plain_server() -> None:
    """https to a port that speaks plain http is a TLS error, told at once."""
    listener = await anyio.create_tcp_listener(local_host="127.0.0.1", local_port=0)

    async def plain(stream: SocketStream) -> None:
        async with stream:
            await stream.receive()
            await stream.send(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    async with listener, anyio.create_task_group() as group:
        group.start_soon(listener.serve, plain)
        port = listener.extra(anyio.abc.SocketAttribute.local_port)
        error = await failure_of(f"https://127.0.0.1:{port}/api")
        group.cancel_scope.cancel()
    assert isinstance(error, TLSError)


@pytest.mark.parametrize(
    ("code", "cause"),
    [
        (10, Cause.TLS_EXPIRED),
        (9, Cause.CLOCK_SKEW),
        (62, Cause.TLS_WRONG_NAME),
        (18, Cause.TLS_UNTRUSTED_CA),
        (19, Cause.TLS_UNTRUSTED_CA),
        (20, Cause.TLS_UNTRUSTED_CA),
    ],
)
def test_certificates_tell_their_cause(code: int, cause: Cause) -> None:
    """What OpenSSL found wrong with the certificate decides the cause, however deep the error is wrapped."""
    verification = ssl.SSLCertVerificationError("certificate verify failed")
    verification.verify_code = code
    try:
        try:
            raise verification
        except ssl.SSLError as error:
            raise httpx.ConnectError("wrapped") from error
    except httpx.ConnectError as wrapped:
        found = _failures.connect_failure(wrapped, server="a.example:443", loopback=False, proxy=None)
    assert isinstance(found, TLSError)
    assert found.cause is cause
    assert not found.retryable


@pytest.mark.parametrize(
    ("error", "loopback", "cause"),
    [
        (ConnectionRefusedError(111, "refused"), False, Cause.CONNECT_REFUSED),
        (ConnectionRefusedError(111, "refused"), True, Cause.LOCAL_GATEWAY_NOT_RUNNING),
        (socket.gaierror(-2, "unknown"), False, Cause.DNS_FAILED),
        (OSError(101, "Network is unreachable"), False, None),
        (ExceptionGroup("all", [ConnectionRefusedError(111, "refused")]), False, Cause.CONNECT_REFUSED),
    ],
)
def test_sockets_tell_their_cause(error: Exception, loopback: bool, cause: Cause | None) -> None:
    """The socket's own error, also inside a group, decides the cause."""
    wrapped = OSError("All connection attempts failed")
    wrapped.__cause__ = error
    found = _failures.connect_failure(wrapped, server="a.example:443", loopback=loopback, proxy=None)
    assert (found.code, found.cause) == ("connection", cause)


def test_slow_connection() -> None:
    """A connection that takes too long names its bound."""
    found = _failures.connect_timeout(server="a.example:443", seconds=10, proxy=None)
    assert isinstance(found, TimedOutError)
    assert found.cause is Cause.CONNECT_TIMEOUT


# --- proxies ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variables", "cause"),
    [
        ({"HTTP_PROXY": "http://127.0.0.1:1"}, Cause.PROXY_ENV_DEAD),
        ({"http_proxy": "127.0.0.1:1"}, Cause.PROXY_ENV_DEAD),
        ({"ALL_PROXY": "socks://127.0.0.1:7891/"}, Cause.PROXY_ENV_BAD_SCHEME),
        ({"HTTP_PROXY": "socks4://127.0.0.1:7891"}, Cause.PROXY_ENV_BAD_SCHEME),
        ({"HTTP_PROXY": "http://user:hunter2-secret@127.0.0.1:notaport"}, Cause.PROXY_ENV_BAD_SCHEME),
        ({"HTTP_PROXY": "http://"}, Cause.PROXY_ENV_BAD_SCHEME),
        ({"HTTP_PROXY": "http://user:hunter2-secret@127.0.0.1:1"}, Cause.PROXY_ENV_DEAD),
    ],
)
async def test_proxy_variables_that_cannot_work(
    variables: dict[str, str], cause: Cause, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A dead, odd or broken proxy variable is an error that names it, never a crash or the gateway's fault."""
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    async with serving(WHOLE) as server:
        error = await failure_of(server.base_url)
    assert isinstance(error, ProxyFailedError)
    assert error.cause is cause
    assert "hunter2" not in f"{error} {vars(error)}"
    if cause is Cause.PROXY_ENV_BAD_SCHEME:
        assert str(error).startswith(f"{next(iter(variables))} ")
    assert server.seen == []


async def test_socks_proxy_that_is_dead(monkeypatch: pytest.MonkeyPatch) -> None:
    """A SOCKS proxy that isn't there is the proxy's fault too."""
    monkeypatch.setenv("ALL_PROXY", "socks5://127.0.0.1:1")
    async with client_of("http://127.0.0.1:9/api", transport="httpx") as client:
        with pytest.raises(ProxyFailedError) as caught:
            await client.chat("hi")
    assert caught.value.cause is Cause.PROXY_ENV_DEAD


@pytest.mark.parametrize("bypass", ["127.0.0.1", "127.0.0.0/8", "*", "localhost, 127.0.0.1", "[::1],127.0.0.1,%%%"])
async def test_no_proxy_wins_over_a_broken_variable(bypass: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A host in NO_PROXY is reached directly, whatever the proxy variable holds."""
    monkeypatch.setenv("ALL_PROXY", "socks://127.0.0.1:1")
    monkeypatch.setenv("NO_PROXY", bypass)
    async with serving(WHOLE) as server, client_of(server.base_url) as client:
        assert (await client.chat("hi")).text == "Hello"


async def test_socks_without_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """A SOCKS variable without the package is named as such."""
    monkeypatch.setenv("ALL_PROXY", "socks5://127.0.0.1:1")
    monkeypatch.setitem(sys.modules, "socksio", None)
    error = await failure_of("http://127.0.0.1:9/api")
    assert (error.code, error.cause) == ("proxy", Cause.SOCKS_SUPPORT_MISSING)


@asynccontextmanager
async def socks_proxy(asked: list[str]) -> AsyncIterator[int]:
    """A SOCKS5 proxy that wants a login; its port. It notes the host that it is asked for and what came with it."""
    listener = await anyio.create_tcp_listener(local_host="127.0.0.1", local_port=0)

    async def serve(stream: SocketStream) -> None:
        async with stream:
            reader = BufferedByteReceiveStream(stream)
            await reader.receive_exactly((await reader.receive_exactly(2))[1])
            await stream.send(b"\x05\x02")
            user = await reader.receive_exactly((await reader.receive_exactly(2))[1])
            password = await reader.receive_exactly((await reader.receive_exactly(1))[0])
            await stream.send(b"\x01\x00")
            kind = (await reader.receive_exactly(4))[3]
            size = 4 if kind == 1 else (await reader.receive_exactly(1))[0]
            host = await reader.receive_exactly(size)
            port = int.from_bytes(await reader.receive_exactly(2))
            asked.append(
                f"{user.decode()}:{password.decode()} {socket.inet_ntoa(host) if kind == 1 else host.decode()}"
            )
            async with await anyio.connect_tcp("127.0.0.1", port) as target, anyio.create_task_group() as group:
                await stream.send(b"\x05\x00\x00\x01\x00\x00\x00\x00\x00\x00")
                group.start_soon(relay, reader, target)
                await relay(target, stream)
                group.cancel_scope.cancel()

    async def relay(source: Any, sink: Any) -> None:
        try:
            async for data in source:
                await sink.send(data)
        except (anyio.BrokenResourceError, anyio.ClosedResourceError):
            return

    async with listener, anyio.create_task_group() as group:
        group.start_soon(listener.serve, serve)
        yield int(listener.extra(anyio.abc.SocketAttribute.local_port))
        group.cancel_scope.cancel()


@pytest.mark.parametrize("scheme", ["socks5", "socks5h"])
async def test_socks_proxy(scheme: str, anyio_backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The request goes through it with its login, and the proxy is who resolves the name."""
    if os.environ["TAOTOKEN_TRANSPORT"] == "aiohttp":
        return  # refuses, which test_transport_choice is about
    asked: list[str] = []
    async with serving(WHOLE) as server, socks_proxy(asked) as port:
        monkeypatch.setenv("ALL_PROXY", f"{scheme}://me:pass%20word@127.0.0.1:{port}")
        async with client_of(f"http://localhost:{server.port}/api") as client:
            for _ in range(2):
                assert (await client.chat("hi")).text == "Hello"
    assert asked[:1] == ["me:pass word localhost"]
    assert [seen.target for seen in server.seen] == ["/api/v1/chat/completions"] * 2


async def test_plain_http_goes_through_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Through a forward proxy the whole URL is asked for."""
    async with serving(WHOLE) as proxy:
        monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{proxy.port}")
        async with client_of("http://gateway.example/api") as client:
            assert (await client.chat("hi")).text == "Hello"
    assert proxy.seen[0].target == "http://gateway.example/api/v1/chat/completions"


@pytest.mark.parametrize("base_url", ["http://gateway.example/api", "https://gateway.example/api"])
async def test_proxy_that_wants_a_login(base_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """407 is the proxy's answer, to a request or to CONNECT."""
    async with serving(Answer(status=407, chunks=[b"login"], framing="length")) as proxy:
        for name in ("HTTP_PROXY", "HTTPS_PROXY"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        error = await failure_of(base_url)
    assert (error.code, error.cause) == ("proxy", Cause.PROXY_AUTH_REQUIRED)


async def test_proxy_that_refuses_the_tunnel(monkeypatch: pytest.MonkeyPatch) -> None:
    """A CONNECT that the proxy refuses never reaches the gateway."""
    async with serving(Answer(status=403, framing="length")) as proxy:
        monkeypatch.setenv("HTTPS_PROXY", f"http://127.0.0.1:{proxy.port}")
        error = await failure_of("https://gateway.example/api")
    assert (error.code, error.cause) == ("proxy", None)
    assert proxy.seen[0].method == "CONNECT"


SETTINGS = {"http": "http://proxy.example:1", "https": "http://proxy.example:2"}


@pytest.mark.parametrize(
    ("url", "no_proxy", "direct"),
    [
        ("https://api.example.com/v1", "example.com", True),
        ("https://example.com/v1", "example.com", True),
        ("https://notexample.com/v1", "example.com", False),
        ("https://example.com/v1", ".example.com", False),
        ("https://api.example.com/v1", ".example.com", True),
        ("https://api.example.com/v1", "API.Example.COM", True),
        ("https://api.example.com:8443/v1", "api.example.com:8443", True),
        ("https://api.example.com/v1", "api.example.com:8443", False),
        ("https://api.example.com/v1", "https://api.example.com", True),
        ("https://api.example.com/v1", "http://api.example.com", False),
        ("http://[::1]:8080/v1", "::1", True),
        ("http://[::1]:8080/v1", "[::1]", True),
        ("http://[::1]:8080/v1", "[::1]:8080", True),
        ("http://10.1.2.3/v1", "10.0.0.0/8", True),
        ("http://11.1.2.3/v1", "10.0.0.0/8", False),
        ("http://localhost:3000/v1", "localhost", True),
        ("http://localhost:3000/v1", "127.0.0.1", False),
        ("https://a.example/v1", "b.example,*", True),
        ("https://a.example/v1", " , ,", False),
    ],
)
def test_no_proxy_entries(url: str, no_proxy: str, direct: bool) -> None:
    """Names, suffixes, ports, schemes, networks and the star, as users write them."""
    assert (_proxies.proxy_for(url, SETTINGS | {"no": no_proxy}) is None) == direct


# --- connections -----------------------------------------------------------------------------------------------


class FakePool:
    """A pool that only remembers whether it was closed."""

    def __init__(self) -> None:
        self.closed = False

    async def aclose(self) -> None:
        self.closed = True


async def test_idle_lanes_come_first_and_old_ones_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last used lane is taken first; lanes that are idle too long, or too many, are closed."""
    made: list[FakePool] = []

    def make(route: object) -> FakePool:
        made.append(FakePool())
        return made[-1]

    lanes = Lanes(make)
    route = ("http://a.example", None)
    first, second = await lanes.acquire(route), await lanes.acquire(route)
    await lanes.release(first, reusable=True)
    await lanes.release(second, reusable=True)
    assert await lanes.acquire(route) is second
    assert await lanes.acquire(("http://b.example", None)) not in (first, second)
    first.idle_since -= 60
    await lanes.release(second, reusable=False)
    await lanes.release(second, reusable=False)
    assert [pool.closed for pool in made] == [True, True, False]
    await lanes.aclose()
    assert [pool.closed for pool in made] == [True, True, True]


async def test_open_connections_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Above the bound requests wait for their turn instead of failing."""
    monkeypatch.setattr("taotoken._transport._lanes.MAX_OPEN", 3)
    active, most = 0, 0

    async def slowly(number: int) -> None:
        nonlocal active, most
        if number < 0:
            active += 1
            most = max(most, active)
            await anyio.sleep(0.01)
            active -= 1

    answer = Answer(headers=JSON, chunks=[completion()], framing="length", before=slowly)
    async with serving(answer) as server, client_of(server.base_url) as client, anyio.create_task_group() as group:
        for _ in range(12):
            group.start_soon(client.chat, "hi")
    assert len(server.seen) == 12
    assert most == 3


# --- a client of the caller ------------------------------------------------------------------------------------


@asynccontextmanager
async def own_client(**options: Any) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(**options) as own:
        yield own


async def test_client_of_the_caller_is_used_and_left_open() -> None:
    """An injected httpx client sends the requests, with its own headers, and stays the caller's to close."""
    async with serving(WHOLE) as server, own_client(headers={"x-own": "1"}) as own:
        async with client_of(server.base_url, http_client=own) as client:
            assert (await client.chat("hi")).text == "Hello"
        assert not own.is_closed
    assert server.seen[0].headers["x-own"] == "1"
    assert server.seen[0].headers["user-agent"].startswith("taotoken/")


async def test_client_of_the_caller_streams_and_fails_in_our_terms() -> None:
    """Streams, early exits and failures through an injected client look as ours do."""
    async with serving(HELLO) as server, own_client() as own, client_of(server.base_url, http_client=own) as client:
        async with client.stream("hi") as stream:
            await anext(stream)
        async with client.stream("hi") as stream:
            assert (await stream.reply()).text == "Hello"
    async with own_client() as own, client_of(f"http://127.0.0.1:{free_port()}/api", http_client=own) as client:
        with pytest.raises(ConnectionFailedError):
            await client.chat("hi")


@pytest.mark.parametrize(("using", "inject"), [("httpcore", False), ("httpcore", True), ("httpx", True)])
async def test_respx_mocks_our_requests(using: str, inject: bool) -> None:
    """What users mock httpx with sees our requests: its default mocker without a client of theirs too."""
    async with own_client() as own:
        with respx.mock(using=using) as router:
            route = router.post("https://gateway.example/api/v1/chat/completions")
            route.mock(return_value=httpx.Response(200, content=completion()))
            options = {"http_client": own} if inject else {"transport": "httpx"}
            async with client_of("https://gateway.example/api", **options) as client:
                assert (await client.chat("hi")).text == "Hello"
    assert route.called


async def test_mock_transport_of_the_caller() -> None:
    """httpx.MockTransport works too, streams included."""

    def handle(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, headers=HELLO.headers, content=b"".join(HELLO.chunks))

    async with (
        own_client(transport=httpx.MockTransport(handle)) as own,
        client_of("https://gateway.example/api", http_client=own) as client,
        client.stream("hi") as stream,
    ):
        assert (await stream.reply()).text == "Hello"


# --- compressed bodies -----------------------------------------------------------------------------------------


def test_inflater_gives_pieces_of_bounded_size() -> None:
    """A small body can't become a huge one in one step."""
    import zlib

    inflater = inflater_for("gzip")
    assert inflater is not None
    packer = zlib.compressobj(wbits=31)
    inflater.feed(packer.compress(b"a" * (3 * PIECE)) + packer.flush())
    pieces = []
    while piece := inflater.take():
        pieces.append(piece)
    assert max(map(len, pieces)) <= PIECE
    assert sum(map(len, pieces)) == 3 * PIECE
