"""The client against the test gateway: every protocol, and every fault it can play."""

from __future__ import annotations

from typing import Any

import anyio
import pytest

from sdk_loops import LOOPS, chosen
from taotoken import AsyncTaoToken, Cause, Endpoint, Reply, RetryPolicy, TaoTokenError, TextDelta, ToolCall
from taotoken.testing import FAULTS, Gateway, GatewayTiming

pytestmark = pytest.mark.anyio
KEY = "sk-test-gateway-000001"
PROTOCOLS = ("chat", "responses", "messages")
TOOL = {"type": "function", "function": {"name": "read_file", "parameters": {"type": "object"}}}


@pytest.fixture(params=LOOPS)
def anyio_backend(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    return chosen(request.param, monkeypatch)


def client_of(gateway: Gateway, **options: Any) -> AsyncTaoToken:
    options = {"retry": RetryPolicy(max_retries=0)} | options
    return AsyncTaoToken(Endpoint.parse(gateway.base_url, KEY, "demo-large"), **options)


async def ask(client: AsyncTaoToken, protocol: Any, stream: bool, **options: Any) -> Reply:
    if not stream:
        return await client.chat("hi", protocol=protocol, **options)
    async with client.stream("hi", protocol=protocol, **options) as opened:
        text = "".join([event.text async for event in opened if isinstance(event, TextDelta)])
        reply = await opened.reply()
    assert text == reply.text
    return reply


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("protocol", PROTOCOLS)
async def test_the_same_reply_on_every_protocol(protocol: str, stream: bool) -> None:
    """Text, reasoning, calls, usage and the end look the same whatever the protocol."""
    call = ToolCall(id="call_1", name="read_file", arguments='{"path": "a.txt"}')
    with Gateway(text="Hello, 世界!", reasoning="Hm, hm.", tool_calls=[call]).in_thread() as gateway:
        async with client_of(gateway) as client:
            reply = await ask(client, protocol, stream, tools=[TOOL])
    assert (reply.text, reply.reasoning) == ("Hello, 世界!", "Hm, hm.")
    assert [(c.name, c.arguments) for c in reply.tool_calls] == [(call.name, call.arguments)]
    assert reply.finish_reason == "tool_calls"
    assert reply.usage is not None
    assert reply.usage.input_tokens
    assert reply.usage.output_tokens
    assert reply.request_id
    assert gateway.requests[0].stream == stream


@pytest.mark.parametrize("protocol", PROTOCOLS)
async def test_models_of_the_gateway(protocol: Any) -> None:
    """The list comes with the header of each protocol."""
    with Gateway(models=("a", "b")).in_thread() as gateway:
        async with client_of(gateway) as client:
            assert [model.id for model in await client.models(protocol)] == ["a", "b"]


@pytest.mark.parametrize("protocol", PROTOCOLS)
async def test_timing_agrees_with_the_gateway(protocol: str) -> None:
    """Our first token comes after the gateway sent it, and before the whole is over."""
    timing = GatewayTiming(first_token=0.05, between=0.01)
    with Gateway(text="one two three four", timing=timing).in_thread() as gateway:
        async with client_of(gateway) as client:
            ours = (await ask(client, protocol, True)).timing
    assert ours.ttfb is not None
    assert ours.ttft is not None
    assert ours.e2e is not None
    assert ours.total is not None
    assert 0.05 <= ours.ttft < ours.e2e <= ours.total
    assert ours.ttfb <= ours.ttft
    assert ours.tpot is not None


OK = ("ok", None)
# What each fault is for a whole reply and for a stream.
EXPECTED: dict[str, tuple[tuple[str, Cause | None], tuple[str, Cause | None]]] = {
    name: (both, both)
    for name, both in {
        "401": ("authentication", Cause.KEY_INVALID),
        "401-anthropic": ("authentication", Cause.KEY_INVALID),
        "403-html": ("permission", Cause.WAF_BLOCKED),
        "403-quota": ("quota_exhausted", Cause.QUOTA_EXHAUSTED),
        "403-client": ("permission", Cause.CLIENT_NOT_ALLOWED),
        "403-key": ("permission", Cause.KEY_NOT_ALLOWED),
        "404-path": ("endpoint_not_found", None),
        "404-model": ("model_unavailable", Cause.MODEL_ID_WRONG),
        "429": ("rate_limited", Cause.RATE_LIMITED),
        "429-quota": ("quota_exhausted", Cause.QUOTA_EXHAUSTED),
        "500": ("server_error", Cause.SERVER_ERROR),
        "503-no-channel": ("model_unavailable", Cause.MODEL_NO_CHANNEL),
        "529": ("overloaded", Cause.OVERLOADED),
        "html-200": ("endpoint_not_found", Cause.BASE_URL_WRONG_HOST),
        "no-choices": ("bad_response", Cause.BAD_RESPONSE),
        "hostile-error": ("invalid_request", None),
        "bad-json": ("bad_response", Cause.BAD_RESPONSE),
        "redirect-models": OK,
    }.items()
} | {
    "empty-stream": (("bad_response", Cause.EMPTY_REPLY), ("bad_response", Cause.EMPTY_REPLY)),
    "stream-cut": (OK, ("incomplete_stream", Cause.STREAM_CUT)),
    "stream-ends-early": (OK, ("incomplete_stream", Cause.STREAM_CUT)),
    "idle-stream": (OK, ("timeout", Cause.STREAM_IDLE_TIMEOUT)),
    "endless-pings": (OK, ("timeout", Cause.STREAM_IDLE_TIMEOUT)),
    "buffered": (OK, OK),
    "json-for-stream": (OK, OK),
    "slow-first-token": (OK, OK),
    "hang": (("timeout", Cause.RESPONSE_TIMEOUT), ("timeout", Cause.STREAM_IDLE_TIMEOUT)),
}
VARYING = {"error-200", "empty-reply", "no-responses"}


def test_every_fault_is_expected() -> None:
    """A new fault of the gateway needs a line here."""
    assert set(EXPECTED) | VARYING == set(FAULTS)


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("fault", sorted(EXPECTED))
async def test_faults(fault: str, protocol: str, stream: bool) -> None:
    """Each fault has one code and one cause on every protocol, and none shows the key or runs on."""
    timing = GatewayTiming(slow_first_token=0.05, ping=0.02)
    patience = 0.3 if "timeout" in str(EXPECTED[fault]) else 10
    with Gateway(fault=fault, timing=timing).in_thread() as gateway:
        async with client_of(gateway, idle_timeout=patience) as client:
            with anyio.fail_after(20):
                error = await _error_of(client, protocol, stream)
    assert (OK if error is None else (error.code, error.cause)) == EXPECTED[fault][stream]
    assert KEY not in f"{error} {error!r} {vars(error) if error else None}"
    assert len(str(error)) <= 400


async def _error_of(client: AsyncTaoToken, protocol: str, stream: bool) -> TaoTokenError | None:
    try:
        await ask(client, protocol, stream)
    except TaoTokenError as error:
        return error
    return None


@pytest.mark.parametrize("protocol", PROTOCOLS)
async def test_error_at_a_good_status(protocol: str) -> None:
    """A JSON error at 200 is an error with a status of its own."""
    with Gateway(fault="error-200").in_thread() as gateway:
        async with client_of(gateway) as client:
            for stream in (False, True):
                with pytest.raises(TaoTokenError) as caught:
                    await ask(client, protocol, stream)
                assert caught.value.http_status == 200
                assert (caught.value.status or 0) >= 400


async def test_retries_heal_what_passes() -> None:
    """A fault that lasts for two requests is not seen by the caller, but by the attempts."""
    with Gateway(fault="500", times=2).in_thread() as gateway:
        async with client_of(gateway, retry=RetryPolicy(base=0.01)) as client:
            reply = await client.chat("hi")
    assert [attempt.error for attempt in reply.attempts] == ["server_error", "server_error", None]
