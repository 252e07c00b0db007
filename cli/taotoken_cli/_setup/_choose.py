"""Which tools."""

from __future__ import annotations

import os
from collections.abc import Sequence

from taotoken_cli._answers import missing
from taotoken_cli._failure import UsageProblemError
from taotoken_cli._texts import choices as choices_texts
from taotoken_cli._texts import setup as texts
from taotoken_plugins._host import Host
from taotoken_plugins._problem import RefusedError
from taotoken_plugins._registry import get_tool, tool_ids
from taotoken_plugins._tool import Tool


def named_tools(ids: Sequence[str]) -> tuple[Tool, ...]:
    """The tools of these ids, each once, in the order named; UsageProblemError for an unknown one."""
    try:
        return tuple(get_tool(tool_id) for tool_id in dict.fromkeys(ids))
    except RefusedError as error:
        raise UsageProblemError(*error.problems) from error


def chosen_tools(ids: Sequence[str], host: Host, *, all_tools: bool = False) -> tuple[Tool, ...]:
    """The named tools, else those whose programs are on this machine, or (`all_tools`) whose files are."""
    if ids and all_tools:
        raise missing("usage", choices_texts.ALL_AND_NAMES(), "--all", choices_texts.ALL_AND_NAMES_NEXT())
    tools = named_tools(ids) or _found_tools(host, with_files=all_tools)
    if not tools:
        following = texts.NO_TOOL_NEXT(tools=", ".join(tool_ids()))
        raise missing("no_tool", texts.NO_TOOL(), "TOOL", following)
    return tools


def _found_tools(host: Host, *, with_files: bool) -> tuple[Tool, ...]:
    from taotoken_plugins._registry import BUILTIN  # loads every tool

    return tuple(tool for tool in BUILTIN if tool.detect(host) is not None or (with_files and _has_files(tool, host)))


def _has_files(tool: Tool, host: Host) -> bool:
    """Are settings of the program here, wherever the program is? (A file without a program is no sign of one.)"""
    return bool(tool.headless("")) and any(os.path.lexists(file.path(host)) for file in tool.files if not file.shared)
