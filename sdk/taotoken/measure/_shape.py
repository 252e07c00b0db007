"""What the shape of one request says: pure functions over a trace."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Final, Literal

from taotoken._duration import seconds as words
from taotoken._message import Message
from taotoken._texts import shapes as texts

if TYPE_CHECKING:
    from taotoken.measure._trace import Trace

ShapeCode = Literal[
    "cut", "buffered", "stall", "slow_connect", "late_end",
    "slow_headers", "prefill_bound", "queue_or_cold_start", "reasoning_first", "decode_bound",
    "nothing_stands_out",
]  # fmt: skip

MATTERS: Final = 0.15
"""Seconds below which no part of a request is called slow."""
SHARE: Final = 0.2
"""The share of the whole time from which a part is named."""
LONG_PROMPT: Final = 100
"""Tokens from which a prompt can be the reason for a wait."""
SLOWEST_PREFILL: Final = 20.0
"""Tokens per second: a prompt that is read more slowly than that is not being read, it waits."""
FASTEST_DECODE: Final = 1000.0
"""Tokens per second of one stream: more than that is not writing, it is a buffer that is emptied."""
SLOW_TPOT: Final = 0.05
"""Seconds per token from which an answer comes more slowly than people like to read."""
_FAULTS: Final = ("cut", "buffered", "stall", "slow_connect", "late_end")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """One thing that stands out: what (`code`), how many seconds of the request it took, in words, and what to do."""

    code: ShapeCode
    seconds: float
    message: Message
    advice: Message


def shapes_of(trace: Trace) -> tuple[Shape, ...]:
    """What stands out in a request, the most telling first; never empty, unless no answer began.

    First come faults (a cut, buffering, a stall, a slow connect, a late end) that took a fifth of the time or more,
    then waiting, thinking and writing by how long they took; writing at a usual speed counts for half, because it is
    what a long answer needs.
    """
    if not trace.answered:
        return ()
    whole = trace.record.total or trace.record.e2e or 0.0
    found = [*_faults(trace), *_parts(trace)]
    named = [shape for shape in found if shape.code == "cut" or _matters(shape.seconds, whole)]
    if not named:
        return (_shape("nothing_stands_out", 0.0, texts.NOTHING(total=words(whole)), texts.NOTHING_NEXT()),)
    return tuple(sorted(named, key=_rank))


def _matters(seconds: float, whole: float) -> bool:
    return seconds >= MATTERS and seconds >= SHARE * whole


def _rank(shape: Shape) -> tuple[bool, bool, float]:
    """Smaller is more telling."""
    usual = shape.message.text is texts.DECODE
    return shape.code != "cut", shape.code not in _FAULTS, -shape.seconds * (0.5 if usual else 1.0)


def _faults(trace: Trace) -> Iterator[Shape]:
    record = trace.record
    if record.failure is not None:
        yield _cut(trace, record.failure.code)
    if (buffered := _buffered(trace)) is not None:
        yield buffered
    elif (stall := _stall(trace)) is not None:
        yield stall
    if trace.connection.setup:
        yield _slow_connect(trace)
    if record.failure is None and record.total is not None and record.e2e is not None:
        tail = record.total - record.e2e
        yield _shape("late_end", tail, texts.LATE_END(time=words(tail)), texts.LATE_END_NEXT())


def _cut(trace: Trace, code: str) -> Shape:
    """The answer began and isn't whole."""
    record, last = trace.record, trace.arrivals[-1]
    end = record.total or last
    text = {"timeout": texts.TIMED_OUT, "incomplete_stream": texts.CUT, "connection": texts.CUT}.get(code)
    at = words(last if code == "timeout" else end)
    return _shape("cut", end - last, (text or texts.BROKEN_OFF)(chunks=record.chunks, time=at), texts.CUT_NEXT())


