"""`tools` in words and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from taotoken._message import Language
from taotoken_cli._console import Console
from taotoken_cli._texts import tools as texts

if TYPE_CHECKING:
    from taotoken_cli._results.tools import ListedTool, Switched, ToolsResult

_STATES: Final = {"enabled": texts.ENABLED, "available": texts.AVAILABLE, "broken": texts.BROKEN}


def show(result: ToolsResult, console: Console) -> None:
    """What was done; or the built-in tools, then the others."""
    if result.switched is not None:
        _show_switched(result.switched, console)
        return
    width = max(len(tool.id) for tool in result.tools)
    console.say(texts.BUILTIN())
    for tool in result.tools:
        if tool.builtin:
            console.say(texts.LINE(id=tool.id.ljust(width), name=tool.name))
    console.say()
    others = [tool for tool in result.tools if not tool.builtin]
    console.say(texts.THIRD_PARTY() if others else texts.NONE())
    for tool in others:
        _show_other(tool, width, console)
    available = next((tool for tool in others if tool.state == "available"), None)
    if available is not None:
        console.tell(texts.ENABLE_NEXT(id=available.id))


def _show_switched(switched: Switched, console: Console) -> None:
    was_so = switched.run is None
    said = texts.TURNED_OFF if switched.action == "disable" else texts.WAS_ON if was_so else texts.TURNED_ON
    console.say(said(id=switched.id, distribution=switched.distribution, version=switched.version))
    if switched.action == "enable" and not was_so:
        console.say(texts.TURNED_ON_NEXT(id=switched.id))
        console.say(texts.TAKE_BACK(run=switched.run))


def _show_other(tool: ListedTool, width: int, console: Console) -> None:
    line = texts.LINE_FROM(
        id=tool.id.ljust(width),
        name=texts.NAME(name=tool.name) if tool.name else "",
        distribution=tool.distribution,
        version=tool.version,
        state=_STATES[tool.state](),
    )
    console.say(line)
    if tool.problem is not None:
        console.say(texts.PROBLEM(message=tool.problem))


def data(result: ToolsResult, language: Language) -> dict[str, Any]:
    """The data of the envelope."""
    return {
        "tools": [
            {
                "id": tool.id,
                "name": tool.name,
                "kind": "builtin" if tool.builtin else "third_party",
                "state": tool.state,
                "distribution": tool.distribution,
                "version": tool.version,
                "problem": tool.problem.render(language) if tool.problem else None,
            }
            for tool in result.tools
        ],
        "run": result.switched.run if result.switched else None,
    }
