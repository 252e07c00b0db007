"""Which tools."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from taotoken_cli._answers import missing
from taotoken_cli._console import Console
from taotoken_cli._failure import UsageProblemError
from taotoken_cli._texts import choices as choices_texts
from taotoken_cli._texts import setup as texts
from taotoken_plugins._host import Host
from taotoken_plugins._problem import PluginFailedError, RefusedError
from taotoken_plugins._registry import all_tools, get_tool, tool_ids
from taotoken_plugins._tool import Tool


def named_tools(ids: Sequence[str], host: Host) -> tuple[Tool, ...]:
    """The tools of these ids, each once, in the order named; UsageProblemError for an unknown one."""
    try:
        return tuple(get_tool(tool_id, host) for tool_id in dict.fromkeys(ids))
    except RefusedError as error:
        raise UsageProblemError(*error.problems) from error


def chosen_tools(ids: Sequence[str], host: Host, console: Console, *, with_files: bool = False) -> tuple[Tool, ...]:
    """The named tools, else those whose programs are on this machine, or (`with_files`) whose files are."""
    if ids and with_files:
        raise missing("usage", choices_texts.ALL_AND_NAMES(), "--all", choices_texts.ALL_AND_NAMES_NEXT())
    tools = named_tools(ids, host) or tuple(_found_tools(host, console, with_files=with_files))
    if not tools:
        following = texts.NO_TOOL_NEXT(tools=", ".join(tool_ids()))
        raise missing("no_tool", texts.NO_TOOL(), "TOOL", following)
    return tools


def _found_tools(host: Host, console: Console, *, with_files: bool) -> Iterator[Tool]:
    """A third party's tool that fails here stops no other: it was not asked for by name."""
    for tool in all_tools(host):
        try:
            if tool.detect(host) is not None or (with_files and _has_files(tool, host)):
                yield tool
        except PluginFailedError as error:
            console.warn(error.problems[0].message)


def _has_files(tool: Tool, host: Host) -> bool:
    """Are settings of the program here, wherever the program is? (A file without a program is no sign of one.)"""
    return bool(tool.headless("")) and any(os.path.lexists(file.path(host)) for file in tool.files if not file.shared)