def _parts(trace: Trace) -> Iterator[Shape]:
    """Waiting, thinking, writing."""
    buffered = _buffered(trace)
    thinking = _reasoning(trace)
    if thinking is not None:
        yield thinking
    if buffered is None:
        hidden = thinking is not None and trace.record.ttfo == trace.record.ttft
        if not hidden:
            yield _waiting(trace)
        stall = _stall(trace)
        yield _decode(trace, thinking, stall.seconds if stall else 0.0)


def _buffered(trace: Trace) -> Shape | None:
    """Did something on the way collect the stream?"""
    record, arrivals = trace.record, trace.arrivals
    tokens, wait = _tokens(trace), arrivals[0] - _sent(trace)
    span = arrivals[-1] - arrivals[0]
    if len(arrivals) == 1:
        if record.tokens_source != "usage" or tokens < 4 or record.failure is not None:
            return None
        return _shape("buffered", wait, texts.ONE_PIECE(tokens=tokens, wait=words(wait)), texts.BUFFERED_NEXT())
    moments = len(set(arrivals))
    per_moment = len(arrivals) / moments
    if len(arrivals) >= 3 and span * FASTEST_DECODE < len(arrivals) - 1 and per_moment >= 3:
        speed = f"{(len(arrivals) - 1) / max(span, 0.0001):,.0f}"
        text = texts.BUFFERED(tokens=tokens, span=words(span), wait=words(wait), speed=speed)
        return _shape("buffered", wait + span, text, texts.BUFFERED_NEXT())
    if moments >= 3 and per_moment >= 4 and (gap := span / (moments - 1)) >= MATTERS:
        text = texts.BURSTS(bursts=moments, size=round(per_moment), gap=words(gap))
        return _shape("buffered", span, text, texts.BUFFERED_NEXT())
    return None


def _stall(trace: Trace) -> Shape | None:
    """A gap that is far longer than the others."""
    gaps = trace.record.itl
    if len(gaps) < 3:
        return None
    longest = max(gaps)
    typical = median(gaps)
    if longest < max(MATTERS, 8 * typical):
        return None
    at = gaps.index(longest)
    text = texts.STALL(
        gap=words(longest), at=at + 1, chunks=len(gaps) + 1, time=words(trace.arrivals[at]), typical=words(typical)
    )
    return _shape("stall", longest - typical, text, texts.STALL_NEXT())


def _slow_connect(trace: Trace) -> Shape:
    connection = trace.connection
    parts = (
        (connection.dns or 0.0, texts.SLOW_DNS, texts.DNS_NEXT),
        (connection.tcp or 0.0, texts.SLOW_TCP, texts.CONNECT_NEXT),
        (connection.tunnel or 0.0, texts.SLOW_TUNNEL, texts.CONNECT_NEXT),
        (connection.tls or 0.0, texts.SLOW_TLS, texts.CONNECT_NEXT),
    )
    part, text, advice = max(parts, key=lambda part: part[0])
    return _shape("slow_connect", connection.setup, text(setup=words(connection.setup), part=words(part)), advice())


def _reasoning(trace: Trace) -> Shape | None:
    """Thinking before the answer, shown or hidden."""
    record = trace.record
    if record.ttft is None or record.e2e is None:
        return None
    if record.ttfo is None:
        text = texts.ONLY_REASONING(chunks=record.chunks, time=words(record.e2e - record.ttft))
        advice = texts.ROOM_NEXT() if record.finish_reason == "length" else texts.REASONING_NEXT()
        return _shape("reasoning_first", max(record.e2e - record.ttft, MATTERS), text, advice)
    if record.ttfo > record.ttft:
        before = sum(1 for at in trace.arrivals if at < record.ttfo)
        text = texts.REASONING(time=words(record.ttfo - record.ttft), chunks=before, at=words(record.ttfo))
        return _shape("reasoning_first", record.ttfo - record.ttft, text, texts.REASONING_NEXT())
    if record.reasoning_tokens and record.reasoning_tokens * 2 >= (record.output_tokens or 0):
        wait = record.ttft - _sent(trace)
        text = texts.HIDDEN_REASONING(tokens=record.reasoning_tokens, output=record.output_tokens, wait=words(wait))
        return _shape("reasoning_first", wait, text, texts.REASONING_NEXT())
    return None


