"""`bench compare` in words and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from taotoken._message import Language, Message
from taotoken._text import safe_text
from taotoken_cli._console import Console
from taotoken_cli._render._figures import count, figure_table, plain
from taotoken_cli._texts import bench as texts

if TYPE_CHECKING:
    from taotoken.measure import Difference
    from taotoken_cli._bench._compare import CompareResult, Pair, SavedRun

_NAMES = {"ttft_ms": "TTFT", "tpot_ms": "TPOT", "e2e_ms": "E2E"}
_VERDICTS = {"slower": texts.SLOWER, "faster": texts.FASTER, "undecided": texts.UNDECIDED}
_FIELDS = ("n_a", "n_b", "median_a", "median_b", "shift", "change", "u", "p_value", "method", "cliffs_delta", "verdict")


def show(result: CompareResult, console: Console) -> None:
    """A table for each pair of runs, and under it what may be said of each metric and why."""
    for number, pair in enumerate(result.pairs):
        if number:
            console.say("")
        _show_pair(pair, console)
    for name, (a, b) in result.changed_settings.items():
        console.warn(texts.SETTING_DIFFERS(setting=name, a=a, b=b))
    for saved, runs in ((result.a, [pair.a for pair in result.pairs]), (result.b, [pair.b for pair in result.pairs])):
        if any(run.saturated for run in runs):
            console.warn(texts.WAS_SATURATED(file=safe_text(saved.path.name, 100)))
    for saved, run in result.alone:
        file = safe_text(saved.path.name, 100)
        console.note(texts.ONLY_ONE(level=_level(run), label=run.label, file=file))


def _show_pair(pair: Pair, console: Console) -> None:
    console.say(_head(pair))
    if max(pair.a.together, pair.b.together) > 1:
        console.say(texts.BY_ROUNDS(a=pair.a.together, b=pair.b.together))
    heads = (texts.HEAD_CHANGE, texts.HEAD_INTERVAL, texts.HEAD_EFFECT)
    rows = [("ms", "A p50", "B p50", *(console.words(head()) for head in heads))]
    rows += [_row(_NAMES[name], found) for name, found in pair.differences.items() if found is not None]
    console.say(figure_table(rows))
    for name, found in pair.differences.items():
        metric = _NAMES[name]
        if found is None:
            console.say(texts.NOT_MEASURED(metric=metric))
        else:
            console.say(texts.BECAUSE(metric=metric, verdict=_VERDICTS[found.verdict](), why=found.why))
    if pair.a.throughput and pair.b.throughput:
        change = f"{pair.b.throughput / pair.a.throughput - 1:+.1%}"
        console.say(texts.UNTESTED(a=plain(pair.a.throughput), b=plain(pair.b.throughput), change=change))


def _head(pair: Pair) -> Message:
    a, b = pair.a, pair.b
    n_a, n_b = len(a.samples["e2e_ms"]), len(b.samples["e2e_ms"])
    if a.key == b.key:
        return texts.PAIR(level=_level(a), a=a.label, n_a=n_a, n_b=n_b)
    return texts.PAIR_OF_TWO(level_a=_level(a), a=a.label, n_a=n_a, level_b=_level(b), b=b.label, n_b=n_b)


def _level(run: SavedRun) -> Message:
    if run.rate is not None:
        return texts.AT_RATE(level=f"{run.rate:g}")
    return texts.AT_CONCURRENCY(level=f"{run.concurrency or 0:g}")


def _row(name: str, found: Difference) -> tuple[str, ...]:
    interval = found.shift_interval
    return (
        name,
        plain(found.median_a),
        plain(found.median_b),
        "-" if found.change is None else f"{found.change:+.1%}",
        "-" if interval is None else f"{interval[0]:+.2f} … {interval[1]:+.2f}",
        f"{found.cliffs_delta:+.2f}",
    )


def data(result: CompareResult, language: Language) -> dict[str, Any]:
    """The data of the envelope; medians, shifts and intervals in milliseconds."""
    return {
        "a": str(result.a.path),
        "b": str(result.b.path),
        "changed_settings": {name: {"a": a, "b": b} for name, (a, b) in result.changed_settings.items()},
        "pairs": [
            {
                "a": _run_data(pair.a),
                "b": _run_data(pair.b),
                "metrics": {
                    name: None if found is None else _difference_data(found, language)
                    for name, found in pair.differences.items()
                },
            }
            for pair in result.pairs
        ],
        "alone": [{"file": str(saved.path), **_run_data(run)} for saved, run in result.alone],
    }


def _run_data(run: SavedRun) -> dict[str, Any]:
    return {
        "label": run.label,
        "concurrency": None if run.concurrency is None else count(run.concurrency),
        "rate": run.rate,
        "round": run.together,
        "output_token_throughput": run.throughput,
    }


def _difference_data(found: Difference, language: Language) -> dict[str, Any]:
    return {
        **{name: getattr(found, name) for name in _FIELDS},
        "shift_interval": None if found.shift_interval is None else list(found.shift_interval),
        "test": "Mann-Whitney U, two-sided",
        "alpha": found.alpha,
        "min_change": found.min_change,
        "min_effect": found.min_effect,
        "why": found.why.render(language),
    }
