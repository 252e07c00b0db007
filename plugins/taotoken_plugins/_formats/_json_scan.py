"""Where the values of a JSON text are, found at the speed of the standard library's C scanner.

Only the containers an edit goes into are walked in Python; everything beside them is skipped, and checked,
by one call each. Anything that isn't right raises `NotJsonError` without saying what: `_json_faults` finds
the words and the place, on the rare path where they are needed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from taotoken_plugins._edit import MISSING
from taotoken_plugins._formats._json_text import SPACES, start_of_blanks

# Python's own recursion ends near 1000 calls, and a copy of nested data takes two or three a level.
MAX_DEPTH = 200

_SPACE = re.compile(r"[ \t\r\n]*")
_STRING = re.compile(r'"[^"\\\r\n]*(?:\\[^\r\n][^"\\\r\n]*)*"')
_KEY = re.compile(_STRING.pattern + r"[ \t\r\n]*:[ \t\r\n]*")
_COMMENT = re.compile(r"//[^\r\n]*|/\*[\s\S]*?\*/")
_TRAILING_COMMA = re.compile(r",(?=[ \t\r\n]*[\]}])")


class NotJsonError(ValueError):
    """The text is not what the parser accepts."""


@dataclass(frozen=True, slots=True)
class Source:
    """One text in three views of the same length: as it is, with comments blanked out (`bare`), and with
    trailing commas blanked out too (`clean`, which is strict JSON if the file is right)."""

    text: str
    bare: str
    clean: str

    @property
    def blank(self) -> bool:
        """Is there nothing but whitespace and comments?"""
        return not self.bare.strip(SPACES)


def strict_source(text: str) -> Source:
    """A text that may hold nothing but JSON."""
    return Source(text, text, text)


def jsonc_source(text: str) -> Source:
    """A text with // and /* */ comments and trailing commas."""
    bare = _blank(text, comments(text))
    return Source(text, bare, _blank(bare, trailing_commas(bare)))


def comments(text: str) -> Iterator[re.Match[str]]:
    """The // and /* */ comments of `text`."""
    return _outside_strings(text, _COMMENT)


def trailing_commas(bare: str) -> Iterator[re.Match[str]]:
    """The commas between a last entry and its closing bracket, in a text without comments."""
    for comma in _outside_strings(bare, _TRAILING_COMMA):
        before = start_of_blanks(bare, comma.start())
        if before > 0 and bare[before - 1] not in "[{":
            yield comma


def _blank(text: str, extras: Iterator[re.Match[str]]) -> str:
    """`text` with `extras` replaced by as many blanks."""
    pieces: list[str] = []
    done = 0
    for match in extras:
        pieces += (text[done : match.start()], " " * (match.end() - match.start()))
        done = match.end()
    return "".join((*pieces, text[done:])) if pieces else text


def _outside_strings(text: str, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """What `pattern` finds outside strings.

    A string ends on its line, so only the lines that hold a match are looked at. (A text with an unclosed
    string may be read wrongly here; its line end inside a string then fails in the JSON parser.)
    """
    seen = 0
    found = pattern.search(text)
    while found:
        at = found.start()
        seen = max(seen, text.rfind("\n", seen, at) + 1, text.rfind("\r", seen, at) + 1)
        while (quote := text.find('"', seen, at)) >= 0:
            string = _STRING.match(text, quote)
            seen = string.end() if string else quote + 1
        if seen <= at:
            yield found
            seen = found.end()
        found = pattern.search(text, max(seen, at + 1))


def _big_integer(digits: str) -> int:
    """Exact at any length: Python itself refuses to read more than some thousand digits at once."""
    if digits.startswith("-"):
        return -_big_integer(digits[1:])
    if len(digits) <= 600:
        return int(digits)
    half = len(digits) // 2
    return _big_integer(digits[:-half]) * 10**half + _big_integer(digits[-half:])


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise NotJsonError
    return members


def _no_constant(name: str) -> Any:
    raise NotJsonError(name)


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_constant)
_BIG_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_constant, parse_int=_big_integer)


