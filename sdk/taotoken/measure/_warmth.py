"""The first of several equal requests against the others: what a warm connection and a warm cache change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Literal

from taotoken._duration import seconds as words
from taotoken._message import Message
from taotoken._texts import shapes as texts
from taotoken.measure._shape import LONG_PROMPT, MATTERS

if TYPE_CHECKING:
    from taotoken.measure._trace import Trace

WarmthCode = Literal[
    "connection_reused",
    "connection_not_reused",
    "prefix_cache",
    "cold_start",
    "prefix_cache_or_cold_start",
    "no_change",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Warmth:
    """One thing that the repetition shows, and the seconds it saved (or costs each time)."""

    code: WarmthCode
    seconds: float
    message: Message


def warmth_of(traces: Sequence[Trace]) -> tuple[Warmth, ...]:
    """What the repetition of one request shows; empty for fewer than two that were answered."""
    answered = [trace for trace in traces if trace.answered]
    if len(answered) < 2 or answered[0] is not traces[0]:
        return ()
    cold, warm = answered[0], answered[1:]
    return tuple(found for found in (_connection(cold, warm), _first_token(cold, warm)) if found is not None)


def _connection(cold: Trace, warm: Sequence[Trace]) -> Warmth | None:
    if all(trace.connection.reused for trace in warm):
        setup = cold.connection.setup
        return Warmth(code="connection_reused", seconds=setup, message=texts.REUSED(setup=words(setup)))
    if not any(trace.connection.reused for trace in warm):
        setup = median(trace.connection.setup for trace in (cold, *warm))
        return Warmth(code="connection_not_reused", seconds=setup, message=texts.NOT_REUSED(setup=words(setup)))
    return None


def _first_token(cold: Trace, warm: Sequence[Trace]) -> Warmth:
    """Compares the waits for the first token, without the time for the connection."""
    before, after = _wait(cold), median(_wait(trace) for trace in warm)
    times = {"cold": words(before), "warm": words(after)}
    saved = before - after
    prompt = cold.record.input_tokens
    cached = max(trace.record.cached_tokens or 0 for trace in warm)
    if saved > 0 and cached > (cold.record.cached_tokens or 0):  # the server tells it, however little it saved
        text = texts.PREFIX_CACHE(**times, cached=f"{cached:,}", prompt="?" if prompt is None else f"{prompt:,}")
        return Warmth(code="prefix_cache", seconds=saved, message=text)
    if saved < MATTERS or after > 0.6 * before:
        return Warmth(code="no_change", seconds=saved, message=texts.SAME_WHEN_WARM(**times))
    read = cold.request_bytes // 4 if prompt is None else prompt
    if read < LONG_PROMPT:
        return Warmth(code="cold_start", seconds=saved, message=texts.COLD_START(**times, prompt=read))
    return Warmth(code="prefix_cache_or_cold_start", seconds=saved, message=texts.COLD_OR_CACHE(**times))


def _wait(trace: Trace) -> float:
    sent = trace.connection.sent
    return max(0.0, (trace.record.ttft or 0.0) - (trace.connection.setup if sent is None else sent))
