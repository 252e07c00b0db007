"""The test gateway as an HTTP server: connections, bodies, hang-ups, threads, records and the log."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
import os
import socket
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from gateway_kit import (
    BEARER,
    KEY,
    PATHS,
    PROTOCOLS,
    ask,
    body,
    client,
    events,
    raw,
    read_to_end,
    read_until,
    request_bytes,
    streamed_text,
    wait_until,
)
from taotoken.testing import Gateway, GatewayTiming, RecordedRequest
from taotoken.testing import _body as bodies

ROOT = Path(__file__).resolve().parent.parent.parent


# Connections


def test_one_connection_serves_many_requests() -> None:
    """Keep-alive, after whole replies, streams and errors alike."""
    with Gateway().in_thread() as gateway, client() as http:
        for stream in (False, True, False):
            http.post(gateway.base_url + PATHS["chat"], json=body("chat", stream=stream), headers=BEARER)
        http.get(gateway.origin + "/nowhere")
        http.get(f"{gateway.base_url}/v1/models", headers=BEARER)

    assert [request.connection for request in gateway.requests] == [1] * 5


def test_a_client_may_ask_for_the_connection_to_close() -> None:
    """`Connection: close` is honoured."""
    with Gateway().in_thread() as gateway, raw(gateway) as connection:
        connection.sendall(request_bytes("chat", stream=True, headers="Connection: close\r\n"))
        assert read_to_end(connection).endswith(b"data: [DONE]\n\n\r\n0\r\n\r\n")


def test_http_1_0_gets_a_body_that_ends_with_the_connection() -> None:
    """No chunks for a client that doesn't know them."""
    with Gateway().in_thread() as gateway, raw(gateway) as connection:
        connection.sendall(request_bytes("chat", stream=True).replace(b"HTTP/1.1", b"HTTP/1.0", 1))
        head, _, content = read_to_end(connection).partition(b"\r\n\r\n")

    assert b"chunked" not in head.lower()
    assert content.endswith(b"data: [DONE]\n\n")


def test_pipelined_requests_are_answered_in_order() -> None:
    """Two requests in one packet, two replies."""
    with Gateway(text=lambda request: request.query).in_thread() as gateway, raw(gateway) as connection:
        request = request_bytes("chat", stream=False)
        pair = [request.replace(b" HTTP/1.1", f"?{word} HTTP/1.1".encode(), 1) for word in ("first", "second")]
        connection.sendall(b"".join(pair))
        received = read_until(connection, b"second")

    assert received.index(b"first") < received.index(b"second")


def test_a_request_may_come_byte_by_byte() -> None:
    """Nothing depends on how TCP cuts it."""
    with Gateway().in_thread() as gateway, raw(gateway) as connection:
        for byte in request_bytes("chat", stream=False):
            connection.sendall(bytes([byte]))
        assert b"200 OK" in read_until(connection, b"gateway.")


