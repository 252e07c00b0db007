"""Facts in, ranked findings out: every diagnosis there is goes through here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from taotoken._causes import Cause
from taotoken._text import safe_text
from taotoken_plugins.diagnosis._codes import causes_of_code
from taotoken_plugins.diagnosis._finding import PROVED, Finding, Report
from taotoken_plugins.diagnosis._make import answered, make
from taotoken_plugins.diagnosis._ruled_out import ruled_out
from taotoken_plugins.diagnosis.facts import Facts
from taotoken_plugins.diagnosis.known import Known, know
from taotoken_plugins.diagnosis.rank import deciding, rank, unsure
from taotoken_plugins.diagnosis.rules import RULES, Rule

_EXCLUDED: Final = 45


def judge(facts: Facts) -> Report:
    """What is wrong, from these facts alone. A rule that crashes is a finding and stops no other."""
    known = know(facts)
    excluded = ruled_out(known)
    found = [finding for rule in RULES for finding in _found(rule, known)] or [*_by_code(known)]
    ranked = rank((_less_if(finding, finding.cause in excluded) for finding in found), known)
    close = unsure(ranked, known)
    step = deciding(close, known)
    if step is not None and ranked[0].who == "gateway" and ranked[0].fix is None:
        # It is not yet known to be the gateway's fault: first the step that tells.
        ranked = (replace(ranked[0], remedy=step), *ranked[1:])
    return Report(findings=ranked, unsure=close, deciding=step)


def _by_code(known: Known) -> Iterator[Finding]:
    """A failure that no rule has a word for: what its kind can mean."""
    for failure in known.failures[:1]:
        for cause in causes_of_code(failure):
            yield make(known, cause, 50, answered(failure, known))


def _less_if(finding: Finding, excluded: bool) -> Finding:
    """What only the text suggests counts for little where the facts speak against it."""
    if not excluded or finding.confidence >= PROVED:
        return finding
    return replace(finding, confidence=max(1, finding.confidence - _EXCLUDED))


def _found(rule: Rule, known: Known) -> Iterator[Finding]:
    try:
        yield from rule(known)
    except Exception as error:  # noqa: BLE001 - a crashing check is a result, not a crash of the doctor
        detail = f"{rule.__module__.rpartition('.')[2]}.{rule.__name__}: {type(error).__name__}"
        yield make(known, Cause.CHECK_CRASHED, 10, level="info", detail=safe_text(detail, 200))
