"""`bench` in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from taotoken._message import Message
from taotoken._text import safe_text
from taotoken_cli._console import Console
from taotoken_cli._render._figures import figure_table, ms, percent, plain
from taotoken_cli._render._smoke import seconds
from taotoken_cli._render.bench_words import doubts, knee_words, level_of, remarks, transport_words
from taotoken_cli._texts import bench as texts
from taotoken_cli._wrap import wrap

if TYPE_CHECKING:
    from taotoken.measure import Distribution, Summary
    from taotoken_cli._bench._result import BenchResult, BenchRun

_SHOWN = (("TTFT", "ttft"), ("TTFO", "ttfo"), ("TPOT", "tpot"), ("ITL", "itl"), ("E2E", "e2e"))
_WIDTH = 79
_COLUMNS = ("mean", "p50", "p90", "p95", "p99", "max")


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
        _say(knee_words(result, label, knee), console)
    for warning in doubts(result):
        console.warn(warning)
    for note in remarks(result):
        console.note(note)
    if result.stopped:
        console.note(texts.STOPPED(count=sum(load.unfinished for load in result.results)))
    for path in result.written:
        console.tell(texts.WRITTEN(path=safe_text(path, 300)))


def _say(message: Message, console: Console) -> None:
    for line in wrap(console.words(message), _WIDTH):
        console.say(line)


def _show_head(result: BenchResult, console: Console) -> None:
    transport = transport_words(result)
    for target in result.targets:
        url = safe_text(target.endpoint.base_url, 200)
        where = texts.WHERE(model=safe_text(target.label, 80), url=url, protocol=target.protocol, transport=transport)
        _say(where, console)
    told = next((run.summary.input_tokens for run in result.runs if run.summary.input_tokens), None)
    tokens = plain(told.p50) if told else texts.UNKNOWN_TOKENS()
    options = result.options
    _say(texts.SHAPE(tokens=tokens, max_tokens=options.max_tokens, warmup=options.warmup), console)


def _show_run(result: BenchResult, run: BenchRun, console: Console) -> None:
    summary = run.summary
    console.say("")
    _say(_level_line(result, run), console)
    rows: list[tuple[str, ...]] = [("ms", *_COLUMNS)]
    for name, field in _SHOWN:
        values: Distribution | None = getattr(summary, field)
        if values is not None and not (field == "ttfo" and values == summary.ttft):
            rows.append((name, *(ms(getattr(values, column)) for column in _COLUMNS)))
    if len(rows) > 1:  # else no text came
        console.say(figure_table(_without_empty(rows)))
    if summary.succeeded:
        _show_counts(summary, console)
    if summary.goodput is not None:
        _say(_goodput_words(summary), console)


def _show_counts(summary: Summary, console: Console) -> None:
    throughput = texts.THROUGHPUT(
        tokens=plain(summary.output_token_throughput),
        requests=plain(summary.request_throughput),
        decode=plain(summary.output_tps.p50 if summary.output_tps else None),
    )
    _say(throughput, console)
    source = {0: texts.BY_CHUNKS, summary.succeeded: texts.BY_USAGE}.get(summary.tokens_from_usage, texts.BY_BOTH)
    counts = texts.COUNTS(
        input=plain(summary.input_tokens.p50 if summary.input_tokens else None),
        output=plain(summary.output_tokens.p50 if summary.output_tokens else None),
        source=source(),
        reasons=", ".join(f"{safe_text(name, 40)} {number}" for name, number in summary.finish_reasons.items()),
    )
    _say(counts, console)


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


def _without_empty(rows: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The rows without columns that have no value (p99 of few requests)."""
    kept = [index for index in range(len(rows[0])) if index == 0 or any(row[index] != "-" for row in rows[1:])]
    return [tuple(row[index] for index in kept) for row in rows]
