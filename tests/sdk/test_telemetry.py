"""OpenTelemetry: spans and metrics by the names of the GenAI conventions, and none where nobody asked."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import anyio
import pytest
from opentelemetry import metrics, trace
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode

from sdk_server import HELLO, JSON, SSE, Answer, WireServer, chunk, completion, serving, sse
from taotoken import AsyncTaoToken, Endpoint, Fallback, ModelUnavailableError, RetryPolicy, TaoTokenError
from taotoken._protocol import Protocol

pytestmark = pytest.mark.anyio
KEY = "sk-test-telemetry-0000000001"
PROMPT = "a very private prompt"
USAGE = {
    "prompt_tokens": 5,
    "completion_tokens": 2,
    "prompt_tokens_details": {"cached_tokens": 3},
    "completion_tokens_details": {"reasoning_tokens": 1},
}
WHOLE = Answer(headers=JSON, chunks=[completion(usage=USAGE)], framing="length")
GONE = Answer(
    status=404, headers=JSON, chunks=[b'{"error":{"message":"no","code":"model_not_found"}}'], framing="length"
)


class Recorded:
    """What the program's exporters got."""

    def __init__(self, spans: InMemorySpanExporter, reader: InMemoryMetricReader) -> None:
        self._spans = spans
        self._reader = reader

    @property
    def span(self) -> ReadableSpan:
        """The only span."""
        (span,) = self._spans.get_finished_spans()
        return span

    @property
    def attributes(self) -> dict[str, Any]:
        return dict(self.span.attributes or {})

    def points(self) -> dict[str, list[Any]]:
        """The data points of each metric."""
        data = self._reader.get_metrics_data()
        scopes = [scope for resource in (data.resource_metrics if data else ()) for scope in resource.scope_metrics]
        return {metric.name: list(metric.data.data_points) for scope in scopes for metric in scope.metrics}


@pytest.fixture
def recorded(monkeypatch: pytest.MonkeyPatch) -> Iterator[Recorded]:
    """Providers of a program that configured tracing and metrics."""
    spans, reader = InMemorySpanExporter(), InMemoryMetricReader()
    tracers, meters = TracerProvider(shutdown_on_exit=False), MeterProvider([reader], shutdown_on_exit=False)
    tracers.add_span_processor(SimpleSpanProcessor(spans))
    monkeypatch.setattr(trace, "get_tracer_provider", lambda: tracers)
    monkeypatch.setattr(metrics, "get_meter_provider", lambda: meters)
    yield Recorded(spans, reader)
    tracers.shutdown()
    meters.shutdown()


def client_of(server: WireServer, **options: Any) -> AsyncTaoToken:
    return AsyncTaoToken(Endpoint.parse(server.base_url, KEY, "demo"), retry=RetryPolicy(max_retries=0), **options)


async def test_a_chat_call_is_a_span(recorded: Recorded) -> None:
    """Name, kind, what was asked for, what came, and the counts; nothing that was said."""
    async with serving(WHOLE) as server, client_of(server) as client:
        await client.chat(PROMPT, max_tokens=9, temperature=0.5, top_p=0.9, seed=7, stop="end")
    span = recorded.span
    assert (span.name, span.kind, span.status.status_code) == ("chat demo", SpanKind.CLIENT, StatusCode.UNSET)
    assert recorded.attributes == {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": "demo",
        "gen_ai.request.max_tokens": 9,
        "gen_ai.request.temperature": 0.5,
        "gen_ai.request.top_p": 0.9,
        "gen_ai.request.seed": 7,
        "gen_ai.request.stop_sequences": ("end",),
        "gen_ai.response.id": "c1",
        "gen_ai.response.model": "demo",
        "gen_ai.response.finish_reasons": ("stop",),
        "gen_ai.usage.input_tokens": 5,
        "gen_ai.usage.output_tokens": 2,
        "gen_ai.usage.cache_read.input_tokens": 3,
        "gen_ai.usage.reasoning.output_tokens": 1,
        "server.address": "127.0.0.1",
        "server.port": server.port,
    }
    everything = str(span.to_json())
    assert KEY not in everything
    assert PROMPT not in everything
    assert "Hello" not in everything


@pytest.mark.parametrize(
    ("protocol", "provider", "body"),
    [
        ("responses", "openai", {"output": [{"type": "message", "content": [{"type": "output_text", "text": "Hi"}]}]}),
        ("messages", "anthropic", {"content": [{"type": "text", "text": "Hi"}], "stop_reason": "end_turn"}),
    ],
)
async def test_other_protocols(protocol: Protocol, provider: str, body: dict[str, Any], recorded: Recorded) -> None:
    """The same attributes from the protocols' own names."""
    answer = Answer(headers=JSON, chunks=[json.dumps(body).encode()], framing="length")
    async with serving(answer) as server, client_of(server, protocol=protocol) as client:
        await client.chat(PROMPT, max_tokens=9)
    attributes = recorded.attributes
    assert (attributes["gen_ai.provider.name"], attributes["gen_ai.request.max_tokens"]) == (provider, 9)


