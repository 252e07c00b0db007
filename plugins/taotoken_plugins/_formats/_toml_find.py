"""Where an address is defined in a scanned TOML document, in whatever spelling."""

from __future__ import annotations

from taotoken_plugins._formats import Position
from taotoken_plugins._formats import _toml_value as inline
from taotoken_plugins._formats._toml_scan import Address, Document, Line, Section


def position_at(text: str, offset: int) -> Position:
    """Line and column of an offset."""
    return Position(text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset))


def find(document: Document, address: Address) -> int | None:
    """The offset in the text of the value at `address`; of a table, the first line that defines it."""
    offset = 0
    for section in document.sections:
        if section.header is not None:
            if section.address[: len(address)] == address:
                return offset + section.header.key_start
            offset += len(section.header.text)
        depth = len(section.address)
        rest = address[depth:] if section.address == address[:depth] else None
        for line in section.lines:
            within = None if rest is None else _find_in_pair(line, rest)
            if within is not None:
                return offset + within
            offset += len(line.text)
    return None


def _find_in_pair(line: Line, rest: Address) -> int | None:
    if line.kind != "pair":
        return None
    if len(line.key) > len(rest):
        return line.key_start if line.key[: len(rest)] == rest else None
    if rest[: len(line.key)] != line.key:
        return None
    within = inline.find(line.value, rest[len(line.key) :])
    return None if within is None else line.value_start + within


def pair_through(document: Document, address: Address) -> tuple[Section, int, Address] | None:
    """The pair whose value is, or holds, the value at `address`: its section, its index among the lines, and
    the steps that lead on inside its value."""
    for section in document.sections:
        depth = len(section.address)
        if section.address != address[:depth]:
            continue
        rest = address[depth:]
        for index, line in enumerate(section.lines):
            if line.kind == "pair" and rest[: len(line.key)] == line.key:
                return section, index, rest[len(line.key) :]
    return None