@pytest.mark.parametrize(
    "garbage", [b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", b"GET / HTTP/1.1\r\nno colon\r\n\r\n", b"A" * 70_000]
)
def test_what_is_not_http_gets_a_400_and_the_door(garbage: bytes) -> None:
    """TLS on a plain port, broken or endless headers; the gateway lives on."""
    with Gateway().in_thread() as gateway:
        with raw(gateway) as connection:
            connection.sendall(garbage)
            assert read_to_end(connection).startswith((b"HTTP/1.1 400", b"HTTP/1.1 431"))
        assert ask(gateway, "chat").status_code == 200


@pytest.mark.parametrize(
    "sent", [b"", b"POST /api/v1/chat", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc"]
)
def test_a_client_that_leaves_early_is_no_trouble(sent: bytes) -> None:
    """Before the request, in its head or in its body."""
    with Gateway().in_thread() as gateway:
        with raw(gateway) as connection:
            connection.sendall(sent)
        assert ask(gateway, "chat").status_code == 200


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_client_that_hangs_up_ends_its_stream(protocol: str) -> None:
    """The gateway notices at once and stops producing tokens."""
    with Gateway(text="word " * 500, timing=GatewayTiming(between=0.02)).in_thread() as gateway:
        with raw(gateway) as connection:
            connection.sendall(request_bytes(protocol, stream=True))
            read_until(connection, b"word")
        wait_until(lambda: gateway.requests[0].hung_up)

    stamps = gateway.requests[0].stamps
    assert stamps.tokens < 100
    assert stamps.done is not None


def test_a_client_that_does_not_read_can_not_stop_the_shutdown() -> None:
    """Buffers full in both directions, and the gateway still ends."""
    began = time.monotonic()
    with Gateway(text="word " * 400_000).in_thread() as gateway, raw(gateway) as connection:
        connection.sendall(request_bytes("chat", stream=False))
        wait_until(lambda: bool(gateway.requests) and gateway.requests[0].status == 200)

    assert time.monotonic() - began < 10


@pytest.mark.parametrize("fault", ["hang", "idle-stream", "endless-pings"])
def test_the_shutdown_ends_what_would_never_end(fault: str) -> None:
    """Open requests are cut; the client sees the connection close."""
    with Gateway(fault=fault).in_thread() as gateway:
        connection = socket.create_connection(("127.0.0.1", gateway.port), timeout=10)
        connection.sendall(request_bytes("chat", stream=True))
        wait_until(lambda: bool(gateway.requests) and gateway.requests[0].fault == fault)

    with connection, suppress(ConnectionResetError):
        read_to_end(connection)
    assert not gateway.requests[0].hung_up


def test_connect_is_recorded_and_refused() -> None:
    """Given as HTTPS_PROXY the gateway shows which hosts a program wanted, and lets it reach none."""
    with Gateway().in_thread() as gateway:
        with httpx.Client(trust_env=False, proxy=gateway.origin) as http, pytest.raises(httpx.ProxyError):
            http.get("https://api.example.com/v1/models")
        with httpx.Client(trust_env=False, proxy=gateway.origin) as http:
            assert http.get("http://plain.example.com/x?y").status_code == 502
            assert http.get(f"{gateway.base_url}/v1/models", headers=BEARER).status_code == 200

    seen = [(request.method, request.path, request.status) for request in gateway.requests]
    assert seen == [
        ("CONNECT", "api.example.com:443", 502),
        ("GET", "http://plain.example.com/x", 502),
        ("GET", "/api/v1/models", 200),
    ]


def test_a_websocket_is_refused_with_426() -> None:
    """Codex tries one first with its own provider, then comes back with a POST on the same connection."""
    upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: eA==\r\n"
    with Gateway().in_thread() as gateway, raw(gateway) as connection:
        connection.sendall(f"GET /api/v1/responses HTTP/1.1\r\nHost: x\r\n{upgrade}\r\n".encode())
        assert read_until(connection, b"}}").startswith(b"HTTP/1.1 426 ")
        connection.sendall(request_bytes("responses", stream=True))
        read_until(connection, b"response.completed")

    assert [request.status for request in gateway.requests] == [426, 200]


def test_only_loopback_is_bound() -> None:
    """127.0.0.1 and nothing else; the port was free before."""
    with Gateway().in_thread() as gateway:
        assert gateway.origin == f"http://127.0.0.1:{gateway.port}"
        with pytest.raises(OSError, match=r"refused|Errno"), socket.create_connection(("127.0.0.2", gateway.port), 2):
            pass


# Bodies


def test_framing_by_close_ends_without_a_length() -> None:
    """A body whose end is the end of the connection, streamed and whole."""
    with Gateway(framing="close").in_thread() as gateway:
        for stream in (False, True):
            with raw(gateway) as connection:
                connection.sendall(request_bytes("chat", stream=stream))
                head, _, content = read_to_end(connection).partition(b"\r\n\r\n")
            assert b"connection: close" in head.lower()
            assert b"content-length" not in head.lower()
            assert b"chunked" not in head.lower()
            assert b"gateway." in content


def test_framing_chunked_goes_for_json_too() -> None:
    """A whole reply in chunks, and the connection stays."""
    with Gateway(framing="chunked").in_thread() as gateway, raw(gateway) as connection:
        for _ in range(2):
            connection.sendall(request_bytes("chat", stream=False))
            assert b"Transfer-Encoding: chunked".lower() in read_until(connection, b"0\r\n\r\n").lower()


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_head_is_get_without_a_body(method: str) -> None:
    """The same headers, and the connection can go on."""
    with Gateway().in_thread() as gateway, client() as http:
        replies = [http.request(method, f"{gateway.base_url}/v1/models", headers=BEARER) for _ in range(2)]

    assert all(reply.status_code == 200 for reply in replies)
    assert int(replies[0].headers["content-length"]) > 0
    assert (len(replies[0].content) == 0) == (method == "HEAD")


def test_a_chunked_request_is_read() -> None:
    """With trailing pieces and no length."""

    def pieces() -> object:
        yield json.dumps(body("chat")).encode()[:10]
        yield json.dumps(body("chat")).encode()[10:]

    with Gateway().in_thread() as gateway, client() as http:
        url = gateway.base_url + PATHS["chat"]
        assert http.post(url, content=pieces(), headers=BEARER).status_code == 200  # type: ignore[arg-type]

    assert gateway.requests[0].json == body("chat")


def test_expect_100_continue_is_answered() -> None:
    """curl waits for it before it sends a large body."""
    head, _, content = request_bytes("chat", stream=False, headers="Expect: 100-continue\r\n").partition(b"\r\n\r\n")
    with Gateway().in_thread() as gateway, raw(gateway) as connection:
        connection.sendall(head + b"\r\n\r\n")
        assert read_until(connection, b"\r\n\r\n").startswith(b"HTTP/1.1 100 ")
        connection.sendall(content)
        assert b"200 OK" in read_until(connection, b"gateway.")


def raw_deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(data) + packer.flush()


@pytest.mark.parametrize(
    ("encoding", "pack"),
    [("gzip", gzip.compress), ("GZIP", gzip.compress), ("deflate", zlib.compress), ("deflate", raw_deflate)],
)
def test_compressed_requests_are_recorded_unpacked(encoding: str, pack: Callable[[bytes], bytes]) -> None:
    """gzip, and deflate in both of its readings."""
    with Gateway().in_thread() as gateway, client() as http:
        headers = {**BEARER, "Content-Encoding": encoding}
        content = pack(json.dumps(body("chat")).encode())
        assert http.post(gateway.base_url + PATHS["chat"], content=content, headers=headers).status_code == 200

    assert gateway.requests[0].json == body("chat")


@pytest.mark.parametrize(
    ("encoding", "content"),
    [("zstd", b"(\xb5/\xfd"), ("br", b"x"), ("gzip", b"not gzip"), ("gzip", gzip.compress(b"{}")[:-4])],
)
def test_other_encodings_are_a_415(encoding: str, content: bytes) -> None:
    """And so is data that is not what it says."""
    with Gateway().in_thread() as gateway, client() as http:
        headers = {**BEARER, "Content-Encoding": encoding}
        assert http.post(gateway.base_url + PATHS["chat"], content=content, headers=headers).status_code == 415


@pytest.mark.parametrize("packed", [False, True])
def test_a_body_over_the_bound_is_a_413(packed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """As sent, and as unpacked; the gateway keeps none of it."""
    monkeypatch.setattr(bodies, "MAX_BODY", 1000)
    monkeypatch.setattr("taotoken.testing._server.MAX_BODY", 1000)
    content = b'{"x": "' + b"a" * 2000 + b'"}'
    headers = BEARER | ({"Content-Encoding": "gzip"} if packed else {})
    with Gateway().in_thread() as gateway, client() as http:
        url = gateway.base_url + PATHS["chat"]
        reply = http.post(url, content=gzip.compress(content) if packed else content, headers=headers)

    assert reply.status_code == 413
    assert gateway.requests[0].body == b""


def test_large_bodies_pass() -> None:
    """Claude Code sends 90 kB; five megabytes are fine too."""
    with Gateway().in_thread() as gateway:
        assert ask(gateway, "messages", system="x" * 5_000_000, stream=True).status_code == 200


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'"x"', b"\xff\xfe", b"[" * 100_000])
def test_a_body_that_is_no_json_object_is_a_400(content: bytes) -> None:
    """Recorded as it came, `json` only where it parses."""
    with Gateway().in_thread() as gateway, client() as http:
        assert http.post(gateway.base_url + PATHS["chat"], content=content, headers=BEARER).status_code == 400

    assert gateway.requests[0].body == content


# Loops and threads


@pytest.mark.anyio
async def test_in_the_callers_loop() -> None:
    """`async with`: client and gateway share one loop."""
    async with Gateway() as gateway, httpx.AsyncClient(trust_env=False, verify=False) as http:
        reply = await http.post(gateway.base_url + PATHS["chat"], json=body("chat"), headers=BEARER)

        assert reply.status_code == 200
    async with httpx.AsyncClient(trust_env=False, verify=False) as http:
        with pytest.raises(httpx.ConnectError):
            await http.get(gateway.base_url)


@pytest.mark.anyio
async def test_64_streams_at_once() -> None:
    """They run side by side: together hardly longer than one alone, and none gets another's words."""
    timing = GatewayTiming(first_token=0.1, between=0.02)
    limits = httpx.Limits(max_connections=64)
    async with (
        Gateway(text=lambda request: f"{request.query} " * 5, timing=timing) as gateway,
        httpx.AsyncClient(trust_env=False, verify=False, limits=limits, timeout=30) as http,
    ):

        async def one(number: int) -> str:
            url = f"{gateway.base_url}{PATHS['chat']}?n{number}"
            return streamed_text("chat", events(await http.post(url, json=body("chat", stream=True), headers=BEARER)))

        texts = await asyncio.gather(*(one(number) for number in range(64)))

    assert texts == [f"n{number} " * 5 for number in range(64)]
    ends = [request.stamps.done or 0 for request in gateway.requests]
    starts = [request.stamps.received for request in gateway.requests]
    assert max(starts) < min(ends)


def test_many_gateways_at_once() -> None:
    """Each has its own port and its own memory."""
    with Gateway(text="one").in_thread() as one, Gateway(text="two").in_thread() as two:
        assert "one" in ask(one, "chat").text
        assert "two" in ask(two, "chat").text
        assert one.port != two.port

    assert (len(one.requests), len(two.requests)) == (1, 1)


def test_nothing_is_left_behind() -> None:
    """No thread, no task, no open socket: a child with all warnings as errors and asyncio's debug mode is silent."""
    script = (
        "import gc, threading\n"
        "from gateway_kit import ask\n"
        "from taotoken.testing import Gateway\n"
        "for fault in (None, 'stream-cut', 'stream-ends-early', '401', 'buffered'):\n"
        "    with Gateway(fault=fault).in_thread() as gateway:\n"
        "        try:\n"
        "            ask(gateway, 'chat', stream=True)\n"
        "        except Exception: pass\n"
        "    gc.collect()\n"
        "assert threading.active_count() == 1\n"
    )
    paths = os.pathsep.join(str(ROOT / name) for name in ("sdk", "tests/support"))
    environment = {**os.environ, "PYTHONPATH": paths}
    command = [sys.executable, "-W", "error", "-X", "dev", "-c", script]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)

    assert (ran.returncode, ran.stdout, without_slow_callbacks(ran.stderr)) == (0, "", "")


