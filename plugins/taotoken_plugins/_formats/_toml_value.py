"""The text of one TOML value: writing new ones, and editing inside inline tables and arrays.

Addresses here are relative to the value. All functions take and give the text of the value.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any, Final

from taotoken_plugins._formats._toml_scan import Address, read_key, skip_blanks, value_stop

_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPED: Final = re.compile(r'["\\\x00-\x1f\x7f]')
_SHORT_ESCAPES: Final = {
    '"': '\\"',
    "\\": "\\\\",
    "\b": "\\b",
    "\t": "\\t",
    "\n": "\\n",
    "\f": "\\f",
    "\r": "\\r",
}
_SPACE_AND_COMMENTS: Final = re.compile(r"(?:\s|#[^\n]*)*+")
_TO_COMMENT_END: Final = re.compile(r"[ \t]*+(?:#[^\n]*+|\r)?\n")


class UnwritableError(ValueError):
    """A value that TOML has no spelling for (None, a lone surrogate, a key that is not a string)."""


@dataclass(frozen=True, slots=True)
class Node:
    """A value between two offsets; `entries` are the members of a table (`{`) or the items of an array (`[`)."""

    start: int
    end: int
    bracket: str = ""
    entries: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """One member (its key parts) or item (its index); `comma` is the offset of the comma behind it."""

    key: Address
    start: int
    value: Node
    comma: int | None = None


def encode(value: Any) -> str:
    """`value` as TOML, on one line. Raises UnwritableError."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        return _encode_text(value)
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, list):
        return f"[{', '.join(encode(item) for item in value)}]"
    if isinstance(value, dict):
        members = ", ".join(f"{encode_key((key,))} = {encode(item)}" for key, item in value.items())
        return f"{{ {members} }}" if members else "{}"
    raise UnwritableError(type(value).__name__)


def _encode_text(text: str) -> str:
    if any("\ud800" <= char <= "\udfff" for char in text):
        raise UnwritableError("lone surrogate")
    return '"' + _ESCAPED.sub(lambda match: _SHORT_ESCAPES.get(match[0]) or f"\\u{ord(match[0]):04X}", text) + '"'


def encode_key(names: Sequence[str | int]) -> str:
    """A dotted key; parts that need it are quoted."""
    parts: list[str] = []
    for name in names:
        if not isinstance(name, str):
            raise UnwritableError("key")
        parts.append(name if _BARE_KEY.fullmatch(name) else _encode_text(name))
    return ".".join(parts)


def wrap(address: Address, value: Any) -> Any:
    """`value` inside the tables and arrays that `address` leads through."""
    for step in reversed(address):
        value = {step: value} if isinstance(step, str) else [value]
    return value


def shared(left: Address, right: Address) -> int:
    """How many first steps two addresses have in common."""
    count = 0
    for one, other in zip(left, right, strict=False):
        if one != other:
            break
        count += 1
    return count


def names_before_index(address: Address) -> int:
    """How many steps there are before the first index."""
    return next((at for at, step in enumerate(address) if isinstance(step, int)), len(address))


def read(text: str, start: int = 0) -> Node:
    """The structure of the value that begins at `start`. Raises ScanError."""
    bracket = text[start : start + 1]
    if bracket not in ("[", "{"):
        return Node(start, value_stop(text, start))
    closing = "]" if bracket == "[" else "}"
    entries: list[Entry] = []
    position = _skip(text, start + 1)
    while not text.startswith(closing, position):
        entry = _read_entry(text, position, bracket, len(entries))
        entries.append(entry)
        position = _skip(text, entry.value.end if entry.comma is None else entry.comma + 1)
    return Node(start, position + 1, bracket, tuple(entries))


def _read_entry(text: str, start: int, bracket: str, index: int) -> Entry:
    key: Address = (index,)
    position = start
    if bracket == "{":
        key, _, position = read_key(text, start)
        position = skip_blanks(text, position + 1)
    value = read(text, position)
    after = _skip(text, value.end)
    return Entry(key, start, value, after if text.startswith(",", after) else None)


def _skip(text: str, position: int) -> int:
    match = _SPACE_AND_COMMENTS.match(text, position)
    return match.end() if match else position


