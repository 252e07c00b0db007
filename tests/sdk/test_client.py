"""The client: requests as they go out, replies, models, errors, deadlines, and the key that never shows."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import traceback
from pathlib import Path
from typing import Any

import anyio
import pytest

from sdk_loops import LOOPS, chosen
from sdk_server import JSON, SSE, WHOLE, Answer, Seen, WireServer, chunk, completion, serving, sse
from taotoken import (
    AsyncTaoToken,
    AuthenticationError,
    BadResponseError,
    Cause,
    ConfigurationError,
    ConnectionFailedError,
    Endpoint,
    EndpointNotFoundError,
    Model,
    RateLimitedError,
    RetryPolicy,
    ServerError,
    TaoTokenError,
    TimedOutError,
    Usage,
)

pytestmark = pytest.mark.anyio
KEY = "sk-test-client-000000000001"
NO_RETRY = RetryPolicy(max_retries=0)


@pytest.fixture(params=LOOPS)
def anyio_backend(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    return chosen(request.param, monkeypatch)


def client_of(server: WireServer, **options: Any) -> AsyncTaoToken:
    options = {"retry": NO_RETRY} | options
    return AsyncTaoToken(Endpoint.parse(server.base_url, KEY, "demo"), **options)


def json_answer(value: Any, status: int = 200, **headers: str) -> Answer:
    return Answer(status=status, headers=JSON | headers, chunks=[json.dumps(value).encode()], framing="length")


MESSAGE = json_answer(
    {
        "id": "msg_1",
        "type": "message",
        "content": [{"type": "text", "text": "Hello"}],
        "stop_reason": "end_turn",
        "usage": {"input_tokens": 3, "output_tokens": 2},
    }
)
RESPONSE = json_answer(
    {
        "id": "resp_1",
        "status": "completed",
        "output": [{"type": "message", "content": [{"type": "output_text", "text": "Hello"}]}],
        "usage": {"input_tokens": 3, "output_tokens": 2, "total_tokens": 5},
    }
)


@pytest.mark.parametrize(
    ("protocol", "auth", "answer", "path", "header"),
    [
        ("chat", "auto", WHOLE, "/api/v1/chat/completions", "authorization"),
        ("chat", "x-api-key", WHOLE, "/api/v1/chat/completions", "x-api-key"),
        ("responses", "auto", RESPONSE, "/api/v1/responses", "authorization"),
        ("messages", "auto", MESSAGE, "/api/v1/messages", "x-api-key"),
        ("messages", "bearer", MESSAGE, "/api/v1/messages", "authorization"),
    ],
)
async def test_each_protocol_goes_to_its_path_with_its_header(
    protocol: Any, auth: Any, answer: Answer, path: str, header: str
) -> None:
    """Path, header and version of a protocol, our own name, and the same reply from each."""
    async with serving(answer) as server, client_of(server, protocol=protocol, auth=auth) as client:
        reply = await client.chat("hi", max_tokens=5)
    seen = server.seen[0]
    assert (reply.text, reply.finish_reason) == ("Hello", "stop")
    assert (seen.method, seen.target) == ("POST", path)
    assert seen.headers[header] == (f"Bearer {KEY}" if header == "authorization" else KEY)
    assert len({"authorization", "x-api-key"} & set(seen.headers)) == 1
    assert seen.headers["user-agent"].startswith("taotoken/")
    assert ("anthropic-version" in seen.headers) == (protocol == "messages")
    assert "stream" not in seen.json


async def test_options_of_a_call_win_over_the_client() -> None:
    """Model, protocol, headers, body fields and URL can be given per call."""
    async with serving(MESSAGE) as server, client_of(server) as client:
        await client.chat(
            "hi",
            model="other",
            protocol="messages",
            url=f"{server.base_url}/v1/messages?beta=true",
            extra_headers={"X-Extra": "1", "User-Agent": "mine"},
            extra_body={"metadata": {"a": 1}, "max_tokens": 7},
        )
    seen = server.seen[0]
    assert seen.target == "/api/v1/messages?beta=true"
    assert (seen.json["model"], seen.json["metadata"], seen.json["max_tokens"]) == ("other", {"a": 1}, 7)
    assert (seen.headers["x-extra"], seen.headers["user-agent"]) == ("1", "mine")


async def test_sequential_calls_share_a_connection() -> None:
    """Twenty calls one after the other need one connection."""
    async with serving(WHOLE) as server, client_of(server) as client:
        for _ in range(20):
            await client.chat("hi")
    assert server.connections == 1


async def test_whole_reply_has_timing_and_attempts() -> None:
    """The first text of a whole reply comes with its body."""
    async with serving(WHOLE) as server, client_of(server) as client:
        reply = await client.chat("hi")
    assert reply.timing.ttft is not None
    assert reply.timing.ttft == reply.timing.ttfo == reply.timing.e2e
    assert reply.timing.tpot is None
    assert reply.attempts[0].url == f"{server.base_url}/v1/chat/completions"
    assert reply.raw["id"] == "c1"


async def test_usage_adds_up_by_model() -> None:
    """A client knows what it used; counts that no reply told stay None."""
    async with serving(MESSAGE) as server, client_of(server, protocol="messages") as client:
        assert client.usage == {}
        await client.chat("hi")
        await client.chat("hi", model="other")
        async with client.stream("hi") as stream:
            await stream.reply()
    one = Usage(input_tokens=3, output_tokens=2, total_tokens=5)
    assert client.usage == {"demo": Usage(input_tokens=6, output_tokens=4, total_tokens=10), "other": one}


@pytest.mark.parametrize("cut", [1, 5, 10_000])
async def test_body_is_told_by_its_first_bytes(cut: int) -> None:
    """Events without their content type are read, words are no reply, blanks before a reply are passed over."""
    events = sse(chunk({"content": "Hello"}, "stop"))
    for body in (events, b"\n\n" + events, b"  \n" + completion(), b": ping\n\n" + events):
        answer = Answer(chunks=[body[i : i + cut] for i in range(0, len(body), cut)], framing="chunked")
        async with serving(answer) as server, client_of(server) as client:
            assert (await client.chat("hi")).text == "Hello"
    for body in (b"hello, this is no API", b"datum", b"d"):
        async with serving(Answer(chunks=[body])) as server, client_of(server) as client:
            with pytest.raises(BadResponseError, match=body.decode()):
                await client.chat("hi")


async def test_stream_where_a_whole_reply_was_asked_for() -> None:
    """A server that streams regardless is understood."""
    streamed = Answer(headers=SSE, chunks=[sse(chunk({"content": "Hel"}), chunk({"content": "lo"}, "stop"))])
    async with serving(streamed) as server, client_of(server) as client:
        assert (await client.chat("hi")).text == "Hello"


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
async def test_compressed_bodies_are_opened(encoding: str) -> None:
    """gzip and deflate are asked for and opened, in pieces of any size."""
    import zlib

    packed = gzip.compress(completion()) if encoding == "gzip" else zlib.compress(completion())
    chunks = [packed[i : i + 7] for i in range(0, len(packed), 7)]
    answer = Answer(headers=JSON | {"content-encoding": encoding}, chunks=chunks, framing="chunked")
    async with serving(answer) as server, client_of(server) as client:
        assert (await client.chat("hi")).text == "Hello"
    assert "gzip" in server.seen[0].headers["accept-encoding"]


async def test_bomb_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A body that grows past the bound when it is opened is refused before it fills the memory."""
    monkeypatch.setattr("taotoken._reader.MAX_REPLY", 3_000_000)
    packed = gzip.compress(b"{" + b" " * 50_000_000)
    answer = Answer(headers=JSON | {"content-encoding": "gzip"}, chunks=[packed], framing="length")
    async with serving(answer) as server, client_of(server) as client:
        with pytest.raises(BadResponseError, match="too large"):
            await client.chat("hi")


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (Answer(headers={"x-big": "a" * 70_000}, chunks=[b"{}"]), "headers"),
        (Answer(headers={"content-encoding": "br"}, chunks=[b"{}"]), "encoding"),
        (Answer(headers={"content-encoding": "gzip"}, chunks=[b"not gzip"]), "decompressed"),
        (Answer(raw_head=b"SSH-2.0-OpenSSH_9\r\n\r\n"), "HTTP"),
    ],
)
async def test_answers_that_are_no_http_we_can_read(answer: Answer, message: str) -> None:
    """Too much, too odd or not HTTP at all: one clear error."""
    async with serving(answer) as server, client_of(server) as client:
        with pytest.raises(BadResponseError, match=message):
            await client.chat("hi")


