"""The eight layers that a request passes, from the prompt to the stream, and what was seen of each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from taotoken._duration import seconds as words
from taotoken._message import Message
from taotoken._text import safe_text
from taotoken._texts import layers as texts

if TYPE_CHECKING:
    from taotoken.measure._engine import Engine
    from taotoken.measure._trace import Trace

LayerName = Literal["prompt", "network", "gateway", "queue", "tokenizer", "prefill", "decode", "stream"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """One layer: what was observed there, or why a client can't see it (then `observed` is False)."""

    name: LayerName
    message: Message
    observed: bool = True


def layers_of(trace: Trace) -> tuple[Layer, ...]:
    """All eight, in the order that a request passes them."""
    return tuple(_layers(trace))


def _layers(trace: Trace) -> Iterator[Layer]:
    yield Layer(name="prompt", message=texts.PROMPT(bytes=f"{trace.request_bytes:,}"))
    yield _network(trace)
    yield _gateway(trace)
    yield _queue(trace)
    yield _tokenizer(trace)
    yield _prefill(trace)
    yield _decode(trace)
    yield _stream(trace)


def _network(trace: Trace) -> Layer:
    seen = trace.connection
    address = seen.address or texts.NO_ADDRESS()
    if seen.reused:
        return Layer(name="network", message=texts.REUSED(address=address))
    if seen.tcp is None:
        return Layer(name="network", message=texts.NOT_CONNECTED(), observed=False)
    parts = {"dns": _part(seen.dns), "tcp": _part(seen.tcp), "tls": _part(seen.tls), "http": seen.http_version or "?"}
    if seen.tls is not None and seen.tls_version:
        parts["tls"] = f"{words(seen.tls)} ({safe_text(seen.tls_version, 20)})"
    if seen.tunnel is not None:
        message = texts.CONNECTED_THROUGH(address=address, tunnel=words(seen.tunnel), **parts)
    else:
        message = texts.CONNECTED(address=address, **parts)
    return Layer(name="network", message=message)


def _gateway(trace: Trace) -> Layer:
    record = trace.record
    if record.ttfb is None:
        if record.failure is not None and record.failure.http_status is not None:
            return Layer(name="gateway", message=texts.GATEWAY_REFUSED(code=record.failure.http_status))
        return Layer(name="gateway", message=texts.NO_HEADERS(), observed=False)
    message = texts.GATEWAY(
        time=words(record.ttfb - (trace.connection.sent or 0.0)),
        server=trace.server_name or texts.NONE(),
        request_id=safe_text(record.request_id, 60) if record.request_id else texts.NONE(),
    )
    return Layer(name="gateway", message=message)


def _queue(trace: Trace) -> Layer:
    engine, timings = trace.engine, trace.timings
    if engine is not None and engine.queue is not None:
        queue = texts.METRICS(time=words(engine.queue), requests=_requests(engine))
        message = texts.QUEUE_TOLD(queue=queue, running=_count(engine.running), waiting=_count(engine.waiting))
        return Layer(name="queue", message=message)
    if timings is not None and trace.answered:
        rest = max(0.0, _wait(trace) - timings.prompt_seconds)
        return Layer(name="queue", message=texts.QUEUE_REST(rest=words(rest), wait=words(_wait(trace))))
    return Layer(name="queue", message=_hidden(trace), observed=False)


def _tokenizer(trace: Trace) -> Layer:
    told = trace.record.input_tokens
    if told is None:
        return Layer(name="tokenizer", message=texts.TOKENS_UNKNOWN(), observed=False)
    own = trace.engine.text_tokens if trace.engine is not None else None
    if own is not None and own <= told:
        return Layer(
            name="tokenizer", message=texts.TOKENS_SPLIT(tokens=f"{told:,}", own=f"{own:,}", around=told - own)
        )
    return Layer(name="tokenizer", message=texts.TOKENS(tokens=f"{told:,}"))


def _prefill(trace: Trace) -> Layer:
    cached = trace.record.cached_tokens
    if trace.timings is not None:
        told = trace.timings.cached_tokens if trace.timings.cached_tokens is not None else cached
        message = texts.PREFILL_TOLD(time=words(trace.timings.prompt_seconds), cached=_count(told))
        return Layer(name="prefill", message=message)
    engine = trace.engine
    if engine is not None and engine.prefill is not None:
        message = texts.METRICS(time=words(engine.prefill), requests=_requests(engine))
        return Layer(name="prefill", message=message)
    if not trace.answered:
        return Layer(name="prefill", message=texts.NO_TEXT(), observed=False)
    message = texts.PREFILL_HIDDEN(wait=words(_wait(trace)), cached=_count(cached))
    return Layer(name="prefill", message=message, observed=False)


def _decode(trace: Trace) -> Layer:
    record, timings = trace.record, trace.timings
    if not trace.answered:
        return Layer(name="decode", message=texts.NO_TEXT(), observed=False)
    tokens, tpot = record.output_tokens, words(record.tpot)
    if timings is not None:
        return Layer(name="decode", message=texts.DECODE_TOLD(tokens=tokens, tpot=tpot, told=words(timings.tpot)))
    return Layer(name="decode", message=texts.DECODE(tokens=tokens, tpot=tpot))


def _stream(trace: Trace) -> Layer:
    record = trace.record
    if not trace.answered:
        return Layer(name="stream", message=texts.NO_TEXT(), observed=False)
    counts = {"chunks": record.chunks, "reads": len(trace.reads)}
    if record.failure is not None or record.total is None or record.e2e is None:
        return Layer(name="stream", message=texts.STREAM_BROKEN(**counts))
    return Layer(name="stream", message=texts.STREAM(**counts, tail=words(record.total - record.e2e)))


def _wait(trace: Trace) -> float:
    return max(0.0, (trace.record.ttft or 0.0) - (trace.connection.sent or 0.0))


def _hidden(trace: Trace) -> Message:
    return texts.QUEUE_HIDDEN(wait=words(_wait(trace))) if trace.answered else texts.NO_TEXT()


def _requests(engine: Engine) -> Message:
    return texts.REQUESTS_OWN() if engine.own else texts.REQUESTS_MEAN(count=engine.requests)


def _part(value: float | None) -> object:
    return texts.NONE() if value is None else words(value)


def _count(value: int | None) -> str:
    return "?" if value is None else f"{value:,}"
