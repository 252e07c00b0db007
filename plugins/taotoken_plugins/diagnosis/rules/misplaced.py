"""Files that parse, but whose shape or place the tool doesn't know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Final

from taotoken._causes import Cause
from taotoken._text import safe_text
from taotoken_plugins._texts import diagnosis_evidence as evidence
from taotoken_plugins._texts import diagnosis_fixes as fixes
from taotoken_plugins.diagnosis._finding import Finding, Level
from taotoken_plugins.diagnosis._fix import Fix
from taotoken_plugins.diagnosis._make import make
from taotoken_plugins.diagnosis._names import Role, role_of
from taotoken_plugins.diagnosis._parsed import Parsed
from taotoken_plugins.diagnosis.known import Known

READ_AT: Final = {
    "claude-code": "~/.claude/settings.json",
    "codex": "~/.codex/config.toml",
    "cline": "~/.cline/data/settings/providers.json",
}
_READ_FILES: Final = {
    "claude-code": (
        "settings.json",
        "settings.local.json",
        ".claude.json",
        "managed-settings.json",
        ".credentials.json",
    ),
    "codex": ("config.toml", "auth.json", ".env"),
    "cline": (
        "providers.json",
        "cline_mcp_settings.json",
        "globalState.json",
        "secrets.json",
        "global-settings.json",
    ),
}
_PLACES: Final[dict[Role, str]] = {
    "base_url": "ANTHROPIC_BASE_URL",
    "api_key": "ANTHROPIC_AUTH_TOKEN",
    "model": "ANTHROPIC_MODEL",
}
_TUTORIAL_SERVERS: Final = (
    "your-mcp-server",
    "your_mcp_server",
    "my-mcp-server",
    "mcp-server-name",
    "example-server",
)


def roles_in(table: Any) -> set[Role]:
    """The roles of the plain values in a table, as far as they are pieces of a gateway's set."""
    if not isinstance(table, dict):
        return set()
    found = {role_of(name) for name, value in table.items() if isinstance(value, str)}
    return {role for role in found if role in ("base_url", "api_key", "model")}


def _misplaced(
    known: Known, file: Parsed, what: str, confidence: int = 88, *, level: Level = "error", fix: Fix | None = None
) -> Finding:
    tool = known.tool or file.tool or ""
    place = READ_AT.get(tool, "taotoken status")
    shown = safe_text(file.file.path, 200)
    return make(
        known,
        Cause.CONFIG_SHAPE_MISPLACED,
        known.weigh(Cause.CONFIG_SHAPE_MISPLACED, confidence),
        evidence.FILE_HOLDS(file=shown, what=what),
        fix=fix or (Fix(run=_again(tool)) if tool in READ_AT else None),
        remedy=fixes.MOVE_SHAPE(tool=tool or fixes.THE_TOOL(), place=place) if tool else None,
        detail=evidence.FILE_HOLDS(file=shown, what=what),
        level=level,
        file=file.file.path,
    )


def _again(tool: str) -> tuple[str, ...]:
    return (f"taotoken setup {tool}",) if tool in READ_AT else ()


def left_over_at(file: Parsed, tool: str, names: Iterable[str]) -> Fix:
    """The pieces under these dotted names go where `tool` reads them, and out of this file."""
    texts = {name: file.flat[name][1] for name in names if name in file.flat}
    found: dict[str, str] = {}
    for name, text in texts.items():
        if role_of(name) in _PLACES:
            found.setdefault(role_of(name), text)
    return Fix(run=_again(tool), found=found, unset_file={file.file.path: tuple(texts)}, left_over=True)


def pieces_in(file: Parsed, start: str = "") -> list[str]:
    """The dotted names of all pieces below `start`."""
    return [name for name in file.flat if name.startswith(start) and role_of(name) in _PLACES]


def three_pieces(known: Known) -> Iterator[Finding]:
    """{base_url, api_key, model} at the top of Claude's settings, or of a file no tool reads."""
    for file in known.files:
        if not isinstance(file.data, dict) or not file.data:
            continue
        top = roles_in(file.data)
        in_claude = file.tool == "claude-code" and file.name.startswith("settings")
        variables = [name for name in file.data if isinstance(name, str) and name.startswith("ANTHROPIC_")]
        if in_claude and (variables or {"base_url", "api_key"} <= top):
            what = ", ".join(variables or sorted(top))
            # What is complete elsewhere makes these a leftover.
            level: Level = "info" if known.base_url and known.keys else "error"
            yield _misplaced(known, file, what, 94, level=level, fix=_move(file))
        elif file.kind in ("json", "jsonc", "toml") and {"base_url", "api_key"} <= top and _nobody_reads(file):
            fix = left_over_at(
                file, known.tool or file.tool or "", [name for name in pieces_in(file) if "." not in name]
            )
            level = "error" if file.tool else "warning"
            yield _misplaced(known, file, ", ".join(sorted(top)), 86 if file.tool else 78, level=level, fix=fix)


