"""Options with one value for all tools, or one for each: `--model ID`, `--model TOOL=ID`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from taotoken._text import safe_text
from taotoken_cli._answers import missing
from taotoken_cli._failure import UsageProblemError
from taotoken_cli._texts import choices as texts
from taotoken_plugins._registry import tool_ids
from taotoken_plugins._tool import Tool

EVERY = ""  # stands for "all tools" where a tool's id would


def per_tool(option: str, typed: Sequence[str], tools: Sequence[Tool], clean: Callable[[str], str]) -> dict[str, str]:
    """Tool id, or EVERY, → its value as `clean` makes it. Raises UsageProblemError naming `option`."""
    values: dict[str, str] = {}
    for text in typed:
        target, rest = _split(option, text, tools)
        value = clean(rest)
        if values.get(target, value) != value:
            raise _twice(option, target, (values[target], value), tools)
        values[target] = value
    return values


def _split(option: str, text: str, tools: Sequence[Tool]) -> tuple[str, str]:
    """``TOOL=VALUE`` only where TOOL is a tool: model ids may hold an equals sign."""
    tool_id, equals, value = text.partition("=")
    chosen = {tool.id for tool in tools}
    if not equals or tool_id not in {*tool_ids(), *chosen}:
        return EVERY, text
    if tool_id not in chosen:
        message = texts.OTHER_TOOL(option=option, value=safe_text(text, 80), tool=tool_id)
        following = texts.OTHER_TOOL_NEXT(tools=", ".join(tool.id for tool in tools))
        raise missing("usage", message, option, following)
    return tool_id, value


def _twice(option: str, target: str, values: Sequence[str], tools: Sequence[Tool]) -> UsageProblemError:
    shown = ", ".join(safe_text(value, 60) for value in values)
    message = texts.TWICE(option=option, target=target or texts.ALL_TOOLS(), values=shown)
    return missing("usage", message, option, texts.TWICE_NEXT(option=option, tool=tools[0].id))
