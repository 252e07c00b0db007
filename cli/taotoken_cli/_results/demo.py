"""What `demo` did."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from taotoken_cli import _exit

if TYPE_CHECKING:
    from taotoken_cli._envelope import Status
    from taotoken_plugins._problem import Problem
    from taotoken_plugins.diagnosis._finding import SmokeResult


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolDemo:
    """One tool: the files written for it (home as ``~``) and its test request."""

    name: str
    files: tuple[str, ...]
    smoke: SmokeResult


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoResult:
    """The whole demo; `left` are files that undo failed to take away."""

    tools: tuple[ToolDemo, ...]
    left: tuple[str, ...] = ()
    changed: bool = False
    errors: tuple[Problem, ...] = ()

    @property
    def exit_code(self) -> int:
        """0 when every tool worked and undo left nothing."""
        works = all(tool.smoke.ok for tool in self.tools) and not self.left
        return _exit.DONE if works else _exit.PROBLEM

    @property
    def status(self) -> Status:
        """``ok`` or ``failed``."""
        return "failed" if self.exit_code else "ok"
