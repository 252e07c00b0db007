"""aimock (npm): a mock of the three protocols by people who follow the real ones.

What it showed: one client reads all of them, whole and streamed, and its server takes our messages, tools and results
on each. It counts no tokens on ``responses`` and ``messages`` unless it is told to (0 and 0 are what it sends, and what
we hand out). Asked for what it has no answer to, it says 503, which we wait out as an overload; so a missing model is
one that it was told of.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from taotoken import (
    AsyncTaoToken,
    AuthenticationError,
    Cause,
    Endpoint,
    EndpointNotFoundError,
    ModelUnavailableError,
    OverloadedError,
    Reply,
    RetryPolicy,
    TextDelta,
    ToolCall,
)
from taotoken._protocol import Protocol

pytestmark = pytest.mark.anyio
KEY = "sk-test-aimock-000001"
TEXT = "Hello! How can I help you today?"
PARAMETERS = {"type": "object", "properties": {"zone": {"type": "string"}}}
TOOL = {"type": "function", "function": {"name": "now", "description": "The time.", "parameters": PARAMETERS}}
PROTOCOLS: tuple[Protocol, ...] = ("chat", "responses", "messages")


@pytest.fixture(params=["asyncio", "trio"])
def anyio_backend(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=PROTOCOLS)
def protocol(request: pytest.FixtureRequest) -> Protocol:
    found: Protocol = request.param
    return found


def client_of(url: str, protocol: Protocol, key: str = KEY) -> AsyncTaoToken:
    return AsyncTaoToken(Endpoint.parse(url, key, "demo"), protocol=protocol, retry=RetryPolicy(max_retries=0))


def told(reply: Reply) -> tuple[Any, ...]:
    assert reply.usage is not None
    return reply.text, reply.finish_reason, reply.model, reply.usage.input_tokens, reply.usage.output_tokens


async def test_whole_and_streamed(aimock_url: str, protocol: Protocol) -> None:
    """The same text, counts, model and reason, and an id of each request; the stream comes in pieces."""
    async with client_of(aimock_url, protocol) as client:
        whole = await client.chat("hello")
        async with client.stream("hello") as stream:
            pieces = [event.text async for event in stream if isinstance(event, TextDelta)]
            streamed = await stream.reply()
    assert told(whole) == told(streamed) == (TEXT, "stop", "demo", 11, 7)
    assert "".join(pieces) == TEXT
    assert len(pieces) > 1
    assert whole.request_id
    assert streamed.request_id


async def test_a_tool_is_called_and_its_result_taken(aimock_url: str, protocol: Protocol) -> None:
    """Its definition is accepted, the call is whole in both ways, and the answer to it ends the conversation."""
    messages: list[dict[str, Any]] = [{"role": "user", "content": "What time is it?"}]
    async with client_of(aimock_url, protocol) as client:
        called = await client.chat(messages, tools=[TOOL])
        async with client.stream(messages, tools=[TOOL]) as stream:
            calls = [event async for event in stream if isinstance(event, ToolCall)]
            streamed = await stream.reply()
        messages += [called.message(), {"role": "tool", "tool_call_id": called.tool_calls[0].id, "content": "noon"}]
        answer = await client.chat(messages, tools=[TOOL])
    for reply in (called, streamed):
        assert (reply.finish_reason, [call.name for call in reply.tool_calls]) == ("tool_calls", ["now"])
        assert json.loads(reply.tool_calls[0].arguments) == {"zone": "UTC"}
    assert calls == list(streamed.tool_calls)
    assert (answer.text, answer.finish_reason) == ("It is noon.", "stop")


async def test_wrong_model_path_and_key(aimock_url: str, protocol: Protocol) -> None:
    """Each is told by its own error."""
    async with client_of(aimock_url, protocol) as client:
        with pytest.raises(ModelUnavailableError) as missing:
            await client.chat("hello", model="missing")
        with pytest.raises(EndpointNotFoundError):
            await client.request("POST", "/v1/nothing-here", json={})
        with pytest.raises(OverloadedError, match="no fixture matched"):
            await client.chat("something that it has no answer to")
        assert [model.id for model in await client.models()] == ["demo", "missing"]
    assert missing.value.cause is Cause.MODEL_ID_WRONG
    async with client_of(aimock_url, protocol, "sk-test-wrong-0000001") as client:
        with pytest.raises(AuthenticationError) as refused:
            await client.chat("hello")
    assert refused.value.cause is Cause.KEY_INVALID
