"""Places in a YAML text: where a value stands, where its name, dash and colon are, where a block ends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from taotoken_plugins._formats._json_text import line_start
from taotoken_plugins._formats._yaml_tree import Entry, Node

Added = tuple[str | None, Any]  # a new member, or (no name) a new item

_REST: Final = re.compile(r"[^\r\n]*")
_LINE_END: Final = re.compile(r"\r\n|\n|\r|\Z")
_BLANKS: Final = re.compile(r"[ \t]*")
_SPACE: Final = re.compile(r"[ \t\r\n]*")
_FLOW_SPACE: Final = re.compile(r"(?:[ \t\r\n]+(?:#[^\r\n]*)?)*")


@dataclass(frozen=True, slots=True)
class Slot:
    """A value with the containers around it. entry: what it is of the innermost one; None for the root."""

    node: Node
    outer: Slot | None = None
    entry: Entry | None = None

    def around(self) -> Iterator[Node]:
        """The containers around the value."""
        slot = self.outer
        while slot is not None:
            yield slot.node
            slot = slot.outer

    @property
    def in_flow(self) -> bool:
        return self.outer is not None and self.outer.node.flow


def _end_of(pattern: re.Pattern[str], text: str, offset: int) -> int:
    found = pattern.match(text, offset)
    return found.end() if found else offset


def line_end_at(text: str, offset: int) -> int:
    """The end of the line that holds `offset`, its line break not included."""
    return _end_of(_REST, text, offset)


def next_line(text: str, offset: int) -> int:
    """The start of the line after the one that ends at `offset`."""
    return _end_of(_LINE_END, text, offset)


def skip_blanks(text: str, offset: int) -> int:
    """Behind the blanks at `offset`."""
    return _end_of(_BLANKS, text, offset)


def skip_flow_space(text: str, offset: int) -> int:
    """Behind blanks, line breaks and comments, as they stand between brackets."""
    return _end_of(_FLOW_SPACE, text, offset)


def starts_line(text: str, offset: int) -> bool:
    """Is there nothing but blanks before `offset` on its line?"""
    return not text[line_start(text, offset) : offset].strip(" \t")


def block_end(text: str, offset: int, column: int) -> int:
    """The end of the block whose content ends at `offset`: that of its line, or of comments after it that are
    indented more than `column`."""
    end = line_end_at(text, offset)
    place = next_line(text, end)
    while place < len(text):
        mark = _end_of(_SPACE, text, place)
        if text[mark : mark + 1] != "#" or mark - line_start(text, mark) <= column:
            break
        end = line_end_at(text, mark)
        place = next_line(text, end)
    return end


def _dash_of(text: str, node: Node, entry: Entry) -> int | None:
    """The dash of an item: at the start of the list, or the first thing on its line."""
    if node.entries[0] is entry and not (node.anchor or node.tag):
        return node.start
    place = entry.node.start
    while place > node.start:
        start = line_start(text, place)
        dash = skip_blanks(text, start)
        if dash < entry.node.start and text[dash] == "-":
            return dash
        place = start - 1
    return None


def start_of(text: str, node: Node, entry: Entry) -> int | None:
    """Where an entry of a block starts: its name or dash."""
    return entry.key.start if entry.key else _dash_of(text, node, entry)


def head_of(text: str, node: Node, entry: Entry) -> int | None:
    """Behind an entry's colon or dash. None when it is not where it usually is."""
    if entry.key is None:
        dash = None if node.flow else _dash_of(text, node, entry)
        return None if dash is None else dash + 1
    place = skip_flow_space(text, entry.key.end) if node.flow else skip_blanks(text, entry.key.end)
    return place + 1 if text[place : place + 1] == ":" else None


def column_of(text: str, node: Node) -> int | None:
    """The column of a block's names or dashes."""
    start = start_of(text, node, node.entries[0])
    return None if start is None else start - line_start(text, start)
