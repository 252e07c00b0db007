"""What `undo` took back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from taotoken_cli import _exit

if TYPE_CHECKING:
    from taotoken_cli._envelope import Status
    from taotoken_plugins._host import Host
    from taotoken_plugins._problem import Problem
    from taotoken_plugins._undo import UndoPlan, UndoResult


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoCommandResult:
    """What was taken back; `done` is None when the user said no, or only wanted to look."""

    host: Host
    plan: UndoPlan
    done: UndoResult | None
    only_looks: bool = False
    errors: tuple[Problem, ...] = ()

    @property
    def changed(self) -> bool:
        """Was a file changed?"""
        return self.done is not None and self.done.run is not None

    @property
    def status(self) -> Status:
        """``partial`` when a file was left because it was changed since."""
        if self.done is None:
            return "ok" if self.only_looks else "failed"
        return "partial" if any(file.outcome == "left" for file in self.done.files) else "ok"

    @property
    def exit_code(self) -> int:
        """1 when a file was left, or the user said no."""
        return _exit.DONE if self.status == "ok" else _exit.PROBLEM
