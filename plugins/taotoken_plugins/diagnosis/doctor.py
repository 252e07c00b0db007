"""The doctor: what each tool reads here, whether the pieces are clean, and one real request each."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import replace

from taotoken._causes import Cause
from taotoken._text import safe_text
from taotoken_plugins._host import Host
from taotoken_plugins._tool import Tool
from taotoken_plugins.diagnosis._finding import Finding, Report, ToolReport
from taotoken_plugins.diagnosis._make import make
from taotoken_plugins.diagnosis._secrets import secrets_of
from taotoken_plugins.diagnosis._tilde import with_tilde
from taotoken_plugins.diagnosis.collect import collect
from taotoken_plugins.diagnosis.engine import judge
from taotoken_plugins.diagnosis.facts import Facts, RunProbe
from taotoken_plugins.diagnosis.known import know
from taotoken_plugins.diagnosis.probes import Investigation, RunTool, investigate
from taotoken_plugins.diagnosis.real_run import run_once, version_of
from taotoken_plugins.diagnosis.sdk_users import TOOL_ID as SDK_USERS
from taotoken_plugins.diagnosis.sdk_users import by_sdk

_RANK = {"error": 0, "warning": 1, "info": 2}


async def diagnose(
    tools: Sequence[Tool], host: Host, *, offline: bool = False, deep: bool = False, timeout: float = 20.0
) -> Report:
    """Check each tool; findings come ranked, the root cause first. A check that crashes becomes a finding.

    `offline` leaves out everything that needs the network. `deep` may start the tools themselves: for a version that no
    package tells, and once with a prompt where the gateway admits only certain programs. `timeout` is in seconds for
    all that we send over the network.
    """
    import anyio

    reports: dict[str, ToolReport] = {}
    judged: dict[str, Report] = {}

    async def check(tool: Tool) -> None:
        start = time.monotonic()
        judged[tool.id], report = await _check_tool(tool, host, offline=offline, deep=deep, timeout=timeout)
        reports[tool.id] = replace(report, seconds=time.monotonic() - start)

    async with anyio.create_task_group() as group:
        for tool in tools:
            group.start_soon(check, tool)
    ordered = tuple(reports[tool.id] for tool in tools)
    findings = in_order(finding for report in ordered for finding in report.findings)
    first = findings[0].tool if findings else None
    told = judged.get(first or "", Report(findings=()))
    return Report(findings=findings, tools=ordered, unsure=told.unsure, deciding=told.deciding)


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Findings of several tools, what keeps one from working first."""
    return tuple(sorted(findings, key=_order))


def _order(finding: Finding) -> tuple[int, int]:
    return _RANK[finding.level], -finding.confidence


async def _check_tool(
    tool: Tool, host: Host, *, offline: bool, deep: bool, timeout: float
) -> tuple[Report, ToolReport]:
    try:
        facts = collect(tool, host)
        if deep and facts.version is None:
            facts = replace(facts, version=await version_of(tool, host))
        cases = by_sdk(facts) if tool.id == SDK_USERS else (facts,)
        run = _runner(tool, host, facts) if deep else None
        examined = [
            await _examine(tool, case, offline=offline, timeout=timeout / len(cases), run=run) for case in cases
        ]
        # The first one that is wrong speaks for all; the others' findings are beside it.
        first = next((one for one in examined if one.report.root_cause is not None), examined[0])
        others = [finding for one in examined if one is not first for finding in one.report.findings]
        report = replace(first.report, findings=(*first.report.findings, *others))
        findings = [with_tilde(one, host) for one in (*report.findings, *_not_installed(tool, facts, host))]
    except Exception as error:  # noqa: BLE001 - a crashing check is a result, not a crash of the doctor
        detail = f"{type(error).__name__}: {safe_text(str(error), 200)}"
        report = Report(findings=(make(know(Facts(tool=tool.id)), Cause.CHECK_CRASHED, 100, detail=detail),))
        return report, ToolReport(tool_id=tool.id, findings=report.findings)
    told = tuple(findings)
    return report, ToolReport(tool_id=tool.id, findings=told, smoke=first.smoke, way=first.way, version=facts.version)


def _runner(tool: Tool, host: Host, facts: Facts) -> RunTool:
    async def run() -> RunProbe | None:
        return await run_once(tool, host, secrets=secrets_of(facts))

    return run


async def _examine(tool: Tool, facts: Facts, *, offline: bool, timeout: float, run: RunTool | None) -> Investigation:
    report = judge(facts)
    if offline or report.root_cause is not None:
        return Investigation(smoke=None, report=report, facts=facts)
    return await investigate(tool, facts, timeout=timeout, thorough=True, run=run)


def _not_installed(tool: Tool, facts: Facts, host: Host) -> list[Finding]:
    if tool.id == SDK_USERS or facts.plugin_failure is not None or tool.detect(host) is not None:
        return []
    return [make(know(facts), Cause.TOOL_NOT_INSTALLED, 0, level="info", detail=tool.homepage)]
