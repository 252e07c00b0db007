"""What `undo` took back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from taotoken_cli import _exit
from taotoken_plugins._place import shown
from taotoken_plugins._problem import Problem
from taotoken_plugins._texts import engine as texts

if TYPE_CHECKING:
    from taotoken_cli._envelope import Status
    from taotoken_plugins._host import Host
    from taotoken_plugins._undo import UndoneFile, UndoPlan, UndoResult


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoCommandResult:
    """What was taken back; `done` is None when the user said no, or only wanted to look."""

    host: Host
    plan: UndoPlan
    done: UndoResult | None
    only_looks: bool = False

    @property
    def errors(self) -> tuple[Problem, ...]:
        """The files that were left, each with the reason."""
        files = self.done.files if self.done is not None else ()
        return tuple(_problem(file, self.host) for file in files if file.outcome == "left")

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


def _problem(file: UndoneFile, host: Host) -> Problem:
    following = texts.UNDO_LEFT_NEXT(path=shown(host, file.path))
    return Problem(code="undo_left", message=file.notes[0], file=file.path, next=following)
