"""The first doctor: what each tool reads here, whether the pieces are clean, and one real request each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from taotoken._causes import Cause
from taotoken._text import safe_text
from taotoken_plugins._host import Host
from taotoken_plugins._status import status
from taotoken_plugins._tool import Effective, Tool
from taotoken_plugins.diagnosis._finding import Finding, Report, ToolReport
from taotoken_plugins.diagnosis.pieces import check_pieces
from taotoken_plugins.diagnosis.smoke import smoke
from taotoken_plugins.diagnosis.verdict import make_finding

_RANK = {"error": 0, "warning": 1, "info": 2}


async def diagnose(tools: Sequence[Tool], host: Host, *, offline: bool = False, timeout: float = 20.0) -> Report:
    """Check each tool; findings come ranked, the root cause first. A check that crashes becomes a finding.

    `offline` leaves out everything that needs the network. `timeout` is in seconds for each request.
    """
    import anyio

    reports: dict[str, ToolReport] = {}

    async def check(tool: Tool) -> None:
        reports[tool.id] = await _check_tool(tool, host, offline=offline, timeout=timeout)

    async with anyio.create_task_group() as group:
        for tool in tools:
            group.start_soon(check, tool)
    ordered = tuple(reports[tool.id] for tool in tools)
    findings = sorted(
        (finding for report in ordered for finding in report.findings), key=lambda finding: _RANK[finding.level]
    )
    return Report(findings=tuple(findings), tools=ordered)


async def _check_tool(tool: Tool, host: Host, *, offline: bool, timeout: float) -> ToolReport:
    try:
        effective = status(tool, host)
        findings = [*_file_findings(tool, effective, host), *check_pieces(tool, effective)]
        if tool.detect(host) is None:
            findings.append(make_finding(Cause.TOOL_NOT_INSTALLED, tool, effective, detail=tool.homepage, level="info"))
        if offline or any(finding.level == "error" for finding in findings):
            return ToolReport(tool_id=tool.id, findings=tuple(findings))
        result = await smoke(tool, host, timeout=timeout)
    except Exception as error:  # noqa: BLE001 - a crashing check is a result, not a crash of the doctor
        detail = f"{type(error).__name__}: {safe_text(str(error), 200)}"
        crash = make_finding(Cause.CHECK_CRASHED, tool, Effective(), detail=detail)
        return ToolReport(tool_id=tool.id, findings=(crash,))
    if result.finding is not None:
        findings.insert(0, result.finding)
    return ToolReport(tool_id=tool.id, findings=tuple(findings), smoke=result)


def _file_findings(tool: Tool, effective: Effective, host: Host) -> list[Finding]:
    """Files the tool can't read: everything in them is lost to it."""
    return [
        replace(
            make_finding(
                Cause.TOML_SYNTAX if source.path and source.path.suffix == ".toml" else Cause.JSON_SYNTAX,
                tool,
                effective,
            ),
            message=source.problem,
            file=source.path,
        )
        for source in tool.sources(host)
        if source.problem is not None
    ]
