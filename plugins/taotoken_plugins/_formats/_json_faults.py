"""What is wrong with a JSON text, and where: the slow, careful reading for files the parser refuses."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from taotoken._text import safe_text
from taotoken_plugins._formats import FormatError
from taotoken_plugins._formats._json_characters import odd_character, string_fault, word_fault
from taotoken_plugins._formats._json_dialects import STRICT, Dialect, dialect_of
from taotoken_plugins._formats._json_scan import MAX_DEPTH, NotJsonError
from taotoken_plugins._formats._json_text import fault
from taotoken_plugins._texts import formats_json as texts

_WORD = re.compile(r"""[^\s,:{}\[\]"/=]+""")
_CLOSING = {"{": "}", "[": "]"}


@dataclass(slots=True)
class _Open:
    """A bracket not closed yet, with the keys seen in it."""

    bracket: str
    at: int
    keys: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class _Reader:
    """How far the reading has come. `before` is the end of the last token, `comma` the last comma; `soft`
    collects what a lenient reader forgives, where the caller wants all of it."""

    text: str
    dialect: Dialect
    soft: list[FormatError] | None
    at: int = 0
    before: int = 0
    comma: int = -1
    open: list[_Open] = field(default_factory=list)

    def peek(self) -> str:
        """The character of the next token, "" at the end; whitespace and comments are passed."""
        while True:
            space = self.dialect.space.match(self.text, self.at)
            self.at = space.end() if space else self.at
            if self.text[self.at : self.at + 1] != "/" or not self._comment():
                return self.text[self.at : self.at + 1]

    def _comment(self) -> bool:
        found = self.dialect.comment.match(self.text, self.at)
        if found is None:
            return False
        if not self.dialect.comments:
            self.forgive(fault(self.text, self.at, texts.COMMENT))
        if found[0] == "/*":
            raise fault(self.text, self.at, texts.COMMENT_NOT_CLOSED)
        self.at = found.end()
        return True

    def forgive(self, error: FormatError) -> None:
        """Raise `error`, or note it where the caller collects them."""
        if self.soft is None:
            raise error
        self.soft.append(error)

    def odd(self) -> FormatError | None:
        """The fault of a character here that never stands outside quotes."""
        if self.text[self.at] in self.dialect.heads:
            return None
        return odd_character(self.text, self.at)

    def take(self, end: int) -> None:
        """The token ends at `end`."""
        self.at = self.before = end


_Step = Callable[[_Reader], "_Step | None"]


def find_fault(text: str, name: str) -> FormatError:
    """The first fault of a text that the parser of the format called `name` refused."""
    try:
        _read(_Reader(text, dialect_of(name), None))
    except FormatError as error:
        return error
    # Nothing wrong with the text: the interpreter's stack was nearly used up by the caller already.
    return fault(text, 0, texts.TOO_DEEP, limit=MAX_DEPTH)


def soft_faults(text: str) -> tuple[FormatError, ...]:
    """Every comment and trailing comma, for a text that is otherwise right; the first real fault is last."""
    found: list[FormatError] = []
    try:
        _read(_Reader(text, STRICT, found))
    except FormatError as error:
        found.append(error)
    return tuple(found)


def _read(reader: _Reader) -> None:
    step: _Step | None = _value if reader.peek() else None
    while step is not None:
        step = step(reader)


def _value(reader: _Reader) -> _Step:
    """A value must come."""
    mark = reader.peek()
    if mark in ("{", "["):
        return _enter(reader, mark)
    if mark in reader.dialect.heads:
        return _string(reader, _after_value)
    scalar = reader.dialect.scalar.match(reader.text, reader.at)
    if scalar:
        reader.take(scalar.end())
        return _after_value
    raise _no_value(reader, mark)


def _no_value(reader: _Reader, mark: str) -> FormatError:
    text, at = reader.text, reader.at
    if not mark:
        return _ends_early(reader)
    if mark in ",}]":
        return _nothing_before(reader, mark)
    return reader.odd() or _odd_word(reader) or fault(text, at, texts.UNEXPECTED, found=mark)


def _nothing_before(reader: _Reader, mark: str) -> FormatError:
    if not reader.open:
        return fault(reader.text, reader.at, texts.UNEXPECTED, found=mark)
    if reader.open[-1].bracket == "{":
        return fault(reader.text, reader.at, texts.MISSING_VALUE, found=mark)
    return fault(reader.text, reader.at, texts.EXTRA_COMMA) if mark == "," else _wrong_bracket(reader, mark)


def _odd_word(reader: _Reader) -> FormatError | None:
    found = _WORD.match(reader.text, reader.at)
    return word_fault(reader.text, reader.at, found[0]) if found else None


def _enter(reader: _Reader, mark: str) -> _Step:
    if len(reader.open) == MAX_DEPTH:
        raise fault(reader.text, reader.at, texts.TOO_DEEP, limit=MAX_DEPTH)
    reader.open.append(_Open(mark, reader.at))
    reader.comma = -1
    reader.take(reader.at + 1)
    return _key if mark == "{" else _item


