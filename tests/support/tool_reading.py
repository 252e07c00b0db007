"""Where a tool looks for its settings, found out by letting its declaration look in a home that has everything.

The declaration is run again and again: what it asks for (variables, files) is put there, until it asks for nothing new.
"""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from unittest import mock

from taotoken._endpoint import Endpoint
from taotoken_plugins import _shell, _snapshot
from taotoken_plugins._apply import apply
from taotoken_plugins._host import Host
from taotoken_plugins._plan import plan
from taotoken_plugins._shell import _start_files
from taotoken_plugins._tool import Tool, Wanted
from taotoken_plugins.tools import _claude_sources, _read

_OF_THE_MACHINE = ("HOME", "PATH", "SHELL", "ZDOTDIR", "APPDATA", "USERPROFILE", "XDG_CONFIG_HOME", "XDG_DATA_HOME")
_EMPTY = {".json": "{}", ".jsonc": "{}", ".yaml": "{}\n", ".yml": "{}\n", ".toml": ""}
_ADMIN = "admin"  # stands for /etc


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One place, in the order of strength: the names of variables of the environment, or a file as it is told."""

    variables: tuple[str, ...] = ()
    file: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Looks:
    """The places, the strongest first, and the variables that move the tool's files elsewhere."""

    places: tuple[Place, ...]
    movers: tuple[str, ...]


class _Asked(Mapping[str, str]):
    """An environment that remembers which names were asked for."""

    def __init__(self, values: Mapping[str, str]) -> None:
        self.values_there = values
        self.names: dict[str, None] = {}

    def __getitem__(self, name: str) -> str:
        self.names[name] = None
        return self.values_there[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.values_there)

    def __len__(self) -> int:
        return len(self.values_there)


def looks_of(tool: Tool) -> Looks:
    """What `tool` reads on Linux."""
    with tempfile.TemporaryDirectory(prefix="taotoken-docs-") as folder:
        home = Path(folder).resolve() / "home"
        (home / "project").mkdir(parents=True)
        (home / "project/.git").mkdir()
        if any(file.shared for file in tool.files):
            _set_up(tool, home)  # there is nothing to be read in what others use too
        names, usual = _fill(tool, home)
        movers = tuple(name for name in names if _files(tool, home, {name: "moved"}) != usual)
        host = host_in(home, {name: "x" for name in names if name not in movers})
        with _watched(home):
            sources = tool.sources(host)
    places = [
        Place(variables=tuple(source.values)) if source.kind == "env" else Place(file=told(source.path or home, home))
        for source in sources
        if source.kind != "rc" and (source.kind == "file" or source.values)
    ]
    return Looks(places=tuple(dict.fromkeys(places)), movers=movers)


def _set_up(tool: Tool, home: Path) -> None:
    host = host_in(home)
    endpoint = Endpoint.parse("https://gateway.example/api", "sk-demo-000000000001", "demo-large")
    apply(plan([(tool, Wanted(endpoint=endpoint))], host), host)


def _fill(tool: Tool, home: Path) -> tuple[tuple[str, ...], list[Path]]:
    """Put everything there that is asked for; the names of variables, and the files in the order they were read."""
    names: dict[str, None] = {}
    for _ in range(5):
        env = _Asked({})
        with _watched(home) as read:
            tool.sources(host_in(home, env))
        names |= {name: None for name in env.names if name not in _OF_THE_MACHINE}
        for path in [path for path in read if not path.exists()]:
            _make(path, list(names))
    return tuple(names), _files(tool, home, {})


def _files(tool: Tool, home: Path, env: Mapping[str, str]) -> list[Path]:
    with _watched(home) as read:
        tool.sources(host_in(home, env))
    return read


def _make(path: Path, names: list[str]) -> None:
    """A file of this name that says nothing, or for variables: says all of them."""
    lines = "".join(f"{name}=x\n" for name in names)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(_EMPTY.get(path.suffix, lines if ".env" in path.name else "x\n"), encoding="utf-8")


@contextlib.contextmanager
def _watched(home: Path) -> Iterator[list[Path]]:
    """The files below `home` that are read, each once; start files of shells don't count."""
    read: list[Path] = []
    start_files = {path for path, _ in _start_files(host_in(home, {}))}

    def note(path: Path) -> None:
        if path.is_relative_to(home) and path not in start_files and path not in read and path.name != ".npmrc":
            read.append(path)

    def read_file(path: Path) -> bytes:
        note(path)
        return _snapshot.read_file(path)

    def read_text(path: Path) -> str:
        note(path)
        return real_text(path)

    real_text = _shell._read
    with (
        mock.patch.object(_read, "read_file", read_file),
        mock.patch.object(_shell, "_read", read_text),
        mock.patch.object(_shell, "system_environment", return_value=home / _ADMIN / "environment"),
        mock.patch.object(_claude_sources, "managed_dir", return_value=home / _ADMIN / "claude-code"),
    ):
        yield read


def host_in(home: Path, env: Mapping[str, str] = MappingProxyType({})) -> Host:
    """A Linux machine with this home, in whose folder `project` one stands."""
    return Host(
        home=home,
        cwd=home / "project",
        env=env,
        platform="linux",
        config_dir=home / ".config/taotoken",
        now=datetime(2026, 12, 1, tzinfo=UTC),
    )


def told(path: Path, home: Path) -> str:
    """A path as pages tell it: ``~`` for the home, ``.`` for the project."""
    for folder, shown in ((home / "project", "."), (home / _ADMIN, "/etc"), (home, "~")):
        if path.is_relative_to(folder):
            return f"{shown}/{path.relative_to(folder).as_posix()}"
    return str(path)
