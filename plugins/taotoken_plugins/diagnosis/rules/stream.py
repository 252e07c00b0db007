"""Answers that are no answer: not of the protocol, empty, cut, silent, late."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from taotoken._causes import Cause
from taotoken._text import safe_text
from taotoken_plugins._texts import diagnosis_evidence as evidence
from taotoken_plugins._texts import diagnosis_fixes as fixes
from taotoken_plugins.diagnosis._finding import Finding
from taotoken_plugins.diagnosis._fix import Fix
from taotoken_plugins.diagnosis._make import answered, make, said
from taotoken_plugins.diagnosis.facts import RequestProbe
from taotoken_plugins.diagnosis.known import Known, probes_of

_IDLE_MS: Final = 600_000


def no_reply(known: Known) -> Iterator[Finding]:
    """Success by its status, but no reply of the protocol."""
    for failure in known.failures:
        if failure.code in ("bad_response", "incomplete_stream"):
            cause = failure.cause or (
                Cause.BAD_RESPONSE if failure.code == "bad_response" else Cause.STREAM_CUT
            )
            yield make(
                known,
                cause,
                88 if failure.seen or failure is known.facts.failure else 64,
                answered(failure, known),
            )
    for probe in probes_of(known.facts, RequestProbe):
        if (
            probe.failure is None
            and probe.has_choices is False
            and not probe.html
            and (probe.status or 200) < 300
        ):
            yield make(
                known,
                Cause.EMPTY_REPLY,
                80,
                evidence.PATH_WRONG(url=safe_text(probe.url), what=evidence.NO_CHOICES()),
            )


def idle(known: Known) -> Iterator[Finding]:
    """Long silence on the stream."""
    hit = known.has_hit("codex-idle", "body-timeout")
    if hit is None:
        return
    fix = None
    if known.tool == "codex":
        fix = Fix(
            set_file={
                "~/.codex/config.toml": {
                    f"model_providers.{_provider(known)}.stream_idle_timeout_ms": _IDLE_MS
                }
            }
        )
    yield make(
        known, Cause.STREAM_IDLE_TIMEOUT, 91, *said(known, hit.symptom), fix=fix, remedy=fixes.BUFFERING()
    )


def _provider(known: Known) -> str:
    for source in known.sources:
        if name := source.values.get("model_provider"):
            return name
    return "<id>"


RULES: Final = (no_reply, idle)