def _descend(node: Node, address: Address) -> tuple[Node, Address]:
    """The deepest value on the way to `address` that is spelled as one value, and the steps that remain."""
    while address:
        for entry in node.entries:
            if address[: len(entry.key)] == entry.key:
                node, address = entry.value, address[len(entry.key) :]
                break
        else:
            break
    return node, address


def find(text: str, address: Address) -> int | None:
    """The offset of the value at `address`, or of the first key that leads through it."""
    node, rest = _descend(read(text), address)
    if not rest:
        return node.start
    return next((entry.start for entry in node.entries if entry.key[: len(rest)] == rest), None)


def replace(text: str, address: Address, value: Any) -> str | None:
    """The text with another value at `address`; None where no single value stands there."""
    node, rest = _descend(read(text), address)
    return None if rest else text[: node.start] + encode(value) + text[node.end :]


def insert(text: str, address: Address, value: Any) -> str:
    """The text with a value added at `address`, which is missing."""
    node, rest = _descend(read(text), address)
    if node.bracket == "[":
        return _insert_text(text, node, encode(wrap(rest[1:], value)))
    dotted = max((shared(entry.key[:-1], rest[:-1]) for entry in node.entries), default=0)
    names = names_before_index(rest) if dotted else 1
    return _insert_text(text, node, f"{encode_key(rest[:names])} = {encode(wrap(rest[names:], value))}")


def _insert_text(text: str, node: Node, new: str) -> str:
    if not node.entries:
        inner = text[node.start + 1 : node.end - 1]
        space = " " if node.bracket == "{" else ""
        kept = inner if inner.strip() else space
        return text[: node.start + 1] + space + new + kept + text[node.end - 1 :]
    last = node.entries[-1]
    line_end = _own_line_end(text, last, node)
    if line_end is None:
        return f"{text[: last.value.end]}, {new}{text[last.value.end :]}"
    indent = text[text.rfind("\n", 0, last.start) + 1 : last.start]
    eol = "\r\n" if text.endswith("\r\n", 0, line_end) else "\n"
    comma, trailing = (",", "") if last.comma is None else ("", ",")
    until = f"{text[: last.value.end]}{comma}{text[last.value.end : line_end]}"
    return f"{until}{indent}{new}{trailing}{eol}{text[line_end:]}"


def _own_line_end(text: str, entry: Entry, node: Node) -> int | None:
    """Where the last line of `entry` ends, if nothing else but its comma and comment is on its lines."""
    line_start = text.rfind("\n", node.start, entry.start) + 1
    if not line_start or text[line_start : entry.start].strip():
        return None
    end = entry.value.end if entry.comma is None else entry.comma + 1
    if "\n" in text[entry.value.end : end]:
        return None
    match = _TO_COMMENT_END.match(text, end)
    return match.end() if match else None


def cut(text: str, address: Address) -> str:
    """The text without everything at `address`, commas put right."""
    while True:
        node, rest = _descend(read(text), address[:-1])
        rest += address[-1:]
        for index, entry in enumerate(node.entries):
            if entry.key[: len(rest)] == rest:
                text = _cut_entry(text, node, index)
                break
        else:
            return text
        if node.bracket == "[":
            return text


def _cut_entry(text: str, node: Node, index: int) -> str:
    entry = node.entries[index]
    end = entry.value.end
    line_end = _own_line_end(text, entry, node)
    if line_end is not None and (node.bracket == "[" or entry.comma is not None):
        return text[: text.rfind("\n", 0, entry.start) + 1] + text[line_end:]
    if entry.comma is not None:
        before, between, after = text[: entry.start], text[end : entry.comma], text[entry.comma + 1 :]
        after = after.lstrip(" \t")
        if index == len(node.entries) - 1:
            before = before.rstrip(" \t") if not between.strip() and after[:1] in "]}" else before
        return before + _comments_of(between) + after
    if index:
        comma = node.entries[index - 1].comma
        assert comma is not None
        return text[:comma].rstrip(" \t") + _comments_of(text[comma + 1 : entry.start]) + text[end:]
    inner = text[node.start + 1 : entry.start] + text[end : node.end - 1]
    return text[: node.start + 1] + (inner if inner.strip() else "") + text[node.end - 1 :]


def _comments_of(between: str) -> str:
    return between if between.strip() else ""
