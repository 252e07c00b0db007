"""Facts in, root cause out: one row of `data/reports.json` per kind of bug report."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from doctor_case import facts_of
from doctor_judge import judge_case, shown
from taotoken import Cause
from taotoken_plugins.diagnosis import engine
from taotoken_plugins.diagnosis._layers import LAYERS, layer_of
from taotoken_plugins.diagnosis.engine import judge
from taotoken_plugins.diagnosis.facts import Facts
from taotoken_plugins.diagnosis.known import Known
from taotoken_plugins.diagnosis.rules import RULES

KEY = "sk-tt-demo0000000000000001"
REPORTS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "data/reports.json").read_text("utf-8"))
CASES = Path(__file__).parents[2] / "cases" / "data"


@pytest.mark.parametrize(
    "row", REPORTS, ids=[f"{number}-{'-or-'.join(row['causes'])}" for number, row in enumerate(REPORTS)]
)
def test_the_root_cause_of_a_report(row: dict[str, Any]) -> None:
    """The true cause comes first, with evidence and a remedy; no key is in any output; no rule crashes."""
    report = judge(facts_of(row["input"]))

    assert report.root_cause in row["causes"], shown(report)
    expect: dict[str, Any] = {"root_cause": str(report.root_cause), "evidence": ["any"]}
    fix = {"fix": row["fix"]} if "fix" in row else {}
    judge_case(report, {**expect, **fix, "output_must_not_contain": [KEY]})
    assert Cause.CHECK_CRASHED not in {finding.cause for finding in report.findings}, shown(report)
    assert len(report.findings) <= 5


def test_every_cause_has_a_case() -> None:
    """Each id comes first in some report, doctor case or symptom; a crash, and what is only worth knowing, have tests
    of their own."""
    covered = {cause for row in REPORTS for cause in row["causes"]}
    for file in (CASES / "doctor").glob("*.json"):
        covered.add(json.loads(file.read_text("utf-8"))["expect"]["root_cause"])
    for entry in json.loads((CASES / "symptoms" / "symptoms.json").read_text("utf-8")):
        covered |= set(entry["causes"])

    assert {str(cause) for cause in Cause} - covered == {"check_crashed", "key_file_exposed"}


@pytest.mark.parametrize("cause", list(Cause))
def test_every_cause_has_a_layer(cause: Cause) -> None:
    """A finding can be placed on the way from the file to the answer."""
    assert layer_of(cause) in LAYERS


def test_a_crashing_rule_stops_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """It becomes a finding of its own, for information, and the root cause is still found."""

    def broken(known: Known) -> Any:
        raise ZeroDivisionError(known.tool)

    monkeypatch.setattr(engine, "RULES", (broken, *RULES))
    report = judge(facts_of({"tool": "cline", "message": "error: 余额不足"}))

    assert report.root_cause == Cause.QUOTA_EXHAUSTED
    (crash,) = [finding for finding in report.findings if finding.cause == Cause.CHECK_CRASHED]
    assert crash.level == "info"
    assert "broken: ZeroDivisionError" in str(crash.message)


def test_no_facts_no_findings() -> None:
    """Nothing known is nothing wrong."""
    assert judge(Facts()).findings == ()


def test_the_same_facts_give_the_same_report() -> None:
    """Rules are pure: judging leaves nothing behind."""
    facts = facts_of(REPORTS[0]["input"])

    assert shown(judge(facts)) == shown(judge(facts))
