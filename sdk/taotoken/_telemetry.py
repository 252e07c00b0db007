"""OpenTelemetry spans and metrics of chat calls, by the GenAI semantic conventions.

Nothing is done unless the program itself has imported ``opentelemetry``; whether anything is recorded is up to the
tracer and meter providers it configured. Prompts and answers are never recorded.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from taotoken._errors import TaoTokenError
from taotoken._reply import Reply, Usage
from taotoken._request import Prepared
from taotoken._version import __version__

if TYPE_CHECKING:
    from opentelemetry.metrics import Histogram, MeterProvider
    from opentelemetry.trace import Span

_OPERATION = "chat"
_SECONDS = (0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92)
_TOKENS = tuple(4**power for power in range(14))

# Attribute by the names that the three protocols have for the option.
_OPTIONS = {
    "gen_ai.request.max_tokens": ("max_tokens", "max_completion_tokens", "max_output_tokens"),
    "gen_ai.request.temperature": ("temperature",),
    "gen_ai.request.top_p": ("top_p",),
    "gen_ai.request.seed": ("seed",),
    "gen_ai.request.stop_sequences": ("stop", "stop_sequences"),
}
_COUNTS = {
    "gen_ai.usage.input_tokens": "input_tokens",
    "gen_ai.usage.output_tokens": "output_tokens",
    "gen_ai.usage.cache_read.input_tokens": "cached_input_tokens",
    "gen_ai.usage.cache_creation.input_tokens": "cache_write_tokens",
    "gen_ai.usage.reasoning.output_tokens": "reasoning_tokens",
}


def operation_of(prepared: Prepared) -> Operation | None:
    """The span of a chat call that begins now; None where the request is no chat."""
    if prepared.wire is None:
        return None
    try:
        return Operation(prepared)
    except ImportError:  # a namespace package without the API
        return None


class Operation:
    """One call, retries and fallbacks included."""

    def __init__(self, prepared: Prepared) -> None:
        import time

        from opentelemetry import metrics, trace

        self._instruments = _instruments(metrics.get_meter_provider())
        self._now = time.perf_counter
        self._began = self._now()
        self._common = _common(prepared)
        self._span: Span = trace.get_tracer("taotoken", __version__).start_span(
            f"{_OPERATION} {prepared.model}",
            kind=trace.SpanKind.CLIENT,
            attributes={**self._common, **_asked(prepared)},
        )
        self._open = True

    def finished(self, reply: Reply, prepared: Prepared) -> None:
        """The call has its reply."""
        if not self._end():
            return
        labels = {**self._common, **_server(prepared), **_known({"gen_ai.response.model": reply.model})}
        first = reply.timing.ttfr if prepared.streaming else None
        self._span.set_attributes({**labels, **_answered(reply), **_known({_FIRST_CHUNK: first})})
        self._span.end()
        self._instruments["duration"].record(self._now() - self._began, labels)
        if first is not None:
            self._instruments["first"].record(first, labels)
        for kind, count in _spent(reply.usage):
            self._instruments["tokens"].record(count, {**labels, "gen_ai.token.type": kind})

    def failed(self, error: BaseException | None, prepared: Prepared) -> None:
        """The call ended with an error, was cancelled, or its stream was left early (None)."""
        if not self._end():
            return
        labels = {**self._common, **_server(prepared)}
        if error is not None:
            from opentelemetry.trace import Status, StatusCode

            labels["error.type"] = error.code if isinstance(error, TaoTokenError) else type(error).__qualname__
            self._span.set_status(Status(StatusCode.ERROR))
        partial = error.partial if isinstance(error, TaoTokenError) else None
        self._span.set_attributes({**labels, **(_answered(partial) if partial else {})})
        self._span.end()
        self._instruments["duration"].record(self._now() - self._began, labels)

    def _end(self) -> bool:
        """True the first time."""
        was, self._open = self._open, False
        return was


_FIRST_CHUNK = "gen_ai.response.time_to_first_chunk"


def _common(prepared: Prepared) -> dict[str, Any]:
    """What spans and metrics of a call share."""
    assert prepared.wire is not None
    return {
        "gen_ai.operation.name": _OPERATION,
        "gen_ai.provider.name": "anthropic" if prepared.wire.protocol == "messages" else "openai",
        **_known({"gen_ai.request.model": prepared.model}),
        **_server(prepared),
    }


def _server(prepared: Prepared) -> dict[str, Any]:
    parts = urlsplit(prepared.url)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    return {"server.address": parts.hostname or "", "server.port": port}


def _asked(prepared: Prepared) -> dict[str, Any]:
    body: Mapping[str, Any] = prepared.body or {}
    values = {
        attribute: next((body[name] for name in names if body.get(name) is not None), None)
        for attribute, names in _OPTIONS.items()
    }
    stops = values["gen_ai.request.stop_sequences"]
    values["gen_ai.request.stop_sequences"] = [stops] if isinstance(stops, str) else stops
    return _known({**values, "gen_ai.request.stream": prepared.streaming or None})


def _answered(reply: Reply) -> dict[str, Any]:
    counts = {name: getattr(reply.usage, field, None) for name, field in _COUNTS.items()}
    reasons = [reply.finish_reason] if reply.finish_reason else None
    return _known({"gen_ai.response.id": reply.id, "gen_ai.response.finish_reasons": reasons, **counts})


def _spent(usage: Usage | None) -> list[tuple[str, int]]:
    counts = {"input": usage.input_tokens, "output": usage.output_tokens} if usage else {}
    return [(kind, count) for kind, count in counts.items() if count is not None]


def _known(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


@lru_cache(maxsize=8)
def _instruments(provider: MeterProvider) -> dict[str, Histogram]:
    meter = provider.get_meter("taotoken", __version__)
    seconds, tokens = list(_SECONDS), list(_TOKENS)
    return {
        "duration": meter.create_histogram(
            "gen_ai.client.operation.duration",
            unit="s",
            description="GenAI operation duration.",
            explicit_bucket_boundaries_advisory=seconds,
        ),
        "first": meter.create_histogram(
            "gen_ai.client.operation.time_to_first_chunk",
            unit="s",
            description="Time to receive the first chunk of a streamed reply.",
            explicit_bucket_boundaries_advisory=seconds,
        ),
        "tokens": meter.create_histogram(
            "gen_ai.client.token.usage",
            unit="{token}",
            description="Number of input and output tokens used.",
            explicit_bucket_boundaries_advisory=tokens,
        ),
    }
