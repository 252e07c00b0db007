"""The model: named at all, known to the gateway, and the one the user chose."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from taotoken._causes import Cause
from taotoken._placeholders import is_model_placeholder
from taotoken._text import safe_text
from taotoken_plugins._texts import diagnosis_evidence as evidence
from taotoken_plugins._texts import diagnosis_fixes as fixes
from taotoken_plugins.diagnosis._finding import PROVED, Finding
from taotoken_plugins.diagnosis._fix import Fix
from taotoken_plugins.diagnosis._make import answered, make, place_of, set_fix, value_seen
from taotoken_plugins.diagnosis._names import DEFAULT_MODELS
from taotoken_plugins.diagnosis._near import nearest, without_date
from taotoken_plugins.diagnosis.facts import ModelsProbe
from taotoken_plugins.diagnosis.known import Known, Setting, probes_of

_EMPTY_SLOT: Final = re.compile(
    r"模型\s{2,}|模型\s*[`'\"“”]{2}|model\s{2,}|model\s*[`'\"]{2}|对于模型\s*(?:无|没有)可用"
)
_ALIASES: Final = ("opus", "sonnet", "haiku", "opusplan", "default")


def _listed(known: Known) -> tuple[str, ...] | None:
    lists = probes_of(known.facts, ModelsProbe)
    return lists[0].ids if lists else None


def _used(known: Known) -> str:
    """The model of the failing request: the text's, else the settings'."""
    return (known.facts.reading.model or (known.model.value if known.model else "")).removesuffix("[1m]")


def not_listed(known: Known) -> Iterator[Finding]:
    """The gateway's own list doesn't hold the model."""
    ids, used = _listed(known), _used(known)
    if ids is None or not used or used in ids or used in _ALIASES or not ids:
        return
    setting = _setting_of(known, used)
    near = nearest(used, ids)
    same = next((name for name in ids if name == without_date(used)), None)
    lines = [evidence.NOT_LISTED(model=safe_text(used, 100), count=len(ids))]
    if same:
        lines.append(evidence.PLUS_DATE(nearest=safe_text(same, 100)))
    best = same or near[0]
    confidence = 94 if known.failing and known.fits(Cause.MODEL_ID_WRONG) else 70
    yield make(
        known,
        Cause.MODEL_ID_WRONG,
        confidence,
        *lines,
        fix=set_fix(known, setting, best) if setting else Fix(ask="model"),
        setting=setting,
        model=used,
        nearest=fixes.NEAREST(names=safe_text(", ".join(near), 300)),
        level="error" if known.failing else "warning",
    )


def _setting_of(known: Known, model: str) -> Setting | None:
    same = (s for s in known.settings if s.role == "model" and s.value.removesuffix("[1m]") == model)
    return next(same, None) or (known.model if known.model and known.model.value else None)


def stale_override(known: Known) -> Iterator[Finding]:
    """The model asked for is not the chosen one: an old variable names it."""
    used = known.facts.reading.model
    chosen = known.model
    if not used:
        return
    naming = [s for s in known.settings if s.role == "model" and s.value.removesuffix("[1m]") == used]
    others = [
        s for s in known.settings if s.role == "model" and s.value and s.value != used and s.value not in _ALIASES
    ]
    ids = _listed(known)
    if not naming or not others or (ids is not None and used in ids):
        return
    culprit = naming[0]
    if culprit is chosen and not _beats_users_choice(culprit, others) and not _is_side_model(culprit):
        return
    yield make(
        known,
        Cause.MODEL_OVERRIDE_STALE,
        known.weigh(Cause.MODEL_OVERRIDE_STALE, 95 if ids is not None else 86),
        value_seen(culprit, known),
        value_seen(others[0], known),
        fix=Fix(unset=(culprit.short,), others=(Fix(set={culprit.short: others[0].value}),)),
        setting=culprit,
        model=used,
        detail=evidence.VALUE(name=culprit.short, value=used, place=place_of(culprit)),
    )


def _is_side_model(setting: Setting) -> bool:
    return "DEFAULT_" in setting.name or "SMALL_FAST" in setting.name or "SUBAGENT" in setting.name


def _beats_users_choice(culprit: Setting, others: list[Setting]) -> bool:
    """Does a variable win over a choice in another place?"""
    return any(other.source is not culprit.source and other.name != culprit.name for other in others)


def _needs_one(known: Known) -> bool:
    """Does the tool ask for no model of its own, so that a setting must name one?"""
    return not known.failing and known.tool not in (*DEFAULT_MODELS, "env")


def empty(known: Known) -> Iterator[Finding]:
    """No model was named: the gateway's sentence has a gap, or the setting is empty."""
    for failure in known.failures:
        if failure.cause is Cause.MODEL_FIELD_EMPTY or (
            failure.code == "model_unavailable" and _EMPTY_SLOT.search(failure.message)
        ):
            lines = [answered(failure, known), evidence.EMPTY_MODEL()]
            yield make(known, Cause.MODEL_FIELD_EMPTY, 93, *lines, remedy=fixes.CHECK_BODY())
            return
    if known.model is not None and not known.model.value.strip() and known.fits(Cause.MODEL_FIELD_EMPTY):
        yield make(
            known,
            Cause.MODEL_FIELD_EMPTY,
            88,
            value_seen(known.model, known),
            fix=Fix(ask="model"),
            setting=known.model,
        )
    elif known.facts.complete and not known.model and not known.effective.model and _needs_one(known):
        yield make(known, Cause.MODEL_FIELD_EMPTY, 81, evidence.NOT_SET(name="model"), fix=Fix(ask="model"))


