"""What `tools` lists, and what its two actions did."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from taotoken._message import Message
from taotoken_cli import _exit

if TYPE_CHECKING:
    from taotoken_cli._envelope import Status
    from taotoken_plugins._problem import Problem

Action = Literal["enable", "disable"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedTool:
    """One tool. `distribution` and `version` are None for built-in ones, `name` for those that were not loaded."""

    id: str
    name: str | None
    state: Literal["enabled", "available", "broken"]
    distribution: str | None = None
    version: str | None = None
    problem: Message | None = None

    @property
    def builtin(self) -> bool:
        """Is it one of ours?"""
        return self.distribution is None


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolsResult:
    """The tools there are after `action` on the tool `id`; `run` is None where nothing had to be written."""

    tools: tuple[ListedTool, ...]
    action: Action | None = None
    id: str | None = None
    run: str | None = None
    status: Status = "ok"
    errors: tuple[Problem, ...] = ()
    exit_code: int = _exit.DONE

    @property
    def changed(self) -> bool:
        """Was our own file written?"""
        return self.run is not None
