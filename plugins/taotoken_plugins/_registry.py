"""The tools there are. Built-ins are this tuple: nothing from outside can replace one."""

from __future__ import annotations

from typing import Final

from taotoken._text import safe_text
from taotoken_plugins._problem import Problem, RefusedError
from taotoken_plugins._texts import tools as texts
from taotoken_plugins._tool import Tool
from taotoken_plugins.tools import (
    claude_code,
    claude_code_router,
    cline,
    codex,
    droid,
    kilo,
    openclaw,
    opencode,
    own,
    pi,
    qwen_code,
)

BUILTIN: Final[tuple[Tool, ...]] = (
    claude_code.TOOL,
    codex.TOOL,
    cline.TOOL,
    opencode.TOOL,
    kilo.TOOL,
    pi.TOOL,
    qwen_code.TOOL,
    openclaw.TOOL,
    claude_code_router.TOOL,
    droid.TOOL,
)
OWN: Final[Tool] = own.TOOL  # our own profile: written with the tools, never offered as one


def tool_ids() -> tuple[str, ...]:
    """The ids a user can type, in order."""
    return tuple(tool.id for tool in BUILTIN)


def get_tool(name: str) -> Tool:
    """The tool with this id. Raises RefusedError (``unknown_tool``), naming the nearest ids."""
    for tool in BUILTIN:
        if tool.id == name:
            return tool
    nearest = _nearest(name)
    raise RefusedError(
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
