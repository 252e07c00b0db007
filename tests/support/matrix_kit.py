"""Homes with tools set up for a gateway, to be broken in one way each, and the table of what the doctor made of it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from taotoken import Cause, Endpoint
from taotoken_plugins._apply import apply
from taotoken_plugins._host import Host
from taotoken_plugins._plan import plan
from taotoken_plugins._registry import OWN, get_tool
from taotoken_plugins._tool import Wanted
from taotoken_plugins.diagnosis._finding import Report
from taotoken_plugins.diagnosis.doctor import diagnose

KEY = "sk-demo-7f3a9c2e51b80d46"
MODEL = "demo-large"
TOOLS = ("claude-code", "codex", "cline")
FILES = {
    "claude-code": ".claude/settings.json",
    "codex": ".codex/config.toml",
    "cline": ".cline/data/settings/providers.json",
}
PROTOCOL_PATHS = {"claude-code": "/v1/messages", "codex": "/responses", "cline": "/chat/completions"}
Result = Cause | None


@dataclass
class World:
    """One home; `host` is what the doctor sees. Every change of it is the fault of a cell."""

    host: Host
    base_url: str
    tools: tuple[str, ...] = TOOLS
    managed: Path = field(default_factory=Path)

    @property
    def home(self) -> Path:
        return self.host.home

    def file(self, tool: str) -> Path:
        return self.home / FILES[tool]

    def env(self, **variables: str) -> None:
        self.host = replace(self.host, env={**self.host.env, **variables})

    def project(self, name: str, document: Mapping[str, Any]) -> None:
        """Stand in a project that holds this file."""
        folder = self.home / "work" / "app"
        (folder / ".git").mkdir(parents=True)
        write(folder / name, json.dumps(document))
        self.host = replace(self.host, cwd=folder)

    def settings(self, tool: str, **values: str) -> None:
        """Give base_url, api_key or model another value where the tool's file has it."""
        file = self.file(tool)
        if tool == "codex":
            names = {"base_url": "base_url", "api_key": "experimental_bearer_token", "model": "model"}
            file.write_text("\n".join(_toml_line(line, names, values) for line in file.read_text().splitlines()))
            return
        document = json.loads(file.read_text())
        table = document["env"] if tool == "claude-code" else next(iter(document["providers"].values()))["settings"]
        names = (
            {"base_url": "ANTHROPIC_BASE_URL", "api_key": "ANTHROPIC_AUTH_TOKEN", "model": "ANTHROPIC_MODEL"}
            if tool == "claude-code"
            else {"base_url": "baseUrl", "api_key": "apiKey", "model": "model"}
        )
        table.update({names[role]: value for role, value in values.items()})
        file.write_text(json.dumps(document, indent=2))

    def everywhere(self, **values: str) -> None:
        for tool in self.tools:
            self.settings(tool, **values)

    def url(self, pattern: str) -> None:
        """Another base URL in every tool: ``{right}`` is how the tool wants it, ``{root}`` the API's root."""
        for tool in self.tools:
            right = get_tool(tool).tool_base_url(Endpoint.parse(self.base_url, KEY, allow_http=True))
            value = pattern.format(right=right, root=self.base_url, path=PROTOCOL_PATHS[tool])
            self.settings(tool, base_url=value)


def _toml_line(line: str, names: Mapping[str, str], values: Mapping[str, str]) -> str:
    for role, value in values.items():
        if line.startswith(f"{names[role]} = "):
            return f"{names[role]} = {json.dumps(value, ensure_ascii=False)}"
    return line


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def set_up(
    folder: Path,
    base_url: str,
    *,
    tools: Sequence[str] = TOOLS,
    key: str = KEY,
    model: str = MODEL,
    profile: bool = False,
) -> World:
    """A home in which `setup` has set the tools, and our own profile, to this gateway."""
    home = folder / "home"
    home.mkdir(parents=True)
    config = home / ".config/taotoken"
    host = Host(home=home, cwd=home, env={}, platform="linux", config_dir=config, now=datetime.now(UTC))
    wanted = Wanted(endpoint=Endpoint.parse(base_url, key, model, allow_http=True))
    all_tools = [*map(get_tool, tools), *([OWN] if profile else [])]
    apply(plan([(tool, wanted) for tool in all_tools], host), host)
    return World(host=host, base_url=base_url, tools=tuple(tools), managed=folder / "managed")


def cell_id(row: str, tool: str) -> str:
    """A name that can be a folder's."""
    return re.sub(r"[^a-z0-9]+", "-", f"{row}-{tool}".lower())


def fill_in(world: World, port: int) -> None:
    """Put the port in, in files and variables."""
    for file in (*map(world.file, world.tools), world.home / ".bashrc"):
        if file.exists() and "{port}" in file.read_text("utf-8"):
            file.write_text(file.read_text("utf-8").replace("{port}", str(port)), "utf-8")
    world.env(**{name: value.replace("{port}", str(port)) for name, value in world.host.env.items()})


async def diagnosed(world: World, tool: str, *, timeout: float = 3.0, offline: bool = False) -> Report:
    return await diagnose([get_tool(tool)], world.host, timeout=timeout, offline=offline)


Change = Callable[[World], object]
Expected = Cause | None | Mapping[str, Cause | None]


def expected_of(expected: Expected, tool: str) -> Cause | None:
    """What a cell holds for one tool; None is a healthy machine."""
    return expected[tool] if isinstance(expected, Mapping) else expected


_MARKS: Mapping[bool | None, str] = {True: "hit", False: "MISS", None: "by hand"}


class Table:
    """Cells and hits, for the end of the run; a cell that is None doesn't count."""

    def __init__(self, name: str = "live matrix", done: str = "name the right root cause first") -> None:
        self.name, self.done = name, done
        self.cells: dict[str, dict[str, bool | None]] = {}

    def add(self, row: str, tool: str, *, hit: bool | None) -> None:
        self.cells.setdefault(row, {})[tool] = hit

    def __str__(self) -> str:
        tools = list(dict.fromkeys(tool for row in self.cells.values() for tool in row))
        lines = [f"{self.name:34}" + "".join(f"{tool:>13}" for tool in tools)]
        for row, cells in self.cells.items():
            marks = [_MARKS[cells[tool]] if tool in cells else "-" for tool in tools]
            lines.append(f"{row:34}" + "".join(f"{mark:>13}" for mark in marks))
        counts = Counter(hit for row in self.cells.values() for hit in row.values() if hit is not None)
        return "\n".join([*lines, f"{counts[True]} of {counts.total()} cells {self.done}"])