def without_slow_callbacks(text: str) -> str:
    """Debug mode also tells when a busy machine was slow; that is not what is asked here."""
    return "".join(line for line in text.splitlines(True) if not line.startswith("Executing <"))


def test_a_taken_port_is_an_oserror(tmp_path: Path) -> None:
    """From the thread too, and the thread is gone; so is a log that can't be opened."""
    with Gateway().in_thread() as taken:
        second = Gateway(port=taken.port, log=tmp_path / "log")
        with pytest.raises(OSError, match=str(taken.port)), second.in_thread():
            pass
    with pytest.raises(IsADirectoryError), Gateway(log=tmp_path).in_thread():
        pass
    assert not [thread for thread in threading.enumerate() if thread.name == "gateway"]


def test_a_gateway_can_run_again_but_not_twice() -> None:
    """On the same port, remembering what it saw."""
    gateway = Gateway()
    with gateway.in_thread():
        port = gateway.port
        ask(gateway, "chat")
        with pytest.raises(RuntimeError, match="running already"), gateway.in_thread():
            pass
        ask(gateway, "chat")
    with gateway.in_thread():
        assert gateway.port == port
        ask(gateway, "chat")

    assert len(gateway.requests) == 3


def test_without_asyncio_the_way_out_is_named() -> None:
    """trio's loop can't run it: the error says what can."""
    import trio

    async def main() -> None:
        async with Gateway():
            pass

    with pytest.raises(RuntimeError, match="in_thread"):
        trio.run(main)


