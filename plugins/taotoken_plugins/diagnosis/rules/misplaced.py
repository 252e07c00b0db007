"""Files that parse, but whose shape or place the tool doesn't know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from taotoken._causes import Cause
from taotoken._message import Message
from taotoken._text import safe_text
from taotoken_plugins._texts import diagnosis_evidence as evidence
from taotoken_plugins._texts import diagnosis_fixes as fixes
from taotoken_plugins.diagnosis._finding import Finding, Level
from taotoken_plugins.diagnosis._fix import Fix
from taotoken_plugins.diagnosis._make import make
from taotoken_plugins.diagnosis._names import Role, role_of
from taotoken_plugins.diagnosis._parsed import Parsed
from taotoken_plugins.diagnosis.known import Known

_READ_AT: Final = {
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
_CODEX_ROOT: Final = ("model", "model_provider", "model_reasoning_effort", "approval_policy", "sandbox_mode")
_RESERVED: Final = ("openai", "ollama", "lmstudio", "oss")
_TUTORIAL_SERVERS: Final = (
    "your-mcp-server",
    "your_mcp_server",
    "my-mcp-server",
    "mcp-server-name",
    "example-server",
)


def _roles(table: Any) -> set[Role]:
    """The roles of the plain values in a table, as far as they are pieces of a gateway's set."""
    if not isinstance(table, dict):
        return set()
    found = {role_of(name) for name, value in table.items() if isinstance(value, str)}
    return {role for role in found if role in ("base_url", "api_key", "model")}


def _misplaced(
    known: Known, file: Parsed, what: str, confidence: int = 88, *, level: Level = "error", fix: Fix | None = None
) -> Finding:
    tool = known.tool or file.tool or ""
    place = _READ_AT.get(tool, "taotoken status")
    shown = safe_text(file.file.path, 200)
    return make(
        known,
        Cause.CONFIG_SHAPE_MISPLACED,
        known.weigh(Cause.CONFIG_SHAPE_MISPLACED, confidence),
        evidence.FILE_HOLDS(file=shown, what=what),
        fix=fix or (Fix(run=_again(tool)) if tool in _READ_AT else None),
        remedy=fixes.MOVE_SHAPE(tool=tool or fixes.THE_TOOL(), place=place) if tool else None,
        detail=evidence.FILE_HOLDS(file=shown, what=what),
        level=level,
        file=file.file.path,
    )


def _again(tool: str) -> tuple[str, ...]:
    return (f"taotoken setup {tool}",) if tool in _READ_AT else ()


def _left_over(file: Parsed, tool: str, names: Iterable[str]) -> Fix:
    """The pieces under these dotted names go where `tool` reads them, and out of this file."""
    texts = {name: file.flat[name][1] for name in names if name in file.flat}
    found: dict[str, str] = {}
    for name, text in texts.items():
        if role_of(name) in _PLACES:
            found.setdefault(role_of(name), text)
    return Fix(run=_again(tool), found=found, unset_file={file.file.path: tuple(texts)}, left_over=True)


def _pieces_in(file: Parsed, start: str = "") -> list[str]:
    """The dotted names of all pieces below `start`."""
    return [name for name in file.flat if name.startswith(start) and role_of(name) in _PLACES]


def three_pieces(known: Known) -> Iterator[Finding]:
    """{base_url, api_key, model} at the top of Claude's settings, or of a file no tool reads."""
    for file in known.files:
        if not isinstance(file.data, dict) or not file.data:
            continue
        top = _roles(file.data)
        in_claude = file.tool == "claude-code" and file.name.startswith("settings")
        variables = [name for name in file.data if isinstance(name, str) and name.startswith("ANTHROPIC_")]
        if in_claude and (variables or {"base_url", "api_key"} <= top):
            what = ", ".join(variables or sorted(top))
            # What is complete elsewhere makes these a leftover.
            level: Level = "info" if known.base_url and known.keys else "error"
            yield _misplaced(known, file, what, 94, level=level, fix=_move(file))
        elif file.kind in ("json", "jsonc", "toml") and {"base_url", "api_key"} <= top and _nobody_reads(file):
            fix = _left_over(
                file, known.tool or file.tool or "", [name for name in _pieces_in(file) if "." not in name]
            )
            level = "error" if file.tool else "warning"
            yield _misplaced(known, file, ", ".join(sorted(top)), 86 if file.tool else 78, level=level, fix=fix)


def _move(file: Parsed) -> Fix:
    """The values of the three pieces into the table where Claude Code reads them."""
    texts = {name: value for name, value in file.data.items() if isinstance(value, str)}
    moved = {name: name for name in texts if name.startswith("ANTHROPIC_")}
    moved = moved or {name: _PLACES[role_of(name)] for name in texts if role_of(name) in _PLACES}
    path, into = file.file.path, {f"env.{place}": texts[name] for name, place in moved.items()}
    return replace(_left_over(file, "claude-code", moved), set_file={path: into}, unset_file={path: tuple(moved)})


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
        if looks_so and not ({"base_url", "api_key"} <= _roles(file.data)):
            fix = _left_over(file, known.tool or file.tool or "", _pieces_in(file))
            yield _misplaced(known, file, ", ".join(sorted(looks_so)), 84, fix=fix)


