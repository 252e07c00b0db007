"""`bench` in words and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any

from taotoken._message import Language, Message
from taotoken._text import safe_text
from taotoken._version import __version__
from taotoken.measure._distribution import ENOUGH_FOR_P99
from taotoken.measure._saturation import TTFT_SHARE
from taotoken_cli._console import Console
from taotoken_cli._render._figures import count, figure_table, ms, percent, plain
from taotoken_cli._render._smoke import seconds
from taotoken_cli._texts import bench as texts
from taotoken_cli._texts import common

if TYPE_CHECKING:
    from taotoken.measure import Distribution, Knee, Load, Summary
    from taotoken_cli._bench._result import BenchResult, BenchRun

_SHOWN = (("TTFT", "ttft"), ("TTFO", "ttfo"), ("TPOT", "tpot"), ("ITL", "itl"), ("E2E", "e2e"))
_COLUMNS = ("mean", "p50", "p90", "p95", "p99", "max")


def level_words(load: Load) -> Message:
    """A level as it is spoken of."""
    if load.rate is not None:
        return texts.AT_RATE(level=f"{load.rate:g}")
    return texts.AT_CONCURRENCY(level=load.concurrency)


def joined(messages: Sequence[Message]) -> Message:
    """Several messages with commas between."""
    return reduce(lambda one, other: common.LIST(first=one, second=other), messages)


def show(result: BenchResult, console: Console) -> None:
    """What was measured on standard output; what is doubtful about it on standard error."""
    if not result.runs:
        return
    _show_head(result, console)
    if len(result.runs) == 1:
        _show_run(result, result.runs[0], console)
    else:
        _show_sweep(result, console)
    for label, knee in result.knees:
        console.say(knee_words(result, label, knee))
    for warning in doubts(result):
        console.warn(warning)
    for note in remarks(result):
        console.note(note)
    if result.stopped:
        console.note(texts.STOPPED(count=sum(load.unfinished for load in result.results)))
    for path in result.written:
        console.tell(texts.WRITTEN(path=safe_text(path, 300)))


def transport_words(result: BenchResult) -> Message:
    """What requests were sent with."""
    name = result.results[0].transport
    own = {"fast": texts.FAST, "direct": texts.DIRECT}
    return own[name]() if name in own else texts.THROUGH(name=name)


def _show_head(result: BenchResult, console: Console) -> None:
    transport = transport_words(result)
    for target in result.targets:
        url = safe_text(target.endpoint.base_url, 200)
        console.say(
            texts.WHERE(model=safe_text(target.label, 80), url=url, protocol=target.protocol, transport=transport)
        )
    told = next((run.summary.input_tokens for run in result.runs if run.summary.input_tokens), None)
    tokens = plain(told.p50) if told else texts.UNKNOWN_TOKENS()
    options = result.options
    console.say(texts.SHAPE(tokens=tokens, max_tokens=options.max_tokens, warmup=options.warmup))


def _show_run(result: BenchResult, run: BenchRun, console: Console) -> None:
    summary = run.summary
    console.say("")
    console.say(_level_line(result, run))
    rows: list[tuple[str, ...]] = [("ms", *_COLUMNS)]
    for name, field in _SHOWN:
        values: Distribution | None = getattr(summary, field)
        if values is not None and not (field == "ttfo" and values == summary.ttft):
            rows.append((name, *(ms(getattr(values, column)) for column in _COLUMNS)))
    console.say(figure_table(_without_empty(rows)))
    if summary.succeeded:
        _show_counts(summary, console)
    if summary.goodput is not None:
        console.say(_goodput_words(summary))


def _show_counts(summary: Summary, console: Console) -> None:
    console.say(
        texts.THROUGHPUT(
            tokens=plain(summary.output_token_throughput),
            requests=plain(summary.request_throughput),
            decode=plain(summary.output_tps.p50 if summary.output_tps else None),
        )
    )
    source = {0: texts.BY_CHUNKS, summary.succeeded: texts.BY_USAGE}.get(summary.tokens_from_usage, texts.BY_BOTH)
    console.say(
        texts.COUNTS(
            input=plain(summary.input_tokens.p50 if summary.input_tokens else None),
            output=plain(summary.output_tokens.p50 if summary.output_tokens else None),
            source=source(),
            reasons=", ".join(f"{safe_text(name, 40)} {number}" for name, number in summary.finish_reasons.items()),
        )
    )


def _show_sweep(result: BenchResult, console: Console) -> None:
    """One line for each run."""
    label = ("",) if result.several else ()
    head = ("", *label, "ok", "TTFT p50", "TTFT p95", "TPOT p50", "E2E p50", "tokens/s", "requests/s")
    goodput = result.objectives is not None
    rows: list[tuple[str, ...]] = [(*head, "goodput")] if goodput else [head]
    for run in result.runs:
        summary = run.summary
        row = (
            console.words(level_of(run)),
            *((safe_text(summary.label, 30),) if result.several else ()),
            f"{summary.succeeded}/{summary.requests}",
            ms(summary.ttft.p50 if summary.ttft else None),
            ms(summary.ttft.p95 if summary.ttft else None),
            ms(summary.tpot.p50 if summary.tpot else None),
            ms(summary.e2e.p50 if summary.e2e else None),
            plain(summary.output_token_throughput),
            plain(summary.request_throughput),
        )
        rows.append((*row, percent(summary.goodput.share)) if summary.goodput else row)
    console.say("")
    console.say(figure_table(rows, left=2 if result.several else 1))


def level_of(run: BenchRun) -> Message:
    """The level of a run as it is spoken of."""
    text = texts.AT_RATE if run.shape == "rate" else texts.AT_CONCURRENCY
    return text(level=f"{run.level:g}")


def _level_line(result: BenchResult, run: BenchRun) -> Message:
    summary = run.summary
    told = {
        "level": level_of(run),
        "succeeded": summary.succeeded,
        "requests": summary.requests,
        "seconds": seconds(summary.duration),
    }
    return texts.LEVEL_OF(label=safe_text(summary.label, 80), **told) if result.several else texts.LEVEL(**told)


def _goodput_words(summary: Summary) -> Message:
    goodput = summary.goodput
    assert goodput is not None
    wanted = goodput.objectives
    bounds = (("TTFT", wanted.ttft), ("TPOT", wanted.tpot), ("E2E", wanted.e2e))
    kept = ", ".join(f"{name} ≤ {seconds(bound)}" for name, bound in bounds if bound is not None)
    return texts.GOOD(
        good=goodput.good,
        requests=summary.requests,
        share=percent(goodput.share),
        objectives=kept,
        rate=plain(goodput.per_second),
    )


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


def _without_empty(rows: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The rows without columns that have no value (p99 of few requests)."""
    kept = [index for index in range(len(rows[0])) if index == 0 or any(row[index] != "-" for row in rows[1:])]
    return [tuple(row[index] for index in kept) for row in rows]


