"""The order people are taught: the three pieces, the smallest request outside the tool, what the tool really reads,
parameters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from taotoken._message import Message
from taotoken._text import mask_key, safe_text
from taotoken_cli._console import Console
from taotoken_cli._joined import joined
from taotoken_cli._render._smoke import seconds
from taotoken_cli._texts import doctor as texts
from taotoken_plugins.diagnosis.steps import OUTSIDE, PARAMETERS, PIECES, READS, step_of

if TYPE_CHECKING:
    from taotoken_cli._doctor._result import DoctorResult
    from taotoken_plugins._host import Host
    from taotoken_plugins._tool import Effective, Source, Tool
    from taotoken_plugins.diagnosis._finding import Finding, ToolReport

_NAMES: Final = {
    PIECES: texts.PIECES,
    OUTSIDE: texts.OUTSIDE,
    READS: texts.READS,
    PARAMETERS: texts.PARAMETERS,
}
_OK, _BAD, _UNKNOWN = "✓", "✗", "·"


def show_steps(result: DoctorResult, console: Console) -> None:
    """Four lines for each tool, and where the fault is, if the gateway is not to blame."""
    for index, (tool, one) in enumerate(zip(result.tools, result.report.tools, strict=True)):
        if index or result.findings or result.fixed is not None:
            console.say()
        console.say(texts.STEPS(tool=tool.name))
        bad = [finding for finding in one.findings if finding.level == "error"]
        for number in _NAMES:
            mark, said = _step(number, tool, one, bad, result)
            console.say(texts.STEP(number=number, mark=mark, name=_NAMES[number](), said=said))
        asked = result.outside.get(tool.id)
        if asked is not None and asked.ok and bad:
            console.say(texts.FAULT_IS_IN(place=_fault_place(bad[0], result.host)))


def _fault_place(finding: Finding, host: Host) -> Message | str:
    if finding.file is None:
        return texts.THE_SETTINGS()
    return safe_text(host.tilde(finding.file)) + (f":{finding.line}" if finding.line else "")


def _step(
    number: int, tool: Tool, one: ToolReport, bad: Sequence[Finding], result: DoctorResult
) -> tuple[str, Message]:
    """The mark and what was seen at one step."""
    stopped = next((finding for finding in bad if step_of(finding) == number), None)
    if number == OUTSIDE:
        return _outside(tool, one, stopped, result)
    if stopped is not None:
        return _BAD, texts.SEE_CAUSE(cause=str(stopped.cause))
    facts = result.facts[tool.id]
    effective = facts.effective
    assert effective is not None, "collected from the machine"
    if number == PIECES:
        return _pieces(effective)
    if number == READS:
        return _OK, _places(effective, result.host)
    done = one.smoke is not None and one.smoke.ok
    return (_OK, texts.NO_COMPLAINT()) if done else (_UNKNOWN, texts.NOT_REACHED())


def _pieces(effective: Effective) -> tuple[str, Message]:
    url = safe_text(effective.base_url, 200) if effective.base_url else texts.NONE_YET()
    key = mask_key(effective.api_key.strip()) if effective.api_key else texts.NONE_YET()
    model = safe_text(effective.model, 100) if effective.model else texts.OWN_CHOICE()
    mark = _OK if effective.base_url and effective.api_key else _UNKNOWN
    return mark, texts.PIECES_ARE(url=url, key=key, model=model)


def _outside(tool: Tool, one: ToolReport, stopped: Finding | None, result: DoctorResult) -> tuple[str, Message]:
    """The request of ours; the tool's own kind of request is one as well."""
    asked, smoke = result.outside.get(tool.id), one.smoke
    if asked is not None:
        if asked.ok:
            return _OK, _answered(asked.url, asked.ttft)
        return _BAD, texts.NOT_ANSWERED(url=safe_text(asked.url, 200), error=asked.error)
    if stopped is not None:
        return _BAD, texts.SEE_CAUSE(cause=str(stopped.cause))
    if smoke is not None and smoke.ok:
        return _OK, _answered(smoke.url or "", smoke.ttft)
    if smoke is not None and smoke.finding is not None:
        return _BAD, texts.SEE_CAUSE(cause=str(smoke.finding.cause))
    return _UNKNOWN, texts.NOT_SENT_OFFLINE() if result.options.offline else texts.NOT_SENT()


def _answered(url: str, ttft: float | None) -> Message:
    shown = safe_text(url, 200)
    return texts.ANSWERED_PLAIN(url=shown) if ttft is None else texts.ANSWERED(url=shown, ttft=seconds(ttft))


def _places(effective: Effective, host: Host) -> Message:
    found: list[Source] = []
    for source in effective.origin.values():
        if source not in found:
            found.append(source)
    if not found:
        return texts.NOTHING_READ()
    return joined([texts.READ_FROM(places=place_of(source, host)) for source in found])


def place_of(source: Source, host: Host) -> Message | str:
    """A place as people call it."""
    return safe_text(host.tilde(source.path)) if source.path else texts.ENVIRONMENT()
