"""What `history` lists."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from taotoken._message import Message
from taotoken_cli import _exit

if TYPE_CHECKING:
    from taotoken_cli._envelope import Status
    from taotoken_plugins._problem import Problem
    from taotoken_plugins._run import Run


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryResult:
    """The runs, newest first; `pruned` is how many were forgotten, None when that was not asked for."""

    runs: tuple[Run, ...]
    broken: tuple[Message, ...] = ()
    pruned: int | None = None
    status: Status = "ok"
    errors: tuple[Problem, ...] = ()
    exit_code: int = _exit.DONE

    @property
    def changed(self) -> bool:
        """Was a record removed?"""
        return bool(self.pruned)