async def test_large_error_body_is_bounded() -> None:
    """A server that floods its error is read up to a megabyte, and shown to 400 characters."""
    flood = Answer(status=500, headers=JSON, chunks=[b"x" * 65536] * 200, framing="chunked")
    async with serving(flood) as server, client_of(server) as client:
        with pytest.raises(ServerError) as caught:
            await client.chat("hi")
    assert len(str(caught.value)) <= 400
    assert len(caught.value.body or "") <= 16 * 1024


@pytest.mark.parametrize("status", [200, 500])
async def test_body_that_never_seems_to_end_costs_linear_time(status: int) -> None:
    """Looking for the end of a JSON body doesn't read it again for every piece that comes."""
    pieces = Answer(status=status, headers=JSON, chunks=[b'{"a":' + b"[" * 9 + b"}" * 40] + [b"}}}}"] * 4000)
    async with serving(pieces) as server, client_of(server) as client:
        with anyio.fail_after(5), pytest.raises(TaoTokenError):
            await client.chat("hi")


async def test_retry_after_is_kept_and_the_wait_bounded() -> None:
    """A short Retry-After is waited for; one above the bound ends the call."""
    short = json_answer({"error": {"message": "slow"}}, 429, **{"retry-after-ms": "30"})
    long = json_answer({"error": {"message": "slow"}}, 429, **{"retry-after": "61"})
    async with serving(short, WHOLE) as server, client_of(server, retry=RetryPolicy()) as client:
        with anyio.fail_after(2):
            assert (await client.chat("hi")).text == "Hello"
    async with serving(long) as server, client_of(server, retry=RetryPolicy()) as client:
        with anyio.fail_after(2), pytest.raises(RateLimitedError) as caught:
            await client.chat("hi")
    assert caught.value.retry_after == 61
    assert len(server.seen) == 1


