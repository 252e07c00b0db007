"""The transport with connections of its own: every way an answer is framed, broken or late, and nothing left behind."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import anyio
import pytest

from sdk_server import HELLO, JSON, SSE, WHOLE, Answer, chunk, completion, serving, sse
from taotoken import (
    AsyncTaoToken,
    BadResponseError,
    ConfigurationError,
    ConnectionFailedError,
    Endpoint,
    IncompleteStreamError,
    RetryPolicy,
    TaoTokenError,
    TextDelta,
    TimedOutError,
)
from taotoken._transport import MAX_HEADERS, Request, _connection, _lanes
from taotoken._transport.fast import FastTransport

pytestmark = pytest.mark.anyio
KEY = "sk-test-fast-000000000001"
BODY = WHOLE.chunks[0]
OK = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"
LENGTH = b"content-length: %d\r\n\r\n" % len(BODY)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def _no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


def client_of(base_url: str, **options: Any) -> AsyncTaoToken:
    given: dict[str, Any] = {"retry": RetryPolicy(max_retries=0), "transport": "fast"} | options
    return AsyncTaoToken(Endpoint.parse(base_url, KEY, "demo"), **given)


def raw(head: bytes, *chunks: bytes, **how: Any) -> Answer:
    """An answer of exactly these bytes."""
    return Answer(raw_head=head, chunks=chunks, **{"framing": "length", **how})


@pytest.mark.parametrize(
    "head",
    [
        OK + LENGTH,
        b"HTTP/1.1 100 Continue\r\n\r\n" + OK + LENGTH,
        b"HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n" * 3 + OK + LENGTH,
        OK + b"transfer-encoding: chunked\r\n\r\n%x;name=value\r\n" % len(BODY) + BODY + b"\r\n0\r\ntrailer: x\r\n\r\n",
    ],
    ids=["length", "after 100", "after 103s", "chunked with extension and trailer"],
)
async def test_framed_answers_are_read_and_their_connection_used_again(head: bytes) -> None:
    """The end of the body is known, so the next request takes the same connection."""
    answer = raw(head) if head.endswith(b"x\r\n\r\n") else raw(head, BODY)
    async with serving(answer) as server, client_of(server.base_url) as client:
        for _ in range(3):
            assert (await client.chat("hi")).text == "Hello"
    assert server.connections == 1


@pytest.mark.parametrize(
    "head",
    [
        OK + b"connection: close\r\n" + LENGTH,
        OK.replace(b"1.1", b"1.0") + LENGTH,
        OK + b"\r\n",
    ],
    ids=["connection: close", "HTTP/1.0", "until close"],
)
async def test_connections_that_end_with_their_answer_are_not_used_again(head: bytes) -> None:
    """Each of these says that no other answer will follow."""
    async with serving(raw(head, BODY, framing="close")) as server, client_of(server.base_url) as client:
        for _ in range(2):
            assert (await client.chat("hi")).text == "Hello"
    assert server.connections == 2


async def test_bytes_that_nobody_asked_for_close_the_connection() -> None:
    """A second answer to one request would be taken for the answer to the next."""
    stray = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nno"
    async with serving(raw(OK + LENGTH, BODY + stray), WHOLE) as server, client_of(server.base_url) as client:
        for _ in range(2):
            assert (await client.chat("hi")).text == "Hello"
    assert server.connections == 2


async def test_bytes_that_come_later_close_the_connection_too() -> None:
    """The same where they come while the connection is idle."""
    late = Answer(raw_head=OK + LENGTH, chunks=[BODY, b"HTTP/1.1 200 OK\r\n\r\n"], framing="length", pause=0.05)
    async with serving(late, WHOLE) as server, client_of(server.base_url) as client:
        assert (await client.chat("hi")).text == "Hello"
        await anyio.sleep(0.2)
        assert (await client.chat("hi")).text == "Hello"
    assert server.connections == 2


@pytest.mark.parametrize(
    ("head", "what"),
    [
        (b"SSH-2.0-OpenSSH_9.6\r\n", "did not answer with HTTP"),
        (b"HTTP/1.1 200 OK\r\nbad header\r\n\r\n", "did not answer with HTTP"),
        (OK + b"content-length: 1\r\ncontent-length: 2\r\n\r\n", "did not answer with HTTP"),
        (OK + b"content-length: x\r\n\r\n", "did not answer with HTTP"),
        (OK + b"a: " + b"x" * (MAX_HEADERS * 2), "headers of the answer are too large"),
        (OK + b"a: b\r\n" * 20_000, "headers of the answer are too large"),
        (b"HTTP/1.1 100 Continue\r\n\r\n" * 10_000, "headers of the answer are too large"),
    ],
    ids=["ssh", "no colon", "two lengths", "no number", "one long header", "many headers", "1xx without end"],
)
async def test_what_is_no_answer(head: bytes, what: str) -> None:
    """It is told as such, with the server's name, and the connection is closed."""
    async with serving(raw(head, close="hold", hold_s=5)) as server, client_of(server.base_url) as client:
        with anyio.fail_after(5), pytest.raises(BadResponseError, match=what):
            await client.chat("hi")
        with anyio.fail_after(5):
            while server.open_now:  # noqa: ASYNC110 - the other side is a socket
                await anyio.sleep(0.01)


