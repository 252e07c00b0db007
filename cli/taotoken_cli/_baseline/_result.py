"""What the commands of `taotoken baseline` give."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from taotoken_cli import _exit

if TYPE_CHECKING:
    from pathlib import Path

    from taotoken.measure import Baseline, BaselineCheck
    from taotoken_cli._envelope import Status
    from taotoken_plugins._baselines import SavedBaseline
    from taotoken_plugins._problem import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveResult:
    """A baseline that was written; `replaced` is the one whose place it took."""

    name: str
    path: Path
    shown_path: str
    baseline: Baseline
    replaced: Baseline | None = None
    changed: bool = True
    status: Status = "ok"
    errors: tuple[Problem, ...] = ()
    exit_code: int = _exit.DONE


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult:
    """A baseline beside what is now."""

    name: str
    check: BaselineCheck
    errors: tuple[Problem, ...] = ()
    changed: bool = False

    @property
    def status(self) -> Status:
        """Failed when anything has changed."""
        return "ok" if self.check.same else "failed"

    @property
    def exit_code(self) -> int:
        """1 when anything has changed."""
        return _exit.DONE if self.check.same else _exit.PROBLEM


@dataclass(frozen=True, slots=True, kw_only=True)
class ListResult:
    """All baselines; those that can't be read are problems."""

    saved: tuple[SavedBaseline, ...]
    changed: bool = False

    @property
    def errors(self) -> tuple[Problem, ...]:
        """Why some can't be read."""
        return tuple(one.problem for one in self.saved if one.problem is not None)

    @property
    def status(self) -> Status:
        """Partial when some can't be read."""
        return "partial" if self.errors else "ok"

    @property
    def exit_code(self) -> int:
        """1 when some can't be read."""
        return _exit.PROBLEM if self.errors else _exit.DONE
