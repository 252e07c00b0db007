"""What the text alone can mean: the phrases' own candidates. Other rules raise or outdo them by facts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from taotoken._causes import Cause
from taotoken_plugins._texts import diagnosis_evidence as evidence
from taotoken_plugins._texts import diagnosis_fixes as fixes
from taotoken_plugins.diagnosis._finding import Finding
from taotoken_plugins.diagnosis._make import make
from taotoken_plugins.diagnosis.known import Known
from taotoken_plugins.diagnosis.symptoms import BY_ID

_LATER: Final = 4  # each later phrase of a log counts that much less: the first cause comes first
_COVERED: Final = 30


def phrases(known: Known) -> Iterator[Finding]:
    """A finding for each cause a phrase can have."""
    telling = [hit for hit in known.hits if not BY_ID[hit.symptom].hides]
    for hit in known.hits:
        symptom = BY_ID[hit.symptom]
        less = _COVERED if symptom.hides and (telling or known.facts.reading.failures) else 0
        order = min(3, telling.index(hit)) if hit in telling else 0
        for cause, weight in symptom.causes:
            yield make(
                known,
                cause,
                max(5, weight - less - order * _LATER),
                evidence.SAID(line=hit.line),
                detail=hit.line,
                remedy=fixes.NO_HOST_BUT_SCHEME()
                if hit.symptom == "url-no-scheme" and cause is Cause.BASE_URL_WRONG_HOST
                else None,
            )


RULES: Final = (phrases,)
