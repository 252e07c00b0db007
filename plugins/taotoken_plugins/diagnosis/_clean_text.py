"""A pasted text made fit to search: bounded, without control sequences, and the lines to quote from it."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from taotoken._text import safe_text

MAX_TEXT = 4_000_000
"""Characters that are read: the first half and the last half of anything longer."""

_ESCAPES = re.compile(
    r"\x1b\[[0-?]{0,40}[ -/]{0,4}[@-~]|\x1b\][^\x07\x1b]{0,2000}(?:\x07|\x1b\\)|\x1b[@-_]|\x9b[0-?]{0,40}[@-~]"
)
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Searchable:
    """The text, its lower-case form of the same length, and where its lines begin."""

    text: str = field(repr=False)
    lower: str = field(repr=False)
    starts: tuple[int, ...] = field(repr=False)
    secrets: tuple[str, ...] = field(default=(), repr=False)

    def line_at(self, position: int) -> str:
        """The line around `position`, safe to show."""
        index = bisect_right(self.starts, position) - 1
        start = self.starts[index]
        end = self.starts[index + 1] if index + 1 < len(self.starts) else len(self.text)
        start = max(start, position - 300)
        return safe_text(self.text[start : min(end, start + 1200)], 240, secrets=self.secrets)


def searchable(text: str, secrets: tuple[str, ...] = ()) -> Searchable:
    """Make `text` searchable."""
    if len(text) > MAX_TEXT:
        half = MAX_TEXT // 2
        text = text[:half] + "\n" + text[-half:]
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if "\x1b" in text or "\x9b" in text:
        text = _ESCAPES.sub("", text)
    text = _CONTROLS.sub("", text)
    lower = text.lower()
    if len(lower) != len(text):  # a few letters grow in lower case; positions must stay the same
        lower = "".join(low if len(low := char.lower()) == 1 else char for char in text)
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    return Searchable(text, lower, tuple(starts), secrets)
