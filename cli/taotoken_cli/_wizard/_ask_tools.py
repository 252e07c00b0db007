"""Which tools: those found here are checked, with their version and what they use now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from taotoken._message import Message
from taotoken._text import safe_text
from taotoken_cli._endpoint_options import site_of
from taotoken_cli._texts import wizard as texts
from taotoken_cli._wizard._answers import Answers, Step
from taotoken_cli._wizard._ask_paste import take_text
from taotoken_cli._wizard._screen import BackError, Row, Screen, Typed
from taotoken_cli._wizard._told import names
from taotoken_cli._wizard._world import World

_MORE = "more"


def ask(world: World, screen: Screen, answers: Answers, step: Step) -> Answers:
    """The chosen tools; what is pasted here answers later questions."""
    del step
    chosen, all_shown = set(answers.tools), not world.found
    while True:
        picked = screen.choose_some(_question(world), _rows(world, chosen, all_shown))
        if isinstance(picked, Typed):
            answers = _take(world, screen, answers, picked.text)
            continue
        chosen = set(picked) - {_MORE}
        if _MORE in picked and not all_shown:
            all_shown = True
        elif not chosen:
            world.tell(texts.FAULT(message=texts.CHOOSE_A_TOOL()))
        else:
            return replace(answers, tools=tuple(tool for tool in world.tools if tool in chosen))


def _take(world: World, screen: Screen, answers: Answers, text: str) -> Answers:
    """What the text gives; one character is the beginning of a line."""
    try:
        whole = text if len(text) > 1 else screen.text(texts.ASK_GIVEN(), default=text)
    except BackError:
        return answers
    return take_text(world, screen, answers, whole) or answers


def told(world: World, answers: Answers, step: Step) -> Message:
    """What stays on the screen."""
    del step
    return texts.ANSWERED(what=texts.WHAT_TOOLS(), answer=names(answers.tools, world))


def _question(world: World) -> Message:
    return texts.ASK_TOOLS() if world.found else texts.ASK_TOOLS_NONE()


def _rows(world: World, chosen: set[str], all_shown: bool) -> Sequence[Row]:
    first = [tool for tool in world.tools if tool in world.found or tool in chosen]
    rest = [tool for tool in world.tools if tool not in first]
    rows = [_row(world, tool, tool in chosen) for tool in (*first, *(rest if all_shown else ()))]
    if rest and not all_shown:
        rows.append(Row(value=_MORE, title=world.app.console.words(texts.MORE_TOOLS(count=len(rest)))))
    return rows


def _row(world: World, tool: str, checked: bool) -> Row:
    here, name = world.here[tool], world.tools[tool].name
    url = here.using.base_url
    now = texts.USES(host=safe_text(site_of(url), 60)) if url else texts.USES_NOTHING()
    if here.installed is None and not url:
        now = texts.NOT_FOUND() if world.tools[tool].kind == "files" else texts.BY_HAND()
    version = here.installed.version if here.installed else None
    title = texts.ROW_TOOL_VERSION(name=name, version=safe_text(version, 20), now=now) if version else None
    return Row(value=tool, title=world.app.console.words(title or texts.ROW_TOOL(name=name, now=now)), checked=checked)
