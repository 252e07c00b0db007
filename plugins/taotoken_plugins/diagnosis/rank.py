"""From all that was found to one root cause: the likeliest first, at most five of those that explain it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from taotoken._causes import Cause
from taotoken._message import Message
from taotoken_plugins._texts import diagnosis_fixes as fixes
from taotoken_plugins._texts import diagnosis_steps as steps
from taotoken_plugins.diagnosis._finding import LIKELY, PROVED, Finding, Level
from taotoken_plugins.diagnosis._layers import LAYERS
from taotoken_plugins.diagnosis._remedy import without_tool
from taotoken_plugins.diagnosis.known import Known
from taotoken_plugins.diagnosis.symptoms import BY_ID

MAX_CANDIDATES: Final = 5
_CLOSE: Final = 16  # candidates within this distance of the first can't be told apart by what is known

# What is missing only because the file that holds it can't be read, or is in the wrong place.
_FOLLOWS: Final = (Cause.BASE_URL_MISSING, Cause.KEY_MISSING, Cause.MODEL_FIELD_EMPTY)
_WORTH_A_WARNING: Final = 55


def rank(found: Iterable[Finding], known: Known) -> tuple[Finding, ...]:
    """One finding a cause, the root cause first. Only the root cause is an error; another proved fault is a
    warning, another explanation of the same failure is for information."""
    best: dict[Cause, Finding] = {}
    for finding in found:
        best[finding.cause] = _joined(best[finding.cause], finding) if finding.cause in best else finding
    ordered = sorted(best.values(), key=_order)
    root = _root(ordered, known)
    kept = [finding for finding in ordered if finding is root or finding.confidence >= 10]
    if root is not None:
        kept.remove(root)
        kept.insert(0, root)
    levelled = (replace(finding, level=_level(finding, root, known)) for finding in kept[:MAX_CANDIDATES])
    return tuple(levelled)


def _order(finding: Finding) -> tuple[int, int]:
    return -finding.confidence, LAYERS.index(finding.layer)


def _joined(one: Finding, other: Finding) -> Finding:
    """Two findings of one cause: the surer one, with the evidence of both and a fix if either has one."""
    first, second = (one, other) if one.confidence >= other.confidence else (other, one)
    evidence = list(first.evidence)
    shown = {str(line) for line in evidence}
    evidence += [line for line in second.evidence if str(line) not in shown]
    fix, remedy = first.fix, first.remedy
    if fix is None and second.fix is not None:
        fix, remedy = second.fix, second.remedy
    joined = replace(first, evidence=tuple(evidence[:6]), fix=fix, remedy=remedy)
    if first.file is None:
        joined = replace(joined, file=second.file, line=second.line, field=first.field or second.field)
    return joined


def _root(ordered: Sequence[Finding], known: Known) -> Finding | None:
    """The root cause: where something failed the likeliest explanation, else only what is sure to hurt."""
    if not ordered:
        return None
    if known.failing:
        return ordered[0]
    return next((finding for finding in ordered if finding.level == "error" and finding.confidence >= LIKELY), None)


def _level(finding: Finding, root: Finding | None, known: Known) -> Level:
    if finding is root:
        return "error"
    if root is not None and finding.cause in _FOLLOWS and root.layer == "file" and root.cause not in _FOLLOWS:
        return "info"
    enough = PROVED if known.failing else _WORTH_A_WARNING
    return "warning" if finding.level != "info" and finding.confidence >= enough else "info"


def unsure(ranked: Sequence[Finding], known: Known) -> tuple[Cause, ...]:
    """The causes that can't be told apart, the likelier first; empty when the first is sure enough."""
    if not known.failing or len(ranked) < 2 or ranked[0].confidence >= LIKELY:
        return ()
    close = [finding.cause for finding in ranked if ranked[0].confidence - finding.confidence <= _CLOSE]
    return tuple(close) if len(close) > 1 else ()


def deciding(causes: Sequence[Cause], known: Known) -> Message | None:
    """The step that tells these causes apart."""
    if not causes:
        return None
    step = steps.SEE_ANSWER
    for hit in known.hits:
        symptom = BY_ID[hit.symptom]
        if symptom.decide is not None and causes[0] in dict(symptom.causes):
            step = symptom.decide
            break
    return step(tool=known.tool) if known.has_commands else without_tool(step)(tool=fixes.THE_TOOL())
