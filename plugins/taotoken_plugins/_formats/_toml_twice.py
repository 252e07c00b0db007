"""Which two statements of a refused TOML text define the same thing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from taotoken._message import Message
from taotoken._text import safe_text
from taotoken_plugins._formats import FormatError, Position
from taotoken_plugins._formats._toml_find import position_at
from taotoken_plugins._formats._toml_scan import Address, Line, ScanError, Section, number, statements
from taotoken_plugins._formats._toml_value import Node, encode_key, read
from taotoken_plugins._texts import formats_toml as texts


@dataclass(frozen=True, slots=True)
class _Definition:
    """A header or pair with its full address, the depth of its section, and where its key begins."""

    line: Line
    address: Address
    depth: int
    start: int


def explain_twice(text: str, at: int) -> FormatError | None:
    """The clash that `tomllib` found at offset `at`, None where it can't be told."""
    definitions = _definitions(text, at)
    if not definitions:
        return None
    last = definitions.pop()
    if last.line.kind == "pair":
        inside = _twice_inside(text, last)
        if inside is not None:
            return inside
    clashing = [one for one in definitions if _clash(one, last)]
    same = [one for one in clashing if one.address == last.address]
    for first in (*same, *clashing):
        places = position_at(text, first.start), position_at(text, last.start)
        return _error(_message(first, last, *places), *places)
    return None


def _definitions(text: str, at: int) -> list[_Definition]:
    """Everything defined up to offset `at`."""
    sections = [Section(None, [])]
    found: list[tuple[Line, Section, int]] = []
    for line, start in _lines_until(text, at):
        if line.kind == "gap":
            continue
        if line.kind != "pair":
            sections.append(Section(line, []))
        found.append((line, sections[-1], start + line.key_start))
    number(sections)
    return [
        _Definition(
            line, section.address + line.key if line.kind == "pair" else section.address, len(section.address), start
        )
        for line, section, start in found
    ]


def _lines_until(text: str, at: int) -> Iterator[tuple[Line, int]]:
    start = 0
    try:
        for line in statements(text):
            if start > at:
                return
            yield line, start
            start += len(line.text)
    except ScanError:
        return


def _clash(first: _Definition, last: _Definition) -> bool:
    if first.address == last.address or (last.line.kind == "array" and first.line.key == last.line.key):
        return True
    if first.line.kind == "pair":
        if last.address[: len(first.address)] == first.address:
            return True
        covers = first.address[: len(last.address)] == last.address
        return covers and (last.line.kind == "pair" or first.depth < len(last.address))
    if last.line.kind != "pair":
        return False
    if first.address[: len(last.address)] == last.address:
        return True
    return len(first.address) > last.depth and last.address[: len(first.address)] == first.address


def _message(first: _Definition, last: _Definition, one: Position, two: Position) -> Message:
    address = min(first.address, last.address, key=len)
    key = safe_text(encode_key([step for step in address if isinstance(step, str)]), 80)
    kinds = {first.line.kind, last.line.kind}
    if first.address == last.address and kinds == {"pair"}:
        text = texts.DUPLICATE_KEY
    else:
        text = texts.DUPLICATE_TABLE if first.address == last.address and kinds == {"table"} else texts.CONFLICT
    return text(key=key, first=one.line, second=two.line)


def _twice_inside(text: str, pair: _Definition) -> FormatError | None:
    """Two equal keys in one inline table of the pair's value."""
    offset = pair.start - pair.line.key_start + pair.line.value_start
    try:
        nodes = list(_nodes(read(pair.line.value)))
    except (ScanError, RecursionError):
        return None
    for node in nodes:
        seen: dict[Address, int] = {}
        for entry in node.entries if node.bracket == "{" else ():
            first = seen.setdefault(entry.key, entry.start)
            if first != entry.start:
                one, two = position_at(text, offset + first), position_at(text, offset + entry.start)
                key = safe_text(encode_key(entry.key), 80)
                return _error(texts.DUPLICATE_KEY(key=key, first=one.line, second=two.line), one, two)
    return None


def _nodes(node: Node) -> Iterator[Node]:
    yield node
    for entry in node.entries:
        yield from _nodes(entry.value)


def _error(message: Message, first: Position, last: Position) -> FormatError:
    return FormatError("toml_syntax", message, last, others=(first,))
