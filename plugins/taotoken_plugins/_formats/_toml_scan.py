"""Where things stand in a TOML text: its statements, with the spans of keys and values.

Nothing is judged here: `tomllib` says what is valid, and this scanner only has to find its way through text
that `tomllib` took. What it can't read ends in a `ScanError`, never in a guess.

A document is a list of sections (the part before the first header, then one per header), a section a list of
lines. A `Line` is one whole statement, however many lines its value takes, or one blank or comment line; the
texts of all lines joined give the document back. An `Address` is a key path with the index of the element
after the name of an array of tables.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

Address = tuple[str | int, ...]

_STRING: Final = (
    r'"""[^"\\]*+(?:(?:\\[\s\S]|"(?!""))[^"\\]*+)*+"{3,5}'
    r"|'''[^']*+(?:'(?!'')[^']*+)*+'{3,5}"
    r'|"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"'
    r"|'[^'\n]*+'"
)
_KEY_PART: Final = re.compile(r"""[ \t]*+([A-Za-z0-9_-]++|"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"|'[^'\n]*+')[ \t]*+""")
# A number, a boolean, a date; a date and its time may be parted by one space.
_SCALAR: Final = re.compile(r"""[^\s,#\[\]{}"'=]++(?: \d\d:[^\s,#\]}]*+)?""")
# A string; inside brackets also a comment, a bracket, or anything else.
_TOKEN: Final = re.compile(_STRING + r"""|#[^\n]*+|[\[{]|[\]}]|[^"'#\[\]{}]++""")
_NO_STATEMENT: Final = ("#", "\n", "\r", "")
# What may stand between a statement and the end of its line.
_REST_OF_LINE: Final = re.compile(r"[ \t]*+(?:#[^\n]*+|\r)?(?:\n|\Z)")
_BLANKS: Final = re.compile(r"[ \t]*+")


class ScanError(ValueError):
    """The scanner can't read on at `position`; `start` is where the statement begins."""

    def __init__(self, position: int) -> None:
        super().__init__(f"not understood at offset {position}")
        self.position = position
        self.start = position


class Line(NamedTuple):
    """One statement or one line between statements, line end included. Spans are offsets into `text`.

    A tuple, since a large file has tens of thousands of them and a frozen dataclass costs three times as much.
    """

    text: str
    kind: Literal["gap", "pair", "table", "array"] = "gap"
    key: tuple[str, ...] = ()
    key_start: int = 0
    key_ends: tuple[int, ...] = ()
    value_start: int = 0
    value_end: int = 0

    @property
    def value(self) -> str:
        """The text of a pair's value."""
        return self.text[self.value_start : self.value_end]

    @property
    def blank(self) -> bool:
        """Is the line empty but for spaces?"""
        return not self.text.strip()

    def with_value(self, value: str) -> Line:
        """The same pair with another value; everything else on the line stays."""
        text = self.text[: self.value_start] + value + self.text[self.value_end :]
        end = self.value_start + len(value)
        return Line(text, self.kind, self.key, self.key_start, self.key_ends, self.value_start, end)


@dataclass(slots=True)
class Section:
    """A header (None: the start of the file) and the lines up to the next header."""

    header: Line | None
    lines: list[Line]
    address: Address = ()


@dataclass(slots=True)
class Document:
    """A scanned text that can be edited line by line.

    Attributes:
        eol: the line end of the file.
        final_eol: does the last line have a line end? Edits keep this as it is.
    """

    sections: list[Section]
    eol: str
    final_eol: bool

    def render(self) -> str:
        """The text again."""
        parts: list[str] = []
        for section in self.sections:
            if section.header is not None:
                parts.append(section.header.text)
            parts.extend(line.text for line in section.lines)
        text = "".join(parts)
        return text if self.final_eol else text.rstrip("\r\n")


def scan(text: str) -> Document:
    """The statements of `text`, which `tomllib` has accepted. Raises ScanError."""
    first = text.find("\n")
    eol = "\r\n" if first > 0 and text[first - 1] == "\r" else "\n"
    final_eol = not text or text.endswith("\n")
    root = Section(None, [])
    sections = [root]
    for line in statements(text if final_eol else text + eol):
        if line.kind in ("table", "array"):
            sections.append(Section(line, []))
        else:
            sections[-1].lines.append(line)
    number(sections)
    return Document(sections, eol, final_eol)


