"""`doctor` in words and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from taotoken._message import Language
from taotoken._text import safe_text
from taotoken_cli._console import Console
from taotoken_cli._label import labelled
from taotoken_cli._render._smoke import finding_data, show_smoke, smoke_data
from taotoken_cli._texts import doctor as texts

if TYPE_CHECKING:
    from taotoken_cli.commands.doctor import DoctorResult
    from taotoken_plugins.diagnosis._finding import Finding

_LEVELS = {"error": ("✗", texts.ERROR), "warning": ("!", texts.WARNING), "info": ("·", texts.INFO)}


def show(result: DoctorResult, console: Console) -> None:
    """The root cause first, then what else was found, then what works."""
    if not result.names:
        console.say(texts.NOTHING())
        return
    for finding in result.report.findings:
        _show_finding(finding, result, console)
    for tool in result.report.tools:
        name = result.names.get(tool.tool_id, tool.tool_id)
        if tool.smoke is not None and tool.smoke.ok:
            show_smoke(tool.smoke, name, console)
        elif not any(finding.level == "error" for finding in tool.findings):
            console.say(texts.HEALTHY(tool=name))
    if result.report.root_cause is None:
        console.say(texts.SUMMARY_OFFLINE() if result.offline else texts.SUMMARY_OK())


def _show_finding(finding: Finding, result: DoctorResult, console: Console) -> None:
    mark, level = _LEVELS[finding.level]
    tool = result.names.get(finding.tool, finding.tool) if finding.tool else texts.ALL()
    console.say(texts.FINDING(mark=mark, level=level(), tool=tool, message=finding.message))
    if finding.file:
        place = safe_text(result.host.tilde(finding.file)) + (f":{finding.line}" if finding.line else "")
        console.say(texts.WHERE(place=place))
    for line in finding.evidence:
        console.say(texts.EVIDENCE(message=line))
    console.say(labelled(texts.REMEDY, finding.remedy, console))


def top(result: DoctorResult, language: Language) -> dict[str, Any]:
    """What stands beside `data`: the root cause and the ranked findings."""
    cause = result.report.root_cause
    return {
        "root_cause": str(cause) if cause else None,
        "findings": [finding_data(finding, language) for finding in result.report.findings],
    }


def data(result: DoctorResult, language: Language) -> dict[str, Any]:
    """The data of the envelope."""
    return {
        "offline": result.offline,
        "tools": [{"id": tool.tool_id, "smoke": smoke_data(tool.smoke, language)} for tool in result.report.tools],
    }
