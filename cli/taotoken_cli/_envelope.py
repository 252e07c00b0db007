"""The one JSON object that a command prints with `--json`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from taotoken._message import Language

if TYPE_CHECKING:
    from taotoken_plugins._problem import Problem

Status = Literal["ok", "failed", "partial"]
SCHEMA_VERSION = 1


def envelope(
    command: str,
    *,
    status: Status,
    changed: bool,
    data: Mapping[str, Any] | None,
    errors: Sequence[Problem] = (),
    top: Mapping[str, Any] | None = None,
    language: Language = "en",
) -> dict[str, Any]:
    """``{schema, status, changed, data, errors}``; `top` adds what a command promises beside them."""
    return {
        "schema": f"taotoken.{command}/{SCHEMA_VERSION}",
        "status": status,
        "changed": changed,
        **(top or {}),
        "data": data,
        "errors": [problem_data(problem, language) for problem in errors],
    }


def problem_data(problem: Problem, language: Language) -> dict[str, Any]:
    """A problem as JSON; what is not known is left out."""
    found = {
        "code": problem.code,
        "message": problem.message.render(language),
        "file": str(problem.file) if problem.file else None,
        "line": problem.line,
        "column": problem.column,
        "field": problem.field,
        "tool": problem.tool,
        "next": problem.next.render(language) if problem.next else None,
    }
    return {name: value for name, value in found.items() if value is not None}


def to_json(value: Mapping[str, Any], encoding: str) -> str:
    """Indented JSON, in plain ASCII where the stream writes other bytes than UTF-8, which readers of JSON expect."""
    import json

    text = json.dumps(value, indent=2, ensure_ascii=False)
    try:
        readable = text.encode(encoding) == text.encode("utf-8")
    except (UnicodeEncodeError, LookupError):
        readable = False
    return text if readable else json.dumps(value, indent=2, ensure_ascii=True)
