"""`--mcp` and `--mcp-env`: Cline's MCP settings, where they are asked for."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

from taotoken_cli._answers import missing
from taotoken_cli._notes import Notes
from taotoken_cli._setup._options import SetupOptions
from taotoken_cli._texts import setup_mcp as texts
from taotoken_plugins._tool import Tool

CLINE = "cline"


def with_mcp(options: SetupOptions, tools: Sequence[Tool], notes: Notes) -> tuple[Tool, ...]:
    """`tools`, Cline with its MCP settings where they are asked for; UsageProblemError where there is no Cline."""
    asked = "--mcp" if options.mcp else "--mcp-env" if options.mcp_env is not None else ""
    if not asked:
        return tuple(tools)
    if all(tool.id != CLINE for tool in tools):
        following = texts.ONLY_CLINE_NEXT(option=asked)
        raise missing("usage", texts.ONLY_CLINE(option=asked), asked, following)
    if options.mcp and not _has_extra():
        notes.add(texts.NO_EXTRA(command=f'"{sys.executable}" -m pip install "taotoken[mcp]"'))
    from taotoken_plugins.tools._cline_mcp import with_mcp as with_file

    return tuple(with_file(tool) if tool.id == CLINE else tool for tool in tools)


def mcp_choices(options: SetupOptions) -> Mapping[str, str]:
    """What the declaration reads: this interpreter, which has our server, and the name of the user's entry."""
    chosen = {"mcp": sys.executable} if options.mcp else {}
    return {**chosen, "mcp-env": options.mcp_env} if options.mcp_env is not None else chosen


def _has_extra() -> bool:
    from importlib.util import find_spec

    return find_spec("mcp") is not None
