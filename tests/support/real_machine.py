"""A machine with the real programs: a home of its own, one headless turn at a time."""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from taotoken.testing import Gateway, RecordedRequest
from taotoken_plugins._host import Host
from taotoken_plugins._registry import get_tool

KEY = "sk-demo-real-tools-0001-7f3a"
MODEL = "demo-large"
REPLY = "The gateway says hello."
TOOLS = ("claude-code", "codex", "cline")
POST_PATHS = {
    "claude-code": "/api/v1/messages",
    "codex": "/api/v1/responses",
    "cline": "/api/v1/chat/completions",
}
PROGRAMS = {"claude-code": "claude", "codex": "codex", "cline": "cline"}
PROMPT = "say hi"
GOLDEN = Path(__file__).resolve().parents[1] / "golden"


@dataclass(frozen=True, kw_only=True)
class Ran:
    """What a program printed and how it ended."""

    code: int
    out: str
    err: str


@dataclass(frozen=True, kw_only=True)
class Machine:
    """A fresh home with the pinned programs on PATH."""

    home: Path
    tools_dir: Path
    env: Mapping[str, str]

    def environment(self, extra: Mapping[str, str]) -> dict[str, str]:
        quiet = {"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "CLAUDE_CODE_MAX_RETRIES": "0"}
        base = {"HOME": str(self.home), "TERM": "dumb", "LANG": "C.UTF-8"}
        path = f"{self.tools_dir / 'node_modules/.bin'}{os.pathsep}{os.environ['PATH']}"
        kept = {name: os.environ[name] for name in ("PYTHONPATH",) if name in os.environ}
        return {**base, **kept, **quiet, "PATH": path, **self.env, **extra}

    def taotoken(
        self, *args: str, key: str | None = None, env: Mapping[str, str] = {}, folder: Path | None = None
    ) -> Ran:
        """One run of our own program in this home, or in a folder of it."""
        argv = [sys.executable, "-m", "taotoken_cli", *args]
        return _run(argv, folder or self.home, self.environment(env), typed=key or "")

    def setup(self, *args: str, base_url: str, key: str = KEY, env: Mapping[str, str] = {}) -> dict[str, Any]:
        """`taotoken setup …` with the key on standard input; it must succeed. Returns the JSON envelope."""
        ran = self.taotoken(
            "setup", *args, "--base-url", base_url, "--yes", "--json", "--api-key-stdin", key=key, env=env
        )
        assert ran.code == 0, f"setup failed ({ran.code})\n{ran.out}\n{ran.err}"
        envelope: dict[str, Any] = json.loads(ran.out)
        return envelope

    def run(self, tool: str, env: Mapping[str, str] = {}, *args: str) -> Ran:
        """One headless turn of the real program, with the settings it finds in this home."""
        project = self.home / "project"
        project.mkdir(exist_ok=True)
        try:
            return _run([PROGRAMS[tool], *_headless(tool), *args, PROMPT], project, self.environment(env))
        finally:
            if tool == "cline":
                _end_cline_daemon(self.home)

    def run_headless(self, tool: str, env: Mapping[str, str] = {}) -> Ran:
        """One turn as the tool's own declaration says it is run."""
        project = self.home / "project"
        project.mkdir(exist_ok=True)
        return _run(list(get_tool(tool).headless(PROMPT)), project, self.environment(env))

    def run_as_declared(self, tool: str) -> Ran:
        """One turn as a user would have it: quietly where the tool calls home, in a new terminal where the shell's
        start file counts."""
        if tool in TOOLS:
            return self.run(tool)
        return self.run_in_shell(*get_tool(tool).headless(PROMPT)) if tool == "copilot" else self.run_headless(tool)

    def run_in_shell(self, *words: str, shell: str = "bash") -> Ran:
        """One command of a new terminal: the shell reads its start file first."""
        project = self.home / "project"
        project.mkdir(exist_ok=True)
        return _run([shell, "-ic", shlex.join(words)], project, self.environment({}))

    def tree(self) -> dict[str, tuple[bytes | str, int]]:
        """Every file and folder of the home: content (or link target) and mode."""
        found: dict[str, tuple[bytes | str, int]] = {}
        for path in sorted(self.home.rglob("*")):
            name = str(path.relative_to(self.home))
            if name.startswith(".config/taotoken") or name == ".config":
                continue  # our own folder: profile aside, it keeps the journal
            mode = path.lstat().st_mode
            content = os.readlink(path) if path.is_symlink() else path.read_bytes() if path.is_file() else b""
            found[name] = (content, mode)
        return found


def _headless(tool: str) -> tuple[str, ...]:
    if tool == "claude-code":
        return ("-p",)
    if tool == "codex":
        quiet = (
            "analytics.enabled=false",
            "features.plugins=false",
            "features.apps=false",
            "check_for_update_on_startup=false",
        )
        switches = [part for setting in quiet for part in ("-c", setting)]
        return ("exec", "--skip-git-repo-check", "--ephemeral", *switches)
    return ()


def _run(argv: list[str], cwd: Path, env: Mapping[str, str], typed: str = "") -> Ran:
    with subprocess.Popen(
        argv,
        cwd=cwd,
        env=dict(env),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            out, err = process.communicate(typed, timeout=180)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
            pytest.fail(f"{argv[0]} did not end\n{out}\n{err}")
    return Ran(code=process.returncode, out=out, err=err)


def _end_cline_daemon(home: Path) -> None:
    """Cline leaves a hub daemon behind; it is known by its command line and the HOME it was started with."""
    wanted = f"HOME={home}".encode()
    for _ in range(10):
        for folder in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if b"--cline-hub-daemon" in (folder / "cmdline").read_bytes() and wanted in (
                    folder / "environ"
                ).read_bytes().split(b"\0"):
                    os.kill(int(folder.name), signal.SIGKILL)
                    return
        time.sleep(0.2)


def host_of(machine: Machine) -> Host:
    """The machine as the engine sees it."""
    return Host(
        home=machine.home,
        cwd=machine.home,
        env=machine.environment({}),
        platform="linux",
        config_dir=machine.home / ".config/taotoken",
        now=datetime.now(UTC),
        euid=os.geteuid(),
    )


@contextlib.contextmanager
def router(machine: Machine) -> Iterator[None]:
    """The server of Claude Code Router, ended by the id of its process."""
    environment = machine.environment({})
    program = shutil.which("ccr", path=environment["PATH"])
    assert program, "no ccr"
    with subprocess.Popen(
        [program, "start"], env=environment, cwd=machine.home, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as server:
        try:
            _wait_for("http://127.0.0.1:3456/")
            yield
        finally:
            os.kill(server.pid, signal.SIGKILL)


def _wait_for(url: str) -> None:
    for _ in range(100):
        with contextlib.suppress(OSError), urllib.request.urlopen(url, timeout=2):
            return
        time.sleep(0.2)
    pytest.fail(f"nothing answers at {url}")


def posts_of(gateway: Gateway) -> list[RecordedRequest]:
    """The POSTs a real program made (our own requests say so in their User-Agent)."""
    return [request for request in gateway.requests if request.method == "POST" and not _is_ours(request)]


def _is_ours(request: RecordedRequest) -> bool:
    agents = [value for name, value in request.headers if name.lower() == "user-agent"]
    return any(agent.startswith("taotoken/") for agent in agents)