def _waiting(trace: Trace) -> Shape:
    """Why the first token was so late."""
    record = trace.record
    wait = (record.ttft or 0.0) - _sent(trace)
    headers = (record.ttfb or 0.0) - _sent(trace)
    prompt = prompt_tokens(trace)
    if trace.timings is not None:
        return _waiting_as_told(wait, trace.timings.prompt_seconds, trace.timings.prompt_tokens)
    if prompt >= LONG_PROMPT and wait * SLOWEST_PREFILL <= prompt:
        text = texts.PREFILL(
            wait=words(wait), prompt=_told_prompt(trace), speed=f"{prompt / wait:,.0f}" if wait > 0 else "?"
        )
        return _shape("prefill_bound", wait, text, texts.PREFILL_NEXT())
    if headers >= 0.7 * wait:
        text = texts.SLOW_HEADERS(headers=words(headers), after=words(wait - headers))
        return _shape("slow_headers", wait, text, texts.HEADERS_NEXT())
    return _shape(
        "queue_or_cold_start", wait, texts.QUEUE(wait=words(wait), prompt=_told_prompt(trace)), texts.QUEUE_NEXT()
    )


def _waiting_as_told(wait: float, prefill: float, prompt: int) -> Shape:
    """The server says how long it read the prompt."""
    if prefill >= wait / 2:
        speed = f"{prompt / prefill:,.0f}" if prefill > 0 else "?"
        text = texts.PREFILL_SEEN(prefill=words(prefill), prompt=f"{prompt:,}", speed=speed, wait=words(wait))
        return _shape("prefill_bound", wait, text, texts.PREFILL_NEXT())
    text = texts.QUEUE_SEEN(prefill=words(prefill), wait=words(wait))
    return _shape("queue_or_cold_start", wait, text, texts.QUEUE_NEXT())


def _decode(trace: Trace, thinking: Shape | None, stalled: float) -> Shape:
    """Writing the answer; thinking that is named by itself, and a stall, are not part of it."""
    record = trace.record
    start = record.ttfo if thinking is not None and record.ttfo is not None else record.ttft
    time = max(0.0, (record.e2e or 0.0) - (start or 0.0) - stalled)
    if thinking is not None and record.ttfo is None:
        time = 0.0
    tokens = _tokens(trace)
    writing = (record.e2e or 0.0) - (record.ttft or 0.0) - stalled
    tpot = writing / (tokens - 1) if tokens > 1 else 0.0
    text = texts.SLOW_DECODE if tpot >= SLOW_TPOT else texts.DECODE
    speed = f"{1 / tpot:,.{1 if tpot > 0.1 else 0}f}" if tpot else "?"
    message = text(tokens=tokens, time=words(writing), tpot=words(tpot), speed=speed)
    return _shape("decode_bound", time, message, texts.DECODE_NEXT())


def _tokens(trace: Trace) -> int:
    """The answer's tokens; a server that was cut off has told fewer than came."""
    return max(trace.record.output_tokens or 0, trace.record.chunks)


def prompt_tokens(trace: Trace) -> int:
    """The prompt's tokens that had to be read; where no server told, a quarter of the request's bytes."""
    record = trace.record
    if record.input_tokens is None:
        return trace.request_bytes // 4
    return max(0, record.input_tokens - (record.cached_tokens or 0))


def _told_prompt(trace: Trace) -> str | Message:
    tokens = f"{prompt_tokens(trace):,}"
    return texts.ABOUT(tokens=tokens) if trace.record.input_tokens is None else tokens


def _sent(trace: Trace) -> float:
    """When the request was out."""
    connection = trace.connection
    return connection.sent if connection.sent is not None else (connection.began or 0.0) + connection.setup


def _shape(code: ShapeCode, seconds: float, message: Message, advice: Message) -> Shape:
    return Shape(code=code, seconds=seconds, message=message, advice=advice)
