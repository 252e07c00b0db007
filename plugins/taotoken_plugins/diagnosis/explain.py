"""Explains a pasted text, on its own or together with what is known of this machine. No network, no files."""

from __future__ import annotations

from dataclasses import replace

from taotoken._message import Message
from taotoken_plugins._texts import diagnosis as texts
from taotoken_plugins.diagnosis._finding import Report
from taotoken_plugins.diagnosis._secrets import secrets_of
from taotoken_plugins.diagnosis.engine import judge
from taotoken_plugins.diagnosis.facts import Facts, Reading
from taotoken_plugins.diagnosis.rank import MAX_CANDIDATES
from taotoken_plugins.diagnosis.reading import read


def explain(text: str, facts_of_machine: Facts | None = None) -> Report:
    """What a text means: an error message, a log or a config file.

    `facts_of_machine` adds the settings of a machine; without it the text alone is judged. The report names a
    root cause where the text speaks of a failure, says so where several causes look alike, and warns when a
    key stands in the text.
    """
    machine = facts_of_machine or Facts()
    reading = read(text, secrets=secrets_of(machine))
    report = judge(replace(machine, reading=reading))
    notes = [*report.notes]
    if reading.rest is not None:
        report = _with_later(report, judge(Facts(tool=machine.tool, reading=reading.rest)))
        notes.append(texts.SEVERAL_ERRORS(count=reading.count))
    if reading.request_ids:
        notes.append(_for_support(reading))
    if reading.empty:
        notes.append(texts.NOTHING_TO_READ())
    elif not report.findings:
        notes.append(texts.NOT_RECOGNISED())
    if reading.has_key:
        notes.append(texts.TEXT_HAS_KEY())
    return replace(report, notes=tuple(notes))


def _for_support(reading: Reading) -> Message:
    """What a support team asks for."""
    ids = ", ".join(reading.request_ids)
    return texts.FOR_SUPPORT_AT(ids=ids, time=reading.times[0]) if reading.times else texts.FOR_SUPPORT(ids=ids)


def _with_later(report: Report, later: Report) -> Report:
    """The first entry's findings, and at their end what the later entries of a log tell of."""
    known = {finding.cause for finding in report.findings}
    other = next((finding for finding in later.findings if finding.cause not in known), None)
    if other is None or not report.findings:
        return report if report.findings else later
    last = min(finding.confidence for finding in report.findings)
    added = replace(other, level="info", confidence=min(other.confidence, last))
    return replace(report, findings=(*report.findings[: MAX_CANDIDATES - 1], added))
