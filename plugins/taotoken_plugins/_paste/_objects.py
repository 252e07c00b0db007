"""The JSON objects in a text, wherever they begin: a whole file, a here-document, an example between sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from taotoken_plugins._formats import FormatError

MAX_OBJECTS: Final = 300
MAX_RETRIES: Final = 20
MAX_JSON5: Final = 200_000
MAX_DEPTH: Final = 100

_STEP: Final = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/|[{}\[\]]', re.DOTALL)
_SETTING: Final = re.compile(r"\w[\"']?\s{0,5}:")


def spans(text: str) -> Iterator[tuple[int, int]]:
    """Where the outermost objects begin and end, as far as their brackets close."""
    at, retries = text.find("{"), 0
    for _ in range(MAX_OBJECTS):
        if at < 0 or retries > MAX_RETRIES:
            return
        end = _end(text, at)
        if end is None:
            retries += 1
            at = text.find("{", at + 1)
            continue
        if _SETTING.search(text, at, min(end, at + 4000)):
            yield at, end
        at = text.find("{", end)


def _end(text: str, start: int) -> int | None:
    depth = 0
    for found in _STEP.finditer(text, start):
        char = found[0]
        if char in "{[":
            depth += 1
        elif char in "}]":
            depth -= 1
            if depth == 0:
                return found.end()
        if depth > MAX_DEPTH:
            return None
    return None


def load(text: str) -> dict[str, Any] | None:
    """The object that `text` is, with comments and trailing commas or in the looser spelling of JSON5."""
    from taotoken_plugins._formats.json_format import JSON5, JSONC

    data = text.encode("utf-8", "replace")
    for form in (JSONC, JSON5) if len(text) < MAX_JSON5 else (JSONC,):
        try:
            found = form.load(data)
        except FormatError:
            continue
        return found if isinstance(found, dict) else None
    return None
