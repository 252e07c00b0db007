"""Problems about what is in a file, put into words."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

from taotoken._message import Message
from taotoken._text import safe_text
from taotoken_plugins._edit import MISSING, EditConflictError, Select, json_type, show_path
from taotoken_plugins._formats import Format, FormatError
from taotoken_plugins._host import Host
from taotoken_plugins._place import shown
from taotoken_plugins._problem import Problem, RefusedError
from taotoken_plugins._texts import engine as texts
from taotoken_plugins._tool import ConfigFile

_TYPES = {
    "object": texts.TYPE_OBJECT,
    "array": texts.TYPE_ARRAY,
    "string": texts.TYPE_STRING,
    "number": texts.TYPE_NUMBER,
    "boolean": texts.TYPE_BOOLEAN,
    "null": texts.TYPE_NULL,
}


def is_missing(value: object) -> bool:
    return value is MISSING


def no_modes() -> bool:
    """Does this system have no file modes?"""
    return os.name == "nt"


def umask() -> int:
    """The umask of this process."""
    current = os.umask(0o077)
    os.umask(current)
    return current


def shown_field(path: str) -> str:
    """A setting's path as it is told."""
    return safe_text(path, 200)


def format_problem(error: FormatError, path: Path, host: Host) -> Problem:
    """A file that its tool can't read, or that can't be edited safely."""
    unsafe = error.code == "unsafe_edit"
    then = texts.UNSAFE_EDIT_NEXT() if unsafe else texts.SYNTAX_NEXT(path=shown(host, path))
    return Problem(
        code=error.code,
        message=error.message,
        file=path,
        line=error.position.line if error.position else None,
        column=error.position.column if error.position else None,
        next=then,
    )


def as_warning(problem: Problem, path: Path, host: Host) -> Problem:
    """The same problem where the file is merely left alone; its message says by itself which file."""
    place = ":".join(str(part) for part in (shown(host, path), problem.line, problem.column) if part is not None)
    reason = texts.IN_FILE(place=place, reason=problem.message)
    return replace(problem, message=texts.OPTIONAL_LEFT(reason=reason))


def checked_top(data: Any, text: bytes, path: Path, file: ConfigFile, host: Host) -> Any:
    """The file's data: a list where its own paths begin with a selector, else an object; nothing at all is
    either. Raises RefusedError when it is something else."""
    wants_list = any(isinstance(owned[0], Select) for owned in file.owned)
    if wants_list and data == {}:
        return []
    if not isinstance(data, list if wants_list else dict):
        error = EditConflictError((), "array" if wants_list else "object", json_type(data))
        raise RefusedError(conflict_problem(error, text, path, file.format, host))
    return data


def conflict_problem(error: EditConflictError, text: bytes, path: Path, format_: Format, host: Host) -> Problem:
    """A value that stands where an object or list should be, or a selector that isn't unique."""
    field = shown_field(show_path(error.path)) if error.path else None
    unique = error.expected in _TYPES
    position = format_.locate(text, error.path if unique else error.path[:-1])
    return Problem(
        code="config_wrong_type",
        message=_conflict_message(error, field),
        file=path,
        line=position.line if position else None,
        column=position.column if position else None,
        field=field,
        next=texts.SYNTAX_NEXT(path=shown(host, path)),
    )


def _conflict_message(error: EditConflictError, field: str | None) -> Message:
    named: object = field if field is not None else texts.WHOLE_FILE()
    if error.expected not in _TYPES:
        return texts.NOT_UNIQUE(field=named, found=error.found)
    return texts.WRONG_TYPE(field=named, expected=_type(error.expected), found=_type(error.found))


def _type(name: str) -> Message:
    return _TYPES[name]() if name in _TYPES else texts.TYPE_OTHER(name=safe_text(name))


def tracked_problem(target: Path, host: Host, certain: bool, allowed: bool) -> Problem:
    """A key about to be written where git would pick it up."""
    path = shown(host, target)
    if not certain:
        return Problem(code="tracked_unknown", message=texts.TRACKED_UNKNOWN(path=path), file=target)
    if allowed:
        return Problem(code="tracked_file", message=texts.TRACKED_ALLOWED(path=path), file=target)
    return Problem(
        code="tracked_file",
        message=texts.TRACKED(path=path),
        file=target,
        next=texts.TRACKED_NEXT(path=path),
    )
