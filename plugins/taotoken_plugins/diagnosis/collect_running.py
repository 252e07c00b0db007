"""Programs of the tool that run right now, read from /proc: when each was started, and for which home."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from taotoken_plugins._host import Host
from taotoken_plugins._tool import Tool
from taotoken_plugins.diagnosis._program import Running

PROC: Final = Path("/proc")
_PROGRAMS: Final[Mapping[str, tuple[str, ...]]] = {
    "claude-code": ("claude", "@anthropic-ai/claude-code"),
    "codex": ("codex", "@openai/codex"),
    "cline": ("cline",),
}
_INTERPRETERS: Final = ("node", "bun", "deno")
_HOME_VARIABLES: Final[Mapping[str, tuple[str, ...]]] = {
    "claude-code": ("CLAUDE_CONFIG_DIR",),
    "codex": ("CODEX_HOME",),
    "cline": ("CLINE_DATA_DIR", "CLINE_DIR"),
}


Process = tuple[Path, list[str]]  # its folder in /proc, and its command line


def processes(proc: Path = PROC) -> tuple[Process, ...]:
    """Every process whose command line can be read: a set-up of several tools looks once."""
    return tuple(_processes(proc))


def _processes(proc: Path) -> Iterator[Process]:
    for folder in _folders(proc):
        try:
            yield folder, (folder / "cmdline").read_bytes().decode("utf-8", "replace").split("\0")
        except OSError:  # gone meanwhile, or not ours to read
            continue


def running(tool: Tool, host: Host, proc: Path = PROC, there: Sequence[Process] | None = None) -> tuple[Running, ...]:
    """The tool's programs that use this home; none where the system has no /proc. `there`: what `processes` gave."""
    if host.platform != "linux" or tool.id not in _PROGRAMS:
        return ()
    ticks = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
    booted = _booted(proc)
    return () if booted is None else tuple(_found(tool, host, there or processes(proc), booted, ticks))


def _found(tool: Tool, host: Host, there: Sequence[Process], booted: float, ticks: int) -> Iterator[Running]:
    for folder, arguments in there:
        try:
            if not _is_program(tool.id, arguments) or not _is_ours(tool.id, folder, host):
                continue
            started = booted + _start_ticks((folder / "stat").read_text("utf-8", "replace")) / ticks
        except (OSError, ValueError, IndexError):  # gone meanwhile, or not ours to read
            continue
        yield Running(
            pid=int(folder.name),
            daemon="app-server" in arguments,
            started=datetime.fromtimestamp(started, UTC),
        )


def _folders(proc: Path) -> list[Path]:
    try:
        return sorted((entry for entry in proc.iterdir() if entry.name.isdigit()), key=lambda entry: int(entry.name))
    except OSError:
        return []


def _is_program(tool: str, arguments: list[str]) -> bool:
    """Is it the program itself, or the script that an interpreter runs?"""
    program = arguments[0]
    if _base_name(program) in _INTERPRETERS and len(arguments) > 1:
        program = arguments[1]
    names = _PROGRAMS[tool]
    return _base_name(program) in names or any(f"/{name}/" in program for name in names if "/" in name)


def _base_name(program: str) -> str:
    """The last part of a path, by hand: a machine has hundreds of processes, and a set-up asks about each."""
    return program.rstrip("/").rpartition("/")[2]


def _is_ours(tool: str, folder: Path, host: Host) -> bool:
    """Was it started for the same home and the same folder of settings?"""
    text = (folder / "environ").read_bytes().decode("utf-8", "replace")
    env = dict(line.partition("=")[::2] for line in text.split("\0") if "=" in line)
    same = all(env.get(name) == host.env.get(name) for name in _HOME_VARIABLES[tool])
    return same and env.get("HOME") == str(host.home)


def _start_ticks(stat: str) -> int:
    return int(stat.rpartition(")")[2].split()[19])


def _booted(proc: Path) -> float | None:
    try:
        text = (proc / "stat").read_text("utf-8", "replace")
    except OSError:
        return None
    line = next((line for line in text.splitlines() if line.startswith("btime ")), "")
    return float(line.split()[1]) if line else None