def number(sections: list[Section]) -> None:
    """Give every section its address, counting the elements of arrays of tables."""
    counts: dict[Address, int] = {}
    for section in sections:
        if section.header is not None:
            section.address = _address(section.header, counts)


def _address(header: Line, counts: dict[Address, int]) -> Address:
    address: Address = ()
    for name in header.key[:-1]:
        address = (*address, name)
        if address in counts:
            address = (*address, counts[address] - 1)
    address = (*address, header.key[-1])
    if header.kind == "array":
        counts[address] = counts.get(address, 0) + 1
    return (*address, counts[address] - 1) if address in counts else address


def statements(text: str) -> Iterator[Line]:
    """The lines of `text` in order. Raises ScanError where a statement can't be read."""
    position = 0
    while position < len(text):
        key_start = skip_blanks(text, position)
        char = text[key_start : key_start + 1]
        try:
            if char in _NO_STATEMENT:
                end = _line_end(text, key_start)
                line = Line(text[position:end])
            else:
                line, end = (_header if char == "[" else _pair)(text, position, key_start)
        except ScanError as error:
            error.start = position
            raise
        yield line
        position = end


def _header(text: str, start: int, key_start: int) -> tuple[Line, int]:
    brackets = 2 if text.startswith("[[", key_start) else 1
    names, ends, position = read_key(text, key_start + brackets)
    end = _line_end(text, _expect(text, position, "]" * brackets))
    key_ends = tuple([end - start for end in ends])
    return Line(text[start:end], "array" if brackets == 2 else "table", names, key_start - start, key_ends), end


def _pair(text: str, start: int, key_start: int) -> tuple[Line, int]:
    names, ends, position = read_key(text, key_start)
    value_start = skip_blanks(text, _expect(text, position, "="))
    value_end = value_stop(text, value_start)
    end = _line_end(text, value_end)
    key_ends = tuple([end - start for end in ends])
    spans = value_start - start, value_end - start
    return Line(text[start:end], "pair", names, key_start - start, key_ends, *spans), end


def read_key(text: str, position: int) -> tuple[tuple[str, ...], tuple[int, ...], int]:
    """The parts of a key, where each ends, and where the blanks after the key end."""
    names: list[str] = []
    ends: list[int] = []
    while True:
        match = _KEY_PART.match(text, position)
        if match is None:
            raise ScanError(position)
        names.append(_key_name(match[1]))
        ends.append(match.end(1))
        position = match.end()
        if not text.startswith(".", position):
            return tuple(names), tuple(ends), position
        position += 1


def _key_name(raw: str) -> str:
    if raw[0] not in "\"'":
        return raw
    if raw[0] == "'" or "\\" not in raw:
        return raw[1:-1]
    try:
        name: str = tomllib.loads(f"k = {raw}")["k"]
    except tomllib.TOMLDecodeError:
        return raw[1:-1]
    return name


def value_stop(text: str, position: int) -> int:
    """Where the value that begins at `position` ends."""
    char = text[position : position + 1]
    if char in ("[", "{"):
        return _bracket_stop(text, position)
    match = (_TOKEN if char in ('"', "'") else _SCALAR).match(text, position)
    if match is None:
        raise ScanError(position)
    return match.end()


def _bracket_stop(text: str, position: int) -> int:
    depth = 0
    while True:
        match = _TOKEN.match(text, position)
        if match is None:
            raise ScanError(position)
        token, position = match[0], match.end()
        if token in ("[", "{"):
            depth += 1
        elif token in ("]", "}"):
            depth -= 1
            if not depth:
                return position


def skip_blanks(text: str, position: int) -> int:
    """The first position from `position` on that is neither a space nor a tab."""
    match = _BLANKS.match(text, position)
    return match.end() if match else position


def _expect(text: str, position: int, what: str) -> int:
    if not text.startswith(what, position):
        raise ScanError(position)
    return position + len(what)


def _line_end(text: str, position: int) -> int:
    match = _REST_OF_LINE.match(text, position)
    if match is None:
        raise ScanError(position)
    return match.end()