def test_an_error_of_the_test_itself_comes_out_unchanged() -> None:
    """The gateway stops and stays out of the way."""
    with pytest.raises(ZeroDivisionError), Gateway().in_thread() as gateway:
        raise ZeroDivisionError
    assert not [thread for thread in threading.enumerate() if thread.name == "gateway"]
    assert gateway.requests == ()


# Records


def test_a_request_is_recorded_as_it_came() -> None:
    """Headers in the order and case of the wire, body, model, stream, tools, status."""
    with Gateway().in_thread() as gateway, raw(gateway) as connection:
        connection.sendall(request_bytes("messages", stream=True, headers="X-Custom: One\r\nx-custom: two\r\n"))
        read_until(connection, b"message_stop")
        (request,) = gateway.requests

    names = [name for name, _ in request.headers]
    assert names == ["Host", "Authorization", "X-Custom", "x-custom", "Content-Length"]
    assert request.header("x-CUSTOM") == "One"
    assert request.header("missing") is None
    assert request.json == body("messages", stream=True)
    assert json.loads(request.body) == request.json
    assert (request.method, request.path, request.model) == ("POST", "/api/v1/messages", "demo-large")
    assert (request.stream, request.tools, request.status, request.hung_up) == (True, 0, 200, False)
    assert (request.key, request.key_header, request.key_ok) == (KEY, "bearer", True)
    assert request.stamps.done is not None


