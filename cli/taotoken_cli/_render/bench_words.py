"""Sentences about a bench: its levels, what to doubt, where the knee is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from taotoken._message import Message
from taotoken._text import safe_text
from taotoken.measure._distribution import ENOUGH_FOR_P99
from taotoken.measure._saturation import TTFT_SHARE
from taotoken_cli._joined import joined
from taotoken_cli._render._figures import percent, plain
from taotoken_cli._render._smoke import seconds
from taotoken_cli._texts import bench as texts

if TYPE_CHECKING:
    from taotoken.measure import Knee, Load
    from taotoken_cli._bench._result import BenchResult, BenchRun


def level_words(load: Load) -> Message:
    """A level as it is spoken of."""
    if load.rate is not None:
        return texts.AT_RATE(level=f"{load.rate:g}")
    return texts.AT_CONCURRENCY(level=load.concurrency)


def level_of(run: BenchRun) -> Message:
    """The level of a run as it is spoken of."""
    text = texts.AT_RATE if run.shape == "rate" else texts.AT_CONCURRENCY
    return text(level=f"{run.level:g}")


def transport_words(result: BenchResult) -> Message:
    """What requests were sent with."""
    name = result.results[0].transport
    own = {"fast": texts.FAST, "direct": texts.DIRECT}
    return own[name]() if name in own else texts.THROUGH(name=name)


def doubts(result: BenchResult) -> Iterator[Message]:
    """What a reader should know before believing the figures, each thing once."""
    yield from _failures(result)
    late = [run for run in result.runs if run.summary.saturation is not None and run.summary.saturation.saturated]
    if late:
        worst = max(late, key=lambda run: run.summary.loop_lag.max if run.summary.loop_lag else 0)
        yield _saturated(late, worst)
    summaries = [run.summary for run in result.runs]
    if doubted := sum(summary.usage_doubted for summary in summaries):
        yield texts.DOUBTED(count=doubted)
    if missed := sum(summary.osl_mismatch for summary in summaries):
        requests = sum(summary.succeeded for summary in summaries)
        yield texts.SHORT(count=missed, requests=requests, max_tokens=result.options.max_tokens)
    for target in result.targets:
        answered = {name for summary in summaries if summary.label == target.label for name in summary.models_answering}
        if others := sorted(answered - {target.model}):
            names = ", ".join(safe_text(name, 80) for name in others[:3])
            yield texts.OTHER_MODEL(model=safe_text(target.model, 80), answered=names)


def _failures(result: BenchResult) -> Iterator[Message]:
    errors: dict[str, int] = {}
    for run in result.runs:
        for name, number in run.summary.errors.items():
            errors[name] = errors.get(name, 0) + number
    if errors:
        yield texts.ERRORS(errors=", ".join(f"{name} {number}" for name, number in sorted(errors.items())))
        first = next(record.failure for run in result.runs for record in run.records if record.failure is not None)
        yield texts.FIRST_ERROR(message=safe_text(first.message, 300))


def _saturated(late: Sequence[BenchRun], worst: BenchRun) -> Message:
    found = worst.summary.saturation
    assert found is not None
    of_ttft = (found.ttft_share or 0) > TTFT_SHARE
    share = texts.SHARE_OF_TTFT if of_ttft else texts.SHARE_OF_ITL
    levels = {run.level: level_of(run) for run in late}
    return texts.SATURATED(
        level=joined(list(levels.values())),
        lag=seconds(found.lag),
        share=share(share=percent(found.ttft_share if of_ttft else found.itl_share)),
    )


def remarks(result: BenchResult) -> Iterator[Message]:
    """How to read the figures."""
    chunks = [run.summary.tokens_per_chunk for run in result.runs if run.summary.tokens_per_chunk is not None]
    if chunks and max(chunks) > 1.05:
        yield texts.INTER_CHUNK(tokens=f"{max(chunks):.1f}")
    counts = [run.summary.ttft.n for run in result.runs if run.summary.ttft is not None]
    if counts and min(counts) < ENOUGH_FOR_P99:
        yield texts.NO_P99(requests=min(counts))


def knee_words(result: BenchResult, label: str, knee: Knee | None) -> Message:
    """The knee of a target in a sentence."""
    name = safe_text(label, 80)
    if result.shape == "rate":
        return _rate_knee(result, label, knee)
    assert knee is not None
    at, after = knee.at, knee.after
    if after is None:
        return texts.NO_KNEE_CONCURRENCY(label=name, at=f"{at.load:g}", now=plain(at.throughput))
    return texts.KNEE_CONCURRENCY(
        label=name,
        at=f"{at.load:g}",
        after=f"{after.load:g}",
        gain=f"{after.throughput / at.throughput - 1:+.0%}",
        before=plain(at.throughput),
        now=plain(after.throughput),
        wait=f"{after.ttft / at.ttft - 1:+.0%}" if at.ttft else "?",
        ttft_before=seconds(at.ttft),
        ttft_now=seconds(after.ttft),
    )


def _rate_knee(result: BenchResult, label: str, knee: Knee | None) -> Message:
    name = safe_text(label, 80)
    if knee is None:
        runs = [run for run in result.runs if run.summary.label == label]
        lowest = min(runs, key=lambda run: run.level)
        return texts.NEVER_KEPT_UP(label=name, at=f"{lowest.level:g}", now=plain(lowest.summary.request_throughput))
    if knee.after is None:
        return texts.NO_KNEE_RATE(label=name, at=f"{knee.at.load:g}")
    return texts.KNEE_RATE(
        label=name, at=f"{knee.at.load:g}", after=f"{knee.after.load:g}", now=plain(knee.after.throughput)
    )