def data(result: BenchResult, language: Language, *, samples: bool = False) -> dict[str, Any]:
    """The data of the envelope, times in milliseconds. A single run's metrics stand at the top too. `samples` adds
    the single values."""
    from taotoken.measure import samples_data, summary_data

    del language
    options = result.options
    runs = [
        {
            "label": safe_text(run.summary.label, 200),
            "model": safe_text(run.summary.model, 200),
            "concurrency": int(run.level) if run.shape == "concurrency" else None,
            "rate": run.level if run.shape == "rate" else None,
            **_clean(summary_data(run.summary)),
            **({"samples": samples_data(run.records)} if samples else {}),
        }
        for run in result.runs
    ]
    metrics = {name: value for name, value in runs[0].items() if name != "samples"} if len(runs) == 1 else {}
    return {
        "taotoken": __version__,
        "started_at": result.started_at,
        "transport": result.results[0].transport if result.results else None,
        "targets": [
            {
                "label": safe_text(target.label, 200),
                "base_url": safe_text(target.endpoint.base_url, 300),
                "model": safe_text(target.model, 200),
                "protocol": target.protocol,
            }
            for target in result.targets
        ],
        "load": {
            "prompt_tokens": (options.prompt_tokens or 256) if options.prompt_file is None else None,
            "same_prompt": options.same_prompt,
            "max_tokens": options.max_tokens,
            "temperature": options.temperature,
            "requests": options.requests,
            "duration_s": options.duration,
            "warmup": options.warmup,
        },
        "stopped": result.stopped,
        **metrics,
        "runs": runs,
        "knees": [_knee_data(label, knee) for label, knee in result.knees],
    }


def _clean(metrics: dict[str, Any]) -> dict[str, Any]:
    """What servers called things, made harmless."""
    for name in ("finish_reasons", "models_answering"):
        metrics[name] = {safe_text(key, 100): number for key, number in metrics[name].items()}
    return metrics


def _knee_data(label: str, knee: Knee | None) -> dict[str, Any]:
    return {
        "label": safe_text(label, 200),
        "at": count(knee.at.load) if knee else None,
        "after": count(knee.after.load) if knee and knee.after else None,
    }
