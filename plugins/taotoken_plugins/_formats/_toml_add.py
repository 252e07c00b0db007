"""Adding a missing value to a scanned TOML document, in the spelling of its surroundings.

The deepest table on the way that exists decides: inside an inline table the braces are edited, below dotted keys
a dotted key is added (TOML forbids a header for such a table), a table with a header gets a line, and what has
none gets a header.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from taotoken_plugins._formats import _toml_value as inline
from taotoken_plugins._formats._toml_find import pair_through
from taotoken_plugins._formats._toml_scan import Address, Document, Line, Section, number, skip_blanks, statements


@dataclass(frozen=True, slots=True)
class _Host:
    """The deepest existing container above a missing value: how many steps lead to it, and how it is spelled.

    ``header``: it has a header (or is the root), `section` is it. ``dotted``: by dotted keys, the last of them
    is line `index` of `section`. ``implied``: only by headers of tables in it, the first of them is `section`.
    """

    depth: int
    kind: Literal["implied", "dotted", "header"]
    section: Section
    index: int = -1

    @property
    def rank(self) -> tuple[int, int]:
        return self.depth, ("implied", "dotted", "header").index(self.kind)


def add(document: Document, address: Address, value: Any) -> None:
    """Add `value` at `address`, which is missing."""
    pair = pair_through(document, address)
    if pair is not None:
        section, index, rest = pair
        line = section.lines[index]
        section.lines[index] = line.with_value(inline.insert(line.value, rest, value))
        return
    host = _host(document, address)
    if host.kind == "dotted":
        _add_dotted(document, host, address, value)
    elif isinstance(address[-1], int) and not isinstance(value, dict):
        add(document, address[:-1], [value])
    else:
        _add_in_sections(document, host, address, value)


def _host(document: Document, address: Address) -> _Host:
    best = _Host(0, "header", document.sections[0])
    above = address[:-1]
    for section in document.sections:
        if section.address and section.address[0] not in above[:1]:
            continue
        depth = inline.shared(section.address, above)
        if depth < len(section.address):
            if depth > best.depth:
                best = _Host(depth, "implied", section)
            continue
        best = max(best, _Host(depth, "header", section), key=lambda host: host.rank)
        for index, line in enumerate(section.lines):
            common = inline.shared(line.key[:-1], above[depth:])
            if common:
                dotted = _Host(depth + common, "dotted", section, index)
                best = best if best.rank > dotted.rank else dotted
    return best


def _add_dotted(document: Document, host: _Host, address: Address, value: Any) -> None:
    line = host.section.lines[host.index]
    stem = line.text[line.key_start : line.key_ends[host.depth - len(host.section.address) - 1]]
    rest = address[host.depth :]
    names = inline.names_before_index(rest)
    key = f"{stem}.{inline.encode_key(rest[:names])}"
    text = f"{_indent(line)}{key} = {inline.encode(inline.wrap(rest[names:], value))}{document.eol}"
    host.section.lines[host.index + 1 : host.index + 1] = statements(text)


def _add_in_sections(document: Document, host: _Host, address: Address, value: Any) -> None:
    table = address if isinstance(value, dict) else address[:-1]
    members = value if isinstance(value, dict) else {address[-1]: value}
    if host.kind == "header" and host.depth == len(table):
        _add_pairs(document, host.section, members)
        return
    missing_item = inline.names_before_index(table[host.depth : -1]) + host.depth + 1
    if missing_item < len(table):
        _add_section(document, host, table[:missing_item], {})
        add(document, address, value)
    else:
        _add_section(document, host, table, members)


def _add_pairs(document: Document, section: Section, members: dict[Any, Any]) -> None:
    pairs = [index for index, line in enumerate(section.lines) if line.kind == "pair"]
    index = pairs[-1] + 1 if pairs else _first_pair_index(section)
    indent = _indent(section.lines[pairs[-1]]) if pairs else _indent(section.header)
    section.lines[index:index] = _pairs(members, indent, document.eol)
    if section.header is None and not pairs and _content_follows(document, index + len(members)):
        section.lines.insert(index + len(members), Line(document.eol))


def _first_pair_index(section: Section) -> int:
    """Right below a header; in the root below the comment that opens the file."""
    if section.header is not None:
        return 0
    index = 0
    while index < len(section.lines) and section.lines[index].blank:
        index += 1
    start = index
    while index < len(section.lines) and not section.lines[index].blank:
        index += 1
    return index if index > start else 0


def _content_follows(document: Document, index: int) -> bool:
    """Does something other than a blank line follow line `index - 1` of the root?"""
    root = document.sections[0]
    return not root.lines[index].blank if index < len(root.lines) else len(document.sections) > 1


def _pairs(members: dict[Any, Any], indent: str, eol: str) -> Iterable[Line]:
    text = "".join(
        f"{indent}{inline.encode_key((key,))} = {inline.encode(value)}{eol}" for key, value in members.items()
    )
    return statements(text)


def _indent(line: Line | None) -> str:
    return "" if line is None else line.text[: skip_blanks(line.text, 0)]


def _add_section(document: Document, host: _Host, table: Address, members: dict[Any, Any]) -> None:
    names = inline.encode_key([step for step in table if isinstance(step, str)])
    header = f"[[{names}]]" if isinstance(table[-1], int) else f"[{names}]"
    lines = list(statements(header + document.eol))
    section = Section(lines[0], list(_pairs(members, "", document.eol)))
    if host.kind == "implied" and host.depth == len(table):
        _insert_before(document, document.sections.index(host.section), section)
    else:
        _insert_after(document, _place(document, table, host.depth), section)
    number(document.sections)


def _place(document: Document, table: Address, depth: int) -> int:
    """The section to come after: the last of all, but within the element when in an array of tables."""
    within = table[:depth]
    if not any(isinstance(step, int) for step in table[: depth + 1]):
        return len(document.sections) - 1
    last = [i for i, section in enumerate(document.sections) if section.address[:depth] == within]
    return last[-1] if depth else len(document.sections) - 1


def _insert_before(document: Document, index: int, section: Section) -> None:
    """Put `section` before section `index` and before the comment right above that one."""
    before = document.sections[index - 1]
    own = len(before.lines)
    while own and before.lines[own - 1].kind == "gap" and not before.lines[own - 1].blank:
        own -= 1
    own = own if own and before.lines[own - 1].blank else len(before.lines)
    comment = before.lines[own:]
    del before.lines[own:]
    _separate(document, index)
    section.lines += [Line(document.eol), *comment]
    document.sections.insert(index, section)


def _insert_after(document: Document, index: int, section: Section) -> None:
    """Put `section` after section `index`; what stands above the next header stays with that one."""
    before = document.sections[index]
    if index + 1 < len(document.sections):
        own = len(before.lines)
        while own and before.lines[own - 1].kind == "gap":
            own -= 1
        while own < len(before.lines) and not before.lines[own].blank:
            own += 1
        section.lines += before.lines[own:] or [Line(document.eol)]
        del before.lines[own:]
    _separate(document, index + 1)
    document.sections.insert(index + 1, section)


def _separate(document: Document, index: int) -> None:
    """Let a blank line stand before the place of section `index`, unless that is the top of the file."""
    before = document.sections[index - 1]
    empty = index == 1 and not before.lines
    if not empty and not (before.lines and before.lines[-1].blank):
        before.lines.append(Line(document.eol))
