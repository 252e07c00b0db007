"""What `experiment` gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from taotoken_cli import _exit

if TYPE_CHECKING:
    from taotoken.measure import Experiment
    from taotoken_cli._envelope import Status
    from taotoken_plugins._problem import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentResult:
    """One experiment."""

    experiment: Experiment
    changed: bool = False
    status: Status = "ok"
    errors: tuple[Problem, ...] = ()
    exit_code: int = _exit.DONE
