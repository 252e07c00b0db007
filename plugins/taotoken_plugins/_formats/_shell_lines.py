"""Where the lines of a shell's start file begin and end: quotes, joined lines, comments, here-documents."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

_HERE: Final = re.compile(r"<<(?P<dash>-?)[ \t]*(?P<quote>['\"]?)\\?(?P<end>[A-Za-z_][\w.-]*)(?P=quote)")
_BEFORE_COMMENT: Final = " \t\n;&|"


@dataclass(frozen=True, slots=True)
class Line:
    """One logical line: a backslash at the end joins the next one, and so does an open quote.

    Attributes:
        number: of its first physical line, 1-based.
        start, end: its place in the text, the last line break included.
        code: what the shell reads of it, without comment and joins.
    """

    number: int
    start: int
    end: int
    code: str = field(repr=False)


@dataclass(slots=True)
class _Scan:
    """One logical line on its way: `here` are the here-documents that begin in it."""

    text: str
    at: int
    code: list[str] = field(default_factory=list)
    here: list[re.Match[str]] = field(default_factory=list)
    quote: str = ""  # the character that closes it
    escapes: bool = True  # does a backslash mean something in this quote?


def lines(text: str, *, here: bool = True) -> Iterator[Line]:
    """The logical lines of `text`. Those of here-documents are nobody's (`here`: does this shell have them?)."""
    place, number = 0, 1
    while place < len(text):
        scan = _Scan(text, place)
        if not _run(scan):  # a quote that never closes: a slip on this line alone
            scan = _Scan(text, place)
            _run(scan, quotes=False)
        yield Line(number, place, scan.at, "".join(scan.code).removesuffix("\r"))
        end = scan.at
        for mark in scan.here if here else ():
            end = _behind(text, end, mark)
        number += text.count("\n", place, end)
        place = end


def _run(scan: _Scan, *, quotes: bool = True) -> bool:
    """Read to the end of the logical line; False where a quote stays open to the end of the text."""
    text, start = scan.text, scan.at
    while scan.at < len(text):
        char = text[scan.at]
        if char == "\\" and scan.escapes:
            _escape(scan)
        elif char == "\n" and not (scan.quote and quotes):
            scan.at += 1
            return True
        elif not scan.quote and char == "#" and (scan.at == start or text[scan.at - 1] in _BEFORE_COMMENT):
            scan.at = _line_end(text, scan.at)
        elif not scan.quote and (mark := _here(text, scan.at)):
            scan.here.append(mark)
            scan.code.append(mark[0])
            scan.at = mark.end()
        else:
            _take(scan, char)
    return not scan.quote


def _take(scan: _Scan, char: str) -> None:
    if scan.quote:
        if char == scan.quote:
            scan.quote, scan.escapes = "", True
    elif char in "\"'":
        scan.quote = char
        scan.escapes = char == '"' or (scan.at > 0 and scan.text[scan.at - 1] == "$")
    scan.code.append(char)
    scan.at += 1


def _escape(scan: _Scan) -> None:
    """A backslash and what it protects; one before a line break joins the lines."""
    for line_break in ("\r\n", "\n"):
        if scan.text.startswith(line_break, scan.at + 1):
            scan.at += 1 + len(line_break)
            return
    scan.code.append(scan.text[scan.at : scan.at + 2])
    scan.at += 2


def _here(text: str, at: int) -> re.Match[str] | None:
    if not text.startswith("<<", at) or text.startswith("<<<", at) or text[at - 1 : at] == "<":
        return None
    return _HERE.match(text, at)


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _behind(text: str, start: int, mark: re.Match[str]) -> int:
    """The place behind the here-document that begins at `start`; `start` where it has no end."""
    at = start
    while at < len(text):
        end = _line_end(text, at)
        line = text[at:end].removesuffix("\r")
        if (line.lstrip("\t") if mark["dash"] else line) == mark["end"]:
            return min(end + 1, len(text))
        at = end + 1
    return start
