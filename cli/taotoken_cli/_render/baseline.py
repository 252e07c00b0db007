"""`baseline save`, `check` and `list` in words and as JSON."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from taotoken._duration import seconds
from taotoken._message import Language, Message
from taotoken._text import safe_text
from taotoken_cli._console import Console
from taotoken_cli._label import labelled
from taotoken_cli._render._columns import behind, point
from taotoken_cli._texts import baseline as texts
from taotoken_cli._texts import common
from taotoken_cli._wrap import wrap

if TYPE_CHECKING:
    from taotoken.measure import Baseline, BaselineFinding, BaselineRun
    from taotoken_cli._baseline._result import CheckResult, ListResult, SaveResult

_WIDTH = 79
_SETTINGS = ("base_url", "model", "protocol", "prompt", "max_tokens", "temperature", "top_p", "seed")


def show_save(result: SaveResult, console: Console) -> None:
    """Where it is, and its figures."""
    baseline = result.baseline
    console.say(texts.SAVED(name=result.name, path=safe_text(result.shown_path, 300)))
    for line in wrap(console.words(_figures(baseline)), _WIDTH):
        console.say(line)
    if result.replaced is not None:
        console.note(texts.REPLACED(time=_local(result.replaced.taken_at)))
    if all(run.output_tokens is None for run in baseline.runs):
        console.note(texts.COUNTING())
    if not any(run.text for run in baseline.runs):
        console.note(texts.NO_TEXT(bound=baseline.settings.max_tokens))
    if baseline.distinct > 1:
        console.note(texts.VARIES())
    console.tell(labelled(common.NEXT, texts.SAVE_NEXT(name=result.name), console))


def show_check(result: CheckResult, console: Console) -> None:
    """What changed, and what did not."""
    check = result.check
    head = texts.CHECKED(
        name=result.name, model=safe_text(check.before.settings.model, 60), time=_local(check.before.taken_at),
        runs=len(check.before.runs), now=len(check.now.runs),
    )  # fmt: skip
    for line in wrap(console.words(head), _WIDTH):
        console.say(line)
    if check.settings:
        _listed(texts.SETTINGS(), [(message, None) for message in check.settings], console)
    for title, wanted in ((texts.CHANGED(), True), (texts.UNCHANGED(), False)):
        found = [(finding.message, finding.means) for finding in check.findings if finding.changed is wanted]
        if found:
            _listed(title, found, console)
    if check.same:
        console.say(texts.SAME())


def show_list(result: ListResult, console: Console) -> None:
    """The name of each, and what it is of below it."""
    if not result.saved:
        console.say(texts.EMPTY())
    for one in result.saved:
        if one.baseline is None:
            continue
        settings = one.baseline.settings
        about = texts.LINE(
            time=_local(one.baseline.taken_at), model=safe_text(settings.model, 60),
            protocol=settings.protocol, url=safe_text(settings.base_url, 200),
            ttft=_time(one.baseline, lambda run: run.ttft), tpot=_time(one.baseline, lambda run: run.tpot),
        )  # fmt: skip
        console.say(one.name)
        for line in behind(console.words(about)):
            console.say(line)


def save_data(result: SaveResult, language: Language) -> dict[str, Any]:
    """The data of the envelope; times in seconds."""
    del language
    return {"name": result.name, "path": str(result.path), "replaced": result.replaced is not None,
            "baseline": _data(result.baseline)}  # fmt: skip


def check_data(result: CheckResult, language: Language) -> dict[str, Any]:
    """The data of the envelope; times in seconds."""
    check = result.check
    return {
        "name": result.name,
        "same": check.same,
        "settings": [message.render(language) for message in check.settings],
        "findings": [_finding(finding, language) for finding in check.findings],
        "before": _data(check.before),
        "now": _data(check.now),
    }


def list_data(result: ListResult, language: Language) -> dict[str, Any]:
    """The data of the envelope."""
    del language
    return {
        "baselines": [
            {"name": one.name, "path": str(one.path), "baseline": _data(one.baseline) if one.baseline else None}
            for one in result.saved
        ]
    }


def _listed(title: Message, items: list[tuple[Message, Message | None]], console: Console) -> None:
    console.say(title)
    for message, means in items:
        for line in point(console.words(message)):
            console.say(line)
        for line in behind(console.words(means)) if means is not None else ():
            console.say(line)


def _figures(baseline: Baseline) -> Message:
    distinct = baseline.distinct
    return texts.FIGURES(
        runs=len(baseline.runs),
        ttft=_time(baseline, lambda run: run.ttft),
        tpot=_time(baseline, lambda run: run.tpot),
        input=_count(baseline, lambda run: run.input_tokens),
        output=_count(baseline, lambda run: run.output_tokens),
        answers=texts.ONE_ANSWER() if distinct == 1 else texts.MORE_ANSWERS(distinct=distinct),
    )


def _median(baseline: Baseline, value: Callable[[BaselineRun], float | None]) -> float | None:
    known = [one for one in map(value, baseline.runs) if one is not None]
    return statistics.median(known) if known else None


def _time(baseline: Baseline, value: Callable[[BaselineRun], float | None]) -> str:
    return seconds(_median(baseline, value))


def _count(baseline: Baseline, value: Callable[[BaselineRun], int | None]) -> str:
    found = _median(baseline, value)
    return "?" if found is None else f"{found:,.0f}"


def _local(time: datetime) -> str:
    return time.astimezone().strftime("%Y-%m-%d %H:%M")


def _data(baseline: Baseline) -> dict[str, Any]:
    return {
        **{name: getattr(baseline.settings, name) for name in _SETTINGS},
        "taken_at": baseline.taken_at.isoformat(timespec="seconds"),
        "runs": len(baseline.runs),
        "ttft": _median(baseline, lambda run: run.ttft),
        "tpot": _median(baseline, lambda run: run.tpot),
        "input_tokens": _median(baseline, lambda run: run.input_tokens),
        "output_tokens": _median(baseline, lambda run: run.output_tokens),
        "distinct_answers": baseline.distinct,
    }


def _finding(finding: BaselineFinding, language: Language) -> dict[str, Any]:
    found = finding.difference
    return {
        "name": finding.name,
        "changed": finding.changed,
        "message": finding.message.render(language),
        "means": finding.means.render(language) if finding.means else None,
        "before": found.median_a if found else None,
        "now": found.median_b if found else None,
        "change": found.change if found else None,
        "p_value": found.p_value if found else None,
    }
