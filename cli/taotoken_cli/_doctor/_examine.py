"""From what was typed to a diagnosis: of this machine, of a text, of somebody's report, or of these together."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from taotoken._text import safe_text
from taotoken_cli._answers import missing
from taotoken_cli._app import App
from taotoken_cli._doctor._options import DoctorOptions
from taotoken_cli._doctor._result import DoctorResult
from taotoken_cli._doctor._text import given_text
from taotoken_cli._secrets import keep_secrets
from taotoken_cli._texts import by_hand as by_hand_texts
from taotoken_cli._texts import doctor as texts
from taotoken_plugins._host import Host
from taotoken_plugins._problem import Problem, RefusedError
from taotoken_plugins._tool import Tool

if TYPE_CHECKING:
    from taotoken_plugins.diagnosis._finding import Finding, Report
    from taotoken_plugins.diagnosis.facts import Facts
    from taotoken_plugins.diagnosis.outside import Outside
    from taotoken_plugins.diagnosis.report_file import SavedReport

SECONDS = 20.0


def examine(app: App, host: Host, options: DoctorOptions) -> DoctorResult:
    """Look, ask, judge. Nothing is written."""
    if options.from_report is not None:
        return _of_report(app, host, options, options.from_report)
    if options.explain is not None:
        return _of_text(app, host, options, given_text(app, options.explain))
    return _of_machine(app, host, options)


def _of_machine(app: App, host: Host, options: DoctorOptions) -> DoctorResult:
    import asyncio

    from taotoken_plugins.diagnosis.collect import collect
    from taotoken_plugins.diagnosis.doctor import diagnose

    tools = tools_here(host, options.tools)
    report = asyncio.run(diagnose(tools, host, offline=options.offline, deep=options.deep, timeout=SECONDS))
    facts = {tool.id: collect(tool, host) for tool in tools}
    facts |= {one.tool_id: replace(facts[one.tool_id], version=one.version) for one in report.tools if one.version}
    keep_secrets(app.console, _secrets(facts))
    outside = {} if options.offline else asyncio.run(_ask_outside(tools, report, host))
    return DoctorResult(
        host=host,
        options=options,
        report=report,
        tools=tools,
        facts=facts,
        outside=outside,
        fixes=commands(report.findings, host),
    )


def tools_here(host: Host, ids: Sequence[str]) -> tuple[Tool, ...]:
    """The named tools, each as the one whose files it reads; without names those that are installed or configured.
    UsageProblemError for one whose settings can't be read."""
    from taotoken_cli.commands.status import run as look

    found = [_readable(item.tool) for item in look(host, ids).tools]
    return tuple({tool.id: tool for tool in found}.values())


def _readable(tool: Tool) -> Tool:
    from taotoken_plugins._registry import get_tool

    if tool.shares is not None:
        return get_tool(tool.shares)
    if tool.kind == "manual":
        message, following = by_hand_texts.CANT_READ(tool=tool.name), by_hand_texts.CANT_READ_NEXT(id=tool.id)
        raise missing("set_by_hand", message, "TOOL", following)
    return tool


async def _ask_outside(tools: Sequence[Tool], report: Report, host: Host) -> dict[str, Outside]:
    """The smallest request for each tool whose fault is on this machine: is the gateway ready for it?"""
    from taotoken_plugins.diagnosis.outside import ask_outside
    from taotoken_plugins.diagnosis.steps import PIECES, READS, step_of

    found: dict[str, Outside] = {}
    for tool, one in zip(tools, report.tools, strict=True):
        root = next((finding for finding in one.findings if finding.level == "error"), None)
        if root is None or step_of(root) not in (PIECES, READS):
            continue
        answer = await ask_outside(tool, one.findings, host)
        if answer is not None:
            found[tool.id] = answer
    return found


def commands(findings: Sequence[Finding], host: Host) -> dict[int, str]:
    """By position, the command that puts a finding right."""
    from taotoken_plugins.diagnosis.fix import is_fixable, must_be_named

    found: dict[int, str] = {}
    for index, finding in enumerate(findings):
        if is_fixable(finding, host):
            only = f" --check {finding.cause}" if must_be_named(finding, host) else ""
            found[index] = f"taotoken doctor {finding.tool} --fix{only}"
    return found


