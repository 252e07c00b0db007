"""What `setup` did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from taotoken._endpoint import Endpoint
from taotoken._message import Message
from taotoken_cli import _exit
from taotoken_cli._envelope import Status
from taotoken_cli._setup._clean_up import Clutter
from taotoken_cli._setup._options import SetupOptions
from taotoken_cli._texts import setup as texts
from taotoken_plugins._host import Host
from taotoken_plugins._problem import Problem
from taotoken_plugins._tool import Tool

if TYPE_CHECKING:
    from taotoken_plugins._by_hand import ByHand
    from taotoken_plugins._plan import Plan
    from taotoken_plugins._run import Run
    from taotoken_plugins.diagnosis._finding import Finding, SmokeResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """Everything known before the first file is touched.

    Attributes:
        urls: those that the tools will post to.
        by_hand: by id what is to be entered for the tools that can't be written.
        clutter, cleaned: what would win over the new settings or is of no use, and whether the plan takes out of it
            what can go.
    """

    host: Host
    options: SetupOptions
    tools: tuple[Tool, ...]
    endpoints: tuple[Endpoint, ...]
    urls: tuple[str, ...]
    plan: Plan
    diffs: tuple[str, ...]
    notes: tuple[Message, ...] = ()
    warnings: tuple[Message, ...] = ()
    clutter: Clutter = field(default_factory=Clutter)
    cleaned: bool = False
    by_hand: Mapping[str, ByHand] = field(default_factory=dict)

    @property
    def writes(self) -> bool:
        """Is there a tool among them whose files can be written?"""
        return any(tool.kind == "files" for tool in self.tools)


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupResult:
    """The end of a run: `run` is None when nothing was written; `smokes` is empty when none was sent. `shadowed` tells
    of tools that don't use the new settings here, where no test request says so."""

    prepared: Prepared
    run: Run | None = None
    smokes: tuple[SmokeResult, ...] = ()
    shadowed: tuple[Finding, ...] = ()
    declined: bool = False
    names: dict[str, str] = field(default_factory=dict)

    @property
    def changed(self) -> bool:
        """Was a file written?"""
        return self.run is not None

    @property
    def failed_smokes(self) -> tuple[SmokeResult, ...]:
        """The test requests that failed."""
        return tuple(smoke for smoke in self.smokes if not smoke.ok)

    @property
    def status(self) -> Status:
        """``partial`` when the files are written and a tool does not work yet."""
        if self.failed_smokes or self.shadowed:
            return "partial" if self.changed else "failed"
        return "failed" if self.exit_code else "ok"

    @property
    def exit_code(self) -> int:
        """1 when a test request failed, a tool doesn't use the settings here, `--check` found something to change, or
        the user said no."""
        would_change = self.prepared.options.check and bool(self.prepared.plan.changes)
        bad = self.failed_smokes or self.shadowed or would_change or self.declined
        return _exit.PROBLEM if bad else _exit.DONE

    @property
    def errors(self) -> Sequence[Problem]:
        """The failed test requests, and the tools that don't use the settings, as problems."""
        failed = (_problem(smoke, self.names.get(smoke.tool_id, smoke.tool_id)) for smoke in self.failed_smokes)
        return (*failed, *(_of_finding(finding, finding.tool) for finding in self.shadowed))


def _problem(smoke: SmokeResult, name: str) -> Problem:
    finding = smoke.finding
    if finding is None:
        return Problem(code="smoke_failed", message=texts.SMOKE_FAILED_UNKNOWN(tool=name), tool=smoke.tool_id)
    return _of_finding(finding, smoke.tool_id)


def _of_finding(finding: Finding, tool_id: str | None) -> Problem:
    return Problem(
        code=str(finding.cause),
        message=finding.message,
        file=finding.file,
        line=finding.line,
        field=finding.field,
        tool=tool_id,
        next=finding.remedy,
    )
