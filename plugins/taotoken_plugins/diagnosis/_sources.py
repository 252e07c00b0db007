"""Sources and effective settings worked out from facts alone: files as bytes, environment, flat settings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from taotoken_plugins._host import Host, Platform
from taotoken_plugins._tool import Effective, Source, Tool
from taotoken_plugins.diagnosis._names import form_of, header_of, posted_to, protocol_of, role_of
from taotoken_plugins.diagnosis._parsed import Parsed
from taotoken_plugins.diagnosis.facts import Facts

_PLATFORMS: Final[Mapping[str | None, Platform]] = {"windows": "win32", "macos": "darwin"}
# Strongest first; what a path holds none of is a user's own file.
_CLAUDE_ORDER: Final = (
    "managed-settings",
    "settings.local.json",
    "settings.json",
    "~/.claude/settings.json",
    ".claude.json",
    ".credentials.json",
)


def host_of(facts: Facts) -> Host:
    """A machine that stands for the one the facts come from; only its names and clock count."""
    return Host(
        home=Path("~"),
        cwd=Path("."),
        env=facts.env,
        platform=_PLATFORMS.get(facts.os, "linux"),
        config_dir=Path("~/.config/taotoken"),
        now=facts.now or datetime.now(UTC),
    )


def sources_of(facts: Facts, files: Sequence[Parsed], tool: str | None) -> tuple[Source, ...]:
    """Where settings stand, strongest first."""
    config = Source(kind="file", values=dict(facts.config), ours=True) if facts.config else None
    mine = [
        file for file in files if file.flat and (tool is None or file.tool in (None, tool) or file.kind == "dotenv")
    ]
    mine.sort(key=lambda file: _strength(file.file.path))
    env = Source(kind="env", values=dict(facts.env)) if facts.env else None
    stored = [_file_source(file) for file in mine]
    beaten = [source for source, file in zip(stored, mine, strict=True) if file.kind == "dotenv" and tool != "codex"]
    stored = [source for source in stored if not any(source is other for other in beaten)]
    return tuple(source for source in (config, *stored, env, *beaten) if source is not None)


def _strength(path: str) -> int:
    name = path.replace("\\", "/")
    if "managed-settings" in name:
        return 0
    for rank, part in enumerate(_CLAUDE_ORDER[1:3], 1):
        if name.endswith(f".claude/{part}") and not name.startswith("~"):
            return rank
    return next((rank for rank, part in enumerate(_CLAUDE_ORDER) if rank > 2 and name.endswith(part)), 9)


def _file_source(file: Parsed) -> Source:
    values = {_plain(name, file): value for name, (_, value) in file.flat.items()}
    return Source(kind="file", path=Path(file.file.path), values=values, ours=_is_users(file))


def _plain(name: str, file: Parsed) -> str:
    """Variables in the ``env`` table of Claude's files by their own name."""
    return name.removeprefix("env.") if file.tool == "claude-code" else name


def _is_users(file: Parsed) -> bool:
    path = file.file.path
    return path.startswith("~") and not path.endswith((".local.json", ".env"))


def effective_of(tool: Tool | None, tool_id: str | None, sources: Sequence[Source], facts: Facts) -> Effective:
    """What these sources lead to: as the tool itself would have it, else by the names of the settings."""
    named = _by_names(tool_id, sources)
    if tool is None or not any(source.path is not None or source.kind == "env" for source in sources):
        return named
    own = tool.effective(sources, host_of(facts))
    if facts.config:  # settings kept in no file have names of their own
        return named
    return own


def _by_names(tool: str | None, sources: Sequence[Source]) -> Effective:
    found = {role: next(_with_role(role, tool, sources), None) for role in ("base_url", "api_key", "model")}
    url, key, model = found["base_url"], found["api_key"], found["model"]
    headers = [header_of(name) for name, value, _ in _with_role("api_key", tool, sources) if value]
    return Effective(
        base_url=url[1] if url else None,
        api_key=key[1] if key else None,
        model=model[1] if model else None,
        auth_headers=tuple(dict.fromkeys(headers[:1])),
        endpoint_url=posted_to(url[1], form_of(tool, url[0]), protocol_of(tool, url[0])) if url and url[1] else None,
        origin={role: item[2] for role, item in found.items() if item},
    )


def _with_role(role: str, tool: str | None, sources: Iterable[Source]) -> Iterator[tuple[str, str, Source]]:
    """Settings of a role, strongest first; those of our own names before others in the same place."""
    for source in sources:
        names = [name for name in source.values if role_of(name) == role and not _foreign(name, tool)]
        for name in sorted(names, key=lambda name: not name.startswith("TAOTOKEN_")):
            yield name, source.values[name], source


def _foreign(name: str, tool: str | None) -> bool:
    """Does the setting belong to another program than `tool`?"""
    if name.startswith(("mcpServers.", "mcp_servers.")):
        return True
    return tool in ("codex", "cline") and name.startswith("ANTHROPIC_")
