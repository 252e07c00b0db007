"""Running the loads, until they end or ^C is pressed."""

from __future__ import annotations

import asyncio
import gc
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from taotoken._text import safe_text
from taotoken.measure import (
    Knee,
    Level,
    Load,
    LoadResult,
    Objectives,
    Progress,
    Target,
    knee_of_concurrency,
    knee_of_rate,
    run_loads,
    summarize,
)
from taotoken_cli import _exit
from taotoken_cli._app import App
from taotoken_cli._bench._progress import progress_words
from taotoken_cli._bench._result import BenchResult, BenchRun, Shape
from taotoken_cli._progress_line import ProgressLine
from taotoken_cli._render.bench_words import level_words
from taotoken_cli._texts import bench as texts
from taotoken_plugins._problem import Problem

if TYPE_CHECKING:
    from taotoken._message import Message, Text
    from taotoken.measure import Failure
    from taotoken_cli._bench._options import BenchOptions


def run(
    app: App, options: BenchOptions, targets: Sequence[Target], loads: Sequence[Load], objectives: Objectives | None
) -> BenchResult:
    """Put the loads on the targets, one after the other."""
    started_at = datetime.now(UTC).isoformat(timespec="seconds")
    results = asyncio.run(_run(app, options, targets, loads))
    shape: Shape = "concurrency" if options.rate is None else "rate"
    runs = tuple(
        BenchRun(
            shape=shape,
            level=result.load.rate or float(result.load.concurrency or 0),
            summary=summarize(records, objectives=objectives, loop_lag=result.loop_lag, connects=result.connects),
            records=records,
        )
        for result in results
        for records in result.by_label().values()
        if records
    )
    made = BenchResult(
        options=options,
        targets=tuple(targets),
        objectives=objectives,
        results=tuple(results),
        runs=runs,
        knees=_knees(shape, targets, runs),
        started_at=started_at,
    )
    return _judged(made)


async def _run(app: App, options: BenchOptions, targets: Sequence[Target], loads: Sequence[Load]) -> list[LoadResult]:
    stop = asyncio.Event()
    results: list[LoadResult] = []
    with ProgressLine(app.console) as line, _stopping(stop), _frozen():

        def show(progress: Progress) -> None:
            line.show(progress_words(level_words(loads[len(results)]), progress))

        async for result in run_loads(targets, loads, transport=options.transport, on_progress=show, stop=stop):
            results.append(result)
            line.clear()
    return results


@contextmanager
def _frozen() -> Iterator[None]:
    """What is loaded is left alone by the collections in the block, so that they take less time."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


@contextmanager
def _stopping(stop: asyncio.Event) -> Iterator[None]:
    """The first ^C in the block sets `stop`, a second one does what it always does."""
    loop = asyncio.get_running_loop()

    def pressed(*_: object) -> None:
        signal.signal(signal.SIGINT, before)
        loop.call_soon_threadsafe(stop.set)

    try:
        before = signal.signal(signal.SIGINT, pressed)
    except ValueError:  # not the main thread, where no ^C arrives
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _knees(shape: Shape, targets: Sequence[Target], runs: Sequence[BenchRun]) -> tuple[tuple[str, Knee | None], ...]:
    """The knee of each target that was measured at several levels."""
    found: list[tuple[str, Knee | None]] = []
    for target in targets:
        levels = [
            level for run in runs if run.summary.label == target.label and (level := _level(shape, run)) is not None
        ]
        if len(levels) > 1:
            knee = knee_of_concurrency(levels) if shape == "concurrency" else knee_of_rate(levels)
            found.append((target.label, knee))
    return tuple(found)


def _level(shape: Shape, run: BenchRun) -> Level | None:
    summary = run.summary
    throughput = summary.output_token_throughput if shape == "concurrency" else summary.request_throughput
    if summary.ttft is None or throughput is None:
        return None
    kept_up = 1.0 if summary.kept_up is None else summary.kept_up
    return Level(load=run.level, throughput=throughput, ttft=summary.ttft.p50, kept_up=kept_up)


def _judged(result: BenchResult) -> BenchResult:
    """The result with its status: a problem where nothing succeeded or a load was given up."""
    if result.stopped:
        message = texts.STOPPED_EMPTY() if not result.runs else None
        errors = (Problem(code="interrupted", message=message),) if message else ()
        return replace(result, status="partial", errors=errors, exit_code=_exit.INTERRUPTED)
    problem = _problem(result)
    if problem is None:
        return result
    return replace(result, status="partial" if result.runs else "failed", errors=(problem,), exit_code=_exit.PROBLEM)


def _problem(result: BenchResult) -> Problem | None:
    for load in result.results:
        if load.gave_up is not None:
            return _of_failure(texts.GAVE_UP if load.records else texts.GAVE_UP_WARMUP, load.gave_up, result)
    if any(run.summary.succeeded for run in result.runs):
        return None
    failures = [record.failure for run in result.runs for record in run.records if record.failure is not None]
    return _of_failure(texts.NOTHING, failures[0], result) if failures else None


def _of_failure(text: Text, failure: Failure, result: BenchResult) -> Problem:
    """What a request's failure says, as the reason for the end."""
    target = result.targets[0]
    following = texts.NOTHING_NEXT(command=f"taotoken chat hello --model {safe_text(target.model, 80)}")
    message: Message = text(message=safe_text(failure.message, 400))
    return Problem(code=failure.cause or failure.code, message=message, next=following)
