"""One throw-away home for one run of a config case, and the real command line run in it."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = os.pathsep.join(str(ROOT / name) for name in ("sdk", "plugins", "cli"))

# Runs the command line with one change: between planning and writing, another program writes a file.
CHANGED_BEFORE_WRITE = """
import json, pathlib, sys
import taotoken_cli._setup._prepare as prepare
from taotoken_cli.main import main

changes = json.loads(sys.argv.pop(1))
plan = prepare.plan

def plan_then_change(*args, **kwargs):
    made = plan(*args, **kwargs)
    for path in list(changes):
        pathlib.Path(path).write_text(changes.pop(path), "utf-8", newline="")
    return made

prepare.plan = plan_then_change
sys.exit(main())
"""


@dataclass(frozen=True)
class State:
    """A file, folder or link as it was: None for what was absent."""

    data: bytes | None = None
    mode: int | None = None
    link: str | None = None


@dataclass
class Step:
    """One command that was run, and what it printed."""

    exit_code: int
    stdout: str
    stderr: str

    @property
    def output(self) -> str:
        return self.stdout + self.stderr

    @property
    def envelope(self) -> dict[str, Any]:
        loaded = json.loads(self.stdout)
        assert isinstance(loaded, dict), self.stdout
        return loaded


@dataclass
class World:
    """A home folder with the case's files in it, and the commands run there."""

    root: Path
    tools: Sequence[str]
    wanted: Mapping[str, str]
    umask: int = 0o022
    original: dict[Path, State] = field(default_factory=dict)
    changed_before_write: dict[str, str] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    last: str = ""

    @property
    def home(self) -> Path:
        return self.root / "home"

    @property
    def project(self) -> Path:
        return self.root / "home" / "project"

    def path(self, name: str) -> Path:
        """`~/…` is below the home, an absolute path below our own root, anything else in the project."""
        if name == "~" or name.startswith("~/"):
            return self.home / name[2:]
        return self.root / name.lstrip("/") if name.startswith("/") else self.project / name

    # Setting the scene ------------------------------------------------------------------------------------

    def build(self, case_input: Mapping[str, Any], files: Mapping[str, bytes]) -> None:
        shutil.rmtree(self.root, ignore_errors=True)
        self.project.mkdir(parents=True)
        self.home.chmod(0o755)
        for name in case_input.get("directories", ()):
            self.path(name).mkdir(parents=True)
        for link, target in case_input.get("symlinks", {}).items():
            self._link(link, target, holds_files=any(name.startswith(link + "/") for name in files))
        for name, data in files.items():
            path = self.path(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        for name, mode in case_input.get("modes", {}).items():
            self.path(name).chmod(int(mode, 8))
        self.original = dict(self.tree())
        changes = case_input.get("changed_before_write", {})
        self.changed_before_write = {str(self.path(name)): text for name, text in changes.items()}

    def _link(self, link: str, target: str, *, holds_files: bool) -> None:
        path = self.path(link)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to(self.path(target) if target.startswith(("/", "~")) else target)
        real = path.resolve()
        (real if holds_files else real.parent).mkdir(parents=True, exist_ok=True)

    def tree(self) -> Iterator[tuple[Path, State]]:
        """Everything below the root as it is now."""
        for path in sorted(self.root.rglob("*")):
            yield path, self.state(path)

    def state(self, path: Path) -> State:
        if not path.is_symlink() and not path.exists():
            return State()
        mode = path.lstat().st_mode & 0o7777
        if path.is_symlink():
            data = path.read_bytes() if path.is_file() else None
            return State(link=os.readlink(path), data=data)
        return State(data=path.read_bytes() if path.is_file() else None, mode=mode)

    # Running ----------------------------------------------------------------------------------------------

    def configure(self) -> Step:
        """`taotoken setup` with the key on standard input."""
        arguments = ["setup", *self.tools, "--base-url", self.wanted["base_url"], "--model", self.wanted["model"]]
        arguments += ["--api-key-stdin", "--yes", "--no-smoke", "--json"]
        if self.changed_before_write:
            program = ["-c", CHANGED_BEFORE_WRITE, json.dumps(self.changed_before_write)]
        else:
            program = ["-m", "taotoken_cli"]
        return self._run([*program, *arguments], self.wanted["api_key"] + "\n")

    def undo(self) -> Step:
        """`taotoken undo`, the newest run."""
        return self._run(["-m", "taotoken_cli", "undo", "--yes", "--json"], "")

    def write(self, edits: Mapping[str, Any]) -> None:
        """The user's own edit between two of our commands."""
        for name, edit in edits.items():
            path = self.path(name)
            if isinstance(edit, str):
                path.write_text(edit, "utf-8", newline="")
                continue
            assert set(edit) == {"insert_member"}, f"a write this runner can't do: {sorted(edit)}"
            data = json.loads(path.read_bytes())
            for pointer, value in edit["insert_member"].items():
                *parents, last = pointer_steps(pointer)
                holder = data
                for step in parents:
                    holder = holder[step]
                holder[last] = value
            path.write_text(json.dumps(data, indent=2, ensure_ascii=False), "utf-8", newline="")

    def run(self, steps: Sequence[Any]) -> None:
        for step in steps:
            if step == "configure":
                self.configure()
            elif step == "undo":
                self.undo()
            else:
                assert isinstance(step, dict), f"a step this runner doesn't know: {step!r}"
                assert set(step) == {"write"}, f"a step this runner doesn't know: {step!r}"
                self.write(step["write"])

    def _run(self, arguments: list[str], stdin: str) -> Step:
        environment = {
            "PATH": os.defpath,
            "HOME": str(self.home),
            "USERPROFILE": str(self.home),
            "LANG": "C.UTF-8",
            "PYTHONPATH": SOURCES,
            "PYTHONWARNINGS": "error",
        }
        done = subprocess.run(
            [sys.executable, *arguments],
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            env=environment,
            cwd=self.project,
            umask=self.umask,
            timeout=60,
            check=False,
        )
        step = Step(done.returncode, done.stdout, done.stderr)
        self.steps.append(step)
        self.last = "undo" if "undo" in arguments else "configure"
        return step


def pointer_steps(pointer: str) -> list[str]:
    """The steps of a JSON pointer."""
    assert pointer.startswith("/"), f"not a JSON pointer: {pointer!r}"
    return [step.replace("~1", "/").replace("~0", "~") for step in pointer[1:].split("/")]


def file_bytes(case_input: Mapping[str, Any]) -> dict[str, bytes]:
    """The case's files as bytes."""
    files = {name: text.encode() for name, text in case_input.get("files", {}).items()}
    return files | {name: base64.b64decode(text) for name, text in case_input.get("files_b64", {}).items()}
