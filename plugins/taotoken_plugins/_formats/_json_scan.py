"""Where the values of a JSON text are, found at the speed of the standard library's C scanner.

Only the containers an edit goes into are walked in Python; everything beside them is skipped, and checked,
by one call each. Anything that isn't right raises `NotJsonError` without saying what: `_json_faults` finds
the words and the place, on the rare path where they are needed.
"""

from __future__ import annotations

import gc
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from taotoken_plugins._edit import MISSING
from taotoken_plugins._formats._json_extras import STRING, blank, comments, trailing_commas
from taotoken_plugins._formats._json_text import SPACES

# Python's own recursion ends near 1000 calls, and a copy of nested data takes two or three a level.
MAX_DEPTH = 200

_SPACE = re.compile(r"[ \t\r\n]*")
_SCALAR = (
    r'("[^"\\\x00-\x1f]*"|true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)'
    r"[ \t\r\n]*(?:(,)[ \t\r\n]*|(?=[\]}]))"
)
# A plain value is passed together with the comma behind it; any other is left to the JSON decoder.
_MEMBER = re.compile(rf"({STRING.pattern})[ \t\r\n]*:[ \t\r\n]*(?:{_SCALAR})?")
_ELEMENT = re.compile(rf"()(?:{_SCALAR})?")
_COMMA = re.compile(r"[ \t\r\n]*(?:(,)[ \t\r\n]*)?")
_COMMENT_TAIL = re.compile(r"(?:[ \t]*/\*[\s\S]*?\*/)*(?:[ \t]*//[^\r\n]*)?")


class NotJsonError(ValueError):
    """The text is not what the parser accepts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """How the members and values of a kind of JSON are spelled.

    Attributes:
        name: ``json``, ``json with comments``, ``jsonc`` or ``json5``.
        member, element: an entry from its first character: a key in group 1 (empty in a list), a plain value in
            group 2 with the comma behind it in group 3.
        string: a whole key in quotes, or the word that stands for one.
        comment_tail: blanks and comments up to the end of a line.
        key: the text of a key → the key. Raises NotJsonError.
        value: the value at an offset of a text without comments and trailing commas, and where it ends. Raises
            NotJsonError.
    """

    name: str
    member: re.Pattern[str]
    element: re.Pattern[str]
    string: re.Pattern[str]
    comment_tail: re.Pattern[str]
    key: Callable[[str], str]
    value: Callable[[str, int], tuple[Any, int]]


@dataclass(frozen=True, slots=True)
class Source:
    """One text in three views of the same length: as it is, with comments blanked out (`bare`), and with
    trailing commas blanked out too (`clean`, which has nothing left that its grammar's `value` doesn't read).
    `quote` is the quotation mark that most strings have."""

    text: str
    bare: str
    clean: str
    grammar: Grammar
    quote: str = '"'

    @property
    def blank(self) -> bool:
        """Is there nothing but whitespace and comments?"""
        return not self.bare.strip(SPACES)


def strict_source(text: str) -> Source:
    """A text that may hold nothing but JSON."""
    return Source(text, text, text, _STRICT)


def commented_source(text: str) -> Source:
    """A text with // and /* */ comments."""
    bare = blank(text, comments(text))
    return Source(text, bare, bare, _COMMENTED)


def jsonc_source(text: str) -> Source:
    """A text with // and /* */ comments and trailing commas."""
    bare = blank(text, comments(text))
    return Source(text, bare, blank(bare, trailing_commas(bare)), _LENIENT)


def big_integer(digits: str) -> int:
    """Exact at any length: Python itself refuses to read more than some thousand digits at once."""
    if digits.startswith("-"):
        return -big_integer(digits[1:])
    if len(digits) <= 600:
        return int(digits)
    half = len(digits) // 2
    scale: int = 10**half
    return big_integer(digits[:-half]) * scale + big_integer(digits[-half:])


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise NotJsonError
    return members


def _no_constant(name: str) -> Any:
    raise NotJsonError(name)


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_constant)
_BIG_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_constant, parse_int=big_integer)


def _value(clean: str, start: int) -> tuple[Any, int]:
    """The value at `start` and where it ends."""
    try:
        with _collector_at_rest():
            try:
                return _DECODER.raw_decode(clean, start)
            except (json.JSONDecodeError, NotJsonError):
                raise
            except ValueError:  # an integer beyond the interpreter's limit of digits
                return _BIG_DECODER.raw_decode(clean, start)
    except (json.JSONDecodeError, RecursionError) as error:
        raise NotJsonError from error