def _string(reader: _Reader, following: _Step) -> _Step:
    text, mark = reader.text, reader.text[reader.at]
    head = reader.dialect.heads[mark].match(text, reader.at)
    end = head.end() if head else reader.at
    if not text.startswith(mark, end):
        raise string_fault(text, reader.at, end)
    reader.take(end + 1)
    return following


def _item(reader: _Reader) -> _Step:
    """A list entry or its end."""
    return _close(reader) if reader.peek() == "]" else _value(reader)


def _key(reader: _Reader) -> _Step:
    """A key or the end of the object."""
    mark = reader.peek()
    if mark == "}":
        return _close(reader)
    start = reader.at
    if mark in reader.dialect.heads:
        _string(reader, _colon)
    elif name := reader.dialect.name and reader.dialect.name.match(reader.text, start):
        reader.take(name.end())
    else:
        raise _no_key(reader, mark)
    _once(reader, reader.text[start : reader.at], start)
    return _colon


def _once(reader: _Reader, raw: str, at: int) -> None:
    try:
        key = reader.dialect.key(raw)
    except NotJsonError:
        raise fault(reader.text, at, texts.UNQUOTED_KEY, word=safe_text(raw, 60)) from None
    keys = reader.open[-1].keys
    if key in keys:
        raise fault(reader.text, at, texts.DUPLICATE_KEY, keys[key], key=safe_text(key, 60))
    keys[key] = at


def _no_key(reader: _Reader, mark: str) -> FormatError:
    text, at = reader.text, reader.at
    if not mark:
        return _ends_early(reader)
    if mark == ",":
        return fault(text, at, texts.EXTRA_COMMA)
    if mark == "]":
        return _wrong_bracket(reader, mark)
    found = _WORD.match(text, at)
    odd = reader.odd()
    if odd or not found:
        return odd or fault(text, at, texts.KEY_EXPECTED, found=mark)
    return fault(text, at, texts.UNQUOTED_KEY, word=safe_text(found[0], 60))


def _colon(reader: _Reader) -> _Step:
    mark = reader.peek()
    if mark == ":":
        reader.take(reader.at + 1)
        return _value
    if not mark:
        raise _ends_early(reader)
    if mark == "=":
        raise fault(reader.text, reader.at, texts.EQUALS_SIGN)
    raise reader.odd() or fault(reader.text, reader.at, texts.MISSING_COLON, reader.before)


def _after_value(reader: _Reader) -> _Step | None:
    """A comma, the end of the container, or the end of the text."""
    mark = reader.peek()
    if not reader.open:
        _end(reader, mark)
        return None
    inside = reader.open[-1].bracket
    if mark == ",":
        reader.comma = reader.at
        reader.take(reader.at + 1)
        return _key if inside == "{" else _item
    if mark in ("}", "]"):
        return _close(reader)
    raise _no_comma(reader, mark, inside)


def _no_comma(reader: _Reader, mark: str, inside: str) -> FormatError:
    text, at = reader.text, reader.at
    if not mark:
        return _ends_early(reader)
    if mark == ":":
        if inside == "{":
            return fault(text, at, texts.EXTRA_COLON)
        return fault(text, at, texts.COLON_IN_ARRAY, reader.open[-1].at)
    odd = reader.odd()
    starts_entry = mark in "\"'{[-" or mark.isalnum()
    if odd or not starts_entry:
        return odd or fault(text, at, texts.UNEXPECTED, found=safe_text(mark))
    return fault(text, at, texts.MISSING_COMMA, reader.before)


def _end(reader: _Reader, mark: str) -> None:
    if not mark:
        return
    if mark in "}]":
        raise fault(reader.text, reader.at, texts.EXTRA_BRACKET, reader.before - 1, found=mark)
    raise fault(reader.text, reader.at, texts.TEXT_AFTER_END, reader.before - 1)


def _close(reader: _Reader) -> _Step:
    mark = reader.text[reader.at]
    if mark != _CLOSING[reader.open[-1].bracket]:
        raise _wrong_bracket(reader, mark)
    if reader.comma >= 0 and reader.before == reader.comma + 1 and not reader.dialect.trailing:
        reader.forgive(fault(reader.text, reader.at, texts.TRAILING_COMMA, reader.comma, bracket=mark))
    reader.open.pop()
    reader.take(reader.at + 1)
    return _after_value


def _wrong_bracket(reader: _Reader, mark: str) -> FormatError:
    last = reader.open[-1]
    closing = _CLOSING[last.bracket]
    return fault(
        reader.text, reader.at, texts.WRONG_BRACKET, last.at, found=mark, bracket=last.bracket, closing=closing
    )


def _ends_early(reader: _Reader) -> FormatError:
    """The text ends here; the place named is just behind its last token."""
    text, at, still = reader.text, reader.before, reader.open
    if not still:
        return fault(text, at, texts.CUT_OFF)
    closing = "".join(_CLOSING[one.bracket] for one in reversed(still[-20:]))
    last = still[-1]
    what = texts.UNCLOSED if len(still) == 1 else texts.UNCLOSED_SEVERAL
    return fault(text, at, what, last.at, bracket=last.bracket, closing=closing, count=len(still))
