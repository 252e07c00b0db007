"""What stops us, as data: one problem says what happened, where, and the next command."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from taotoken._message import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing wrong.

    Attributes:
        code: stable id for scripts, such as ``json_syntax``, ``not_a_file``, ``unknown_tool``.
        message: what happened and why, in both languages, without secrets.
        file, line, column: where (1-based; column counts characters).
        field: the setting or option, such as ``env.ANTHROPIC_MODEL`` or ``--model``.
        tool: the id of the tool it concerns, where it concerns one.
        next: the next command or edit.
    """

    code: str
    message: Message
    file: Path | None = None
    line: int | None = None
    column: int | None = None
    field: str | None = None
    tool: str | None = None
    next: Message | None = None


class ProblemError(Exception):
    """Carries the problems; nothing was changed unless a subclass says otherwise."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("; ".join(str(problem.message) for problem in problems))
        self.problems = problems


class RefusedError(ProblemError):
    """The input can't be worked on; nothing was changed (exit code 3)."""


class PluginFailedError(RefusedError):
    """The tool of a third party can't be used; it carries one problem, with the code ``plugin_broken``."""


class WriteFailedError(ProblemError):
    """A write failed; everything already written was rolled back (exit code 4)."""


class ChangedMeanwhileError(ProblemError):
    """A file changed between plan and write; nothing was changed. Planning again may succeed."""
