"""Other ways the tool may be started on this machine, each with variables of its own: a new terminal, VS Code, a
program started from the Windows desktop. And what the tool would use then."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path, PurePath
from typing import Any, Final

from taotoken_plugins._edit import get
from taotoken_plugins._host import Host
from taotoken_plugins._tool import Source, Tool
from taotoken_plugins.diagnosis._names import role_of
from taotoken_plugins.diagnosis.facts import Start, StartKind
from taotoken_plugins.tools._read import as_text, load

WindowsReader = Callable[[], Mapping[str, str]]
"""Gives the variables of the machine and the user, as the next program gets them."""

_EDITORS: Final = ("Code", "Code - Insiders", "VSCodium", "Cursor", "Windsurf", "Trae")
_SERVERS: Final = (".vscode-server", ".vscode-server-insiders", ".cursor-server", ".windsurf-server")
_SYSTEMS: Final = {"linux": "linux", "darwin": "osx", "win32": "windows"}
_SHELLS: Final = {
    "bash": (".profile", ".bash", "environment"),
    "zsh": (".z", "environment"),
    "fish": (".fish", "environment"),
}


def starts(tool: Tool, host: Host, windows: WindowsReader | None = None) -> tuple[Start, ...]:
    """The starts whose variables matter to a gateway; none where nothing is set."""
    found = [*_terminal(host), *_windows(windows or windows_environment), *_editors(tool, host)]
    return tuple(_with_effect(kind, source, tool, host) for kind, source in found)


def _with_effect(kind: StartKind, source: Source, tool: Tool, host: Host) -> Start:
    then = replace(host, env={**host.env, **source.values})
    return Start(kind=kind, source=source, effective=tool.effective(tool.sources(then), then))


def _matters(name: str) -> bool:
    return role_of(name) in ("base_url", "api_key", "model")


def _terminal(host: Host) -> Iterator[tuple[StartKind, Source]]:
    """What start files of the user's shell export; a value made of other variables is not known here."""
    from taotoken_plugins._shell import shell_variables

    by_file: dict[Path, list[tuple[str, str, int]]] = {}
    for item in shell_variables(host):
        if _matters(item.name) and _is_read(item.path, host) and not set(item.value) & set("$`"):
            by_file.setdefault(item.path, []).append((item.name, item.value, item.line))
    for path, found in by_file.items():
        values = {name: value for name, value, _ in found}
        lines = {name: line for name, _, line in found}
        yield "terminal", Source(kind="rc", path=path, values=values, lines=lines)


def _is_read(path: Path, host: Host) -> bool:
    """Does the user's shell read this file, as far as the shell is known?"""
    names = _SHELLS.get(PurePath(host.env.get("SHELL", "")).name)
    return names is None or path.name.startswith(names) or path.suffix in names


def _windows(read: WindowsReader) -> Iterator[tuple[StartKind, Source]]:
    values = {name: value for name, value in read().items() if _matters(name)}
    if values:
        yield "windows", Source(kind="rc", values=values)


def windows_environment() -> dict[str, str]:
    """The variables kept in the registry, the user's over the machine's; nothing on other systems."""
    found: dict[str, str] = {}
    if sys.platform == "win32":
        import winreg

        machine = r"SYSTEM\CurrentControlSet\Control\Session Manager\Environment"
        for root, path in ((winreg.HKEY_LOCAL_MACHINE, machine), (winreg.HKEY_CURRENT_USER, "Environment")):
            try:
                with winreg.OpenKey(root, path) as key:
                    rows = [winreg.EnumValue(key, index) for index in range(winreg.QueryInfoKey(key)[1])]
            except OSError:
                continue
            found |= {name: value for name, value, _ in rows if isinstance(value, str)}
    return found


def _editors(tool: Tool, host: Host) -> Iterator[tuple[StartKind, Source]]:
    """The settings of VS Code and its kin: for the extension of Claude Code, and for terminals inside."""
    for path in _settings_files(host):
        loaded = load(path, "jsonc")
        if not isinstance(loaded.data, dict) or not loaded.data:
            continue
        terminal = loaded.data.get(f"terminal.integrated.env.{_SYSTEMS[host.platform]}")
        if tool.id == "claude-code":
            yield from _source("extension", path, _pairs(loaded.data.get("claudeCode.environmentVariables")))
        yield from _source("editor", path, _pairs(terminal))


def _source(kind: StartKind, path: Path, pairs: Iterable[tuple[str, str]]) -> Iterator[tuple[StartKind, Source]]:
    values = {name: value for name, value in pairs if _matters(name)}
    if values:
        yield kind, Source(kind="rc", path=path, values=values)


def _pairs(value: Any) -> Iterator[tuple[str, str]]:
    """Names and values, written as an object or as a list of {name, value}."""
    items = list(value.items()) if isinstance(value, dict) else []
    if isinstance(value, list):
        items = [(get(item, ("name",)), get(item, ("value",))) for item in value if isinstance(item, dict)]
    for name, item in items:
        if isinstance(name, str) and (text := as_text(item)) is not None:
            yield name, text


def _settings_files(host: Host) -> Iterator[Path]:
    """settings.json of the workspace, of machines worked on from afar, and of the user."""
    yield host.cwd / ".vscode" / "settings.json"
    for server in _SERVERS:
        yield host.home / server / "data" / "Machine" / "settings.json"
    base = _user_data(host)
    for editor in _EDITORS:
        yield base / editor / "User" / "settings.json"


def _user_data(host: Host) -> Path:
    if host.platform == "win32":
        roaming = host.env.get("APPDATA")
        return Path(roaming) if roaming else host.home / "AppData" / "Roaming"
    if host.platform == "darwin":
        return host.home / "Library" / "Application Support"
    return Path(host.env.get("XDG_CONFIG_HOME") or host.home / ".config")