def tutorial_server(known: Known) -> Iterator[Finding]:
    """The gateway's values under an MCP server that is only a tutorial's example."""
    for file, name, server in _servers(known):
        if name.lower() in _TUTORIAL_SERVERS:
            roles = {role_of(key) for key in server.get("env", {})} if isinstance(server.get("env"), dict) else set()
            what, fix = f"mcpServers.{safe_text(name, 60)}", _left_over(file, "cline", _pieces_in(file, _env_of(name)))
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
                fix=_key_out(_left_over(file, "cline", _pieces_in(file, _env_of(name)))),
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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fault:
    """A shape: what of it to take out and to set by its dotted name, and whether it does no harm as it stands."""

    what: Message | str
    confidence: int
    found: Mapping[str, str] = field(default_factory=dict, repr=False)
    unset: tuple[str, ...] = ()
    set: Mapping[str, object] = field(default_factory=dict)
    harmless: bool = False

    def fix(self, path: str) -> Fix:
        """The rest is for `setup`."""
        return Fix(
            run=("taotoken setup codex",),
            found=self.found,
            set_file={path: self.set} if self.set else {},
            unset_file={path: self.unset} if self.unset else {},
            left_over=self.harmless,
        )


def codex_shapes(known: Known) -> Iterator[Finding]:
    """Shapes of Codex's two files that it ignores or refuses."""
    complete = known.base_url is not None and bool(known.keys)
    for file in known.files:
        if file.tool != "codex" or not isinstance(file.data, dict):
            continue
        for fault in _codex_faults(file):
            shown = evidence.FILE_HOLDS(file=safe_text(file.file.path, 200), what=fault.what)
            cause = Cause.CONFIG_UNKNOWN_SHAPE
            yield make(
                known,
                cause,
                known.weigh(cause, fault.confidence),
                shown,
                fix=fault.fix(file.file.path),
                remedy=fixes.MOVE_SHAPE(tool="codex", place=_READ_AT["codex"]) if fault.unset else None,
                detail=shown,
                level="info" if fault.harmless and complete and not known.failing else "error",
                file=file.file.path,
            )


def _codex_faults(file: Parsed) -> Iterator[_Fault]:
    data = file.data
    if file.name == "auth.json":
        table = data.get("openai")
        if isinstance(table, dict) and _roles(table):
            what = "openai.{" + ", ".join(sorted(table)) + "}"
            found = _left_over(file, "codex", _pieces_in(file, "openai.")).found
            yield _Fault(what=what, confidence=90, found=found, unset=("openai",), harmless=True)
        elif {"base_url", "api_key"} & _roles(data) and "OPENAI_API_KEY" not in data:
            names = tuple(name for name in data if role_of(name) in ("base_url", "api_key", "model"))
            found = _left_over(file, "codex", names).found
            what = ", ".join(sorted(_roles(data)))
            yield _Fault(what=what, confidence=86, found=found, unset=names, harmless=True)
        return
    if file.name != "config.toml":
        return
    yield from _provider_faults(data)
    yield from _after_a_table(data)
    if "profile" in data or "profiles" in data:
        yield _Fault(what="profile", confidence=62)
    top = {name for name in _roles(data) if name != "model"}
    if top and "openai_base_url" not in data:
        names = tuple(sorted(name for name in data if role_of(name) in top))
        found = _left_over(file, "codex", [*names, "model"]).found
        yield _Fault(what=", ".join(names), confidence=94, found=found, unset=names, harmless=True)


def _provider_faults(data: Any) -> Iterator[_Fault]:
    providers = data.get("model_providers")
    tables = providers if isinstance(providers, dict) else {}
    chosen = data.get("model_provider")
    if isinstance(chosen, str) and chosen not in tables and chosen not in _RESERVED:
        what = f'model_provider = "{safe_text(chosen, 60)}", [model_providers.{safe_text(chosen, 60)}] ✗'
        yield _Fault(what=what, confidence=92)
    for name, table in tables.items():
        shown = safe_text(str(name), 60)
        if name in _RESERVED:
            yield _Fault(what=f"[model_providers.{shown}]", confidence=90, unset=(f"model_providers.{name}",))
        if isinstance(table, dict) and not table.get("name") and "base_url" in table:
            named = {f"model_providers.{name}.name": str(name)}
            yield _Fault(what=f"[model_providers.{shown}] name ✗", confidence=88, set=named)
        inside = _root_keys(table, f"model_providers.{name}")
        if inside:
            yield _Fault(what=safe_text(inside[0], 120), confidence=86, unset=inside, harmless=True)


def _after_a_table(data: Any) -> Iterator[_Fault]:
    """Settings of the root that stand behind the header of another table, where Codex passes over them."""
    for name, table in data.items():
        if name in ("model_providers", "profiles") or not isinstance(table, dict) or "model_provider" not in table:
            continue
        what = f"{safe_text(str(name), 60)}.model_provider"
        yield _Fault(what=what, confidence=84, unset=_root_keys(table, str(name)), harmless=True)


def _root_keys(table: Any, path: str) -> tuple[str, ...]:
    return tuple(f"{path}.{key}" for key in _CODEX_ROOT if key in table) if isinstance(table, dict) else ()


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


RULES: Final = (three_pieces, misnamed, tutorial_server, gateway_only_in_mcp, codex_shapes, cline_shapes)
