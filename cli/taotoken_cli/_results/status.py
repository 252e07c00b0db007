"""What `status` found."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from taotoken_cli import _exit

if TYPE_CHECKING:
    from taotoken_cli._envelope import Status
    from taotoken_plugins._host import Host
    from taotoken_plugins._problem import Problem
    from taotoken_plugins._tool import Effective, Installed, Source, Tool


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolStatus:
    """One tool on this host; `broken`: a file that it reads is there, but can't be read, or the tool of a third party
    fails."""

    tool: Tool
    has_program: bool
    installed: Installed | None
    sources: tuple[Source, ...] = field(repr=False)
    effective: Effective
    broken: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusResult:
    """What every tool uses here."""

    host: Host
    tools: tuple[ToolStatus, ...]
    changed: bool = False
    status: Status = "ok"
    errors: tuple[Problem, ...] = ()
    exit_code: int = _exit.DONE
