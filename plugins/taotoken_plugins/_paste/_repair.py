"""Full-width characters and curly quotes as plain ones, place by place, so that positions stay the same."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

_FULL_WIDTH: Final = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_QUOTES: Final = {ord(char): '"' for char in "“”„‟«»「」『』"} | {ord(char): "'" for char in "‘’‚‛‹›"}
_PLAIN: Final = _FULL_WIDTH | _QUOTES | {0x3000: " ", 0xA0: " ", 0x2003: " ", 0x2002: " "}
_WIDE: Final = re.compile("[\uff01-\uff5e]")


def plain(text: str) -> str:
    """`text` of the same length in plain characters."""
    return text.translate(_PLAIN)


def has_full_width(text: str) -> bool:
    """Is there a full-width letter, digit or sign?"""
    return _WIDE.search(text) is not None


def blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """`text` of the same length with blanks in the place of `spans` (ascending); line ends stay."""
    parts: list[str] = []
    done = 0
    for start, end in spans:
        if start < done:
            continue
        parts += (text[done:start], re.sub(r"[^\n]", " ", text[start:end]))
        done = end
    return "".join((*parts, text[done:]))
