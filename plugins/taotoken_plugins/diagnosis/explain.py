"""Explains a pasted text, on its own or together with what is known of this machine. No network, no files."""

from __future__ import annotations

from dataclasses import replace

from taotoken_plugins._texts import diagnosis as texts
from taotoken_plugins.diagnosis._finding import Report
from taotoken_plugins.diagnosis.engine import judge
from taotoken_plugins.diagnosis.facts import Facts
from taotoken_plugins.diagnosis.known import secrets_of
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
    if reading.empty:
        notes.append(texts.NOTHING_TO_READ())
    elif not report.findings:
        notes.append(texts.NOT_RECOGNISED())
    if reading.has_key:
        notes.append(texts.TEXT_HAS_KEY())
    return replace(report, notes=tuple(notes))