@contextmanager
def _collector_at_rest() -> Iterator[None]:
    """A tree has no cycles; looking for some while it grows takes as long as reading a large file itself."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _key(quoted: str) -> str:
    return str(_value(quoted, 0)[0]) if "\\" in quoted else quoted[1:-1]


def _grammar(name: str) -> Grammar:
    return Grammar(
        name=name,
        member=_MEMBER,
        element=_ELEMENT,
        string=STRING,
        comment_tail=_COMMENT_TAIL,
        key=_key,
        value=_value,
    )


_STRICT, _COMMENTED, _LENIENT = _grammar("json"), _grammar("json with comments"), _grammar("jsonc")


def skip_space(text: str, start: int) -> int:
    """The first offset at or after `start` that isn't whitespace."""
    found = _SPACE.match(text, start)
    return found.end() if found else start


def key_end(source: Source, start: int) -> int:
    """Where the key that starts at `start` ends."""
    found = source.grammar.string.match(source.text, start)
    return found.end() if found else start


def whole_value(source: Source) -> Any:
    """The one value of a text; ``{}`` for a blank one. Raises NotJsonError."""
    if source.blank:
        return {}
    start = skip_space(source.clean, 0)
    value, end = source.grammar.value(source.clean, start)
    _nothing_after(source, end)
    _check_depth(value, end - start, above=0)
    return value


def _nothing_after(source: Source, end: int) -> None:
    if skip_space(source.clean, end) != len(source.clean):
        raise NotJsonError


def _check_depth(value: Any, length: int, *, above: int) -> None:
    """Raises NotJsonError when `value`, written in `length` characters and `above` levels down, nests too
    deeply."""
    if length < 2 * (MAX_DEPTH - above):
        return
    level, depth = [value], above
    while level := [value for value in level if type(value) is dict or type(value) is list]:
        depth += 1
        if depth > MAX_DEPTH:
            raise NotJsonError
        level = [inner for value in level for inner in (value.values() if type(value) is dict else value)]


@dataclass(slots=True)
class Entry:
    """An object member or a list element, as found (`start` ≥ 0) or to be added, and what becomes of it.

    `start` is where the key begins (in a list, the value); `comma` is the offset of the comma after it, or -1.
    """

    key: str | None
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
    index: dict[str | None, Entry]


def root_container(source: Source) -> Container | None:
    """The object a text consists of; None when it is another value. Raises NotJsonError."""
    start = skip_space(source.clean, 0)
    if not source.clean.startswith("{", start):
        return None
    root = container_at(source, start)
    _nothing_after(source, root.end)
    return root


def value_of(source: Source, entry: Entry) -> Any:
    """The value a found entry has in the text; MISSING for one to be added."""
    return MISSING if entry.start < 0 else source.grammar.value(source.clean, entry.value_start)[0]


def container_at(source: Source, start: int) -> Container:
    """The object or list at `start`. Raises NotJsonError."""
    bare, grammar = source.bare, source.grammar
    is_object = bare[start] == "{"
    close, pattern = ("}", grammar.member) if is_object else ("]", grammar.element)
    entries: list[Entry] = []
    at, comma = skip_space(bare, start + 1), 0
    while not bare.startswith(close, at):
        found = pattern.match(bare, at)
        if comma < 0 or found is None:
            raise NotJsonError
        value_start, end = found.span(2)
        if end >= 0:
            comma, following = found.start(3), found.end()
        else:
            value_start = found.end()
            end = _end_of_value(source, value_start)
            comma, following = _comma(bare, end)
        entries.append(Entry(grammar.key(found[1]) if is_object else None, at, value_start, end, comma))
        at = following
    if entries and comma >= 0 and source.clean[comma] == ",":
        raise NotJsonError  # a trailing comma, in a format that has none
    index = {entry.key: entry for entry in entries} if is_object else {}
    if is_object and len(index) != len(entries):
        raise NotJsonError
    return Container(start, at + 1, is_object, entries, index)


def _end_of_value(source: Source, start: int) -> int:
    value, end = source.grammar.value(source.clean, start)
    _check_depth(value, end - start, above=1)
    return end


def _comma(bare: str, end: int) -> tuple[int, int]:
    """The offset of a comma after `end`, or -1, and the offset of what follows."""
    found = _COMMA.match(bare, end)
    return (found.start(1), found.end()) if found else (-1, end)
