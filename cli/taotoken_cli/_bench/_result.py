"""What a bench came to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from taotoken.measure import Knee, LoadResult, Objectives, Record, Summary, Target
from taotoken_cli import _exit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from taotoken_cli._bench._options import BenchOptions
    from taotoken_cli._envelope import Status
    from taotoken_plugins._problem import Problem

Shape = Literal["concurrency", "rate"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchRun:
    """One target at one level."""

    shape: Shape
    level: float
    summary: Summary
    records: tuple[Record, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchResult:
    """The runs of all levels and targets. `started_at` is an ISO date, `written` names the files."""

    options: BenchOptions
    targets: tuple[Target, ...]
    objectives: Objectives | None
    results: tuple[LoadResult, ...]
    runs: tuple[BenchRun, ...]
    knees: tuple[tuple[str, Knee | None], ...]
    started_at: str
    written: tuple[str, ...] = ()
    changed: bool = False
    status: Status = "ok"
    errors: tuple[Problem, ...] = ()
    exit_code: int = _exit.DONE

    @property
    def shape(self) -> Shape:
        """Closed or open loop?"""
        return "concurrency" if self.options.rate is None else "rate"

    @property
    def several(self) -> bool:
        """More than one target?"""
        return len(self.targets) > 1

    @property
    def stopped(self) -> bool:
        """Did the user end it?"""
        return any(result.stopped for result in self.results)

    def rows(self) -> Iterator[tuple[str, str, Record]]:
        """Every request with its level."""
        for run in self.runs:
            for record in run.records:
                yield run.shape, f"{run.level:g}", record
