"""Asks a Node program for a second opinion: a list of tasks in, a list of answers out."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any


def ask(program: Path, tools_dir: Path, tasks: list[dict[str, Any]]) -> list[Any]:
    """The answers of `program`, which loads its packages from `tools_dir`."""
    node = shutil.which("node") or shutil.which("node", path=str(tools_dir / "bin"))
    assert node, f"no node on PATH or in {tools_dir / 'bin'}"
    done = subprocess.run(
        [node, str(program), str(tools_dir)],
        input=json.dumps(tasks), capture_output=True, text=True, encoding="utf-8", check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    answers: list[Any] = json.loads(done.stdout)
    assert len(answers) == len(tasks)
    return answers