async def test_switching_protocols_is_no_reply() -> None:
    """A 101 that nobody asked for ends in an error, not in a hang."""
    upgrade = raw(b"HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n", b"\x00\x01")
    async with serving(upgrade) as server, client_of(server.base_url) as client:
        with anyio.fail_after(5), pytest.raises(TaoTokenError):
            await client.chat("hi")


async def test_head_and_empty_answers_don_t_wait_for_a_body() -> None:
    """An answer to HEAD, and a 204 or 304, have none, whatever their headers say."""
    answers = [raw(OK + b"content-length: 999\r\n\r\n"), raw(b"HTTP/1.1 204 No Content\r\n\r\n"), WHOLE]
    async with serving(*answers) as server:
        transport = FastTransport()
        url = f"{server.base_url}/x"
        with anyio.fail_after(5):
            for method in ("HEAD", "GET"):
                response = await transport.send(Request(method=method, url=url, headers={}))
                assert await response.read() == b""
                await response.aclose()
            response = await transport.send(Request(method="POST", url=url, headers={}))
            assert await response.read() == BODY
        await transport.aclose()
    assert [seen.headers.get("content-length") for seen in server.seen] == [None, None, "0"]


async def test_cut_bodies_are_never_taken_for_whole() -> None:
    """Less than the length said, a chunk without its end, and a chunk size that is none."""
    head, text = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n", sse(chunk({"content": "x"}), done=False)
    cut = [
        raw(head + b"content-length: 9999\r\n\r\n", text, framing="close"),
        raw(head + b"transfer-encoding: chunked\r\n\r\n", b"ffff\r\n" + text, framing="close"),
        raw(head + b"transfer-encoding: chunked\r\n\r\n", b"zz\r\n" + text, framing="close"),
    ]
    for answer in cut:
        async with serving(answer) as server, client_of(server.base_url) as client:
            with anyio.fail_after(5), pytest.raises(IncompleteStreamError, match="broke off"):
                async with client.stream("hi") as stream:
                    await stream.reply()


async def test_trailers_are_not_headers() -> None:
    """What follows the body can't change what its headers said, and is bounded."""
    head = OK + b"x-request-id: one\r\ntransfer-encoding: chunked\r\n\r\n%x\r\n" % len(BODY)
    said = raw(head + BODY + b"\r\n0\r\nx-request-id: two\r\ncontent-encoding: gzip\r\n\r\n")
    async with serving(said) as server, client_of(server.base_url) as client:
        assert (await client.chat("hi")).request_id == "one"
    endless = Answer(
        raw_head=b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n0\r\nx: ",
        chunks=[b"x" * 10_000] * 1000,
        framing="length",
        pause=0.001,
    )
    async with serving(endless) as server, client_of(server.base_url) as client, client.stream("hi") as stream:
        with anyio.fail_after(5), pytest.raises(IncompleteStreamError, match="a trailer without end"):
            await stream.reply()


