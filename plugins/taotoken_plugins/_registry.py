"""The tools there are. Built-ins are this table: nothing from outside can replace one. Tools of third parties come
after them, once they are enabled.

A tool's module is loaded when the tool is asked for: setting up one tool does not pay for all of them, and a help page
that lists the ids pays for none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from taotoken_plugins._host import Host
    from taotoken_plugins._problem import RefusedError
    from taotoken_plugins._tool import Tool

    BUILTIN: tuple[Tool, ...]
    MANUAL: tuple[Tool, ...]
    OWN: Tool

# id → module in `taotoken_plugins.tools`, in the order people see
_MODULES = {
    "claude-code": "claude_code",
    "codex": "codex",
    "cline": "cline",
    "opencode": "opencode",
    "kilo": "kilo",
    "pi": "pi",
    "qwen-code": "qwen_code",
    "openclaw": "openclaw",
    "claude-code-router": "claude_code_router",
    "droid": "droid",
    "copilot": "copilot",
    "continue": "continue_dev",
    "aider": "aider",
    "llm": "llm",
    "vibe": "vibe",
    "kimi-code": "kimi_code",
    "openhands": "openhands",
    "env": "env",
}
# Those that a person sets up in a window: `setup` prints what to enter.
_MANUAL_MODULES = {
    "claude-code-vscode": "claude_code_vscode",
    "codex-ide": "codex_ide",
    "cursor": "cursor",
    "vscode-chat": "vscode_chat",
    "roo": "roo",
    "zed": "zed",
    "goose": "goose",
    "crush": "crush",
}


def __getattr__(name: str) -> Any:
    """BUILTIN, all tools whose files are written; MANUAL, those set up by hand; and OWN, our own profile: written with
    the tools, never offered as one."""
    if name == "BUILTIN":
        return tuple(_load(module) for module in _MODULES.values())
    if name == "MANUAL":
        return tuple(_load(module) for module in _MANUAL_MODULES.values())
    if name == "OWN":
        return _load("own")
    raise AttributeError(name)


def _load(module: str) -> Tool:
    from importlib import import_module

    tool: Tool = import_module(f"taotoken_plugins.tools.{module}").TOOL
    return tool


def _builtin(name: str) -> Tool:
    return _load(_MODULES[name] if name in _MODULES else _MANUAL_MODULES[name])


def tool_ids() -> tuple[str, ...]:
    """The ids of the built-in tools, in order."""
    return (*_MODULES, *_MANUAL_MODULES)


def all_tools(host: Host) -> tuple[Tool, ...]:
    """Every tool whose files are written on this host. One of a third party that can't be used raises when it is."""
    from taotoken_plugins._third_party._enabled_tools import enabled_tools

    return (*(_load(module) for module in _MODULES.values()), *enabled_tools(host))


def find_tool(name: str, host: Host) -> Tool | None:
    """The tool with this id, None where there is none that may be used."""
    if name in tool_ids():
        return _builtin(name)
    from taotoken_plugins._third_party._enabled_tools import enabled_tool

    return enabled_tool(name, host)


def get_tool(name: str, host: Host | None = None) -> Tool:
    """The tool with this id: a built-in one, or one that is enabled on `host`. Raises RefusedError
    (``unknown_tool``, naming the nearest ids, or ``plugin_not_enabled``)."""
    if name in tool_ids():
        return _builtin(name)
    found = find_tool(name, host) if host is not None else None
    if found is None:
        raise _unknown(name, host)
    return found


def _unknown(name: str, host: Host | None) -> RefusedError:
    from taotoken._text import safe_text
    from taotoken_plugins._problem import Problem, RefusedError
    from taotoken_plugins._texts import tools as texts
    from taotoken_plugins._third_party._enabled_tools import not_enabled

    if host is not None and (problem := not_enabled(name)) is not None:
        return RefusedError(problem)
    nearest = _nearest(name)
    return RefusedError(
        Problem(
            code="unknown_tool",
            message=texts.UNKNOWN_TOOL(name=safe_text(name, 60), known=", ".join(tool_ids())),
            field="TOOL",
            next=texts.UNKNOWN_TOOL_NEXT(nearest=", ".join(nearest)) if nearest else None,
        )
    )


def _nearest(name: str) -> list[str]:
    import difflib

    plain = name.lower().replace("_", "-").replace(" ", "-")
    by_part = [tool_id for tool_id in tool_ids() if plain and (plain in tool_id or tool_id in plain)]
    return by_part or difflib.get_close_matches(plain, tool_ids(), n=2, cutoff=0.5)
