"""Every cause can be found: its example, the one that its page shows, leads to it."""

from __future__ import annotations

import pytest

from cause_examples import EXAMPLES
from taotoken import Cause
from taotoken_plugins.diagnosis.engine import judge
from taotoken_plugins.diagnosis.facts import Facts
from taotoken_plugins.diagnosis.known import Known

TOLD = (Cause.PLAIN_HTTP_KEY, Cause.KEY_FILE_EXPOSED)  # worth knowing, nothing is broken by it


def test_every_cause_has_an_example() -> None:
    """All but the crash of a check, which takes a check that crashes."""
    assert set(EXAMPLES) == set(Cause) - {Cause.CHECK_CRASHED}


@pytest.mark.parametrize("cause", EXAMPLES, ids=str)
def test_an_example_leads_to_its_cause(cause: Cause) -> None:
    """It comes first, with evidence, a remedy in both languages, and no key in any of them."""
    report = judge(EXAMPLES[cause].facts())
    first = report.findings[0]
    assert first.cause is cause, [(str(one.cause), one.confidence) for one in report.findings]
    assert report.root_cause == (None if cause in TOLD else cause)
    for language in ("en", "zh"):
        said = [first.message, first.remedy, *first.evidence]
        assert all(line.render(language).strip() for line in said)
        assert "7f3a9c2e51b8" not in "".join(line.render(language) for line in said)


def test_a_check_that_crashes_is_a_finding_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is named, for information, and the others go on."""

    def crash(known: Known) -> object:
        raise RuntimeError("boom")

    monkeypatch.setattr("taotoken_plugins.diagnosis.engine.RULES", (crash,))
    (finding,) = judge(Facts(tool="codex")).findings
    assert (finding.cause, finding.level) == (Cause.CHECK_CRASHED, "info")
    assert "test_causes.crash" in str(finding.message)
