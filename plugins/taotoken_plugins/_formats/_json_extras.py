"""What JSON texts hold beside JSON: comments and trailing commas, found outside strings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from taotoken_plugins._formats._json_text import start_of_blanks

STRING: Final = re.compile(r'"[^"\\\x00-\x1f]*(?:\\[^\x00-\x1f][^"\\\x00-\x1f]*)*"')
_LINE_END = re.compile(r"[\r\n]")
_COMMENT_OPENING = re.compile(r"/[/*]")
_COMMENT = re.compile(r"//[^\r\n]*|/\*[\s\S]*?\*/")
_TRAILING_COMMA = re.compile(r",(?=[ \t\r\n]*[\]}])")


def comments(text: str) -> Iterator[re.Match[str]]:
    """The // and /* */ comments of `text`."""
    return _outside_strings(text, _COMMENT_OPENING, _COMMENT)


def trailing_commas(bare: str) -> Iterator[re.Match[str]]:
    """The commas between a last entry and its closing bracket, in a text without comments."""
    for comma in _outside_strings(bare, _TRAILING_COMMA, _TRAILING_COMMA):
        before = start_of_blanks(bare, comma.start())
        if before > 0 and bare[before - 1] not in "[{":
            yield comma


def blank(text: str, extras: Iterator[re.Match[str]]) -> str:
    """`text` with `extras` replaced by as many blanks."""
    pieces: list[str] = []
    done = 0
    for match in extras:
        pieces += (text[done : match.start()], " " * (match.end() - match.start()))
        done = match.end()
    return "".join((*pieces, text[done:])) if pieces else text


def _outside_strings(text: str, opening: re.Pattern[str], whole: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """What `whole` matches where `opening` is found outside strings.

    A string ends on its line, so only the lines that hold an opening are looked at. One that doesn't is left
    for the JSON parser to refuse, whatever follows on its line.
    """
    seen = 0
    found = opening.search(text)
    while found:
        at = found.start()
        seen = max(seen, text.rfind("\n", seen, at) + 1, text.rfind("\r", seen, at) + 1)
        while (quote := text.find('"', seen, at)) >= 0:
            string = STRING.match(text, quote)
            seen = string.end() if string else _end_of_line(text, quote)
        match = whole.match(text, at) if seen <= at else None
        if match:
            yield match
            seen = match.end()
        found = opening.search(text, max(seen, at + 1))


def _end_of_line(text: str, offset: int) -> int:
    found = _LINE_END.search(text, offset)
    return found.start() if found else len(text)
