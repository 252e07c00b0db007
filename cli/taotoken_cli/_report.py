"""Show a failure: problems as sentences on standard error, or the envelope on standard output."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from taotoken._message import Message
from taotoken._text import mask_keys_in, safe_text
from taotoken_cli._app import App
from taotoken_cli._console import Console
from taotoken_cli._envelope import Status, envelope, to_json
from taotoken_cli._failure import Failure, failure
from taotoken_cli._interrupt import InterruptedAfterWritingError
from taotoken_cli._label import labelled
from taotoken_cli._texts import common as texts
from taotoken_plugins._host import tilde, user_home
from taotoken_plugins._problem import Problem


def report(app: App, error: Exception, *, command: str, as_json: bool) -> int:
    """Say what `error` means; the exit code."""
    found = failure_of(app, error)
    if as_json:
        show_json(app.console, command, status="failed", changed=False, data=None, errors=found.problems)
    else:
        show_problems(app.console, found.problems)
    return found.exit_code


def failure_of(app: App, error: Exception) -> Failure:
    """What `error` means; where that is a fault of ours, its traceback is shown to those who ask for it."""
    found = failure(error)
    if found.unexpected and app.env.get("TAOTOKEN_DEBUG") == "1":
        _traceback(app.console, error)
    return found


def report_interrupt(console: Console, error: BaseException, *, command: str, as_json: bool) -> None:
    """Say that ^C was pressed, and whether files had been written by then."""
    written = isinstance(error, InterruptedAfterWritingError)
    message = error.detail if isinstance(error, InterruptedAfterWritingError) else texts.INTERRUPTED()
    if as_json:
        problem = Problem(code="interrupted", message=message)
        show_json(console, command, status="failed", changed=written, data=None, errors=(problem,))
    else:
        console.tell("")
        console.tell(message)


def show_problems(console: Console, problems: Sequence[Problem]) -> None:
    """Each problem as ``error: FILE:LINE:COLUMN: sentence`` and ``next: …`` (the same next step only once)."""
    for index, problem in enumerate(problems):
        console.tell(_sentence(problem, console))
        following = problem.next
        later = [other.next for other in problems[index + 1 :]]
        if following is not None and following not in later:
            console.tell(labelled(texts.NEXT, following, console))


def _sentence(problem: Problem, console: Console) -> Message:
    file = safe_text(tilde(problem.file, user_home()), 1000) if problem.file else None
    place = ":".join(str(part) for part in (file, problem.line, problem.column) if part is not None)
    if file and place in console.words(problem.message):
        return texts.ERROR(message=problem.message)  # it says itself where
    if not place and problem.field and not problem.field.isupper() and problem.code != "usage":
        place = problem.field  # an argument's name (TOOL, RUN) says less than the sentence
    place = place or problem.tool or ""
    return texts.ERROR_AT(place=place, message=problem.message) if place else texts.ERROR(message=problem.message)


def show_json(
    console: Console,
    command: str,
    *,
    status: Status,
    changed: bool,
    data: Mapping[str, Any] | None,
    errors: Sequence[Problem] = (),
    top: Mapping[str, Any] | None = None,
) -> None:
    """The envelope as the only thing on standard output."""
    value = envelope(
        command, status=status, changed=changed, data=data, errors=errors, top=top, language=console.language
    )
    console.say(to_json(value, getattr(console.out, "encoding", None) or "utf-8"))


def _traceback(console: Console, error: Exception) -> None:
    import traceback

    console.tell(mask_keys_in("".join(traceback.format_exception(error)).rstrip()))