async def test_errors_that_no_retry_helps_are_not_retried() -> None:
    """A refused key is told at once, with the attempt that was made."""
    refused = json_answer({"error": {"message": "无效的令牌", "type": "new_api_error"}}, 401)
    async with serving(refused) as server, client_of(server, retry=RetryPolicy()) as client:
        with pytest.raises(AuthenticationError) as caught:
            await client.chat("hi")
    assert len(server.seen) == 1
    assert caught.value.cause is Cause.KEY_INVALID
    assert [(a.error, a.status) for a in caught.value.attempts] == [("authentication", 401)]


async def test_closed_connection_is_tried_again() -> None:
    """A server that hangs up without a word gets another attempt."""
    hang_up = Answer(raw_head=b"", close="reset")
    async with serving(hang_up, WHOLE) as server, client_of(server, retry=RetryPolicy(base=0.01)) as client:
        assert (await client.chat("hi")).text == "Hello"
    async with serving(hang_up) as server, client_of(server) as client:
        with pytest.raises(ConnectionFailedError):
            await client.chat("hi")


async def test_idle_connection_that_the_server_closed_is_replaced() -> None:
    """A kept connection that went away in the meantime costs nothing."""

    async with serving(Answer(headers=JSON, chunks=[completion()])) as server, client_of(server) as client:
        for _ in range(3):
            assert (await client.chat("hi")).text == "Hello"
            await anyio.sleep(0.02)
    assert server.connections == 3


