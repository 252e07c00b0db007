"""Programs that don't start: the tool itself, or an MCP server of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from taotoken._causes import Cause
from taotoken._text import safe_text
from taotoken_plugins._registry import BUILTIN
from taotoken_plugins._texts import diagnosis_evidence as evidence
from taotoken_plugins._texts import diagnosis_fixes as fixes
from taotoken_plugins.diagnosis._finding import Finding
from taotoken_plugins.diagnosis._fix import Fix
from taotoken_plugins.diagnosis._make import make, said
from taotoken_plugins.diagnosis.known import Known


def mcp(known: Known) -> Iterator[Finding]:
    """An MCP server that does not start: the model's settings have nothing to do with it."""
    hit = known.has_hit("mcp-32000", "mcp-start", "mcp-failed-start")
    if hit is None:
        return
    lines = list(said(known, hit.symptom))
    remedy, fix = fixes.RUN_COMMAND(), None
    for file in known.files:
        servers = file.data.get("mcpServers")
        for name, server in servers.items() if isinstance(servers, dict) else ():
            command = server.get("command") if isinstance(server, dict) else None
            if command in ("npx", "npm", "uvx", "pnpm", "yarn") and known.facts.os == "windows":
                lines.append(
                    evidence.FILE_HOLDS(file=file.name, what=safe_text(f"mcpServers.{name}.command = {command}", 120))
                )
                args = server.get("args") if isinstance(server.get("args"), list) else []
                line = " ".join([str(command), *(str(one) for one in args)])
                remedy = fixes.WINDOWS_NPX(command=safe_text(line, 160))
                change = {
                    f"mcpServers.{name}.command": "cmd",
                    f"mcpServers.{name}.args": ["/c", command, *args],
                }
                fix = Fix(set_file={file.file.path: change})
    yield make(known, Cause.MCP_SERVER_FAILED_TO_START, 93, *lines, remedy=remedy, fix=fix, detail=hit.line)


def not_installed(known: Known) -> Iterator[Finding]:
    """The shell does not find the program."""
    hit = known.has_hit("not-installed", "spawn-enoent")
    if hit is None:
        return
    program = (hit.groups.get("tool") or "").lower()
    tool = next((one for one in BUILTIN if one.id.split("-")[0] == program), known.builtin)
    detail = tool.homepage if tool else "-"
    yield make(known, Cause.TOOL_NOT_INSTALLED, 90, *said(known, hit.symptom), detail=detail)


def plugin(known: Known) -> Iterator[Finding]:
    """A third party's tool that fails at whatever is asked of it."""
    failure = known.facts.plugin_failure
    if failure is not None:
        yield make(known, Cause.PLUGIN_BROKEN, 100, failure.message, remedy=failure.next)


RULES: Final = (mcp, not_installed, plugin)
