"""JSON files: strict (what JSON.parse takes), with comments, with trailing commas too, and JSON5.

An edit changes only the spans it is about; indentation, line ends, key order, number spelling, comments, a
byte order mark and a missing final newline stay. Comments inside a value that is replaced or removed go with
it; all others stay. A file with nothing in it has nothing to lose: it loads as ``{}`` and an edit writes a
fresh object.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from taotoken_plugins._edit import Edit, Path, json_type
from taotoken_plugins._formats import Format, FormatError, Position
from taotoken_plugins._formats._json_edit import make_edits, walk
from taotoken_plugins._formats._json_scan import (
    Container,
    NotJsonError,
    Source,
    commented_source,
    jsonc_source,
    root_container,
    skip_space,
    strict_source,
    whole_value,
)
from taotoken_plugins._formats._json_text import SPACES, decode, line_end, position_at
from taotoken_plugins._formats._json_write import written
from taotoken_plugins._texts import formats_json as texts

_View = Callable[[str], Source]


def _json5_source(text: str) -> Source:
    from taotoken_plugins._formats._json5_scan import json5_source  # start-up time: few tools have such files

    return json5_source(text)


def _refusal(source: Source) -> FormatError:
    from taotoken_plugins._formats._json_faults import find_fault  # start-up time: files are mostly right

    return find_fault(source.text, source.grammar.name)


def _not_an_object(source: Source, found: object) -> FormatError:
    place = position_at(source.text, skip_space(source.clean, 0))
    return FormatError("not_an_object", texts.NOT_AN_OBJECT(found=texts.TYPES[json_type(found)]()), place)


def _load(data: bytes, view: _View) -> Any:
    source = view(decode(data).text)
    try:
        value = whole_value(source)
    except NotJsonError:
        raise _refusal(source) from None
    if not isinstance(value, dict):
        raise _not_an_object(source, value)
    return value


def _root(source: Source) -> Container:
    try:
        root = root_container(source)
        if root is None:
            raise _not_an_object(source, whole_value(source))
    except NotJsonError:
        raise _refusal(source) from None
    return root


def _edit(data: bytes, edits: Sequence[Edit], view: _View) -> bytes:
    decoded = decode(data)
    source = view(decoded.text)
    if source.blank:
        source = view(_with_object(source.text))
    root = _root(source)
    make_edits(source, root, edits)
    text = written(source, root)
    return data if text == source.text else decoded.encode(text)


def _with_object(text: str) -> str:
    """A blank text with an empty object; its comments stay above it."""
    eol = line_end(text)
    comments = text.rstrip(SPACES)
    return f"{comments}{eol if comments else ''}{{}}{eol}"


def _locate(data: bytes, path: Path, view: _View) -> Position | None:
    source = view(decode(data).text)
    if source.blank or not path:
        return None
    entry = walk(source, _root(source), path)
    return None if entry is None else position_at(source.text, entry.value_start)


def _format(name: str, view: _View) -> Format:
    return Format(
        name=name,
        load=lambda data: _load(data, view),
        edit=lambda data, edits: _edit(data, edits, view),
        locate=lambda data, path: _locate(data, path, view),
        empty=b"{}\n",
    )


STRICT_JSON = _format("json", strict_source)
JSON_COMMENTS = _format("json with comments", commented_source)
JSONC = _format("jsonc", jsonc_source)
JSON5 = _format("json5", _json5_source)


def strict_faults(data: bytes) -> tuple[FormatError, ...]:
    """Every comment and trailing comma of a file that must be strict JSON; a fault of another kind ends the
    list. Raises FormatError(``encoding``)."""
    from taotoken_plugins._formats._json_faults import soft_faults

    return soft_faults(decode(data).text)


def strict_repair(data: bytes) -> bytes | None:
    """A file that must be strict JSON without its comments and trailing commas (with nothing else in it: an
    empty object). None when it needs no repair, or when that alone doesn't repair it."""
    from taotoken_plugins._formats._json_tidy import without_extras

    try:
        decoded = decode(data)
        _load(data, jsonc_source)
        repaired = decoded.encode(without_extras(jsonc_source(decoded.text)))
        return repaired if repaired != data else None
    except FormatError:
        return None


__all__ = ["JSON5", "JSONC", "JSON_COMMENTS", "STRICT_JSON", "strict_faults", "strict_repair"]
