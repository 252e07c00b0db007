"""The config runner itself: what it can't interpret, or finds wrong, fails."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = "~/.claude/settings.json"
MODEL = {SETTINGS: {"/env/ANTHROPIC_MODEL": "demo-code-1"}}


def _case(change: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    case: dict[str, Any] = {
        "id": "config/x",
        "surface": "config",
        "source": "made up",
        "what": "x",
        "input": {
            "action": "configure",
            "set": {"base_url": "https://gw.example/api", "api_key": "sk-demo-7f3a", "model": "demo-code-1"},
            "tool": "claude-code",
            "files": {SETTINGS: '{"model": "opus"}\n'},
        },
        "expect": {"set": MODEL},
        "certain": True,
    }
    change(case)
    return case


def _run(folder: Path) -> tuple[int, str]:
    command = [sys.executable, "-m", "pytest", "-q", "tests/cases/test_config.py", "--cases", str(folder)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8", timeout=100, check=False
    )
    return done.returncode, done.stdout + done.stderr


FAULTS: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "value": (lambda case: case["expect"].update(set={SETTINGS: {"/env/ANTHROPIC_MODEL": "other"}}), "not 'other'"),
    "key": (lambda case: case["expect"].update(unheard_of=True), "doesn't interpret: ['unheard_of']"),
    "inner": (lambda case: case["expect"].update({"or": {"unheard_of": 1}}), "doesn't interpret: ['unheard_of']"),
    "input": (lambda case: case["input"].update(weather="rain"), "doesn't interpret: ['weather']"),
    "tool": (lambda case: case["input"].update(tool="notepad"), "unknown tool: ['notepad']"),
    "step": (lambda case: case["input"].update(steps=["configure", "dance"]), "doesn't know: 'dance'"),
    "nothing": (lambda case: case.update(expect={}), "expects nothing"),
    "refused": (lambda case: case.update(expect={"refuse": True}), "it was not refused"),
    "bytes": (lambda case: case["expect"].update(bytes={SETTINGS: {"bom": True}}), "BOM at the start"),
    "untold": (lambda case: case["expect"].update(tell_user="removed ANTHROPIC_API_KEY"), "doesn't mention"),
    "surface": (lambda case: case.update(surface="sdk"), "is no config case"),
}


def test_every_fault_fails_and_is_named(tmp_path: Path) -> None:
    """One file per fault, and a good one: only the good one passes, and the count is printed."""
    folder = tmp_path / "config"
    folder.mkdir()
    (folder / "good.json").write_text(json.dumps(_case(lambda case: None)))
    for name, (change, _) in FAULTS.items():
        (folder / f"{name}.json").write_text(json.dumps(_case(change)))
    code, output = _run(tmp_path)
    assert code == 1, output
    assert f"{len(FAULTS)} failed, 1 passed" in output
    for name, (_, said) in FAULTS.items():
        assert said in output, (name, said)
    assert f"{len(FAULTS) + 1} files read" in output


@pytest.mark.parametrize("made", [True, False], ids=["empty", "missing"])
def test_no_cases_is_a_failure(made: bool, tmp_path: Path) -> None:
    """An empty or missing folder doesn't pass as "nothing failed"."""
    if made:
        (tmp_path / "config").mkdir()
    code, output = _run(tmp_path)
    assert code == 1, output
    assert "no case files in" in output