async def test_redirects_stay_on_the_same_server() -> None:
    """307 and 308 to the same scheme, host and port are followed with method and body, three times at most."""
    there = Answer(status=308, headers={"location": "/api/v1/chat/completions/"}, framing="length")
    async with serving(there, WHOLE) as server, client_of(server) as client:
        assert (await client.chat("hi")).text == "Hello"
    assert [seen.target for seen in server.seen] == ["/api/v1/chat/completions", "/api/v1/chat/completions/"]
    assert server.seen[0].body == server.seen[1].body

    def onward(seen: Seen) -> Answer:
        return Answer(status=307, headers={"location": f"{seen.target}x"}, framing="length")

    async with serving(onward) as server, client_of(server) as client:
        with pytest.raises(EndpointNotFoundError, match="redirects"):
            await client.chat("hi")
    assert len(server.seen) == 4


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_redirects_elsewhere_are_not_followed(status: int) -> None:
    """The key goes to no other host, and a 301 changes no POST into a GET."""
    async with serving(WHOLE) as other:
        away = Answer(status=status, headers={"location": f"{other.base_url}/v1/chat/completions?a=secret"})
        async with serving(away) as server, client_of(server) as client:
            with pytest.raises(EndpointNotFoundError) as caught:
                await client.chat("hi")
        assert (len(server.seen), len(other.seen)) == (1, 0)
    assert f":{other.port}/" in str(caught.value)
    assert "secret" not in str(caught.value)


async def test_total_deadline_of_a_whole_reply() -> None:
    """A reply that doesn't come in time is a response timeout."""
    silent = Answer(raw_head=b"", close="hold", hold_s=30)
    async with serving(silent) as server, client_of(server) as client:
        with anyio.fail_after(2), pytest.raises(TimedOutError) as caught:
            await client.chat("hi", timeout=0.2)
    assert caught.value.cause is Cause.RESPONSE_TIMEOUT
    assert caught.value.attempts[0].seconds >= 0.2


# --- models and other requests ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "ids"),
    [
        ({"object": "list", "data": [{"id": "a"}, {"id": "b"}, {"id": "a"}]}, ["a", "b"]),
        ({"data": [{"id": "claude-x", "type": "model", "display_name": "X"}], "has_more": False}, ["claude-x"]),
        ({"models": [{"name": "models/gemini"}, "plain"]}, ["models/gemini", "plain"]),
        ([{"id": "vendor/model:free"}, {"id": "<script>"}, {"id": "a\nb"}, {"x": 1}], ["vendor/model:free"]),
        ({"data": []}, []),
    ],
)
async def test_models_in_every_shape(body: Any, ids: list[str]) -> None:
    """The list's shapes are understood; what can't be a model id is left out."""
    async with serving(json_answer(body)) as server, client_of(server) as client:
        models = await client.models()
    assert [model.id for model in models] == ids
    assert (server.seen[0].method, server.seen[0].target) == ("GET", "/api/v1/models")
    assert server.seen[0].headers["authorization"] == f"Bearer {KEY}"


async def test_models_tell_what_the_gateway_tells() -> None:
    """Owner and sizes, under the names gateways use; the messages protocol asks with its own header."""
    entry = {"id": "a", "owned_by": "demo", "max_model_len": 8192, "max_completion_tokens": "4096"}
    async with serving(json_answer({"data": [entry]})) as server, client_of(server) as client:
        models = await client.models("messages")
    assert models == (Model(id="a", owned_by="demo", context_window=8192, max_output_tokens=4096),)
    assert server.seen[0].headers["x-api-key"] == KEY


async def test_models_come_in_pages() -> None:
    """Where the list says that there is more, the next page is asked for; a list that never ends is not followed."""

    def page(seen: Seen) -> Answer:
        number = len(server.seen)
        listed = [{"id": f"m{number}"}] if number < 3 else []
        return json_answer({"data": listed, "has_more": True, "last_id": f"m{number}"})

    async with serving(page) as server, client_of(server) as client:
        assert [model.id for model in await client.models("messages")] == ["m1", "m2"]
    assert server.seen[1].target == "/api/v1/models?limit=1000&after_id=m1"
    assert len(server.seen) == 3


async def test_models_are_bounded() -> None:
    """At most 10,000 models, however many are listed."""
    many = {"data": [{"id": f"m{number}"} for number in range(10_050)]}
    async with serving(json_answer(many)) as server, client_of(server) as client:
        assert len(await client.models()) == 10_000


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (Answer(chunks=[b"<html><title>Console</title>"]), EndpointNotFoundError),
        (json_answer({"error": {"message": "no", "code": "invalid_api_key"}}), AuthenticationError),
        (json_answer({"hello": 1}), BadResponseError),
        (json_answer({"data": [{"id": "<b>"}]}), BadResponseError),
        (Answer(headers=JSON, chunks=[]), BadResponseError),
    ],
)
async def test_models_that_are_none(answer: Answer, error: type[TaoTokenError]) -> None:
    """A page, an error or anything else in the place of a list is an error."""
    async with serving(answer) as server, client_of(server) as client:
        with pytest.raises(error):
            await client.models()