def _secrets(facts: Mapping[str, Facts]) -> Iterator[str]:
    from taotoken_plugins.diagnosis._secrets import secrets_of

    for one in facts.values():
        yield from secrets_of(one)


def _of_text(app: App, host: Host, options: DoctorOptions, text: str) -> DoctorResult:
    """A text on its own, and with the settings of the tool it is about where that tool is set up here."""
    from taotoken_plugins.diagnosis._tilde import with_tilde
    from taotoken_plugins.diagnosis.collect import collect
    from taotoken_plugins.diagnosis.explain import explain

    tools = _tools_of_text(host, options, text)
    facts = {tool.id: collect(tool, host) for tool in tools}
    keep_secrets(app.console, _secrets(facts))
    reports = [explain(text, one) for one in facts.values()] or [explain(text)]
    best = max(reports, key=_likelihood)
    report = replace(best, findings=tuple(with_tilde(one, host) for one in best.findings))
    chosen = tools[reports.index(best)] if tools else None
    return DoctorResult(
        host=host,
        options=options,
        report=report,
        tools=tools,
        facts=facts,
        machine=(chosen.name,) if chosen else (),
        fixes=commands(report.findings, host) if chosen else {},
    )


def _likelihood(report: Report) -> int:
    return report.findings[0].confidence if report.findings else -1


def _tools_of_text(host: Host, options: DoctorOptions, text: str) -> tuple[Tool, ...]:
    """The named tools, else the one that the text shows, else the only one there is; none where that is not clear."""
    from taotoken_cli.commands.status import run as look
    from taotoken_plugins.diagnosis.reading import read

    if options.tools:
        return tools_here(host, options.tools)
    reading = read(text)
    if reading.empty or reading.file is not None:
        return ()
    configured = [item.tool for item in look(host, ()).tools if item.effective.origin]
    if reading.tool is not None:
        return tuple(tool for tool in configured if tool.id == reading.tool)
    return tuple(configured) if len(configured) == 1 else ()


def _of_report(app: App, host: Host, options: DoctorOptions, name: str) -> DoctorResult:
    from taotoken_plugins.diagnosis.explain import explain
    from taotoken_plugins.diagnosis.report_file import judge_report

    saved = _read(name)
    wanted = [tool for tool in saved.tools if not options.tools or tool.facts.tool in options.tools]
    saved = replace(saved, tools=tuple(wanted))
    if options.explain is not None:
        text = given_text(app, options.explain)
        report = max((explain(text, tool.facts) for tool in wanted), key=_likelihood, default=explain(text))
    else:
        report = judge_report(saved)
    source = texts.FROM_REPORT(made=saved.made, system=saved.system, version=saved.version)
    facts = {tool.facts.tool or "": tool.facts for tool in wanted}
    return DoctorResult(
        host=host, options=options, report=report, tools=_declared(facts, host), facts=facts, source=source
    )


def _declared(ids: Mapping[str, object], host: Host) -> tuple[Tool, ...]:
    from taotoken_plugins._registry import find_tool

    found = (find_tool(tool_id, host) for tool_id in ids)
    return tuple(tool for tool in found if tool is not None)


def _read(name: str) -> SavedReport:
    from taotoken_plugins.diagnosis.report_file import MAX_REPORT, NotAReportError, read_report

    path = Path(name).expanduser()
    with path.open("rb") as file:
        data = file.read(MAX_REPORT + 1)
    try:
        return read_report(json.loads(data) if len(data) <= MAX_REPORT else None)
    except (NotAReportError, ValueError, RecursionError) as error:
        message = texts.NOT_A_REPORT(name=safe_text(path.name, 100))
        problem = Problem(code="not_a_report", message=message, file=path, next=texts.NOT_A_REPORT_NEXT())
        raise RefusedError(problem) from error