def _value(clean: str, start: int) -> tuple[Any, int]:
    """The value at `start` and where it ends."""
    try:
        try:
            return _DECODER.raw_decode(clean, start)
        except (json.JSONDecodeError, NotJsonError):
            raise
        except ValueError:  # an integer beyond the interpreter's limit of digits
            return _BIG_DECODER.raw_decode(clean, start)
    except (json.JSONDecodeError, RecursionError) as error:
        raise NotJsonError from error


def skip_space(text: str, start: int) -> int:
    """The first offset at or after `start` that isn't whitespace."""
    found = _SPACE.match(text, start)
    return found.end() if found else start


def key_end(text: str, start: int) -> int:
    """Where the string that starts at `start` ends."""
    found = _STRING.match(text, start)
    return found.end() if found else start


def whole_value(source: Source) -> Any:
    """The one value of a text; ``{}`` for a blank one. Raises NotJsonError."""
    if source.blank:
        return {}
    value, end = _value(source.clean, skip_space(source.clean, 0))
    _nothing_after(source, end)
    check_depth([value])
    return value


def _nothing_after(source: Source, end: int) -> None:
    if skip_space(source.clean, end) != len(source.clean):
        raise NotJsonError


def check_depth(values: list[Any], above: int = 0) -> None:
    """Raises NotJsonError when `values`, themselves `above` levels down, nest too deeply."""
    depth = above
    while values := [value for value in values if type(value) is dict or type(value) is list]:
        depth += 1
        if depth > MAX_DEPTH:
            raise NotJsonError
        values = [inner for value in values for inner in (value.values() if type(value) is dict else value)]


@dataclass(slots=True)
class Entry:
    """An object member or a list element, as found (`start` ≥ 0) or to be added, and what becomes of it.

    `start` is where the key begins (in a list, the value); `comma` is the offset of the comma after it, or -1.
    """

    key: str | None
    value: Any
    start: int = -1
    value_start: int = -1
    end: int = -1
    comma: int = -1
    new: Any = MISSING
    child: Container | None = None
    removed: bool = False


@dataclass(slots=True)
class Container:
    """An object or list whose entries are known. `end` is just past the closing bracket."""

    start: int
    end: int
    is_object: bool
    entries: list[Entry]
    index: dict[str | None, Entry] = field(default_factory=dict)


def root_container(source: Source) -> Container | None:
    """The object a text consists of; None when it is another value. Raises NotJsonError."""
    start = skip_space(source.clean, 0)
    if not source.clean.startswith("{", start):
        return None
    root = container_at(source, start)
    _nothing_after(source, root.end)
    check_depth([entry.value for entry in root.entries], above=1)
    return root


def container_at(source: Source, start: int) -> Container:
    """The object or list at `start`. Raises NotJsonError."""
    is_object = source.bare[start] == "{"
    close = "}" if is_object else "]"
    at = skip_space(source.bare, start + 1)
    entries: list[Entry] = []
    while source.bare[at : at + 1] != close:
        if entries and entries[-1].comma < 0:
            raise NotJsonError
        entry = _member(source.clean, at) if is_object else _element(source.clean, at)
        entries.append(entry)
        at = skip_space(source.bare, entry.end)
        if source.bare[at : at + 1] == ",":
            entry.comma = at
            at = skip_space(source.bare, at + 1)
    _check_trailing_comma(source, entries)
    return _container(start, at + 1, is_object, entries)


def _check_trailing_comma(source: Source, entries: list[Entry]) -> None:
    """Only where the format blanks it out may a comma stand before the closing bracket."""
    if entries and entries[-1].comma >= 0 and source.clean[entries[-1].comma] == ",":
        raise NotJsonError


def _container(start: int, end: int, is_object: bool, entries: list[Entry]) -> Container:
    if not is_object:
        return Container(start, end, is_object, entries)
    index = {entry.key: entry for entry in entries}
    if len(index) != len(entries):
        raise NotJsonError
    return Container(start, end, is_object, entries, index)


def _member(clean: str, start: int) -> Entry:
    found = _KEY.match(clean, start)
    if found is None:
        raise NotJsonError
    key, end = _value(clean, start)
    value_start = found.end()
    value, end = _value(clean, value_start)
    return Entry(key, value, start, value_start, end)


def _element(clean: str, start: int) -> Entry:
    value, end = _value(clean, start)
    return Entry(None, value, start, start, end)