async def test_request_sends_anything_to_the_same_gateway() -> None:
    """The escape hatch: same key, errors and parsing; no way to another host."""
    async with serving(json_answer({"data": [1]})) as server, client_of(server) as client:
        assert await client.request("POST", "/v1/embeddings", json={"input": "x"}) == {"data": [1]}
        assert await client.request("get", "/status") == {"data": [1]}
        for path in ("v1/x", "//evil.example/x", "https://evil.example", "/a b"):
            with pytest.raises(ConfigurationError, match="path"):
                await client.request("GET", path)
    asked = [(seen.method, seen.target) for seen in server.seen]
    assert asked == [("POST", "/api/v1/embeddings"), ("GET", "/api/status")]
    assert server.seen[0].json == {"input": "x"}


# --- what can't be sent --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"model": ""}, None),
        ({"url": "http://127.0.0.1:1/v1/chat/completions"}, "another host"),
        ({"extra_headers": {"x-a": "line\nbreak"}}, "x-a"),
        ({"extra_headers": {"x-a": "naïve"}}, "x-a"),
        ({"extra_body": {"a": object()}}, "JSON"),
        ({"extra_body": {"a": float("nan")}}, "JSON"),
        ({"protocol": "smoke-signals"}, "protocol"),
        ({"protocol": "responses", "seed": 1}, "seed"),
        ({"protocol": "messages", "response_format": {"type": "json_object"}}, "response_format"),
    ],
)
async def test_requests_that_cannot_be_sent(options: Any, message: str | None) -> None:
    """What can't be sent is refused before anything goes out."""
    async with serving(WHOLE) as server, client_of(server) as client:
        if message is None:
            await client.chat("hi", **options)  # an empty model is the same as none: the endpoint's is used
            return
        with pytest.raises(ConfigurationError, match=message):
            await client.chat("hi", **options)
    assert server.seen == []


async def test_unknown_option_is_a_type_error() -> None:
    """A misspelt option is refused by its name."""
    async with serving(WHOLE) as server, client_of(server) as client:
        with pytest.raises(TypeError, match="max_token'"):
            await client.chat("hi", max_token=5)  # type: ignore[call-arg]


async def test_no_model_anywhere() -> None:
    """A call needs a model from somewhere."""
    async with serving(WHOLE) as server, AsyncTaoToken(Endpoint.parse(server.base_url, KEY)) as client:
        with pytest.raises(ConfigurationError, match="model"):
            await client.chat("hi")


def test_endpoint_is_given_once() -> None:
    """An endpoint and its parts at once would be two answers to one question."""
    endpoint = Endpoint.parse("https://gateway.example/api", KEY)
    with pytest.raises(ConfigurationError, match="either"):
        AsyncTaoToken(endpoint, api_key=KEY)
    assert AsyncTaoToken(endpoint).source == "the arguments"


