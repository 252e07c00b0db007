"""Records in a few figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from taotoken.measure._distribution import Distribution, describe
from taotoken.measure._goodput import Goodput, Objectives, goodput
from taotoken.measure._load import LoadResult
from taotoken.measure._record import Record
from taotoken.measure._saturation import Saturation, saturation

OSL_SHARE = 0.05
OSL_TOKENS = 50
"""An answer misses its length when it is further from it than 5 %, and than 50 tokens where that is less."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What a set of requests was like. Times are seconds, the figures are those of requests that succeeded.

    Attributes:
        label: the target.
        model: the model that was asked.
        requests, succeeded: how many ended, and how many of these with a whole answer.
        errors: how many failed with each error code.
        finish_reasons: how many ended for each reason; "none" where the server gave none.
        duration: from the first request sent to the last answer's end; None without an answer.
        ttfb, ttfr, ttft, ttfo, tpot, e2e, total: as on `Record`, one value for each request.
        itl: the gaps between chunks, of all requests together.
        output_tps: tokens per second of an answer after its first token: 1 / tpot.
        e2e_tps: tokens per second of an answer from the request to its last token.
        output_token_throughput: tokens per second of all answers together over `duration`.
        request_throughput: answers per second over `duration`.
        kept_up: which share of the requests offered per second was answered per second; below 1 a queue grows. The
            time that a single answer takes at the end is left out, so that few requests don't look like too many.
        input_tokens, output_tokens, reasoning_tokens, cached_tokens: per request.
        tokens_per_chunk: tokens over chunks with text, over all answers.
        tokens_from_usage: answers whose server told how many tokens they have; the others' chunks were counted.
        usage_diff: how far the counted chunks are from what usage says, as a share of that, over all answers with
            usage: 0 where each token is a chunk.
        usage_doubted: answers whose usage tells fewer tokens than chunks with text came.
        osl_mismatch: answers that were much shorter or longer than asked for (output sequence length).
        goodput: the requests that kept the objectives, where there are any.
        send_lag: how much later than intended requests were sent.
        e2e_incl_queue: e2e counted from the intended moment.
        loop_lag: how late this program's event loop was.
        saturation: that lag beside the figures.
        connects: what new connections took, where that is known apart.
        models_answering: the models that the server says it used, and how often.
    """

    label: str
    model: str
    requests: int
    succeeded: int
    errors: Mapping[str, int]
    finish_reasons: Mapping[str, int]
    duration: float | None
    ttfb: Distribution | None
    ttfr: Distribution | None
    ttft: Distribution | None
    ttfo: Distribution | None
    tpot: Distribution | None
    itl: Distribution | None
    e2e: Distribution | None
    total: Distribution | None
    output_tps: Distribution | None
    e2e_tps: Distribution | None
    output_token_throughput: float | None
    request_throughput: float | None
    kept_up: float | None
    input_tokens: Distribution | None
    output_tokens: Distribution | None
    reasoning_tokens: Distribution | None
    cached_tokens: Distribution | None
    tokens_per_chunk: float | None
    tokens_from_usage: int
    usage_diff: float | None
    usage_doubted: int
    osl_mismatch: int
    goodput: Goodput | None = None
    send_lag: Distribution | None = None
    e2e_incl_queue: Distribution | None = None
    loop_lag: Distribution | None = None
    saturation: Saturation | None = None
    connects: Distribution | None = None
    models_answering: Mapping[str, int] = field(default_factory=dict)


def summarize(
    records: Sequence[Record],
    *,
    objectives: Objectives | None = None,
    loop_lag: Sequence[float] = (),
    connects: Sequence[float] = (),
) -> Summary:
    """The summary of records of one target.

    Raises:
        ValueError: there are no records.
    """
    if not records:
        raise ValueError("there is nothing to summarize: no records")
    good = [record for record in records if record.ok]
    duration = _duration(good)

    def of(value: Callable[[Record], float | None]) -> Distribution | None:
        return describe(map(value, good))

    ttft, itl = of(lambda r: r.ttft), describe(gap for record in good for gap in record.itl)
    lag = describe(loop_lag)
    tokens, told = sum(r.output_tokens or 0 for r in good), [r for r in good if r.tokens_source == "usage"]
    return Summary(
        label=records[0].label,
        model=records[0].model,
        requests=len(records),
        succeeded=len(good),
        errors=_counted(r.failure.code for r in records if r.failure is not None),
        finish_reasons=_counted(r.finish_reason or "none" for r in good),
        duration=duration,
        ttfb=of(lambda r: r.ttfb),
        ttfr=of(lambda r: r.ttfr),
        ttft=ttft,
        ttfo=of(lambda r: r.ttfo),
        tpot=of(lambda r: r.tpot),
        itl=itl,
        e2e=of(lambda r: r.e2e),
        total=of(lambda r: r.total),
        output_tps=of(lambda r: r.output_tps),
        e2e_tps=of(lambda r: r.e2e_tps),
        output_token_throughput=tokens / duration if duration else None,
        request_throughput=len(good) / duration if duration else None,
        kept_up=_kept_up(records, good, duration),
        input_tokens=of(lambda r: r.input_tokens),
        output_tokens=of(lambda r: r.output_tokens),
        reasoning_tokens=of(lambda r: r.reasoning_tokens),
        cached_tokens=of(lambda r: r.cached_tokens),
        tokens_per_chunk=_share(tokens, sum(r.chunks for r in good)),
        tokens_from_usage=len(told),
        usage_diff=_usage_diff(told),
        usage_doubted=sum((r.output_tokens or 0) < r.chunks for r in told),
        osl_mismatch=sum(map(_misses_length, good)),
        goodput=goodput(records, objectives, duration) if objectives is not None else None,
        send_lag=describe(r.send_lag for r in records),
        e2e_incl_queue=of(lambda r: r.e2e_incl_queue),
        loop_lag=lag,
        saturation=saturation(lag, ttft, itl),
        connects=describe(connects),
        models_answering=_counted(r.answered_by for r in good if r.answered_by),
    )


def summaries(result: LoadResult, *, objectives: Objectives | None = None) -> list[Summary]:
    """The summary of each target of a load that has records."""
    return [
        summarize(records, objectives=objectives, loop_lag=result.loop_lag, connects=result.connects)
        for records in result.by_label().values()
        if records
    ]


def _duration(good: Sequence[Record]) -> float | None:
    if not good:
        return None
    return max(record.ended_at for record in good) - min(record.sent_at for record in good)


def _kept_up(records: Sequence[Record], good: Sequence[Record], duration: float | None) -> float | None:
    intended = sorted(record.intended_at for record in records)
    span = intended[-1] - intended[0]
    if not span or duration is None:
        return None
    typical = sorted(record.total or 0.0 for record in good)[len(good) // 2]
    answering = max(duration - typical, span)
    return min(1.0, (len(good) - 1) / answering / ((len(records) - 1) / span))


def _counted(names: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(names).items()))


def _share(part: float, whole: float) -> float | None:
    return part / whole if whole else None


def _usage_diff(told: Sequence[Record]) -> float | None:
    tokens = sum(record.output_tokens or 0 for record in told)
    return _share(sum(record.chunks for record in told) - tokens, tokens)


def _misses_length(record: Record) -> bool:
    if record.max_tokens is None or record.output_tokens is None:
        return False
    return abs(record.output_tokens - record.max_tokens) > min(OSL_SHARE * record.max_tokens, OSL_TOKENS)
