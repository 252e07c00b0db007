"""`doctor` in words and as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from taotoken._message import Language
from taotoken._text import safe_text
from taotoken_cli._console import Console
from taotoken_cli._label import labelled
from taotoken_cli._render._smoke import finding_data, page_of, smoke_data
from taotoken_cli._texts import doctor as texts
from taotoken_plugins.diagnosis.facts import TlsProbe

if TYPE_CHECKING:
    from taotoken_cli._doctor._result import DoctorResult, Fixed
    from taotoken_plugins._host import Host
    from taotoken_plugins.diagnosis._finding import Finding, ToolReport

_LEVELS = {
    "error": ("✗", texts.ERROR),
    "warning": ("!", texts.WARNING),
    "info": ("·", texts.INFO),
    "possible": ("?", texts.POSSIBLE),
}
_WHO = {
    "you": texts.WHO_YOU,
    "gateway": texts.WHO_GATEWAY,
    "network": texts.WHO_NETWORK,
    "tool": texts.WHO_TOOL,
}


def show(result: DoctorResult, console: Console) -> None:
    """What was fixed, then the root cause first, what else was found, and the steps."""
    fixed = result.fixed
    if fixed is not None and fixed.declined:
        from taotoken_cli._texts import setup as setup_texts

        console.say(setup_texts.DECLINED())
        return
    if fixed is not None and fixed.run is not None:
        _show_fixed(fixed, result, console)
    if fixed is None or fixed.checked:
        _show_diagnosis(result, console)
    if fixed is not None and fixed.run is None:
        console.say(texts.FIX_NONE() if fixed.before and not fixed.plan.waiting else texts.FIX_NOTHING())
    if fixed is not None:
        _show_waiting(fixed, console)
    if result.written is not None:
        console.say(texts.REPORT_WRITTEN(path=safe_text(result.host.tilde(result.written))))


def show_before(result: DoctorResult, console: Console) -> None:
    """What was found, before anything is changed."""
    _show_doubt(result, console)
    _show_findings(result, console)


def _show_diagnosis(result: DoctorResult, console: Console) -> None:
    options = result.options
    if not result.tools and options.explain is None and result.source is None:
        console.say(texts.NOTHING())
        return
    if result.source is not None:
        console.say(result.source)
    elif options.explain is not None:
        named = [texts.WITH_MACHINE(tool=name) for name in result.machine] or [texts.TEXT_ALONE()]
        console.say(named[0])
    for note in result.report.notes:
        console.say(texts.NOTE(message=note))
    _show_doubt(result, console)
    _show_findings(result, console)
    _show_ways(result, console)
    _show_summary(result, console)


def _show_findings(result: DoctorResult, console: Console) -> None:
    """Each with its evidence; what an earlier one has shown already is not shown again."""
    seen: set[str] = set()
    for index, finding in enumerate(result.report.findings):
        if finding in result.findings:
            new = [line for line in finding.evidence if console.words(line) not in seen]
            seen.update(console.words(line) for line in finding.evidence)
            _show_finding(replace(finding, evidence=tuple(new)), result, console, fix=result.fixes.get(index))


def _show_finding(finding: Finding, result: DoctorResult, console: Console, *, fix: str | None) -> None:
    mark, level = _LEVELS["possible" if finding.cause in result.report.unsure else finding.level]
    if finding.tool is None or (result.options.explain is not None and not result.machine):
        line = texts.FINDING_OF_TEXT(mark=mark, level=level(), message=finding.message)
    else:
        name = result.names.get(finding.tool, finding.tool)
        line = texts.FINDING(mark=mark, level=level(), tool=name, message=finding.message)
    console.say(line)
    console.say(texts.CAUSE(cause=str(finding.cause)))
    if finding.file:
        place = safe_text(result.host.tilde(finding.file)) + (f":{finding.line}" if finding.line else "")
        console.say(texts.WHERE(place=place))
    for said in finding.evidence:
        console.say(texts.EVIDENCE(message=said))
    console.say(labelled(texts.REMEDY, finding.remedy, console))
    if finding.level != "info" or finding.cause in result.report.unsure:
        console.say(texts.WHO_LINE(who=_WHO[finding.who]()))
    if fix is not None and finding.level != "info" and result.fixed is None:
        console.say(texts.CAN_FIX(command=fix))


def _show_doubt(result: DoctorResult, console: Console) -> None:
    if result.report.unsure:
        console.say(texts.UNSURE(causes=", ".join(str(cause) for cause in result.report.unsure)))
        if result.report.deciding is not None:
            console.say(texts.DECIDING(step=result.report.deciding))
        console.say()


def _show_ways(result: DoctorResult, console: Console) -> None:
    """The numbered steps of each tool, or what was asked for instead."""
    options = result.options
    if options.curl:
        from taotoken_cli._render._curl import show_curl

        show_curl(result, console)
    elif options.layers:
        from taotoken_cli._render._layers import show_layers

        show_layers(result, console)
    elif not options.checks and options.explain is None and result.source is None:
        from taotoken_cli._render._steps import show_steps

        show_steps(result, console)


def _show_summary(result: DoctorResult, console: Console) -> None:
    options = result.options
    if options.checks and result.root_cause is None:
        console.say(texts.SUMMARY_CHECKS(checks=", ".join(options.checks)))
    elif options.explain is None and result.source is None and result.root_cause is None:
        console.say(texts.SUMMARY_OFFLINE() if options.offline else texts.SUMMARY_OK())


def show_fix_plan(fixed: Fixed, host: Host, console: Console) -> None:
    """What `--fix` would change, and for which findings."""
    from taotoken_cli._render.setup import show_change

    console.say()
    console.say(texts.FIX_PLAN(causes=_causes(fixed.plan.covered)))
    for change, text in zip(fixed.plan.plan.changes, fixed.diffs, strict=True):
        show_change(change, host.tilde(change.path), text, console)
    for note in (note for change in fixed.plan.plan.changes for note in change.notes):
        console.note(note)


def _show_fixed(fixed: Fixed, result: DoctorResult, console: Console) -> None:
    """Only what the second look confirms is called fixed."""
    run = fixed.run
    assert run is not None, "asked for after a write only"
    console.say()
    console.say(texts.FIX_WRITTEN(run=run.id))
    if not fixed.checked:
        console.say(texts.FIX_UNCHECKED())
        return
    good = tuple(one for one in fixed.plan.covered if one not in fixed.left)
    if good:
        said = texts.FIX_DONE if result.report.root_cause is None else texts.FIX_GONE
        console.say(said(causes=_causes(good)))
    if gone := fixed.plan.no_longer_exported:
        console.say(texts.FIX_NEW_TERMINAL(names=safe_text(", ".join(sorted(gone)), 200)))
    if fixed.left:
        console.say(texts.FIX_LEFT(causes=_causes(fixed.left)))
    if result.options.offline:
        console.say(texts.FIX_OFFLINE())


def _show_waiting(fixed: Fixed, console: Console) -> None:
    for finding in fixed.plan.waiting:
        command = f"taotoken doctor {finding.tool} --fix --check {finding.cause}"
        console.say(texts.FIX_WAITING(cause=str(finding.cause), command=command))


def _causes(findings: Iterable[Finding]) -> str:
    return ", ".join(dict.fromkeys(str(finding.cause) for finding in findings))


def top(result: DoctorResult, language: Language) -> dict[str, Any]:
    """What stands beside `data`: the root cause and the ranked findings."""
    cause = result.root_cause
    seconds = {tool.tool_id: tool.seconds for tool in result.report.tools}
    return {
        "root_cause": str(cause) if cause else None,
        "findings": [
            {
                **finding_data(finding, language),
                "fixable": index in result.fixes,
                "fix": result.fixes.get(index),
                "duration": seconds.get(finding.tool or ""),
            }
            for index, finding in enumerate(result.report.findings)
            if finding in result.findings
        ],
    }


def data(result: DoctorResult, language: Language) -> dict[str, Any]:
    """The data of the envelope."""
    report, step = result.report, result.report.deciding
    return {
        "offline": result.options.offline,
        "tools": [
            {
                "id": tool.tool_id,
                "smoke": smoke_data(tool.smoke, language),
                "outside": _outside_data(result, tool.tool_id),
                "way": _way_data(tool),
                "duration": tool.seconds,
            }
            for tool in report.tools
        ],
        "unsure": [str(cause) for cause in report.unsure],
        "deciding": step.render(language) if step else None,
        "notes": [note.render(language) for note in report.notes],
        "settings_of": list(result.machine),
        "report": str(result.written) if result.written else None,
        "fixed": _fixed_data(result.fixed),
    }


def _way_data(tool: ToolReport) -> dict[str, Any]:
    """Seconds of each step on the way to the gateway, None for a step that was not taken."""
    reached = next((probe for probe in tool.way if not isinstance(probe, TlsProbe) and probe.lookup is not None), None)
    shown = next((probe for probe in tool.way if isinstance(probe, TlsProbe)), None)
    return {
        "address": reached.address if reached else None,
        "proxy": reached.proxy if reached else None,
        "result": reached.result if reached else None,
        "lookup": reached.lookup if reached else None,
        "connect": reached.seconds if reached else None,
        "tls": shown.seconds if shown else None,
    }


def _outside_data(result: DoctorResult, tool_id: str) -> dict[str, Any] | None:
    asked = result.outside.get(tool_id)
    if asked is None:
        return None
    error = asked.error or None
    return {"ok": asked.ok, "url": asked.url, "model": asked.model, "ttft": asked.ttft, "error": error}


def _fixed_data(fixed: Fixed | None) -> dict[str, Any] | None:
    if fixed is None:
        return None
    planned = fixed.plan
    changed = fixed.run is not None
    return {
        "run": fixed.run.id if fixed.run else None,
        "undo": f"taotoken undo {fixed.run.id}" if fixed.run else None,
        "diffs": list(fixed.diffs),
        "fixed": [str(one.cause) for one in planned.covered if changed and one not in fixed.left],
        "left": [str(one.cause) for one in fixed.left],
        "waiting": [str(one.cause) for one in planned.waiting],
        "by_hand": [str(one.cause) for one in planned.by_hand],
        "new_terminal": sorted(planned.no_longer_exported) if changed else [],
    }


def show_checks(console: Console) -> None:
    """A line for every cause."""
    for item in checks_data(console.language):
        console.say(texts.CHECK_LINE(**item))


def checks_data(language: Language) -> list[dict[str, str]]:
    """Every cause: id, layer, who must act, and its sentence with the parts that vary left open."""
    from taotoken._causes import Cause
    from taotoken_plugins._texts.causes import CAUSES
    from taotoken_plugins.diagnosis._layers import layer_of

    found = []
    for cause in Cause:
        text = CAUSES[cause]
        sentence = text.sentence.zh if language == "zh" else text.sentence.en
        page = page_of(cause, language)
        row = {"id": str(cause), "layer": layer_of(cause), "who": text.who, "sentence": sentence, "page": page}
        found.append(row)
    return found