@pytest.mark.parametrize("stream", [False, True])
def test_the_record_is_whole_when_the_reply_is(stream: bool) -> None:
    """No race: whoever has read the reply finds every stamp set."""
    with Gateway().in_thread() as gateway, client() as http:
        for _ in range(50):
            http.post(gateway.base_url + PATHS["chat"], json=body("chat", stream=stream), headers=BEARER)
            request = gateway.requests[-1]
            assert (request.status, request.hung_up) == (200, False)
            assert request.stamps.done is not None


def test_the_reply_names_the_request() -> None:
    """The id in the headers is the record's."""
    with Gateway().in_thread() as gateway:
        reply = ask(gateway, "messages")

    assert reply.headers["request-id"] == reply.headers["x-request-id"] == gateway.requests[0].request_id


SECRET = "sk-demo-secret-5f2c9a7714e0"
PLAIN_SECRET = "my-own-secret-key-without-prefix"


@pytest.mark.parametrize("secret", [SECRET, PLAIN_SECRET])
@pytest.mark.parametrize(
    "place",
    [
        {"headers": {"Authorization": "Bearer {}"}},
        {"headers": {"Authorization": "{}"}},
        {"headers": {"x-api-key": "{}"}},
        {"headers": {"Authorization": "Bearer {}", "User-Agent": "agent {}"}},
        {"headers": {"Authorization": "Bearer {}"}, "url": "/api/v1/{}?key={}"},
        {"headers": {"Authorization": "Bearer {}"}, "model": "{}"},
    ],
)
def test_no_log_and_no_repr_holds_a_key(place: dict[str, object], secret: str, tmp_path: Path) -> None:
    """Wherever a client puts it, also a key the gateway admits."""
    log = tmp_path / "requests.jsonl"
    filled = json.loads(json.dumps(place).replace("{}", secret))
    seen: list[RecordedRequest] = []
    with Gateway(keys=(SECRET, PLAIN_SECRET), log=log, on_request=seen.append).in_thread() as gateway, client() as http:
        url = gateway.origin + filled.get("url", "/api/v1/chat/completions")
        http.post(url, json={**body("chat"), "model": filled.get("model", "m")}, headers=filled["headers"])

    shown = [log.read_text(encoding="utf-8"), *(repr(r) + str(r) for r in (*gateway.requests, *seen)), repr(gateway)]
    assert all(secret not in text for text in shown)
    assert repr(gateway.requests[0]).startswith("RecordedRequest(method='POST'")


