"""The tools of third parties that may be used: those that are enabled, loaded when they are asked for."""

from __future__ import annotations

from taotoken_plugins._host import Host
from taotoken_plugins._problem import PluginFailedError, Problem, RefusedError
from taotoken_plugins._texts import third_party as texts
from taotoken_plugins._third_party._enabled import Enabled, enabled_path, read_enabled
from taotoken_plugins._tool import Tool


def enabled_tools(host: Host) -> tuple[Tool, ...]:
    """Every enabled tool, in order of their ids; one that can't be used is there too, and raises when it is. So does
    what stands for the list of them where that can't be read."""
    try:
        rows = read_enabled(host)
    except RefusedError as error:
        from taotoken_plugins._third_party._guard import broken

        return (broken(enabled_path(host).name, error.problems[0]),)
    return tuple(_tool(row) for _, row in sorted(rows.items()) if not is_reserved(row.id))


def enabled_tool(tool_id: str, host: Host) -> Tool | None:
    """The enabled tool of this id, None where there is none."""
    row = None if is_reserved(tool_id) else read_enabled(host).get(tool_id)
    return _tool(row) if row is not None else None


def is_reserved(tool_id: str) -> bool:
    """Is it the id of a built-in tool, or of our own profile? Nobody else's tool can have it."""
    from taotoken_plugins._registry import OWN, tool_ids

    return tool_id in tool_ids() or tool_id == OWN.id


def not_enabled(tool_id: str) -> Problem | None:
    """Where this id is that of an installed tool: that it has to be enabled first."""
    from taotoken_plugins._third_party._entries import installed

    entry = next((entry for entry in installed() if entry.id == tool_id), None)
    if entry is None:
        return None
    message = texts.NOT_ENABLED(tool=entry.id, distribution=entry.distribution, version=entry.version)
    following = texts.NOT_ENABLED_NEXT(tool=entry.id)
    return Problem(code="plugin_not_enabled", message=message, field="TOOL", tool=entry.id, next=following)


def _tool(row: Enabled) -> Tool:
    from taotoken_plugins._third_party._entries import entry_of
    from taotoken_plugins._third_party._guard import broken
    from taotoken_plugins._third_party._load import load_entry, plugin_problem

    entry = entry_of(row.id, row.distribution)
    if entry is None:
        return broken(row.id, plugin_problem(row.id, row.distribution, row.version, texts.GONE()))
    try:
        return load_entry(entry)
    except PluginFailedError as error:
        return broken(row.id, error.problems[0])