def _move(file: Parsed) -> Fix:
    """The values of the three pieces into the table where Claude Code reads them."""
    texts = {name: value for name, value in file.data.items() if isinstance(value, str)}
    moved = {name: name for name in texts if name.startswith("ANTHROPIC_")}
    moved = moved or {name: _PLACES[role_of(name)] for name in texts if role_of(name) in _PLACES}
    path, into = file.file.path, {f"env.{place}": texts[name] for name, place in moved.items()}
    return replace(left_over_at(file, "claude-code", moved), set_file={path: into}, unset_file={path: tuple(moved)})


def _nobody_reads(file: Parsed) -> bool:
    return file.name not in _READ_FILES.get(file.tool or "", ())


def misnamed(known: Known) -> Iterator[Finding]:
    """A file in a tool's folder under a name that the tool doesn't read."""
    for file in known.files:
        names = _READ_FILES.get(file.tool or "")
        if names is None or file.name in names or "managed-settings" in file.file.path:
            continue
        roles = {role_of(name) for name in file.flat}
        looks_so = {"base_url", "api_key"} & roles
        if looks_so and not ({"base_url", "api_key"} <= roles_in(file.data)):
            fix = left_over_at(file, known.tool or file.tool or "", pieces_in(file))
            yield _misplaced(known, file, ", ".join(sorted(looks_so)), 84, fix=fix)


def tutorial_server(known: Known) -> Iterator[Finding]:
    """The gateway's values under an MCP server that is only a tutorial's example."""
    for file, name, server in _servers(known):
        if name.lower() in _TUTORIAL_SERVERS:
            roles = {role_of(key) for key in server.get("env", {})} if isinstance(server.get("env"), dict) else set()
            what, fix = f"mcpServers.{safe_text(name, 60)}", left_over_at(file, "cline", pieces_in(file, _env_of(name)))
            yield _misplaced(known, file, what, 90 if "base_url" in roles else 78, fix=fix if fix.found else None)


def _env_of(server: str) -> str:
    return f"mcpServers.{server}.env."


def gateway_only_in_mcp(known: Known) -> Iterator[Finding]:
    """The gateway stands in an MCP server's environment, which Cline's own requests don't use."""
    if known.tool not in (None, "cline") or known.base_url is not None:
        return
    for file, name, server in _servers(known):
        env = server.get("env")
        names = [key for key in env if role_of(key) == "base_url"] if isinstance(env, dict) else []
        if names and name.lower() not in _TUTORIAL_SERVERS:
            yield make(
                known,
                Cause.CLINE_GATEWAY_ONLY_IN_MCP,
                known.weigh(Cause.CLINE_GATEWAY_ONLY_IN_MCP, 88),
                evidence.FILE_HOLDS(file=file.name, what=safe_text(f"mcpServers.{name}.env.{names[0]}", 120)),
                fix=_key_out(left_over_at(file, "cline", pieces_in(file, _env_of(name)))),
                file=file.file.path,
            )


def _key_out(fix: Fix) -> Fix:
    """Of a server that may be of use only the key goes."""
    keys = {path: tuple(n for n in names if role_of(n) == "api_key") for path, names in fix.unset_file.items()}
    return replace(fix, unset_file={path: names for path, names in keys.items() if names})


def _servers(known: Known) -> Iterator[tuple[Parsed, str, dict[str, Any]]]:
    for file in known.files:
        servers = file.data.get("mcpServers") if isinstance(file.data, dict) else None
        for name, server in servers.items() if isinstance(servers, dict) else ():
            if isinstance(server, dict):
                yield file, name, server


def cline_shapes(known: Known) -> Iterator[Finding]:
    """Shapes of Cline's providers.json that send requests elsewhere or void the whole file."""
    for file in known.files:
        providers = file.data.get("providers") if file.name == "providers.json" else None
        if not isinstance(providers, dict):
            continue
        chosen = file.data.get("lastUsedProvider")
        if "openai" in providers and chosen in ("openai", None):
            what = evidence.FILE_HOLDS(file=file.name, what="providers.openai")
            yield make(
                known,
                Cause.CONFIG_UNKNOWN_SHAPE,
                known.weigh(Cause.CONFIG_UNKNOWN_SHAPE, 90),
                what,
                detail=what,
                fix=Fix(run=("taotoken setup cline",)),
                file=file.file.path,
            )
        for name, entry in providers.items():
            if isinstance(entry, dict) and "updatedAt" not in entry:
                what = evidence.FILE_LACKS(file=file.name, what=safe_text(f"providers.{name}.updatedAt", 120))
                cause = Cause.CLINE_PROVIDERS_INVALID
                yield make(known, cause, known.weigh(cause, 89), what, detail=what, file=file.file.path)


RULES: Final = (three_pieces, misnamed, tutorial_server, gateway_only_in_mcp, cline_shapes)
