"""Running the command line: as a real process in a fresh home, or in this process where a table needs speed."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import pytest

from cli_kit import argv, environment

KEY = "sk-demo-7f3a99990000aaaa1111"
URL = "https://gw.example/api"
TOOLS = ("claude-code", "codex", "cline")


@dataclass(frozen=True, slots=True)
class Done:
    """One finished command."""

    code: int
    out: str
    err: str

    @property
    def both(self) -> str:
        """Everything that was shown."""
        return self.out + self.err

    @property
    def json(self) -> Any:
        """Standard output as the one JSON object that it must be."""
        return json.loads(self.out)


class Runner(Protocol):
    """Runs `taotoken ARGUMENTS`."""

    def __call__(
        self,
        *arguments: str,
        stdin: str | bytes = "",
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
    ) -> Done: ...


@pytest.fixture
def process(clean_home: Path) -> Runner:
    """A real process with a fresh home."""

    def run(
        *arguments: str,
        stdin: str | bytes = "",
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
    ) -> Done:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        done = subprocess.run(
            argv(arguments),
            input=data,
            env=environment(clean_home, env),
            cwd=cwd or clean_home,
            capture_output=True,
            timeout=60,
        )
        encoding = (env or {}).get("PYTHONIOENCODING", "utf-8")
        return Done(done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding))

    return run


@pytest.fixture
def cli(clean_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Runner:
    """The same in this process."""
    from taotoken_cli.main import run as run_main

    def run(
        *arguments: str,
        stdin: str | bytes = "",
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
    ) -> Done:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
            patch.chdir(cwd or clean_home)
            for name, value in (env or {}).items():
                patch.setenv(name, value)
            code = run_main(arguments)
        shown = capsys.readouterr()
        return Done(code, shown.out, shown.err)

    return run


@pytest.fixture
def snapshot(clean_home: Path) -> Callable[[], dict[str, tuple[int, bytes]]]:
    """What is in the home folder, our own journal and lock apart: path → mode and bytes."""

    def take() -> dict[str, tuple[int, bytes]]:
        own = clean_home / ".config" / "taotoken"
        return {
            str(path.relative_to(clean_home)): (path.stat().st_mode & 0o777, path.read_bytes())
            for path in sorted(clean_home.rglob("*"))
            if path.is_file() and (own not in path.parents or path.name == "profile.json")
        }

    return take


def setup_arguments(*tools: str, url: str = URL) -> tuple[str, ...]:
    """A whole set-up without test requests; the key comes by standard input."""
    chosen = tools or TOOLS
    return ("setup", *chosen, "--base-url", url, "--model", "demo-large", "--api-key-stdin", "--yes", "--no-smoke")
