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
SLOW_SECONDS: Final = 8.0
# A stream of this many tokens, all within that many seconds, after a wait: no model is so fast.
_MANY_TOKENS: Final = 20
_AT_ONCE: Final = 0.05
_HELD: Final = 0.5
_NEED_EVENTS: Final = ("codex", "cline")  # measured: JSON in place of a stream is an error for them


def no_reply(known: Known) -> Iterator[Finding]:
    """Success by its status, but no reply of the protocol."""
    for failure in known.failures:
        if failure.code in ("bad_response", "incomplete_stream"):
            cause = failure.cause or (Cause.BAD_RESPONSE if failure.code == "bad_response" else Cause.STREAM_CUT)
            yield make(
                known,
                cause,
                88 if failure.seen or failure is known.facts.failure else 64,
                answered(failure, known),
            )
    for probe in probes_of(known.facts, RequestProbe):
        if probe.failure is None and probe.has_choices is False and not probe.html and (probe.status or 200) < 300:
            yield make(
                known,
                Cause.EMPTY_REPLY,
                80,
                evidence.PATH_WRONG(url=safe_text(probe.url), what=evidence.NO_CHOICES()),
            )


def idle(known: Known) -> Iterator[Finding]:
    """Long silence on the stream."""
    hit = known.has_hit("codex-idle", "body-timeout", "stack-idle")
    if hit is None:
        return
    fix = None
    if known.tool == "codex":
        fix = Fix(
            set_file={"~/.codex/config.toml": {f"model_providers.{_provider(known)}.stream_idle_timeout_ms": _IDLE_MS}}
        )
    yield make(known, Cause.STREAM_IDLE_TIMEOUT, 91, *said(known, hit.symptom), fix=fix, remedy=fixes.BUFFERING())


def late(known: Known) -> Iterator[Finding]:
    """A good answer whose first token took long, or whose tokens all came at the end."""
    for probe in probes_of(known.facts, RequestProbe):
        if not probe.good or probe.ttft is None or probe.total is None or _is_whole(probe):
            continue
        if _held_back(probe):
            line = evidence.ALL_AT_ONCE(tokens=probe.tokens, spread=f"{probe.spread:.2f}", seconds=f"{probe.ttft:.1f}")
            yield make(known, Cause.STREAM_BUFFERED, 92, line, remedy=fixes.BUFFERING())
        if probe.ttft >= SLOW_SECONDS:
            line = evidence.FIRST_TOKEN(seconds=f"{probe.ttft:.1f}", total=f"{probe.total:.1f}")
            yield make(known, Cause.SLOW_FIRST_TOKEN, 80, line)


def _held_back(probe: RequestProbe) -> bool:
    if probe.spread is None or (probe.tokens or 0) < _MANY_TOKENS:
        return False
    return probe.spread < _AT_ONCE and (probe.total or 0) >= _HELD


def _is_whole(probe: RequestProbe) -> bool:
    """Did a document come in place of a stream?"""
    return "json" in (probe.content_type or "")


def not_a_stream(known: Known) -> Iterator[Finding]:
    """A whole JSON reply where a stream was asked for, and a tool that can't do with that."""
    for probe in probes_of(known.facts, RequestProbe):
        if probe.good and probe.ttft is not None and _is_whole(probe):
            broken = known.tool in _NEED_EVENTS
            line = evidence.NOT_A_STREAM(content_type=safe_text(probe.content_type or "", 60))
            yield make(known, Cause.BAD_RESPONSE, 91 if broken else 30, line, level="error" if broken else "info")


def _provider(known: Known) -> str:
    for source in known.sources:
        if name := source.values.get("model_provider"):
            return name
    return "<id>"


RULES: Final = (no_reply, idle, late, not_a_stream)
