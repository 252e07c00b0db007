"""Two result files, level by level."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, Final

from taotoken._message import Message
from taotoken._text import safe_text
from taotoken.measure import Difference, compare_samples
from taotoken_cli import _exit
from taotoken_cli._envelope import Status
from taotoken_cli._texts import bench as texts
from taotoken_plugins._problem import Problem, RefusedError

METRICS: Final = ("ttft_ms", "tpot_ms", "e2e_ms")
_MAX_FILE: Final = 512 * 1024 * 1024
_LEAST: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedRun:
    """One run of a file; exactly one of concurrency and rate is there. `samples` are in the order of sending."""

    label: str
    concurrency: float | None
    rate: float | None
    throughput: float | None
    saturated: bool
    samples: Mapping[str, tuple[float, ...]]

    @property
    def key(self) -> tuple[str, float | None, float | None]:
        """What makes it the same run in another file."""
        return self.label, self.concurrency, self.rate

    @property
    def together(self) -> int:
        """How many requests were under way at once."""
        if self.concurrency:
            return int(self.concurrency)
        typical = sorted(self.samples["e2e_ms"])
        return max(1, round((self.rate or 0) * typical[len(typical) // 2] / 1000)) if typical else 1

    def rounds(self, metric: str) -> list[float]:
        """The median of each round of requests that were under way together.

        They met the same conditions, so they are no independent values: 64 requests that wait behind the same hiccup
        are one observation of it.
        """
        values, size = self.samples.get(metric, ()), self.together
        return [median(values[start : start + size]) for start in range(0, len(values) - size + 1, size)]


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedResult:
    """A file: its runs, and the settings that should be equal in two results."""

    path: Path
    runs: tuple[SavedRun, ...]
    settings: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A run of each file; a metric of which too little was measured is None."""

    a: SavedRun
    b: SavedRun
    differences: Mapping[str, Difference | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareResult:
    """What two files come to."""

    a: SavedResult
    b: SavedResult
    pairs: tuple[Pair, ...]
    changed: bool = False
    status: Status = "ok"
    errors: tuple[Problem, ...] = ()
    exit_code: int = _exit.DONE

    @property
    def alone(self) -> tuple[tuple[SavedResult, SavedRun], ...]:
        """The runs that only one file has."""
        paired = {id(run) for pair in self.pairs for run in (pair.a, pair.b)}
        return tuple((saved, run) for saved in (self.a, self.b) for run in saved.runs if id(run) not in paired)

    @property
    def changed_settings(self) -> dict[str, tuple[str, str]]:
        """The settings that differ: what a difference may come from besides the server."""
        names = sorted(self.a.settings.keys() | self.b.settings.keys())
        pairs = {name: (self.a.settings.get(name, "-"), self.b.settings.get(name, "-")) for name in names}
        return {name: values for name, values in pairs.items() if values[0] != values[1]}


def compare(first: Path, second: Path) -> CompareResult:
    """Compare two files: runs of the same target at the same level; two files of one run each in any case.

    Raises:
        RefusedError: a file is no result, or the two have nothing in common.
    """
    a, b = read_result(first), read_result(second)
    if len(a.runs) == len(b.runs) == 1:
        matched = [(a.runs[0], b.runs[0])]
    else:
        others = {run.key: run for run in b.runs}
        matched = [(run, others[run.key]) for run in a.runs if run.key in others]
    if not matched:
        message = texts.NOTHING_TO_COMPARE(a=_names(a.runs), b=_names(b.runs))
        raise RefusedError(
            Problem(code="nothing_to_compare", message=message, file=b.path, next=texts.NOTHING_TO_COMPARE_NEXT())
        )
    pairs = [Pair(a=one, b=other, differences=_differences(one, other)) for one, other in matched]
    return CompareResult(a=a, b=b, pairs=tuple(pairs))


def _differences(a: SavedRun, b: SavedRun) -> dict[str, Difference | None]:
    found: dict[str, Difference | None] = {}
    for metric in METRICS:
        before, after = a.rounds(metric), b.rounds(metric)
        enough = min(len(before), len(after)) >= _LEAST
        found[metric] = compare_samples(before, after) if enough else None
    return found


def _names(runs: Sequence[SavedRun]) -> str:
    shown = [f"{run.label} c={run.concurrency:g}" if run.concurrency else f"{run.label} {run.rate}/s" for run in runs]
    return safe_text(", ".join(shown[:5]), 200)


def read_result(path: Path) -> SavedResult:
    """A file that `taotoken bench --out` wrote; RefusedError for any other."""
    with path.open("rb") as file:
        raw = file.read(_MAX_FILE)
    try:
        value = json.loads(raw)
    except (ValueError, RecursionError) as error:
        line, column = (error.lineno, error.colno) if isinstance(error, json.JSONDecodeError) else (None, None)
        raise _refused(path, texts.NOT_JSON(), line=line, column=column) from None
    if not isinstance(value, dict) or value.get("schema") != "taotoken.bench/1":
        raise _refused(path, texts.NO_SCHEMA())
    runs = value.get("runs")
    if not isinstance(runs, list) or not runs:
        raise _refused(path, texts.NO_RUNS(), field="runs")
    read = tuple(_run(path, run, f"runs[{number}]") for number, run in enumerate(runs))
    return SavedResult(path=path.absolute(), runs=read, settings=_settings(value))


def _run(path: Path, run: Any, place: str) -> SavedRun:
    if not isinstance(run, dict) or not isinstance(run.get("samples"), dict):
        raise _refused(path, texts.NO_RUNS(), field=f"{place}.samples")
    label = run.get("label")
    if not isinstance(label, str):
        raise _refused(path, texts.BAD_FIELD(field=f"{place}.label"), field=f"{place}.label")
    numbers = {}
    for name in ("concurrency", "rate", "output_token_throughput"):
        value = run.get(name)
        if value is not None and not _is_number(value):
            raise _refused(path, texts.BAD_FIELD(field=f"{place}.{name}"), field=f"{place}.{name}")
        numbers[name] = value
    samples = {}
    for metric in METRICS:
        values = run["samples"].get(metric, [])
        if not isinstance(values, list) or not all(map(_is_number, values)):
            field = f"{place}.samples.{metric}"
            raise _refused(path, texts.BAD_FIELD(field=field), field=field)
        samples[metric] = tuple(map(float, values))
    return SavedRun(
        label=safe_text(label, 200),
        concurrency=numbers["concurrency"],
        rate=numbers["rate"],
        throughput=numbers["output_token_throughput"],
        saturated=run.get("client_saturated") is True,
        samples=samples,
    )


def _settings(value: Mapping[str, Any]) -> dict[str, str]:
    """What should be the same for a difference to be the server's."""
    load, targets = value.get("load"), value.get("targets")
    found: dict[str, Any] = dict(load) if isinstance(load, dict) else {}
    for name in ("requests", "duration_s", "warmup"):
        found.pop(name, None)
    found["transport"] = value.get("transport")
    if isinstance(targets, list) and len(targets) == 1 and isinstance(targets[0], dict):
        found.update({name: targets[0].get(name) for name in ("model", "base_url", "protocol")})
    return {safe_text(str(name), 60): safe_text(str(setting), 200) for name, setting in found.items()}


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value == value and abs(value) < 1e15


def _refused(
    path: Path, reason: Message, field: str | None = None, *, line: int | None = None, column: int | None = None
) -> RefusedError:
    return RefusedError(
        Problem(
            code="bad_result",
            message=texts.NOT_A_RESULT(reason=reason),
            file=path.absolute(),
            line=line,
            column=column,
            field=field,
            next=texts.NOT_A_RESULT_NEXT(file=safe_text(path.name, 100)),
        )
    )