async def test_metrics_of_a_stream(recorded: Recorded) -> None:
    """Duration, time to the first chunk and tokens by kind, each with the labels of the convention."""
    stream = Answer(headers=SSE, chunks=[sse(chunk({"content": "Hi"}), chunk({}, "stop", usage=USAGE))])
    async with serving(stream) as server, client_of(server) as client, client.stream(PROMPT) as opened:
        reply = await opened.reply()
    labels = {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": "demo",
        "gen_ai.response.model": "demo",
        "server.address": "127.0.0.1",
        "server.port": server.port,
    }
    points = recorded.points()
    (duration,) = points["gen_ai.client.operation.duration"]
    (first,) = points["gen_ai.client.operation.time_to_first_chunk"]
    tokens = {point.attributes["gen_ai.token.type"]: point.sum for point in points["gen_ai.client.token.usage"]}
    assert dict(duration.attributes) == dict(first.attributes) == labels
    assert first.sum == reply.timing.ttfr
    assert duration.sum >= first.sum
    assert duration.explicit_bounds[:3] == (0.01, 0.02, 0.04)
    assert tokens == {"input": 5, "output": 2}
    assert recorded.attributes["gen_ai.request.stream"] is True
    assert recorded.attributes["gen_ai.response.time_to_first_chunk"] == reply.timing.ttfr


async def test_a_failed_call(recorded: Recorded) -> None:
    """The error's code is its type, in the span and in the duration; its text, which may repeat a prompt, is not."""
    async with serving(GONE) as server, client_of(server) as client:
        with pytest.raises(ModelUnavailableError):
            await client.chat(PROMPT)
    span = recorded.span
    assert (span.status.status_code, span.status.description) == (StatusCode.ERROR, None)
    assert recorded.attributes["error.type"] == "model_unavailable"
    points = recorded.points()
    (duration,) = points["gen_ai.client.operation.duration"]
    assert duration.attributes["error.type"] == "model_unavailable"
    assert "gen_ai.client.token.usage" not in points


async def test_one_span_for_all_attempts(recorded: Recorded) -> None:
    """Retries and fallbacks are inside; the model that answered is the response's."""
    small = Answer(headers=JSON, chunks=[completion(model="small")], framing="length")
    async with serving(GONE, small) as server, client_of(server, fallback=Fallback(["small"])) as client:
        await client.chat(PROMPT)
    attributes = recorded.attributes
    assert (attributes["gen_ai.request.model"], attributes["gen_ai.response.model"]) == ("demo", "small")
    assert "error.type" not in attributes


@pytest.mark.parametrize("ending", ["left early", "cut", "cancelled"])
async def test_every_span_ends(ending: str, recorded: Recorded) -> None:
    """However a stream or a call ends."""
    cut = Answer(headers=SSE, chunks=[sse(chunk({"content": "Hel"}), done=False)])
    silent = Answer(headers=SSE, chunks=[b": ping\n\n"], close="hold", hold_s=5.0)
    answer = {"left early": HELLO, "cut": cut, "cancelled": silent}[ending]
    async with serving(answer) as server, client_of(server) as client:
        with anyio.move_on_after(0.2 if ending == "cancelled" else 5):
            try:
                async with client.stream(PROMPT) as stream:
                    await anext(stream)
                    if ending == "cut":
                        await stream.reply()
            except TaoTokenError as error:
                assert ending == "cut", error  # noqa: PT017 - the other endings have none
    assert recorded.attributes.get("error.type") == ("incomplete_stream" if ending == "cut" else None)


async def test_a_cancelled_call_ends_its_span(recorded: Recorded) -> None:
    """Its type is the cancellation's."""
    silent = Answer(close="hold", hold_s=5.0, raw_head=b"")
    async with serving(silent) as server, client_of(server) as client:
        with anyio.move_on_after(0.2):
            await client.chat(PROMPT)
    assert recorded.attributes["error.type"] == "CancelledError"


async def test_other_requests_are_no_chat(recorded: Recorded) -> None:
    """The model list makes no span."""
    listing = Answer(headers=JSON, chunks=[b'{"data":[]}'], framing="length")
    async with serving(listing) as server, client_of(server) as client:
        await client.models()
    assert recorded.points() == {}


def test_nothing_is_loaded_for_programs_without_it() -> None:
    """A program that doesn't import OpenTelemetry pays nothing for it, though it is installed."""
    script = """
import asyncio, sys
from taotoken import AsyncTaoToken
from taotoken.testing import Gateway

async def main():
    async with Gateway() as gateway:
        key = "sk-test-gateway-000001"
        async with AsyncTaoToken(base_url=gateway.base_url, api_key=key, model="demo-large") as client:
            await client.chat("hi")

asyncio.run(main())
assert not [name for name in sys.modules if name.startswith("opentelemetry")]
"""
    subprocess.run([sys.executable, "-c", script], check=True)
