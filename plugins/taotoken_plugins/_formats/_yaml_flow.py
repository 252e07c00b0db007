"""Members and items added to and taken out of YAML brackets."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from taotoken_plugins._formats._json_text import line_start
from taotoken_plugins._formats._yaml_place import Added, line_end_at, next_line, skip_flow_space, starts_line
from taotoken_plugins._formats._yaml_spans import Span
from taotoken_plugins._formats._yaml_tree import Entry, Node
from taotoken_plugins._formats._yaml_write import inline


def flow_spans(text: str, node: Node, kept: Sequence[Entry], added: Sequence[Added]) -> list[Span] | None:
    """The changes that leave `kept` (at least one) and `added`; None where brackets or commas aren't plain."""
    if text[node.end - 1] not in "}]":
        return None  # a pair in a list without braces of its own
    last = kept[-1]
    still = {id(entry) for entry in kept}
    behind = list(node.entries[node.entries.index(last) + 1 :])
    gone = [entry for entry in node.entries if id(entry) not in still]
    spans: list[Span] = []
    if added:
        spans.append(_put_in(text, last, added))
    if behind and not _has_comment(text, [last, *behind]):
        spans.append((last.node.end, behind[-1].node.end, ""))
        gone = gone[: -len(behind)]
    elif behind and _comma(text, behind[-1]) is None and (comma := _comma(text, last)) is not None:
        spans.append((comma, comma + 1, ""))
    for entry in gone:
        spans += _taken_out(text, entry)
    return spans


def _has_comment(text: str, entries: Sequence[Entry]) -> bool:
    """Does a comment stand between these entries?"""
    return any("#" in text[one.node.end : _start(other)] for one, other in pairwise(entries))


def _start(entry: Entry) -> int:
    return entry.key.start if entry.key else entry.node.start


def _comma(text: str, entry: Entry) -> int | None:
    """The comma behind an entry."""
    place = skip_flow_space(text, entry.node.end)
    return place if text[place : place + 1] == "," else None


def _taken_out(text: str, entry: Entry) -> list[Span]:
    """The entry and the comma behind it; the whole line where nothing else is on it."""
    start = _start(entry)
    comma = _comma(text, entry)
    end = entry.node.end if comma is None else comma + 1
    if text[entry.node.end : end].strip(" \t,"):  # a comment or line break before the comma
        return [(start, entry.node.end, ""), (end - 1, end, "")]
    blank = end
    while text[blank : blank + 1] in (" ", "\t"):
        blank += 1
    alone = starts_line(text, start) and blank == line_end_at(text, blank)
    if alone:
        return [(line_start(text, start), next_line(text, blank), "")]
    return [(start, blank if comma is not None else end, "")]


def _put_in(text: str, last: Entry, added: Sequence[Added]) -> Span:
    """New entries behind the last one, on lines of their own where it has one."""
    start = _start(last)
    begin = line_start(text, start)
    eol = text[line_end_at(text, start) : next_line(text, line_end_at(text, start))]
    space = eol + text[begin:start] if starts_line(text, start) and begin and eol else " "
    shown = (inline(value) if name is None else f"{inline(name)}: {inline(value)}" for name, value in added)
    place = last.node.end
    return place, place, "".join(f",{space}{one}" for one in shown)
