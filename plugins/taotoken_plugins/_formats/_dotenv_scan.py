"""The assignments of a .env file and where they stand.

Readers differ; this one takes what python-dotenv takes, without filling in ``${NAME}``, and backticks as Node's
dotenv does. Lines that are no assignment are nobody's and are left alone, as all readers do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from taotoken._text import safe_text
from taotoken_plugins._formats import FormatError
from taotoken_plugins._formats._json_text import position_at
from taotoken_plugins._texts import formats_dotenv as texts

_START: Final = re.compile(r"[^\S\r\n]*(?P<export>export[^\S\r\n]+)?+(?P<name>[^=#\s'\"`]+|'[^'\r\n]+')[^\S\r\n]*=")
_BLANKS: Final = re.compile(r"[^\S\r\n]*")
_QUOTED: Final = {
    "'": re.compile(r"'((?:\\.|[^'\\])*)'", re.DOTALL),
    '"': re.compile(r'"((?:\\.|[^"\\])*)"', re.DOTALL),
    "`": re.compile(r"`([^`]*)`"),
}
_BARE: Final = re.compile(r"[^\r\n]*")
_COMMENT: Final = re.compile(r"\s+#.*")
_AFTER: Final = re.compile(r"[^\S\r\n]*(?:#[^\r\n]*)?(?=[\r\n]|\Z)")
_LINE_BREAK: Final = re.compile(r"\r\n|\n|\r|\Z")
_ESCAPE: Final = re.compile(r"\\([\\'\"abfnrtv])")
_ESCAPED: Final = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_SINGLE_ESCAPE: Final = re.compile(r"\\([\\'])")


@dataclass(frozen=True, slots=True)
class Assignment:
    """One ``NAME=value``.

    start, end: its lines, the last line break included; value_start, value_end: its value with the quotes.
    quote: the quote it stands in. odd: text behind the closing quote, so that readers differ.
    """

    name: str
    value: str = field(repr=False)
    start: int
    end: int
    value_start: int
    value_end: int
    quote: str = ""
    exported: bool = False
    odd: bool = False


def assignments(text: str) -> Iterator[Assignment]:
    """All assignments in order. Raises FormatError(``dotenv_syntax``) for a quote that is never closed."""
    place = 0
    while place < len(text):
        found = _START.match(text, place)
        end = place
        if found:
            item = _assignment(text, place, found)
            yield item
            end = item.value_end
        place = _next_line(text, end)


def _next_line(text: str, offset: int) -> int:
    rest = _BARE.match(text, offset)
    broken = _LINE_BREAK.match(text, rest.end() if rest else offset)
    return broken.end() if broken else len(text)


def _assignment(text: str, place: int, found: re.Match[str]) -> Assignment:
    name = found["name"].strip("'")
    blanks = _BLANKS.match(text, found.end())
    start = blanks.end() if blanks else found.end()
    quote = text[start : start + 1]
    if quote in ("", "\r", "\n") or (quote == "#" and start > found.end()):  # nothing, or only a comment
        value, raw_end, start, quote = "", found.end(), found.end(), ""
    elif quote in _QUOTED:
        value, raw_end = _quoted(text, start, quote, name)
    else:
        value, raw_end, quote = *_bare(text, start), ""
    return Assignment(
        name=name,
        value=value,
        start=place,
        end=_next_line(text, raw_end),
        value_start=start,
        value_end=raw_end,
        quote=quote,
        exported=found["export"] is not None,
        odd=bool(quote) and _AFTER.match(text, raw_end) is None,
    )


def _bare(text: str, start: int) -> tuple[str, int]:
    found = _BARE.match(text, start)
    value = _COMMENT.sub("", found[0]).rstrip() if found else ""
    return value, start + len(value)


def _quoted(text: str, start: int, quote: str, name: str) -> tuple[str, int]:
    found = _QUOTED[quote].match(text, start)
    if found is None:
        message = texts.UNCLOSED_QUOTE(name=safe_text(name, 80), quote=quote)
        raise FormatError("dotenv_syntax", message, position_at(text, start))
    value = found[1].replace("\r\n", "\n")
    if quote == '"':
        value = _ESCAPE.sub(lambda match: _ESCAPED.get(match[1], match[1]), value)
    elif quote == "'":
        value = _SINGLE_ESCAPE.sub(r"\1", value)
    return value, found.end()
