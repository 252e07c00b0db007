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
class Switched:
    """The tool that was turned on or off; `run` is None where it was so already."""

    action: Action
    id: str
    distribution: str
    version: str
    run: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolsResult:
    """The tools there are, after what was asked for was done."""

    tools: tuple[ListedTool, ...]
    switched: Switched | None = None
    status: Status = "ok"
    errors: tuple[Problem, ...] = ()
    exit_code: int = _exit.DONE

    @property
    def changed(self) -> bool:
        """Was our own file written?"""
        return self.switched is not None and self.switched.run is not None
