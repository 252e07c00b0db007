"""A streamed reply: what is handed out, how it ends, and what is left behind."""

from __future__ import annotations

import gc
import re
import socket
import sys
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any

import anyio
import httpx
import pytest

from sdk_loops import LOOPS, chosen
from sdk_server import HELLO, JSON, SSE, WHOLE, Answer, Seen, WireServer, chunk, completion, serving, sse
from taotoken import (
    AsyncTaoToken,
    BadResponseError,
    Cause,
    Endpoint,
    IncompleteStreamError,
    OverloadedError,
    ReasoningDelta,
    RetryPolicy,
    TaoTokenError,
    TextDelta,
    TimedOutError,
    ToolCall,
    UsageUpdate,
)
from taotoken._sse import SSEDecoder

pytestmark = pytest.mark.anyio
KEY = "sk-test-stream-000000000001"
QUICK = RetryPolicy(base=0.01, jitter=0.0)
NO_RETRY = RetryPolicy(max_retries=0)
USAGE = {"prompt_tokens": 5, "completion_tokens": 2, "total_tokens": 7}
OVERLOADED = Answer(status=503, headers=JSON, chunks=[b'{"error":{"message":"busy","type":"overloaded"}}'])


@pytest.fixture(params=LOOPS)
def anyio_backend(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    return chosen(request.param, monkeypatch)


def client_of(server: WireServer, **options: Any) -> AsyncTaoToken:
    options = {"retry": NO_RETRY} | options
    return AsyncTaoToken(Endpoint.parse(server.base_url, KEY, "demo"), **options)


async def until(condition: Callable[[], bool]) -> None:
    """Wait until it holds, at most five seconds."""
    with anyio.fail_after(5):
        while not condition():  # noqa: ASYNC110 - the other side is a socket
            await anyio.sleep(0.005)


async def test_events_come_in_order_and_the_reply_is_whole() -> None:
    """Reasoning, text, calls and usage are handed out as they come; the reply holds them all."""
    call = {"index": 0, "id": "call_1", "function": {"name": "ls", "arguments": "{}"}}
    body = sse(
        chunk({"role": "assistant", "content": ""}),
        chunk({"reasoning_content": "hm"}),
        chunk({"content": "Hi"}),
        chunk({"tool_calls": [call]}),
        chunk({}, "tool_calls"),
        {"choices": [], "usage": USAGE},
    )
    answer = Answer(headers=SSE | {"x-request-id": "req_1"}, chunks=[body])
    async with serving(answer) as server, client_of(server) as client, client.stream("hi") as stream:
        events = [event async for event in stream]
        reply = await stream.reply()
    whole_call = ToolCall(id="call_1", name="ls", arguments="{}")
    assert events[:3] == [ReasoningDelta("hm"), TextDelta("Hi"), whole_call]
    assert isinstance(events[3], UsageUpdate)
    assert (reply.text, reply.reasoning, reply.tool_calls) == ("Hi", "hm", (whole_call,))
    assert (reply.finish_reason, reply.request_id, reply.model) == ("tool_calls", "req_1", "demo")
    assert reply.usage is not None
    assert reply.usage.output_tokens == 2
    assert [attempt.error for attempt in reply.attempts] == [None]


async def test_reply_alone_reads_the_whole_stream() -> None:
    """Without a loop over the events, reply() reads everything."""
    async with serving(HELLO) as server, client_of(server) as client, client.stream("hi") as stream:
        assert (await stream.reply()).text == "Hello"
        assert (await stream.reply()).text == "Hello"


async def test_usage_is_asked_for_and_given_up_where_refused() -> None:
    """A gateway that rejects stream_options is asked again without, once, and not as a retry."""
    refusal = b'{"error":{"message":"Unrecognized request argument supplied: stream_options"}}'
    refused = Answer(status=400, headers=JSON, chunks=[refusal], framing="length")
    async with serving(refused, HELLO) as server, client_of(server) as client, client.stream("hi") as stream:
        reply = await stream.reply()
    assert reply.text == "Hello"
    assert [("stream_options" in seen.json) for seen in server.seen] == [True, False]
    assert [attempt.error for attempt in reply.attempts] == ["invalid_request", None]


async def test_failure_before_output_is_repeated() -> None:
    """A stream that fails before it handed anything out is tried again, unseen by the caller."""
    early = Answer(headers=SSE, chunks=[sse(chunk({"role": "assistant"}), {"error": {"message": "boom"}})])
    async with (
        serving(early, OVERLOADED, HELLO) as server,
        client_of(server, retry=QUICK) as client,
        client.stream("hi") as stream,
    ):
        text = "".join([event.text async for event in stream if isinstance(event, TextDelta)])
        reply = await stream.reply()
    assert text == reply.text == "Hello"
    assert [attempt.error for attempt in reply.attempts] == ["server_error", "overloaded", None]


async def test_failure_after_output_is_never_repeated() -> None:
    """Once text was handed out the error reaches the caller with what came, and nothing is asked again."""
    late = Answer(headers=SSE, chunks=[sse(chunk({"content": "Once"}), {"error": "the model is overloaded"})])
    async with (
        serving(late, HELLO) as server,
        client_of(server, retry=QUICK) as client,
        client.stream("hi") as stream,
    ):
        assert await anext(stream) == TextDelta("Once")
        with pytest.raises(OverloadedError) as caught:
            await anext(stream)
        with pytest.raises(OverloadedError):
            await stream.reply()
    assert len(server.seen) == 1
    assert caught.value.partial is not None
    assert caught.value.partial.text == "Once"
    assert [attempt.error for attempt in caught.value.attempts] == ["overloaded"]


@pytest.mark.parametrize("framing", ["chunked", "length"])
async def test_connection_is_used_again_after_done(framing: Any) -> None:
    """Sequential streams share one connection, because the body is read to its end."""
    answer = Answer(headers=SSE, chunks=HELLO.chunks, framing=framing)
    async with serving(answer) as server, client_of(server) as client:
        for _ in range(20):
            async with client.stream("hi") as stream:
                await stream.reply()
    assert len(server.seen) == 20
    assert server.connections == 1


async def test_done_does_not_wait_for_a_server_that_holds_on() -> None:
    """After [DONE] the reply is there at once, though the server keeps the connection open."""
    held = Answer(headers=SSE, chunks=HELLO.chunks, framing="chunked", close="hold", hold_s=30)
    async with serving(held) as server, client_of(server) as client:
        with anyio.fail_after(3):
            async with client.stream("hi") as stream:
                assert (await stream.reply()).text == "Hello"
        await until(lambda: server.open_now == 0)


async def test_error_does_not_wait_for_a_server_that_holds_on() -> None:
    """An error event, an error body and a page are told at once."""
    bodies = [
        (200, SSE, sse({"error": {"message": "boom"}}, done=False)),
        (200, JSON, b'{"error":{"message":"boom"}}'),
        (200, {"content-type": "text/html"}, b"<!doctype html><html><title>boom</title>"),
        (500, JSON, b'{"error":{"message":"boom"}}'),
        (500, {"content-type": "text/plain"}, b"boom"),
    ]
    for status, headers, body in bodies:
        held = Answer(status=status, headers=headers, chunks=[body], close="hold", hold_s=30)
        async with serving(held) as server, client_of(server) as client:
            with anyio.fail_after(3), pytest.raises(TaoTokenError, match="boom"):
                async with client.stream("hi") as stream:
                    await stream.reply()


async def test_leaving_early_closes_the_connection_and_leaves_no_task() -> None:
    """Breaking out of the loop lets go of the connection; nothing is left to the garbage collector."""
    chunks = [sse(chunk({"content": "x"}), done=False)] * 400
    endless = Answer(headers=SSE, chunks=chunks, framing="chunked", pause=0.01)
    left: list[str] = []
    hooks = sys.get_asyncgen_hooks()
    async with serving(endless) as server, client_of(server) as client:
        sys.set_asyncgen_hooks(finalizer=lambda generator: left.append(repr(generator)))
        try:
            async with client.stream("hi") as stream:
                await anext(stream)
            del stream
            gc.collect()
        finally:
            sys.set_asyncgen_hooks(*hooks)
        await until(lambda: server.open_now == 0)
    assert left == []


async def test_cancelling_while_the_request_goes_out_leaves_nothing() -> None:
    """A prompt too large for the socket's buffers is on its way when it is cancelled: nothing is left over either."""
    left: list[str] = []
    hooks = sys.get_asyncgen_hooks()
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        async with AsyncTaoToken(Endpoint.parse(f"http://127.0.0.1:{deaf.getsockname()[1]}", KEY, "demo")) as client:
            sys.set_asyncgen_hooks(finalizer=lambda generator: left.append(repr(generator)))
            try:
                with anyio.move_on_after(0.3) as scope:
                    await client.chat("x" * 20_000_000)
                gc.collect()
            finally:
                sys.set_asyncgen_hooks(*hooks)
    assert scope.cancelled_caught
    assert left == []


async def test_cancelling_closes_the_connection() -> None:
    """A cancelled reader lets go of its connection, and the client works on."""
    silent = Answer(headers=SSE, chunks=[sse(chunk({"content": "x"}), done=False)], close="hold", hold_s=30)
    async with serving(silent, HELLO) as server, client_of(server) as client:
        with anyio.move_on_after(0.2) as scope:
            async with client.stream("hi") as stream:
                await stream.reply()
        assert scope.cancelled_caught
        await until(lambda: server.open_now == 0)
        async with client.stream("hi") as stream:
            assert (await stream.reply()).text == "Hello"


async def test_idle_deadline_counts_tokens_not_pings() -> None:
    """Comments and empty chunks keep a connection alive, but not a reply."""
    pings = [sse(chunk({"content": "x"}), done=False)] + [b": ping\n\n", sse(chunk({}), done=False)] * 100
    pinging = Answer(headers=SSE, chunks=pings, framing="chunked", pause=0.02)
    async with serving(pinging) as server, client_of(server, idle_timeout=0.3) as client:
        with anyio.fail_after(2), pytest.raises(TimedOutError) as caught:
            async with client.stream("hi") as stream:
                await stream.reply()
    assert caught.value.cause is Cause.STREAM_IDLE_TIMEOUT
    assert caught.value.partial is not None
    assert caught.value.partial.text == "x"


async def test_first_token_deadline() -> None:
    """A stream that opens but brings no token in time is a slow first token."""
    slow = Answer(headers=SSE, chunks=[sse(chunk({"role": "assistant"}), done=False)], close="hold", hold_s=30)
    async with serving(slow) as server, client_of(server) as client:
        with anyio.fail_after(2), pytest.raises(TimedOutError) as caught:
            async with client.stream("hi", first_token_timeout=0.2) as stream:
                await stream.reply()
    assert caught.value.cause is Cause.SLOW_FIRST_TOKEN


async def test_total_deadline_bounds_the_retries_too() -> None:
    """The total deadline is for all attempts and the waits between them."""
    patient = RetryPolicy(max_retries=50, base=0.05, cap=0.05, jitter=0)
    async with serving(HELLO, OVERLOADED) as server, client_of(server, retry=patient, timeout=0.4) as client:
        await client.chat("hi", timeout=30)  # what is loaded at the first request isn't counted
        with anyio.fail_after(5), pytest.raises((OverloadedError, TimedOutError)):
            async with client.stream("hi"):
                pass
    assert 2 < len(server.seen) < 13


async def test_complete_reply_waits_only_briefly_for_its_tail(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a finish_reason, a server that sends neither [DONE] nor an end doesn't hold the reply back."""
    monkeypatch.setattr("taotoken._exchange._TAIL_SECONDS", 0.2)
    tail = Answer(headers=SSE, chunks=[sse(chunk({"content": "x"}, "stop"), done=False)], close="hold", hold_s=30)
    async with serving(tail) as server, client_of(server) as client:
        with anyio.fail_after(2):
            async with client.stream("hi") as stream:
                assert (await stream.reply()).text == "x"


async def test_whole_reply_where_a_stream_was_asked_for() -> None:
    """A server that ignores stream=true still gives a reply, as one delta."""
    async with serving(WHOLE) as server, client_of(server) as client, client.stream("hi") as stream:
        assert [event async for event in stream] == [TextDelta("Hello")]
        assert (await stream.reply()).timing.ttft is not None


@pytest.mark.parametrize(
    ("answer", "error", "cause"),
    [
        pytest.param(Answer(headers=SSE), BadResponseError, Cause.EMPTY_REPLY, id="empty"),
        pytest.param(Answer(headers=SSE, chunks=[b": ping\n\n"]), IncompleteStreamError, Cause.STREAM_CUT, id="pings"),
        pytest.param(
            Answer(headers=SSE, chunks=[b"data: {broken\n\n"]), BadResponseError, Cause.BAD_RESPONSE, id="no-json"
        ),
        pytest.param(
            Answer(headers=SSE, chunks=[sse(chunk({"content": "x"}), done=False)], framing="chunked", close="reset"),
            IncompleteStreamError,
            Cause.STREAM_CUT,
            id="cut-inside-the-framing",
        ),
        pytest.param(
            Answer(headers=JSON, chunks=[completion()[:40]]), BadResponseError, Cause.BAD_RESPONSE, id="half-json"
        ),
        pytest.param(
            Answer(headers=JSON, chunks=[b'{"hello": "world"}']), BadResponseError, Cause.BAD_RESPONSE, id="other-json"
        ),
    ],
)
async def test_every_bad_end_is_an_error(answer: Answer, error: type[TaoTokenError], cause: Cause) -> None:
    """No stream ends silently."""
    async with serving(answer) as server, client_of(server) as client:
        with pytest.raises(error) as caught:
            async with client.stream("hi") as stream:
                await stream.reply()
    assert caught.value.cause is cause
    assert caught.value.http_status == 200


@pytest.mark.parametrize("transport", ["httpx", "aiohttp", "fast"])
@pytest.mark.parametrize("framing", ["chunked", "close"])
async def test_a_lost_connection_is_told_in_words(transport: Any, framing: Any, anyio_backend: str) -> None:
    """Never by the name of an exception of the library underneath."""
    if transport != "httpx" and anyio_backend == "trio":
        return  # it has no other loop than asyncio's
    lost = Answer(headers=SSE, chunks=[sse(chunk({"content": "x"}), done=False)], framing=framing, close="reset")
    async with serving(lost) as server, client_of(server, transport=transport) as client:
        with pytest.raises(IncompleteStreamError) as caught:
            async with client.stream("hi") as stream:
                await stream.reply()
    assert str(caught.value).startswith(("the stream broke off (", "the stream ended"))
    assert not re.search(r"[a-z](?:Error|Exception)\b", str(caught.value))


async def test_timing_with_a_clock_of_our_own() -> None:
    """Times are those of byte arrival: role chunks start nothing, usage and [DONE] end nothing."""
    now = [0.0]
    steps = [
        chunk({"role": "assistant", "content": ""}),
        chunk({"reasoning": "a"}),
        chunk({"content": "b"}),
        chunk({"content": "c"}),
        chunk({}, "stop"),
        {"choices": [], "usage": {"prompt_tokens": 1, "completion_tokens": 4, "total_tokens": 5}},
    ]

    async def stepping() -> AsyncIterator[bytes]:
        for step in steps:
            now[0] += 0.1
            yield sse(step, done=False)
        now[0] += 0.1
        yield b"data: [DONE]\n\n"

    transport = ScriptedTransport(stepping())
    endpoint = Endpoint.parse("https://gateway.example/api", KEY, "demo")
    client = AsyncTaoToken(endpoint, transport=transport, clock=lambda: now[0])
    async with client, client.stream("hi") as stream:
        timing = (await stream.reply()).timing
    names = ("ttfb", "ttfr", "ttft", "ttfo", "tpot", "e2e", "total")
    rounded = {name: round(getattr(timing, name), 6) for name in names}
    assert rounded == {"ttfb": 0, "ttfr": 0.1, "ttft": 0.2, "ttfo": 0.3, "tpot": 0.066667, "e2e": 0.4, "total": 0.7}
    assert [round(gap, 6) for gap in timing.itl] == [0.1, 0.1]


class ScriptedTransport:
    """A transport and a response in one, for times no network has."""

    status = 200
    headers = SSE

    def __init__(self, chunks: AsyncIterator[bytes]) -> None:
        self._chunks = chunks

    async def send(self, request: object) -> ScriptedTransport:
        return self

    @property
    def ended(self) -> bool:
        return False

    async def read(self) -> bytes:
        return await anext(self._chunks, b"")

    async def aclose(self) -> None:
        pass


async def test_a_stream_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """In all, and in each of its events; both errors hold what had come."""
    piece = sse(chunk({"content": "x" * 1000}), done=False)
    monkeypatch.setattr("taotoken._wire._assembly.MAX_REPLY", 10_000)
    monkeypatch.setattr("taotoken._reader.SSEDecoder", partial(SSEDecoder, 20_000))
    endless = Answer(headers=SSE, chunks=[piece] * 20, framing="chunked")
    one_event = Answer(headers=SSE, chunks=[piece, b"data: " + b"x" * 30_000, b"x" * 1000], framing="chunked")
    for answer, what in ((endless, "the reply is too large"), (one_event, "one event of the stream is too large")):
        async with serving(answer) as server, client_of(server) as client:
            with pytest.raises(BadResponseError, match=what) as caught:
                async with client.stream("hi") as stream:
                    await stream.reply()
        assert caught.value.partial is not None
        assert len(caught.value.partial.text) >= 1000


# --- several tasks ---------------------------------------------------------------------------------------------


ENDLESS = Answer(headers=SSE, chunks=[sse(chunk({"content": "x"}), done=False)], close="hold", hold_s=30)


async def test_two_tasks_can_t_read_one_stream() -> None:
    """The second is told, instead of one of them waiting for ever; the first reads on."""
    async with serving(ENDLESS) as server, client_of(server) as client, client.stream("hi") as stream:
        assert await anext(stream) == TextDelta("x")
        async with anyio.create_task_group() as group:
            group.start_soon(anext, stream)
            await anyio.sleep(0.05)
            with pytest.raises(TaoTokenError, match="another task reads this stream"):
                await stream.reply()
            group.cancel_scope.cancel()


@pytest.mark.parametrize("what", ["stream", "client", "client of the caller"])
async def test_closing_while_another_task_reads(what: str) -> None:
    """Who reads is told at once, and the connection ends."""
    async with serving(ENDLESS) as server, httpx.AsyncClient() as own:
        client = client_of(server, **({"http_client": own} if "caller" in what else {}))
        caught: list[TaoTokenError] = []
        async with client.stream("hi") as stream:
            assert await anext(stream) == TextDelta("x")

            async def read() -> None:
                with pytest.raises(IncompleteStreamError, match="broke off") as error:
                    await stream.reply()
                caught.append(error.value)

            with anyio.fail_after(5):
                async with anyio.create_task_group() as group:
                    group.start_soon(read)
                    await anyio.sleep(0.05)
                    await (client if what == "client" else stream).aclose()
        await client.aclose()
        await until(lambda: server.open_now == 0)
    assert caught[0].partial is not None
    assert caught[0].partial.text == "x"


async def test_stream_is_entered_once() -> None:
    """A second entry would be a second request in disguise."""
    async with serving(HELLO) as server, client_of(server) as client:
        context = client.stream("hi")
        async with context as stream:
            await stream.reply()
        with pytest.raises(TaoTokenError, match="entered before"):
            async with context:
                pass
    assert len(server.seen) == 1


async def test_reading_after_leaving_says_so() -> None:
    """A stream that was left early has no reply."""
    async with serving(HELLO) as server, client_of(server) as client:
        async with client.stream("hi") as stream:
            pass
        with pytest.raises(TaoTokenError, match="closed"):
            await stream.reply()


async def test_many_streams_at_once_end_right() -> None:
    """Concurrent streams keep their own text, and their connections are used again."""

    def echo(seen: Seen) -> Answer:
        text = seen.json["messages"][0]["content"]
        return Answer(headers=SSE, chunks=[sse(chunk({"content": text}), chunk({}, "stop"))], framing="chunked")

    async with serving(echo) as server, client_of(server) as client:
        for round_number in range(2):
            replies: dict[int, str] = {}

            async def ask(number: int, replies: dict[int, str] = replies) -> None:
                async with client.stream(f"t{number}") as stream:
                    replies[number] = (await stream.reply()).text

            async with anyio.create_task_group() as group:
                for number in range(40):
                    group.start_soon(ask, number)
            assert replies == {number: f"t{number}" for number in range(40)}, round_number
    assert server.connections <= 80
