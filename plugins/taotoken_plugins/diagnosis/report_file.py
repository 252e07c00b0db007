"""A report to send to somebody: an allow-list of facts and what was found, without a secret, home as ``~``.

Whatever is not named here does not get into a report. Reading one runs the rules on its facts again; what only the
machine itself could see (a request, a file that can't be parsed) stands as it was found there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal

from taotoken._causes import Cause
from taotoken._message import Message, Text
from taotoken._text import safe_text
from taotoken._version import __version__
from taotoken_plugins._host import Host
from taotoken_plugins._tool import Effective, Source, Tool
from taotoken_plugins.diagnosis._finding import Finding, Report
from taotoken_plugins.diagnosis._report_settings import effective_data, effective_from, source_data, source_from
from taotoken_plugins.diagnosis._secrets import secrets_of
from taotoken_plugins.diagnosis._stand_in import StandIns
from taotoken_plugins.diagnosis.collect import collect
from taotoken_plugins.diagnosis.doctor import in_order
from taotoken_plugins.diagnosis.engine import judge
from taotoken_plugins.diagnosis.facts import Facts

SCHEMA: Final = "taotoken.report/1"
MAX_REPORT: Final = 2_000_000
_LEVELS: Final = ("error", "warning", "info")
_WHO: Final = ("you", "gateway", "network", "tool")


class NotAReportError(ValueError):
    """The data is no report of ours."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedTool:
    """One tool of a report: its facts, and what was found when the report was made."""

    facts: Facts
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedReport:
    """A report that was read."""

    made: str
    version: str
    system: str
    tools: tuple[SavedTool, ...]


def report_data(tools: Sequence[Tool], report: Report, host: Host) -> dict[str, Any]:
    """The report as JSON data."""
    collected = [collect(tool, host) for tool in tools]
    masks = _all_secrets(collected)
    return {
        "schema": SCHEMA,
        "made": host.now.isoformat(timespec="seconds"),
        "taotoken": __version__,
        "system": host.platform,
        "tools": [_tool_data(tool, facts, report, host, masks) for tool, facts in zip(tools, collected, strict=True)],
    }


def _all_secrets(collected: Sequence[Facts]) -> StandIns:
    """Every key of every tool, known before anything is told: one may stand in an address that comes before it."""
    masks = StandIns()
    for facts in collected:
        for key in (*secrets_of(facts), *facts.known_keys):
            masks.keep(key)
    return masks


def _tool_data(tool: Tool, facts: Facts, report: Report, host: Host, masks: StandIns) -> dict[str, Any]:
    sources = facts.sources or ()
    stored = [source_data(source, host, masks) for source in sources]
    profile_hosts = {masks.key(key): masks.text(at) for key, at in facts.known_keys.items()}
    return {
        "id": tool.id,
        "version": facts.version,
        "system": facts.os,
        "sources": stored,
        "effective": effective_data(facts.effective or Effective(), sources, masks),
        "known_keys": profile_hosts,
        "findings": [_finding_data(one, host, masks) for one in report.findings if one.tool in (tool.id, None)],
    }


def _finding_data(finding: Finding, host: Host, masks: StandIns) -> dict[str, Any]:
    return {
        "id": str(finding.cause),
        "level": finding.level,
        "confidence": finding.confidence,
        "who": finding.who,
        "message": _message_data(finding.message, masks),
        "evidence": [_message_data(line, masks) for line in finding.evidence],
        "remedy": _message_data(finding.remedy, masks),
        "file": masks.text(host.tilde(finding.file)) if finding.file else None,
        "line": finding.line,
        "field": masks.text(finding.field) if finding.field else None,
    }


def _message_data(message: Message, masks: StandIns) -> dict[str, str]:
    return {language: masks.text(message.render(language), 1000) for language in ("en", "zh")}


def read_report(data: object) -> SavedReport:
    """The inverse of `report_data`. Raises NotAReportError on anything else."""
    try:
        return _report(data)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise NotAReportError(type(error).__name__) from error


def _report(data: Any) -> SavedReport:
    if data["schema"] != SCHEMA or not isinstance(data["tools"], list):
        raise ValueError
    return SavedReport(
        made=safe_text(str(data["made"]), 40),
        version=safe_text(str(data["taotoken"]), 40),
        system=safe_text(str(data["system"]), 20),
        tools=tuple(_tool(item) for item in data["tools"][:50]),
    )


def _tool(item: Mapping[str, Any]) -> SavedTool:
    tool_id = safe_text(str(item["id"]), 60)
    sources: tuple[Source, ...] = tuple(source_from(one) for one in item["sources"][:100])
    system = item["system"] if item["system"] in ("linux", "macos", "windows") else None
    facts = Facts(
        tool=tool_id,
        sources=sources,
        effective=effective_from(item["effective"], sources),
        env={name: value for source in sources if source.kind == "env" for name, value in source.values.items()},
        os=system,
        version=safe_text(item["version"], 40) if item["version"] else None,
        complete=True,
        known_keys={str(key): str(at) for key, at in item["known_keys"].items()},
    )
    return SavedTool(facts=facts, findings=tuple(_finding(one, tool_id) for one in item["findings"][:20]))


def _finding(item: Mapping[str, Any], tool_id: str) -> Finding:
    return Finding(
        cause=Cause(item["id"]),
        level=_one_of(item["level"], _LEVELS),
        tool=tool_id,
        message=_message(item["message"]),
        evidence=tuple(_message(line) for line in item["evidence"][:10]),
        remedy=_message(item["remedy"]),
        who=_one_of(item["who"], _WHO),
        file=Path(safe_text(item["file"], 300)) if item["file"] else None,
        line=int(item["line"]) if item["line"] is not None else None,
        field=safe_text(item["field"], 200) if item["field"] else None,
        confidence=max(0, min(100, int(item["confidence"]))),
    )


def _one_of(value: Any, allowed: Sequence[Any]) -> Any:
    if value not in allowed:
        raise ValueError
    return value


def _message(item: Mapping[str, str]) -> Message:
    """A sentence that was put into words elsewhere."""
    languages: tuple[Literal["en", "zh"], ...] = ("en", "zh")
    en, zh = (safe_text(item[language], 1000).replace("{", "{{").replace("}", "}}") for language in languages)
    return Message(Text(en=en, zh=zh))


def judge_report(saved: SavedReport) -> Report:
    """What the rules of this version say to the facts of a report, and what only its machine could see."""
    return Report(findings=in_order(finding for tool in saved.tools for finding in _judged(tool)))


def _judged(tool: SavedTool) -> Iterator[Finding]:
    found = {finding.cause: finding for finding in judge(tool.facts).findings}
    recorded = {finding.cause: finding for finding in tool.findings}
    had_root = any(finding.level == "error" for finding in tool.findings)
    for cause, finding in found.items():
        if cause in recorded:
            continue
        # What was not found on the machine itself was ruled out there by something that is not in the report.
        yield replace(finding, level="info") if had_root and finding.level == "error" else finding
    yield from tool.findings
