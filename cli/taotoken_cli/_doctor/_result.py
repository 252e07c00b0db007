"""What `doctor` found and did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from taotoken._message import Message
from taotoken_cli import _exit
from taotoken_cli._doctor._options import DoctorOptions
from taotoken_cli._envelope import Status
from taotoken_plugins._host import Host
from taotoken_plugins._problem import Problem

if TYPE_CHECKING:
    from taotoken._causes import Cause
    from taotoken_plugins._run import Run
    from taotoken_plugins._tool import Tool
    from taotoken_plugins.diagnosis._finding import Finding, Report
    from taotoken_plugins.diagnosis.facts import Facts
    from taotoken_plugins.diagnosis.fix import FixPlan
    from taotoken_plugins.diagnosis.outside import Outside


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixed:
    """What `--fix` did: `run` is None when nothing was written.

    Attributes:
        before: the findings that were to be fixed.
        diffs: the changes, fit to show.
        left: those of `before` that the second look still found; all where it could not be finished.
        checked: was the second look finished?
    """

    plan: FixPlan
    before: tuple[Finding, ...]
    diffs: tuple[str, ...] = ()
    run: Run | None = None
    declined: bool = False
    left: tuple[Finding, ...] = ()
    checked: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class DoctorResult:
    """A diagnosis; findings are no errors of the command, so `errors` has only what failed after files were written.

    Attributes:
        tools: what was looked at on this machine.
        facts: by tool id, what was collected.
        outside: by tool id, the smallest request outside the tool.
        fixes: by position in `findings`, what puts it right by itself: the command to type.
        machine: the tools whose settings a text was judged together with.
        source: where the facts come from, when it is not this machine.
        written: the report file.
    """

    host: Host
    options: DoctorOptions
    report: Report
    tools: tuple[Tool, ...] = ()
    facts: Mapping[str, Facts] = field(default_factory=dict)
    outside: Mapping[str, Outside] = field(default_factory=dict)
    fixes: Mapping[int, str] = field(default_factory=dict)
    machine: tuple[str, ...] = ()
    source: Message | None = None
    fixed: Fixed | None = None
    written: Path | None = None
    errors: tuple[Problem, ...] = ()

    @property
    def names(self) -> dict[str, str]:
        """Tool id → what people call it."""
        return {tool.id: tool.name for tool in self.tools}

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings asked for."""
        wanted = self.options.causes
        return tuple(one for one in self.report.findings if not wanted or one.cause in wanted)

    @property
    def root_cause(self) -> Cause | None:
        """The first that keeps something from working; with ``--check`` any of these that was found."""
        levels = ("error", "warning") if self.options.checks else ("error",)
        return next((one.cause for one in self.findings if one.level in levels), None)

    @property
    def changed(self) -> bool:
        """Was a file of a tool written?"""
        return self.fixed is not None and self.fixed.run is not None

    @property
    def status(self) -> Status:
        """``failed`` with a root cause, ``partial`` when something was put right and something was not."""
        if self.exit_code == _exit.DONE:
            return "ok"
        return "partial" if self.changed else "failed"

    @property
    def exit_code(self) -> int:
        """1 when something keeps a tool from working, or failed after files were written."""
        declined = self.fixed is not None and (self.fixed.declined or bool(self.fixed.left))
        return _exit.PROBLEM if self.root_cause is not None or declined or self.errors else _exit.DONE
