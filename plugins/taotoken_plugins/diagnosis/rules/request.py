"""Requests that the gateway refuses for what is in them, or for their size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from taotoken._causes import Cause
from taotoken._message import Message
from taotoken._text import safe_text
from taotoken_plugins._texts import diagnosis_evidence as evidence
from taotoken_plugins._texts import diagnosis_fixes as fixes
from taotoken_plugins.diagnosis._finding import PROVED, Finding
from taotoken_plugins.diagnosis._fix import Fix
from taotoken_plugins.diagnosis._make import answered, make, said
from taotoken_plugins.diagnosis.facts import Failure, RequestProbe
from taotoken_plugins.diagnosis.known import Known, probes_of

_CODES: Final = ("invalid_request", "context_length", "payload_too_large", "content_filter")


def too_large(known: Known) -> Iterator[Finding]:
    """A small request passes where a large one fails."""
    probes = [probe for probe in probes_of(known.facts, RequestProbe) if probe.size is not None]
    good = [probe for probe in probes if probe.good]
    for probe in probes:
        small = next((one for one in good if (one.size or 0) * 4 < (probe.size or 0)), None)
        if probe.good or small is None:
            continue
        yield make(
            known,
            Cause.REQUEST_TOO_LARGE,
            PROVED + 6,
            evidence.SIZES(small=small.size, large=probe.size),
            *([answered(probe.failure, known)] if probe.failure else []),
            remedy=fixes.SHORTEN(),
        )
        return


def refused(known: Known) -> Iterator[Finding]:
    """The gateway's own words about the request."""
    for failure in known.failures:
        if failure.code not in _CODES:
            continue
        cause = _cause(failure, known)
        settled = failure.cause is not None or failure.code in ("context_length", "payload_too_large")
        yield make(
            known,
            cause,
            (84 if settled else 60) + (8 if failure.seen else 0) - known.late(failure),
            answered(failure, known),
            *_field(known),
            fix=_fix(cause, failure, known),
            remedy=_remedy(cause, failure),
            detail=failure.message or "-",
        )


def _cause(failure: Failure, known: Known) -> Cause:
    if known.has_hit("output-budget") is not None and failure.cause in (
        None,
        Cause.PROMPT_TOO_LONG,
        Cause.MAX_TOKENS_TOO_LARGE,
    ):
        return Cause.OUTPUT_BUDGET_TOO_LARGE
    if failure.cause is not None:
        return failure.cause
    by_code = {"context_length": Cause.PROMPT_TOO_LONG, "payload_too_large": Cause.REQUEST_TOO_LARGE}
    return by_code.get(failure.code, Cause.GATEWAY_REJECTS_REQUEST_SHAPE)


def _field(known: Known) -> Iterator[Message]:
    hit = known.has_hit("beta")
    if hit is not None and "field" in hit.groups:
        yield evidence.FIELD_REFUSED(field=hit.groups["field"])


def beta(known: Known) -> Iterator[Finding]:
    """Fields or headers of a beta that did not get through."""
    hit = known.has_hit("beta")
    if hit is None:
        return
    lines = [evidence.SAID(line=hit.line)]
    if "field" in hit.groups:
        lines.append(evidence.FIELD_REFUSED(field=hit.groups["field"]))
    yield make(
        known,
        Cause.GATEWAY_REJECTS_BETA_FIELDS,
        93,
        *lines,
        fix=_fix(Cause.GATEWAY_REJECTS_BETA_FIELDS, None, known),
        detail=hit.line,
    )


def budget(known: Known) -> Iterator[Finding]:
    """Prompt and output limit together are too much."""
    if known.has_hit("output-budget") is not None:
        yield make(
            known,
            Cause.OUTPUT_BUDGET_TOO_LARGE,
            92,
            *said(known, "output-budget"),
            fix=_fix(Cause.OUTPUT_BUDGET_TOO_LARGE, None, known),
        )


def _fix(cause: Cause, failure: Failure | None, known: Known) -> Fix | None:
    if known.tool != "claude-code":
        return None
    if cause is Cause.GATEWAY_REJECTS_BETA_FIELDS:
        return Fix(set={"CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS": "1"})
    if cause is Cause.MAX_TOKENS_TOO_LARGE and failure is not None and failure.limit:
        return Fix(set={"CLAUDE_CODE_MAX_OUTPUT_TOKENS": str(failure.limit)})
    return None


def _remedy(cause: Cause, failure: Failure) -> Message | None:
    if cause is Cause.MAX_TOKENS_TOO_LARGE and failure.limit:
        return fixes.FITS(limit=safe_text(str(failure.limit), 20))
    return fixes.SHORTEN() if cause is Cause.REQUEST_TOO_LARGE else None


RULES: Final = (too_large, refused, beta, budget)
