"""An answer that does not work: the cause, and what the user wants to do about it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from taotoken._endpoint import parse_base_url
from taotoken._errors import ConfigurationError
from taotoken._hosts import page
from taotoken._message import Message
from taotoken._url import host_of
from taotoken_cli._named import named
from taotoken_cli._texts import common
from taotoken_cli._texts import wizard as texts
from taotoken_cli._wizard._answers import GATEWAY, KEY, Answers, Step, answered, back_to
from taotoken_cli._wizard._screen import BackError, Row, Screen
from taotoken_cli._wizard._world import World

if TYPE_CHECKING:
    from taotoken_plugins.diagnosis._finding import Finding
    from taotoken_plugins.diagnosis.typed import Tried

_PASSING = ("rate_limited", "overloaded", "server_error", "response_timeout", "connect_timeout")
_PAGES = {"address": "doc", "key": "api-keys", "model": "models"}


def after_fault(world: World, screen: Screen, answers: Answers, step: Step, tried: Tried) -> Answers | None:
    """Where to go on: the question to blame again, one before it, or on with the answer all the same. None: try the
    same once more."""
    assert tried.finding is not None, "a fault has a cause"
    _tell(world, tried.finding, tried, answers)
    better = _root_of(tried.good_url, answers)
    rows = _rows(world, step, tried, better)
    try:
        picked = screen.choose(texts.WHAT_NOW(), rows)
    except BackError:
        picked = rows[0].value if rows[0].value not in ("use", "keep", "again") else "answer"
    if picked == "keep":
        return answered(answers, step)
    if picked == "use":
        before = back_to(answers, GATEWAY)
        return replace(before, base_url=better, ready=before.ready | {GATEWAY})
    if picked == "again":
        return None
    if tried.blames == "key":
        answers = replace(answers, refused=answers.refused | {answers.api_key}, api_key="")
    return back_to(answers, {"url": GATEWAY, "key": KEY}.get(str(picked), step))


def _tell(world: World, finding: Finding, tried: Tried, answers: Answers) -> None:
    tool = world.tools.get(finding.tool or "")
    world.tell(texts.FAULT(message=named(finding.message, tool.name) if tool else finding.message))
    for line in finding.evidence[:1] if tried.blames != "address" else ():
        world.tell(common.EVIDENCE(message=line))
    if address := page(host_of(answers.base_url), _PAGES[tried.blames]):
        world.tell(texts.PAGE(page=address))


def _root_of(good_url: str | None, answers: Answers) -> str:
    """The base URL that leads to the URL that answers."""
    if good_url is None:
        return ""
    try:
        return parse_base_url(good_url, allow_http=answers.allow_http).url
    except ConfigurationError:
        return ""


def _rows(world: World, step: Step, tried: Tried, better: str) -> list[Row]:
    def row(value: str, message: Message) -> Row:
        return Row(value=value, title=world.app.console.words(message))

    rows = [row("use", texts.NOW_USE(url=better))] if better else []
    if tried.finding is not None and str(tried.finding.cause) in _PASSING:
        rows.append(row("again", texts.NOW_AGAIN()))
    if step.kind == "model" and tried.blames == "model":
        rows.append(row("answer", texts.NOW_MODEL()))
    if tried.blames == "key" or step.kind == "key":
        rows.append(row("key", texts.NOW_KEY()))
    rows.append(row("url", texts.NOW_URL()))
    rows.append(row("keep", texts.NOW_KEEP()))
    return rows