def placeholder(known: Known) -> Iterator[Finding]:
    """The tutorial's example stands where a model's id belongs."""
    setting = known.model
    if setting is not None and setting.value and is_model_placeholder(setting.value.strip()):
        yield make(
            known,
            Cause.MODEL_PLACEHOLDER,
            94 if not known.suspects or known.fits(Cause.MODEL_PLACEHOLDER) or known.fits(Cause.MODEL_ID_WRONG) else 50,
            value_seen(setting, known),
            fix=Fix(ask="model"),
            setting=setting,
        )
        return
    said = known.facts.reading.model
    if setting is None and said and is_model_placeholder(said):
        yield make(known, Cause.MODEL_PLACEHOLDER, 90, evidence.SAID(line=said), fix=Fix(ask="model"), model=said)


def unavailable(known: Known) -> Iterator[Finding]:
    """The gateway says that it can't serve the model."""
    for failure in known.failures:
        if failure.code != "model_unavailable" or failure.cause is Cause.MODEL_FIELD_EMPTY:
            continue
        ids, used = _listed(known), _used(known)
        lines = [answered(failure, known)]
        if ids and used in ids:
            lines.append(evidence.LISTED(model=safe_text(used, 100)))
            yield make(known, Cause.MODEL_NO_CHANNEL, PROVED + 4, *lines, model=used)
            return
        cause = failure.cause or Cause.MODEL_ID_WRONG
        names = safe_text(", ".join(nearest(used, ids)), 300) if ids and used else ""
        near = fixes.NEAREST(names=names) if names else ""
        setting = _setting_of(known, used)
        yield make(
            known,
            cause,
            (82 if failure.named else 62) - known.late(failure),
            *lines,
            nearest=near,
            model=used or (known.model and known.model.value) or fixes.ASKED_FOR(),
            setting=setting,
        )
        other = Cause.MODEL_NO_CHANNEL if cause is Cause.MODEL_ID_WRONG else Cause.MODEL_ID_WRONG
        yield make(known, other, 40, *lines, nearest=near)
        return


RULES: Final = (not_listed, stale_override, empty, placeholder, unavailable)
