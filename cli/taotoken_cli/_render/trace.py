"""`trace` as a waterfall, in words, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from taotoken._duration import seconds
from taotoken._message import Language, Message, Text
from taotoken._text import safe_text
from taotoken.measure import Layer, Shape, Trace, layers_of, shapes_of, steps_of, warmth_of
from taotoken_cli._console import Console
from taotoken_cli._render._columns import bar, behind, hanging, left, point, right, table
from taotoken_cli._render._engine import engine_lines
from taotoken_cli._texts import trace as texts

if TYPE_CHECKING:
    from taotoken_cli._results.trace import TraceResult

_STEPS: Final[Mapping[str, Text]] = {
    "client": texts.CLIENT,
    "dns": texts.DNS,
    "tcp": texts.TCP,
    "tunnel": texts.TUNNEL,
    "tls": texts.TLS,
    "sent": texts.SENT,
    "headers": texts.HEADERS,
    "first_event": texts.FIRST_EVENT,
    "first_token": texts.FIRST_TOKEN,
    "first_output": texts.FIRST_OUTPUT,
    "last_token": texts.LAST_TOKEN,
    "drained": texts.DRAINED,
}
_LAYERS: Final[Mapping[str, Text]] = {
    "prompt": texts.PROMPT_LAYER,
    "network": texts.NETWORK_LAYER,
    "gateway": texts.GATEWAY_LAYER,
    "queue": texts.QUEUE_LAYER,
    "tokenizer": texts.TOKENIZER_LAYER,
    "prefill": texts.PREFILL_LAYER,
    "decode": texts.DECODE_LAYER,
    "stream": texts.STREAM_LAYER,
}
_REASONS: Final[Mapping[str | None, Text]] = {
    "stop": texts.STOP,
    "length": texts.LENGTH,
    "tool_calls": texts.TOOL_CALLS,
    "content_filter": texts.CONTENT_FILTER,
}
_TIMES = ("ttfb", "ttfr", "ttft", "ttfo", "tpot", "e2e", "total")
_TOKENS = ("input_tokens", "output_tokens", "reasoning_tokens", "cached_tokens")
_NAME_WIDTH = 18
_BAR_WIDTH = 34


def show(result: TraceResult, console: Console) -> None:
    """The first request in full; of several, what the repetition shows."""
    first = result.traces[0]
    record = first.record
    title = texts.TITLE(model=safe_text(record.model, 60), host=safe_text(result.host, 60), protocol=record.protocol)
    console.say(title)
    console.say()
    for line in _waterfall(first, console):
        console.say(line)
    if first.answered:
        console.say()
        for line in _counts(first, console):
            console.say(line)
        _say_shapes(texts.SHAPE(), shapes_of(first), console)
    if len(result.traces) > 1:
        _say_repeats(result, console)
    console.say()
    console.say(texts.LAYERS())
    for layer in layers_of(first):
        for line in hanging(console.words(_LAYERS[layer.name]()), console.words(layer.message), label_width=11):
            console.say(line)
    for line in engine_lines(result.traces, console):
        console.say(line)


def _waterfall(trace: Trace, console: Console) -> Iterator[str]:
    steps = steps_of(trace)
    whole = steps[-1].end if steps else 0.0
    name, until, took = console.words(texts.HEAD()).split("\t")
    yield f"  {left(name, _NAME_WIDTH)} {right(until, 8)} {right(took, 8)}"
    for step in steps:
        shown = f"  {left(console.words(_STEPS[step.name]()), _NAME_WIDTH)} {right(seconds(step.end), 8)}"
        yield f"{shown} {right(seconds(step.took), 8)}  {bar(step.start, step.end, whole, _BAR_WIDTH)}"


def _counts(trace: Trace, console: Console) -> Iterator[str]:
    from taotoken_cli._wrap import wrap

    record = trace.record
    speed = record.output_tps
    message = texts.TOKENS(
        input=_count(record.input_tokens),
        cached=_count(record.cached_tokens),
        output=_count(record.output_tokens),
        reasoning=_count(record.reasoning_tokens),
        tpot=seconds(record.tpot),
        speed="?" if speed is None else f"{speed:,.{0 if speed >= 10 else 1}f}",
    )
    yield from wrap(console.words(message), 79)
    if record.tokens_source == "chunks":
        yield from wrap(console.words(texts.COUNTED()), 79)
    if record.failure is None:
        reason = record.finish_reason
        meaning = _REASONS.get(reason, texts.NO_REASON)()
        yield from wrap(console.words(texts.FINISH(reason=reason or texts.NONE(), meaning=meaning)), 79)


def _say_shapes(title: Message, shapes: tuple[Shape, ...], console: Console) -> None:
    console.say()
    console.say(title)
    for shape in shapes:
        for line in point(console.words(shape.message)):
            console.say(line)
        for line in behind(console.words(texts.ADVICE(message=shape.advice))):
            console.say(line)


def _say_repeats(result: TraceResult, console: Console) -> None:
    console.say()
    console.say(texts.REPEATS())
    rows = [console.words(texts.REPEAT_HEAD()).split("\t")]
    rows += [_repeat(number, trace, console) for number, trace in enumerate(result.traces, 1)]
    for line in table(rows):
        console.say(line)
    for found in warmth_of(result.traces):
        for line in point(console.words(found.message)):
            console.say(line)
    first, last = result.traces[0], result.traces[-1]
    warm = shapes_of(last)
    if warm and [shape.code for shape in warm] != [shape.code for shape in shapes_of(first)]:
        _say_shapes(texts.WARM_SHAPE(), warm, console)


def _repeat(number: int, trace: Trace, console: Console) -> list[str]:
    record, connection = trace.record, trace.connection
    how = texts.REUSED() if connection.reused else texts.NEW(setup=seconds(connection.setup))
    if connection.tcp is None and not connection.reused:
        how = texts.FAILED()
    times = [seconds(value) for value in (record.ttfb, record.ttft, record.tpot, record.total)]
    return [str(number), console.words(how), *times, _count(record.cached_tokens)]


def _count(value: int | None) -> str:
    return "?" if value is None else f"{value:,}"


def data(result: TraceResult, language: Language) -> dict[str, Any]:
    """The data of the envelope: names that end in ``_ms`` hold milliseconds."""
    return {
        "traces": [_trace_data(trace, language) for trace in result.traces],
        "warmth": [
            {"code": found.code, "saved_ms": _ms(found.seconds), "message": found.message.render(language)}
            for found in warmth_of(result.traces)
        ],
    }


def _trace_data(trace: Trace, language: Language) -> dict[str, Any]:
    record, connection = trace.record, trace.connection
    return {
        "model": record.model,
        "protocol": record.protocol,
        **{
            f"{name}_ms": _ms(getattr(record, name))
            for name in ("ttfb", "ttfr", "ttft", "ttfo", "tpot", "e2e", "total")
        },
        "itl_ms": [_ms(gap) for gap in record.itl],
        "output_tps": record.output_tps,
        "chunks": record.chunks,
        **{
            name: getattr(record, name)
            for name in ("input_tokens", "output_tokens", "reasoning_tokens", "cached_tokens")
        },
        "tokens_source": record.tokens_source,
        "finish_reason": record.finish_reason,
        "text": record.text,
        "request_id": record.request_id,
        "error": record.failure.code if record.failure else None,
        "connection": {
            "reused": connection.reused,
            **{f"{name}_ms": _ms(getattr(connection, name)) for name in ("dns", "tcp", "tunnel", "tls", "sent")},
            **{name: getattr(connection, name) for name in ("address", "tls_version", "http_version")},
        },
        "steps": [
            {"name": step.name, "start_ms": _ms(step.start), "end_ms": _ms(step.end)} for step in steps_of(trace)
        ],
        "shapes": [_shape_data(shape, language) for shape in shapes_of(trace)],
        "layers": [_layer_data(layer, language) for layer in layers_of(trace)],
        "engine": _engine_data(trace),
    }


def _shape_data(shape: Shape, language: Language) -> dict[str, Any]:
    return {
        "code": shape.code,
        "took_ms": _ms(shape.seconds),
        "message": shape.message.render(language),
        "next": shape.advice.render(language),
    }


def _layer_data(layer: Layer, language: Language) -> dict[str, Any]:
    return {"name": layer.name, "observed": layer.observed, "message": layer.message.render(language)}


def _engine_data(trace: Trace) -> dict[str, Any] | None:
    engine, timings = trace.engine, trace.timings
    if engine is None and timings is None:
        return None
    found: dict[str, Any] = {"name": engine.name if engine else "llama.cpp"}
    if engine is not None:
        found |= {"requests": engine.requests, "own": engine.own}
        found |= {f"{name}_ms": _ms(getattr(engine, name)) for name in ("queue", "prefill", "decode", "ttft")}
        names = ("running", "waiting", "kv_cache_used", "prefix_hits", "text_tokens")
        found |= {name: getattr(engine, name) for name in names}
    if timings is not None:
        found["timings"] = {
            "prompt_tokens": timings.prompt_tokens,
            "prompt_ms": _ms(timings.prompt_seconds),
            "cached_tokens": timings.cached_tokens,
            "output_tokens": timings.output_tokens,
            "output_ms": _ms(timings.output_seconds),
            "tpot_ms": _ms(timings.tpot),
        }
    return found


def _ms(value: float | None) -> float | None:
    return None if value is None else round(value * 1000, 3)
