"""Test requests and findings in words and as JSON, the same in `setup`, `doctor` and `demo`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from taotoken._duration import seconds as seconds
from taotoken._message import Language
from taotoken_cli._console import Console
from taotoken_cli._texts import common
from taotoken_cli._texts import setup as texts

if TYPE_CHECKING:
    from taotoken._causes import Cause
    from taotoken_plugins.diagnosis._finding import Finding, SmokeResult
    from taotoken_plugins.diagnosis.facts import RunProbe


def show_smoke(smoke: SmokeResult, name: str, console: Console) -> None:
    """One line when it works; sentence, evidence and remedy follow as errors when it does not."""
    if smoke.run is not None:
        _show_run(smoke, smoke.run, name, console)
    elif not smoke.ok:
        console.say(texts.SMOKE_FAILED(tool=name, url=smoke.url or "?"))
        for line in smoke.finding.evidence if smoke.finding else ():
            console.tell(common.EVIDENCE(message=line))
    elif smoke.ttft is None:
        console.say(texts.SMOKE_OK_UNTIMED(tool=name))
    else:
        console.say(texts.SMOKE_OK(tool=name, ttft=seconds(smoke.ttft)))


def _show_run(smoke: SmokeResult, run: RunProbe, name: str, console: Console) -> None:
    """The tool itself was run: what it said, where it failed."""
    if smoke.ok:
        console.say(texts.SMOKE_BY_TOOL(tool=name, time=seconds(run.seconds)))
        return
    console.say(texts.SMOKE_TOOL_FAILED(tool=name))
    for line in run.lines:
        console.tell(texts.TOOL_SAID(line=line))


def smoke_data(smoke: SmokeResult | None, language: Language) -> dict[str, Any] | None:
    """A test request as JSON; times in seconds."""
    if smoke is None:
        return None
    return {
        "ok": smoke.ok,
        "url": smoke.url,
        "auth_headers": list(smoke.auth_headers),
        "model": smoke.model,
        "ttfb": smoke.ttfb,
        "ttft": smoke.ttft,
        "tpot": smoke.tpot,
        "total": smoke.total,
        "run": _run_data(smoke.run),
        "finding": finding_data(smoke.finding, language) if smoke.finding else None,
    }


def _run_data(run: RunProbe | None) -> dict[str, Any] | None:
    if run is None:
        return None
    return {"exit_code": run.exit_code, "seconds": run.seconds, "output": list(run.lines)}


def finding_data(finding: Finding, language: Language) -> dict[str, Any]:
    """A finding as JSON."""
    return {
        "id": str(finding.cause),
        "layer": finding.layer,
        "tool": finding.tool,
        "status": finding.level,
        "message": finding.message.render(language),
        "evidence": [line.render(language) for line in finding.evidence],
        "remedy": finding.remedy.render(language),
        "who": finding.who,
        "file": str(finding.file) if finding.file else None,
        "line": finding.line,
        "field": finding.field,
        "confidence": finding.confidence,
        "page": page_of(finding.cause, language),
    }


def page_of(cause: Cause, language: Language) -> str:
    """Where the documentation explains a cause."""
    return f"docs/reference/causes/{cause}{'.zh-CN' if language == 'zh' else ''}.md"
