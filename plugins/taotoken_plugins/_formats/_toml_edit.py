"""Edits on a scanned TOML document.

Three moves make up every edit: replace a value where it stands, take out every line that defines an address, add
a missing value. Comments on a line of their own are never taken out.
"""

from __future__ import annotations

from typing import Any

from taotoken_plugins._formats import _toml_value as inline
from taotoken_plugins._formats._toml_add import add
from taotoken_plugins._formats._toml_find import find, pair_through
from taotoken_plugins._formats._toml_scan import Address, Document, Line, Section, number


def set_value(document: Document, address: Address, old: Any, new: Any) -> None:
    """Make the value at `address` `new`, where `old` (None: missing) stands there."""
    if old is None:
        add(document, address, new)
    elif same(old, new):
        return
    elif isinstance(old, dict) and isinstance(new, dict):
        for key, value in new.items():
            set_value(document, (*address, key), old.get(key), value)
        for key in [key for key in old if key not in new]:
            remove(document, (*address, key), old)
    elif not _replace(document, address, new):
        _take_out(document, address)
        add(document, address, new)


def remove(document: Document, address: Address, parent: Any) -> None:
    """Take the value at `address` out. `parent` is the container it is in, which stays, if need be empty."""
    _take_out(document, address)
    if len(address) > 1 and find(document, address[:-1]) is None:
        add(document, address[:-1], [] if isinstance(parent, list) else {})


def same(one: Any, other: Any) -> bool:
    """Equal, and of the same types all the way down (1, 1.0 and true are three values; nan equals nan)."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, str | int):
        return bool(one == other)
    return repr(one) == repr(other)


def _replace(document: Document, address: Address, value: Any) -> bool:
    pair = pair_through(document, address)
    if pair is None:
        return False
    section, index, rest = pair
    text = inline.replace(section.lines[index].value, rest, value)
    if text is None:
        return False
    section.lines[index] = section.lines[index].with_value(text)
    return True


def _take_out(document: Document, address: Address) -> None:
    pair = pair_through(document, address)
    if pair is not None and pair[2]:
        section, index, rest = pair
        line = section.lines[index]
        section.lines[index] = line.with_value(inline.cut(line.value, rest))
        return
    kept: list[Section] = []
    for section in document.sections:
        if section.header is not None and section.address[: len(address)] == address:
            gaps = [line for line in section.lines if line.kind == "gap"]
            _leave_gaps(kept[-1], gaps, at_end=section is document.sections[-1])
        else:
            _take_out_pairs(section, address)
            kept.append(section)
    document.sections = kept
    number(kept)


def _take_out_pairs(section: Section, address: Address) -> None:
    depth = len(section.address)
    rest = address[depth:]
    if section.address == address[:depth]:
        section.lines = [line for line in section.lines if line.key[: len(rest)] != rest]


def _leave_gaps(before: Section, gaps: list[Line], *, at_end: bool) -> None:
    """Keep the comments of a section that goes; of the blank lines around it, one set is enough."""
    top = before.header is None and not before.lines
    if top and gaps and gaps[0].blank:
        del gaps[0]
    elif before.lines and before.lines[-1].blank and (gaps[0].blank if gaps else at_end):
        before.lines.pop()
    before.lines += gaps