async def test_an_early_answer_leaves_no_half_request_on_a_connection() -> None:
    """A server that refuses before it has read all may keep the connection; the next request takes another."""
    refusal = b'{"error":{"message":"too much"}}'
    with socket.create_server(("127.0.0.1", 0)) as server:
        transport = FastTransport()
        url = f"http://127.0.0.1:{server.getsockname()[1]}/x"
        sending = asyncio.ensure_future(
            transport.send(Request(method="POST", url=url, headers={}, body=b"x" * 30_000_000))
        )
        connection, _ = await asyncio.to_thread(server.accept)
        with connection:
            connection.sendall(b"HTTP/1.1 413 Too Large\r\ncontent-length: %d\r\n\r\n" % len(refusal) + refusal)
            with anyio.fail_after(5):
                response = await sending
                assert (response.status, await response.read(), await response.read()) == (413, refusal, b"")
                assert not response._connection.usable  # type: ignore[attr-defined]
        await transport.aclose()


async def test_reset_of_a_body_without_length_is_a_cut() -> None:
    """Only an orderly end is the end of such a body."""
    text = sse(chunk({"content": "x"}), done=False)
    async with (
        serving(Answer(headers=SSE, chunks=[text], close="reset")) as server,
        client_of(server.base_url) as client,
        client.stream("hi") as stream,
    ):
        assert await anext(stream) == TextDelta("x")
        with pytest.raises(IncompleteStreamError, match="broke off"):
            await stream.reply()


async def test_closing_the_client_ends_a_stream_with_an_error() -> None:
    """Also where the body has no length, so that the end of the connection could be taken for its end."""
    text = sse(chunk({"content": "x"}), done=False)
    async with serving(Answer(headers=SSE, chunks=[text], close="hold", hold_s=30)) as server:
        client = client_of(server.base_url)
        async with client.stream("hi") as stream:
            assert await anext(stream) == TextDelta("x")
            await client.aclose()
            with anyio.fail_after(5), pytest.raises(IncompleteStreamError):
                await stream.reply()


async def test_a_server_that_closes_an_idle_connection_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that blocked its loop meanwhile sees the end too late; the request still goes out on a new one."""
    monkeypatch.setattr("taotoken._transport.fast._ASLEEP", 0.0)
    closing = Answer(headers=JSON, chunks=[BODY], framing="length", close="hold", hold_s=0.05)
    async with serving(closing, WHOLE) as server, client_of(server.base_url) as client:
        assert (await client.chat("hi")).text == "Hello"
        await anyio.sleep(0.2)
        assert (await client.chat("hi")).text == "Hello"
    assert server.connections == 2


async def test_a_slow_reader_holds_the_server_back() -> None:
    """What waits to be read is bounded, and all of it comes."""
    text = "x" * 50_000
    chunks = [sse(chunk({"content": text}), done=False)] * 200
    big = Answer(headers=SSE, chunks=[*chunks, sse(chunk({}, "stop"))], framing="chunked")
    async with serving(big) as server:
        transport = FastTransport()
        response = await transport.send(Request(method="GET", url=f"{server.base_url}/x", headers={}))
        await anyio.sleep(0.3)
        waiting = response._connection._size  # type: ignore[attr-defined]
        assert waiting < 4 * _connection._MUCH
        size = 0
        with anyio.fail_after(10):
            while data := await response.read():
                size += len(data)
        await transport.aclose()
    assert size > 10_000_000


async def test_connections_are_bounded_and_idle_ones_close(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was idle for too long is closed when another comes back."""
    monkeypatch.setattr(_lanes, "IDLE_SECONDS", 0.05)
    async with serving(WHOLE) as server, client_of(server.base_url) as client:
        async with anyio.create_task_group() as group:
            for _ in range(5):
                group.start_soon(client.chat, "hi")
        assert server.open_now == 5
        await anyio.sleep(0.1)
        await client.chat("hi")
        with anyio.fail_after(5):
            while server.open_now > 1:  # noqa: ASYNC110 - the other side is a socket
                await anyio.sleep(0.01)


