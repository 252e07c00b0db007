"""Every way a command can fail: one place that turns an exception into problems and an exit code."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from taotoken._errors import ConfigurationError, TaoTokenError
from taotoken._text import safe_text
from taotoken_cli import _exit
from taotoken_cli._texts import common as texts
from taotoken_plugins._problem import Problem, ProblemError, WriteFailedError

if TYPE_CHECKING:
    from taotoken.measure import Failure as RequestFailure


@dataclass(frozen=True, slots=True)
class Failure:
    """What to show and how to end."""

    problems: tuple[Problem, ...]
    exit_code: int
    unexpected: bool = False


class UsageProblemError(ProblemError):
    """The command line can't work, found out after parsing (exit code 2): an unknown tool, a missing answer."""


def failure(error: BaseException) -> Failure:
    """The failure that `error` means."""
    if isinstance(error, click.ClickException):
        from taotoken_cli._usage import usage_problem

        return Failure((usage_problem(error),), _exit.USAGE)
    if isinstance(error, ProblemError):
        return Failure(error.problems, _problem_exit(error))
    if isinstance(error, ConfigurationError):
        return Failure((_of_error(error),), _exit.REFUSED)
    if isinstance(error, TaoTokenError):
        return Failure((_of_error(error),), _exit.PROBLEM)
    if isinstance(error, OSError) and error.filename is not None:
        return Failure((_of_os_error(error),), _exit.REFUSED)
    message = texts.UNEXPECTED(name=type(error).__name__)
    return Failure((Problem(code="internal", message=message, next=texts.REPORT()),), _exit.PROBLEM, unexpected=True)


def _problem_exit(error: ProblemError) -> int:
    if isinstance(error, UsageProblemError):
        return _exit.USAGE
    return _exit.WRITE_FAILED if isinstance(error, WriteFailedError) else _exit.REFUSED


def _of_error(error: TaoTokenError) -> Problem:
    """A client error; where it proves a cause, the cause's id is the code and its remedy the next step."""
    from taotoken_cli._next_step import next_step
    from taotoken_cli._refusal import words

    code = str(error.cause) if error.cause else error.code
    return Problem(code=code, message=words(error), next=next_step(error))


def problem_of_record(failed: RequestFailure) -> Problem:
    """A measured request that failed, as a problem."""
    from taotoken_cli._next_step import next_after

    message = texts.FAILED(message=safe_text(failed.message))
    following = next_after(failed.code, failed.cause or "")
    return Problem(code=failed.cause or failed.code, message=message, next=following)


def _of_os_error(error: OSError) -> Problem:
    message = texts.OS_FAILED(reason=safe_text(error.strerror or type(error).__name__))
    path = Path(os.fsdecode(error.filename)).absolute() if isinstance(error.filename, (str, bytes)) else None
    return Problem(code="file_error", message=message, file=path, next=texts.OS_FAILED_NEXT())