def test_the_log_has_one_json_line_per_request(tmp_path: Path) -> None:
    """What a check of a real tool needs: path, key, model, status, stream, tools."""
    log = tmp_path / "requests.jsonl"
    with Gateway(log=log).in_thread() as gateway:
        ask(gateway, "chat", stream=True, tools=[{}, {}])
        ask(gateway, "messages", model="nope")
        lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]

    assert len(lines) == 2
    first, second = lines
    assert first["time"] == pytest.approx(time.time(), abs=60)
    expected = {"method": "POST", "path": "/api/v1/chat/completions", "key": "sk-…0001", "key_ok": True}
    expected |= {"key_header": "bearer", "model": "demo-large", "status": 200, "stream": True, "tools": 2}
    assert {name: first[name] for name in expected} == expected
    assert (second["model"], second["status"]) == ("nope", 404)


def test_the_log_is_added_to(tmp_path: Path) -> None:
    """A second run keeps the lines of the first; a request that was never answered is there too."""
    log = tmp_path / "requests.jsonl"
    with Gateway(log=log).in_thread() as gateway:
        ask(gateway, "chat")
    with Gateway(log=log, fault="hang").in_thread() as gateway:
        with raw(gateway) as connection:
            connection.sendall(request_bytes("chat", stream=False))
            wait_until(lambda: bool(gateway.requests) and gateway.requests[0].fault == "hang")
        wait_until(lambda: gateway.requests[0].hung_up)

    statuses = [json.loads(line)["status"] for line in log.read_text(encoding="utf-8").splitlines()]
    assert statuses == [200, None]


def test_a_failing_listener_does_not_break_the_reply() -> None:
    """Its error comes out when the gateway stops."""

    def listen(_: RecordedRequest) -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"), Gateway(on_request=listen).in_thread() as gateway:
        assert ask(gateway, "chat").status_code == 200


def test_asyncio_has_nothing_to_complain(caplog: pytest.LogCaptureFixture) -> None:
    """No "Task exception was never retrieved" for resets and hang-ups."""
    with caplog.at_level(logging.WARNING, "asyncio"):
        test_a_client_that_hangs_up_ends_its_stream("chat")
        with Gateway(text="word " * 100_000).in_thread() as gateway:
            connection = socket.create_connection(("127.0.0.1", gateway.port))
            connection.sendall(request_bytes("chat", stream=True))
            connection.recv(10)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            connection.close()
            wait_until(lambda: gateway.requests[0].hung_up)

    assert not caplog.records
