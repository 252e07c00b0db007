"""`demo` in words and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from taotoken._message import Language
from taotoken_cli._console import Console
from taotoken_cli._label import labelled
from taotoken_cli._render._smoke import seconds, smoke_data
from taotoken_cli._texts import common
from taotoken_cli._texts import demo as texts

if TYPE_CHECKING:
    from taotoken_cli._results.demo import DemoResult, ToolDemo


def show(result: DemoResult, console: Console) -> None:
    """One line per tool, then what became of the files."""
    for tool in result.tools:
        _show_tool(tool, console)
    if result.left:
        console.say(texts.NOT_TAKEN_BACK(files=", ".join(result.left)))
        return
    console.say(texts.TAKEN_BACK())
    console.say(labelled(common.NEXT, texts.NEXT(), console))


def _show_tool(tool: ToolDemo, console: Console) -> None:
    smoke, files = tool.smoke, ", ".join(tool.files)
    if smoke.ok:
        console.say(texts.LINE_OK(tool=tool.name, files=files, ttft=seconds(smoke.ttft)))
    else:
        message = smoke.finding.message if smoke.finding else texts.UNKNOWN()
        console.say(texts.LINE_FAILED(tool=tool.name, files=files, message=message))


def data(result: DemoResult, language: Language) -> dict[str, Any]:
    """The data of the envelope."""
    return {
        "tools": [
            {
                "id": tool.smoke.tool_id,
                "name": tool.name,
                "files": list(tool.files),
                "smoke": smoke_data(tool.smoke, language),
            }
            for tool in result.tools
        ],
        "left": list(result.left),
    }