async def test_slow_connections_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that never accepts is an error that says so."""

    async def never(*_: object, **__: object) -> Any:
        await asyncio.sleep(60)

    monkeypatch.setattr("taotoken._waits.CONNECT_SECONDS", 0.05)
    async with client_of("http://127.0.0.1:9") as client:
        monkeypatch.setattr(asyncio.get_running_loop(), "create_connection", never, raising=False)
        with anyio.fail_after(5), pytest.raises(TimedOutError, match=r"no connection to 127\.0\.0\.1:9"):
            await client.chat("hi")


async def test_refusal_by_every_address_is_a_refusal() -> None:
    """`localhost` has two addresses, whose errors asyncio makes into one text."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    async with client_of(f"http://localhost:{port}") as client:
        with pytest.raises(ConnectionFailedError, match="refused"):
            await client.chat("hi")


async def test_no_connection_is_left_by_early_ends() -> None:
    """Leaving, cancelling and failing close their connections and leave no task."""
    endless = Answer(
        headers=SSE, chunks=[sse(chunk({"content": "x"}), done=False)] * 500, framing="chunked", pause=0.01
    )
    async with serving(endless) as server, client_of(server.base_url) as client:
        before = asyncio.all_tasks()
        for _ in range(10):
            async with client.stream("hi") as stream:
                await anext(stream)
            with anyio.move_on_after(0.02):
                await client.chat("hi")
        with anyio.fail_after(5):
            while server.open_now or _others(before):  # noqa: ASYNC110 - the other side is a socket
                await anyio.sleep(0.01)


def _others(before: set[asyncio.Task[Any]]) -> set[str]:
    """The tasks that are new, without the one in which the server waits for connections."""
    return {name for task in asyncio.all_tasks() - before if "SocketListener" not in (name := task.get_name())}


async def test_a_proxy_is_used_through_httpx(monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes through a proxy, SOCKS too, isn't sent past it."""
    async with serving(HELLO, Answer(headers=JSON, chunks=[completion("by proxy")])) as proxy:
        monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{proxy.port}")
        async with client_of("http://127.0.0.1:9/api") as client:
            await client.chat("hi")
            assert (await client.chat("hi")).text == "by proxy"
    assert [seen.target for seen in proxy.seen] == ["http://127.0.0.1:9/api/v1/chat/completions"] * 2


async def test_urls_and_methods_that_would_break_the_request_are_refused() -> None:
    """Nothing that ends a line gets into the head of a request."""
    async with serving(WHOLE) as server, client_of(server.base_url) as client:
        for url in (f"{server.base_url}/a b", f"{server.base_url}/é"):
            with pytest.raises(ConfigurationError, match="can't be sent"):
                await client.chat("hi", url=url)
        assert server.seen == []


async def test_event_loops_of_others_are_asked_only_for_what_all_have(monkeypatch: pytest.MonkeyPatch) -> None:
    """uvloop's `create_connection` has no argument for racing addresses; only the loops of asyncio get it."""
    asked: list[dict[str, Any]] = []

    class Other:
        async def create_connection(self, *_: object, **options: object) -> Any:
            asked.append(options)
            return None, None

    monkeypatch.setattr("taotoken._transport._connection.asyncio.get_running_loop", Other)
    await _connection.connect("gateway.example", 443, None, None)
    assert asked == [{"ssl": None}]
