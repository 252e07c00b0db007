"""What a diagnosis says, as data."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from taotoken._causes import Cause
from taotoken._message import Message
from taotoken_plugins.diagnosis._fix import Fix
from taotoken_plugins.diagnosis._layers import layer_of
from taotoken_plugins.diagnosis.facts import ConnectProbe, RunProbe, TlsProbe

Level = Literal["error", "warning", "info"]
Who = Literal["you", "gateway", "network", "tool"]

PROVED = 90
LIKELY = 75


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing found: its cause, what shows it, what to do, and who must act.

    Attributes:
        cause: stable id.
        level: ``error`` keeps the tool from working, ``warning`` may, ``info`` is worth knowing.
        tool: id of the tool it was found for, None when it holds for all.
        message: one sentence: what is wrong and why.
        evidence: what was seen, without secrets.
        remedy: the next step or command.
        who: who must act.
        file, line, field: where the value stands, when it stands in a file.
        confidence: 0 to 100; from `PROVED` on nothing else explains what was seen.
        fix: the remedy as data, None when there is nothing to change here.
    """

    cause: Cause
    level: Level
    message: Message
    remedy: Message
    who: Who
    tool: str | None = None
    evidence: tuple[Message, ...] = ()
    file: Path | None = None
    line: int | None = None
    field: str | None = None
    confidence: int = 100
    fix: Fix | None = None

    @property
    def layer(self) -> str:
        """The layer of the way from a file to the answer: ``file``, ``env``, ``network`` and so on."""
        return layer_of(self.cause)


@dataclass(frozen=True, slots=True, kw_only=True)
class SmokeResult:
    """One real request as the tool would send it. Times in seconds, None when there was no such moment; `ttfb` is when
    the head of the answer came. `run`: the real tool was run instead, and this is its verdict."""

    tool_id: str
    ok: bool
    url: str | None = None
    auth_headers: tuple[str, ...] = ()
    model: str | None = None
    ttfb: float | None = None
    ttft: float | None = None
    tpot: float | None = None
    total: float | None = None
    reply_text: str = ""
    run: RunProbe | None = None
    finding: Finding | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolReport:
    """The diagnosis of one tool: its findings, its smoke request, what the way to the gateway showed, its version, and
    how long all of it took in seconds."""

    tool_id: str
    findings: tuple[Finding, ...]
    smoke: SmokeResult | None = None
    way: tuple[ConnectProbe | TlsProbe, ...] = ()
    version: str | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A whole diagnosis; `findings` is ranked, the root cause first.

    Attributes:
        unsure: causes that what was seen can't tell apart, the likelier first; empty when one is proved.
        deciding: the step that would tell them apart.
        notes: what else to say, such as that the text holds a key.
    """

    findings: tuple[Finding, ...]
    tools: tuple[ToolReport, ...] = ()
    unsure: tuple[Cause, ...] = ()
    deciding: Message | None = None
    notes: tuple[Message, ...] = ()

    @property
    def candidates(self) -> tuple[Finding, ...]:
        """The findings that may be the root cause, at most five, the likeliest first."""
        return tuple(finding for finding in self.findings if finding.confidence > 0)[:5]

    @property
    def root_cause(self) -> Cause | None:
        """The first cause that keeps something from working, or None when all is well."""
        return next((finding.cause for finding in self.findings if finding.level == "error"), None)
