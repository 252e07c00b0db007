"""The doctor and symptom runners themselves: what they can't interpret, or find wrong, fails."""

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


def _case(change: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    case: dict[str, Any] = {
        "id": "doctor/x",
        "surface": "doctor",
        "source": "made up",
        "what": "x",
        "input": {
            "tool": "python",
            "env": {"TAOTOKEN_API_KEY": '"sk-tt-demo01"'},
            "message": "401 无效的令牌",
        },
        "expect": {
            "root_cause": "key_quoted",
            "evidence": ["x"],
            "fix": {"set": {"TAOTOKEN_API_KEY": "sk-tt-demo01"}},
        },
        "certain": True,
    }
    change(case)
    return case


def _run(test: str, folder: Path) -> tuple[int, str]:
    command = [sys.executable, "-m", "pytest", "-q", f"tests/cases/{test}", "--cases", str(folder)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8", timeout=100, check=False
    )
    return done.returncode, done.stdout + done.stderr


FAULTS: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "cause": (lambda case: case["expect"].update(root_cause="key_missing"), "is key_quoted, not key_missing"),
    "key": (lambda case: case["expect"].update(unheard_of=True), "doesn't interpret: ['unheard_of']"),
    "fix-key": (lambda case: case["expect"]["fix"].update(unheard_of=1), "doesn't interpret: ['unheard_of']"),
    "fix": (lambda case: case["expect"].update(fix={"unset": ["A"]}), "the plan doesn't say ['unset']"),
    "value": (
        lambda case: case["expect"].update(fix={"set": {"TAOTOKEN_API_KEY": "x"}}),
        "doesn't say ['set']",
    ),
    "or": (lambda case: case["expect"].update(fix={"or": [{"run": "x"}]}), "the plan doesn't say ['or']"),
    "input": (lambda case: case["input"].update(weather="rain"), "doesn't interpret: ['weather']"),
    "probe": (lambda case: case["input"].update(probe=[{"do": "dance"}]), "doesn't know: 'dance'"),
    "blame": (lambda case: case["expect"].update(must_not_blame=["key_quoted"]), "key_quoted is blamed"),
    "output": (lambda case: case["expect"].update(output_must_not_contain=["TAOTOKEN"]), "must not hold"),
    "advice": (lambda case: case["expect"].update(must_not_suggest=["TAOTOKEN"]), "TAOTOKEN is suggested"),
    "nothing": (lambda case: case.update(expect={}), "a case without root_cause"),
    "surface": (lambda case: case.update(surface="sdk"), "is no doctor case"),
}


def test_every_fault_fails_and_is_named(tmp_path: Path) -> None:
    """One file per fault, and a good one: only the good one passes, and the count is printed."""
    folder = tmp_path / "doctor"
    folder.mkdir()
    (folder / "good.json").write_text(json.dumps(_case(lambda case: None)))
    for name, (change, _) in FAULTS.items():
        (folder / f"{name}.json").write_text(json.dumps(_case(change)))
    code, output = _run("test_doctor.py", tmp_path)

    assert code == 1, output
    assert f"{len(FAULTS)} failed, 1 passed" in output
    for name, (_, said) in FAULTS.items():
        assert said in output, (name, said)
    assert f"{len(FAULTS) + 1} files read" in output


@pytest.mark.parametrize("test", ["test_doctor.py", "test_symptoms.py"])
@pytest.mark.parametrize("made", [True, False], ids=["empty", "missing"])
def test_no_cases_is_a_failure(test: str, made: bool, tmp_path: Path) -> None:
    """An empty or missing folder doesn't pass as "nothing failed"."""
    if made:
        (tmp_path / "doctor").mkdir()
        (tmp_path / "symptoms").mkdir()
        (tmp_path / "symptoms" / "symptoms.json").write_text("[]")
    code, output = _run(test, tmp_path)

    assert code == 1, output
    assert "no case files in" in output or "no symptoms in" in output


def test_symptoms_that_are_not_met_fail(tmp_path: Path) -> None:
    """A wrong cause and an unknown key fail; the mean rank is printed."""
    entry = {
        "tool": "x",
        "fault": "a",
        "message": "error: 余额不足",
        "causes": ["quota_exhausted"],
        "indistinguishable": [],
    }
    entries = [
        entry,
        {**entry, "fault": "b", "causes": ["dns_failed"]},
        {**entry, "fault": "c", "mood": "bad"},
    ]
    (tmp_path / "symptoms").mkdir()
    (tmp_path / "symptoms" / "symptoms.json").write_text(json.dumps(entries))
    code, output = _run("test_symptoms.py", tmp_path)

    assert code == 1, output
    assert "2 failed, 1 passed" in output
    assert "doesn't interpret: ['mood']" in output
    assert "mean rank of the true cause 1.00" in output
