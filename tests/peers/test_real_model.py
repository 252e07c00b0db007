"""A real model (Gemma 3 270M) behind llama.cpp's own server, on all three protocols.

What it showed: one client reads all of them. This server lists and answers as the model it has, whatever is asked for;
on ``responses`` it says "completed" for an answer that ``max_output_tokens`` cut; it heeds a schema on ``chat`` only.
"""

from __future__ import annotations

import asyncio
from typing import TypedDict

import pytest

from taotoken import (
    AsyncTaoToken,
    AuthenticationError,
    BadResponseError,
    Endpoint,
    EndpointNotFoundError,
    RetryPolicy,
    TaoToken,
    TextDelta,
)
from taotoken._protocol import Protocol
from taotoken.measure import layers_of, shapes_of, trace_repeatedly, warmth_of

pytestmark = pytest.mark.anyio
KEY = "sk-test-real-model-000001"
PROTOCOLS: tuple[Protocol, ...] = ("chat", "responses", "messages")
TOOL = {"type": "function", "function": {"name": "now", "parameters": {"type": "object", "properties": {}}}}
REASONS = {"chat": "length", "messages": "length", "responses": "stop"}
NO_RETRY = RetryPolicy(max_retries=0)


class City(TypedDict):
    name: str


def client_of(url: str, key: str = KEY) -> AsyncTaoToken:
    return AsyncTaoToken(Endpoint.parse(url, key, "tiny"), retry=NO_RETRY)


@pytest.mark.parametrize("protocol", PROTOCOLS)
async def test_whole_reply(model_url: str, protocol: Protocol) -> None:
    """Text, usage, model and the reason it stopped; a tool's definition is accepted."""
    async with client_of(model_url) as client:
        reply = await client.chat("Say hello.", protocol=protocol, max_tokens=8, temperature=0, tools=[TOOL])
    assert reply.usage is not None
    assert reply.usage.output_tokens == 8
    assert (reply.usage.input_tokens or 0) > 3
    assert (reply.finish_reason, reply.model) == (REASONS[protocol], "tiny")
    assert reply.text


@pytest.mark.parametrize("anyio_backend", ["asyncio", "trio"])
@pytest.mark.parametrize("protocol", PROTOCOLS)
async def test_stream(model_url: str, protocol: Protocol) -> None:
    """As many tokens as were asked for come one by one, and the times fit each other."""
    async with (
        client_of(model_url) as client,
        client.stream("Count to ten.", protocol=protocol, max_tokens=12, temperature=0) as stream,
    ):
        texts = [event.text async for event in stream if isinstance(event, TextDelta)]
        reply = await stream.reply()
    assert "".join(texts) == reply.text
    assert len(texts) > 3
    assert reply.usage is not None
    assert reply.usage.output_tokens == 12
    timing = reply.timing
    assert timing.ttfb is not None
    assert timing.ttft is not None
    assert timing.e2e is not None
    assert timing.total is not None
    assert timing.tpot is not None
    assert 0 < timing.ttfb <= timing.ttft < timing.e2e <= timing.total
    assert timing.tpot * 11 == pytest.approx(timing.e2e - timing.ttft)


@pytest.mark.parametrize("protocol", PROTOCOLS)
async def test_what_is_wrong_is_told(model_url: str, protocol: Protocol) -> None:
    """A wrong path and a wrong key are errors; a model that isn't there is answered by the one that is."""
    async with client_of(model_url) as client:
        with pytest.raises(EndpointNotFoundError):
            await client.chat("hi", protocol=protocol, url=f"{model_url}/v1/nothing")
        reply = await client.chat("hi", protocol=protocol, model="gone", max_tokens=2)
    assert "gone was asked for, but tiny answered" in " ".join(note.render() for note in reply.notes)
    async with client_of(model_url, "sk-test-wrong-key-000001") as client:
        with pytest.raises(AuthenticationError):
            await client.chat("hi", protocol=protocol)


@pytest.mark.parametrize("protocol", PROTOCOLS)
async def test_answer_of_a_shape(model_url: str, protocol: Protocol) -> None:
    """A server that heeds the schema gives an object, one that doesn't an error that says so."""
    async with client_of(model_url) as client:
        call = client.chat("A city?", protocol=protocol, max_tokens=30, temperature=0, output_type=City)
        if protocol == "chat":
            assert set((await call).parsed) == {"name"}
            return
        with pytest.raises(BadResponseError, match="the answer is no City"):
            await call


async def test_models(model_url: str) -> None:
    """Its list has the one model."""
    async with client_of(model_url) as client:
        assert [model.id for model in await client.models()] == ["tiny"]


def test_without_async(model_url: str) -> None:
    """The synchronous client gives the same."""
    with TaoToken(Endpoint.parse(model_url, KEY, "tiny")) as client:
        with client.stream("Count.", max_tokens=6, temperature=0) as stream:
            text = "".join(event.text for event in stream if isinstance(event, TextDelta))
        assert client.chat("Count.", max_tokens=6, temperature=0).text == text


def test_trace_fills_in_what_the_server_says(model_url: str) -> None:
    """Its timings give prefill and decode of each request, its tokenizer the text's tokens, its metrics the load; the
    same prompt again is read from its cache."""
    prompt = "The river runs to the sea. " * 40
    cold, warm = asyncio.run(
        trace_repeatedly(
            Endpoint.parse(model_url, KEY, "tiny"), prompt, times=2, engine="after", max_tokens=12, temperature=0
        )
    )
    assert cold.timings is not None
    assert warm.timings is not None
    assert cold.record.tpot is not None
    assert cold.timings.output_tokens == 12
    assert cold.timings.prompt_seconds <= (cold.record.ttft or 0)
    assert cold.timings.output_seconds == pytest.approx(cold.record.tpot * 11, rel=0.5)
    assert (warm.timings.cached_tokens or 0) > 200
    assert warm.timings.prompt_tokens < cold.timings.prompt_tokens
    assert cold.engine is not None
    assert (cold.engine.name, cold.engine.waiting) == ("llama.cpp", 0)
    assert 200 < (cold.engine.text_tokens or 0) < (cold.record.input_tokens or 0)
    assert cold.engine.pieces[:3] == ("The", " river", " runs")
    assert "prefill_bound" in [shape.code for shape in shapes_of(cold)]
    assert "prefix_cache" in [found.code for found in warmth_of((cold, warm))]
    seen = {layer.name: layer.observed for layer in layers_of(cold)}
    assert all(seen.values()), seen
