"""The public types, pinned: this file is never run, only checked (mypy here, any type checker elsewhere)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_type

from taotoken import (
    AsyncTaoToken,
    Attempt,
    Cause,
    Endpoint,
    Fallback,
    Limit,
    Message,
    Model,
    ReasoningDelta,
    Reply,
    RetryPolicy,
    Stream,
    SyncStream,
    TaoToken,
    TaoTokenError,
    TextDelta,
    TimedOutError,
    Timing,
    ToolCall,
    ToolCallDelta,
    Usage,
    UsageUpdate,
)
from taotoken.testing import FAULTS, Gateway, GatewayTiming, RecordedRequest

TOOL: dict[str, Any] = {"type": "function", "function": {"name": "ls"}}


async def asynchronous(endpoint: Endpoint) -> None:
    retry = RetryPolicy(max_retries=3)
    fallback = Fallback(["demo-small", endpoint], cooldown=10)
    client = AsyncTaoToken(endpoint, retry=retry, fallback=fallback, protocol="messages", auth="x-api-key", timeout=5)
    AsyncTaoToken(settings="openai", transport="httpx")
    AsyncTaoToken(protocol="grpc")  # type: ignore[arg-type]
    AsyncTaoToken(endpoint, "model")  # type: ignore[call-arg]

    async with client as entered:
        assert_type(entered, AsyncTaoToken)
    assert_type(client.endpoint, Endpoint)
    assert_type(client.settings_sources, dict[str, str])
    assert_type(client.usage, dict[str, Usage])
    assert_type(await client.models(), tuple[Model, ...])
    assert_type(await client.request("GET", "/v1/models"), Any)

    assert_type(await client.chat("hi"), Reply)
    await client.chat([{"role": "user", "content": "hi"}], tools=[TOOL], tool_choice="auto", max_tokens=5, stop=["x"])
    await client.chat("hi", temperature="hot")  # type: ignore[arg-type]
    await client.chat("hi", temprature=1)  # type: ignore[call-arg]
    await client.chat(3)  # type: ignore[arg-type]

    async with client.stream("hi", tool_deltas=True) as stream:
        assert_type(stream, Stream)
        async for event in stream:
            assert_type(event, TextDelta | ReasoningDelta | ToolCall | ToolCallDelta | UsageUpdate)
        assert_type(await stream.reply(), Reply)
        assert_type(stream.delivered, bool)


def synchronous(endpoint: Endpoint) -> None:
    with TaoToken(endpoint) as client:
        assert_type(client, TaoToken)
        assert_type(client.chat("hi"), Reply)
        assert_type(client.models("messages"), tuple[Model, ...])
        client.chat("hi", temprature=1)  # type: ignore[call-arg]
        with client.stream("hi") as stream:
            assert_type(stream, SyncStream)
            for event in stream:
                assert_type(event, TextDelta | ReasoningDelta | ToolCall | ToolCallDelta | UsageUpdate)
            assert_type(stream.reply(), Reply)


def reply(reply: Reply) -> None:
    assert_type(reply.text, str)
    assert_type(reply.tool_calls, tuple[ToolCall, ...])
    assert_type(reply.usage, Usage | None)
    assert_type(reply.timing, Timing)
    assert_type(reply.timing.ttft, float | None)
    assert_type(reply.timing.itl, tuple[float, ...])
    assert_type(reply.attempts, tuple[Attempt, ...])
    assert_type(reply.notes, tuple[Message, ...])
    assert_type(reply.message(), dict[str, Any])
    assert_type(reply.reasoning_blocks, tuple[Mapping[str, Any], ...])
    if reply.usage:
        assert_type(reply.usage.cached_input_tokens, int | None)
    reply.text = "frozen"  # type: ignore[misc]


def errors(error: TaoTokenError) -> None:
    assert_type(error.code, str)
    assert_type(error.retryable, bool)
    assert_type(error.status, int | None)
    assert_type(error.retry_after, float | None)
    assert_type(error.limit, Limit | None)
    assert_type(error.partial, Reply | None)
    assert_type(error.cause, Cause | None)
    assert_type(error.attempts, tuple[Attempt, ...])
    try:
        raise error
    except TimedOutError as timeout:
        also: TimeoutError = timeout
        assert_type(also.errno, int | None)


def endpoints() -> None:
    endpoint = Endpoint.parse("https://gateway.example/api", "sk-demo-000000000001")
    assert_type(endpoint, Endpoint)
    assert_type(endpoint.url("chat"), str)
    assert_type(endpoint.openai_kwargs()["base_url"], str)
    endpoint.url("grpc")  # type: ignore[arg-type]
    for note in endpoint.notes:
        assert_type(note.render("zh"), str)


async def testing() -> None:
    async with Gateway(text="Hi", timing=GatewayTiming(between=0.1), fault=FAULTS[0]) as gateway:
        assert_type(gateway.requests, tuple[RecordedRequest, ...])
        assert_type(gateway.endpoint, Endpoint)
    with Gateway().in_thread() as threaded:
        assert_type(threaded, Gateway)
