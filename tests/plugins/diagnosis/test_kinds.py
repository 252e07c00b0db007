"""Error texts by kind: those that rules were made with, those kept back to measure the rules, and harmless ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from taotoken_plugins.diagnosis._clean_text import searchable
from taotoken_plugins.diagnosis._quiet import heard
from taotoken_plugins.diagnosis.explain import explain

DATA = Path(__file__).parent / "data"
KINDS: list[dict[str, Any]] = json.loads((DATA / "kinds.json").read_text("utf-8"))
KEPT_BACK: list[dict[str, Any]] = json.loads((DATA / "kept_back.json").read_text("utf-8"))
HARMLESS: list[str] = json.loads((DATA / "harmless.json").read_text("utf-8"))
ENOUGH = 0.85


@pytest.mark.parametrize("row", KINDS, ids=[str(number) for number in range(len(KINDS))])
def test_a_text_of_a_known_kind(row: dict[str, Any]) -> None:
    """The first cause named is one that the text can have."""
    report = explain(row["text"])

    assert report.root_cause in row["first"], (row["text"], [str(finding.cause) for finding in report.findings])


def test_most_texts_that_no_rule_was_made_with() -> None:
    """The rules are of kinds, not of inputs: they hold for texts they were not made with."""
    missed = [row["text"] for row in KEPT_BACK if explain(row["text"]).root_cause not in row["first"]]

    assert 1 - len(missed) / len(KEPT_BACK) >= ENOUGH, missed


@pytest.mark.parametrize("text", HARMLESS, ids=[str(number) for number in range(len(HARMLESS))])
def test_code_docs_and_change_logs_blame_nothing(text: str) -> None:
    """Words of errors in source code, in documentation or in a list of changes are no error."""
    report = explain(text)

    assert report.root_cause is None, (text, [str(finding.cause) for finding in report.findings])


def test_an_error_beside_its_source_code_is_heard() -> None:
    """A stack trace quotes code; the error under it counts, and positions stay what they were."""
    trace = "if status == 429:\n    raise RateLimitError(status)\nConnectionRefusedError: [Errno 111] refused"
    found = searchable(trace)
    quiet = heard(found)

    assert len(quiet.text) == len(found.text)
    assert quiet.starts == found.starts
    assert "429" not in quiet.text
    assert explain(trace).root_cause == "connect_refused"