@pytest.mark.parametrize("transport", ["httpx", "aiohttp", "fast"])
def test_client_works_in_one_event_loop_after_the_other(transport: str) -> None:
    """A client that outlives its event loop starts over in the next one."""
    code = """
import anyio
from sdk_server import Answer, JSON, completion, serving
from taotoken import AsyncTaoToken, Endpoint
client = AsyncTaoToken(Endpoint.parse("http://127.0.0.1:9/api", "sk-test-loops-000000001", "demo"))
async def main():
    async with serving(Answer(headers=JSON, chunks=[completion()], framing="length")) as server:
        client.endpoint.__class__.base_url.__set__(client.endpoint, server.base_url)
        print((await client.chat("hi")).text, (await client.chat("hi")).text, server.connections)
anyio.run(main)
anyio.run(main)
"""
    support = str(Path(__file__).parent.parent / "support")
    path = os.pathsep.join([support, *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = os.environ | {"PYTHONPATH": path, "TAOTOKEN_TRANSPORT": transport}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environment)
    assert done.stdout == "Hello Hello 1\n" * 2, done.stderr


# --- the key ---------------------------------------------------------------------------------------------------


async def test_key_that_headers_cannot_hold_never_shows() -> None:
    """A key with a line end is refused by us: h11 would print it whole."""
    endpoint = Endpoint.parse("http://127.0.0.1:9/api", KEY, "demo")
    object.__setattr__(endpoint, "api_key", KEY + "\n")
    async with AsyncTaoToken(endpoint, retry=NO_RETRY) as client:
        with pytest.raises(ConfigurationError) as caught:
            await client.chat("hi")
    assert KEY not in _everything(caught.value)


@pytest.mark.parametrize("protocol", ["chat", "messages"])
@pytest.mark.parametrize(
    "answer",
    [
        json_answer({"error": {"message": f"Incorrect API key provided: {KEY}", "param": KEY, "code": KEY}}, 401),
        Answer(status=500, chunks=[f"<html><title>{KEY}</title>{KEY}".encode()]),
        Answer(status=418, chunks=[f"tea {KEY}".encode()], headers={"x-request-id": KEY}),
        Answer(headers=SSE, chunks=[sse(chunk({"content": "x"}), {"error": {"message": f"bad {KEY}"}})]),
        Answer(headers=SSE, chunks=[f"data: {{broken {KEY}\n\n".encode()]),
        json_answer({"echo": KEY}),
        Answer(status=302, headers={"location": f"https://u:{KEY}@evil.example/{KEY}"}),
        Answer(raw_head=b"", close="reset"),
    ],
)
async def test_key_never_shows_in_an_error(answer: Answer, protocol: Any) -> None:
    """Whatever the server echoes, no text, field or traceback of an error holds the key."""
    async with serving(answer) as server, client_of(server, protocol=protocol) as client:
        with pytest.raises(TaoTokenError) as caught:
            await client.chat("hi", max_tokens=1)
    assert KEY not in _everything(caught.value)
    assert KEY not in repr(client)


def _everything(error: BaseException) -> str:
    """All that an error shows, and what it shows with the locals of every frame, but for the tests' own."""
    shown = traceback.TracebackException.from_exception(error, capture_locals=True)
    for summary in _chain(shown):
        summary.stack = traceback.StackSummary.from_list([f for f in summary.stack if "/taotoken/" in f.filename])
    return "".join([*shown.format(), repr(error), repr(vars(error)), repr(error.__context__), repr(error.__cause__)])


def _chain(shown: traceback.TracebackException | None) -> list[traceback.TracebackException]:
    return [] if shown is None else [shown, *_chain(shown.__context__), *_chain(shown.__cause__)]


# --- importing -------------------------------------------------------------------------------------------------


def test_importing_the_client_is_cheap() -> None:
    """Heavy modules are loaded when a client is made, not before."""
    heavy = ("httpx", "httpcore", "anyio", "msgspec", "ssl", "asyncio", "pydantic", "pydantic_settings")
    code = (
        "import sys; from taotoken import AsyncTaoToken, RetryPolicy\n"
        f"print([name for name in {heavy!r} if name in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_plain_http_makes_no_tls_context() -> None:
    """A request over plain http doesn't pay for certificates, nor for settings it doesn't read."""
    code = """
import asyncio, ssl, sys
def refuse(*args, **kwargs):
    raise AssertionError("a TLS context was made")
ssl.SSLContext.__new__ = refuse
from taotoken import AsyncTaoToken, Endpoint, RetryPolicy, TaoTokenError
async def main():
    endpoint = Endpoint.parse("http://127.0.0.1:1/api", "sk-test-plain-000000001", "demo")
    async with AsyncTaoToken(endpoint, retry=RetryPolicy(max_retries=0)) as client:
        try:
            await client.chat("hi")
        except TaoTokenError as error:
            print(error.code, error.cause)
asyncio.run(main())
print([name for name in ("pydantic", "truststore") if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "connection local_gateway_not_running\n[]\n", done.stderr
