"""What a value picks up on its way from a web page, a chat or a file: taken off at its edges, with a note."""

from __future__ import annotations

import re
from collections.abc import Iterator

from taotoken._causes import Cause
from taotoken._errors import ConfigurationError
from taotoken._message import Message
from taotoken._texts import values as texts

QUOTES = "\"'`´“”„‟‘’‚‛«»‹›＂＇「」『』"
# Blank in print although Unicode calls them letters, marks or symbols.
_BLANK_LOOKING = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"

_ASSIGNMENT = re.compile(r"(?:(?:export|set|setx)\s+\w+[=\s]|\$env:\w+\s*=|[A-Z][A-Z0-9_]*\s*=\s*[^\s=])", re.ASCII)
_UNEXPANDED_INSIDE = re.compile(r"\$\{|\$\(|\{\{|\{env:|\$env:", re.IGNORECASE)
_UNEXPANDED_NAME = re.compile(r"\$[A-Za-z_]\w*|%(?![0-9A-Fa-f]{2}%)[A-Za-z_]\w*%", re.ASCII)


class Repairs:
    """The notes and causes of what was repaired in one value, in the order it was found."""

    def __init__(self) -> None:
        self._notes: list[Message] = []
        self._causes: list[Cause] = []

    def add(self, note: Message, cause: Cause | None = None) -> None:
        self._notes.append(note)
        if cause is not None and cause not in self._causes:
            self._causes.append(cause)

    @property
    def notes(self) -> tuple[Message, ...]:
        return tuple(self._notes)

    @property
    def causes(self) -> tuple[Cause, ...]:
        return tuple(self._causes)


def refusal(cause: Cause, detail: Message) -> ConfigurationError:
    """The error for a value that can't be used; its text is the English of `detail`."""
    return ConfigurationError(detail.render("en"), cause=cause, detail=detail)


def is_invisible(char: str) -> bool:
    """Does nothing show of this character (format characters, byte order mark, blank letters)?"""
    if char < "\x7f":
        return False
    import unicodedata

    return unicodedata.category(char) == "Cf" or char in _BLANK_LOOKING or "\ufe00" <= char <= "\ufe0f"


def describe(char: str) -> str:
    """A character by its code and Unicode name, such as ``U+200B ZERO WIDTH SPACE``."""
    import unicodedata

    code = f"U+{ord(char):04X}"
    if unicodedata.category(char) == "Cc":
        return f"{code} CONTROL CHARACTER"
    return f"{code} {unicodedata.name(char, '')}".rstrip()


def strip_edges(
    text: str,
    field: Message,
    repairs: Repairs,
    *,
    opening: str = "",
    closing: str = ",;，。；、",
    causes: tuple[Cause | None, Cause | None, Cause | None] = (None, None, None),
) -> str:
    """`text` without what doesn't belong to it at both ends.

    Blanks, quotes and invisible characters go on both sides, the characters of `opening` on the left and of
    `closing` on the right. `causes` are noted for removed blanks, quotes and invisible characters.
    """
    start, end = 0, len(text)
    while start < end and _is_edge(text[start], opening):
        start += 1
    while start < end and _is_edge(text[end - 1], closing):
        end -= 1
    if end - start < len(text) and start < end:
        _note_removed(set(text[:start] + text[end:]), field, repairs, causes)
    return text[start:end]


def _is_edge(char: str, extra: str) -> bool:
    return char.isspace() or char in QUOTES or char in extra or is_invisible(char)


def _note_removed(
    removed: set[str],
    field: Message,
    repairs: Repairs,
    causes: tuple[Cause | None, Cause | None, Cause | None],
) -> None:
    blanks = {char for char in removed if char.isspace()}
    quotes = {char for char in removed if char in QUOTES}
    invisible = {char for char in removed - blanks - quotes if is_invisible(char)}
    if blanks:
        repairs.add(texts.BLANKS_REMOVED(field=field), causes[0])
    if quotes:
        repairs.add(texts.QUOTES_REMOVED(field=field), causes[1])
    if invisible:
        repairs.add(texts.INVISIBLE_REMOVED(field=field, char=describe(min(invisible))), causes[2])
    if removed - blanks - quotes - invisible:
        repairs.add(texts.PUNCTUATION_REMOVED(field=field))


def is_assignment(text: str) -> bool:
    """Is this a whole ``NAME=value`` line of a shell or a .env file?"""
    return _ASSIGNMENT.match(text) is not None


def is_unexpanded(text: str, *, anywhere: bool = False) -> bool:
    """Does a variable stand here by its name instead of its value (``$KEY``, ``${KEY}``, ``%KEY%``,
    ``{env:KEY}``)? Bare ``$KEY`` and ``%KEY%`` count inside a longer text only with `anywhere`."""
    if _UNEXPANDED_INSIDE.search(text):
        return True
    find = _UNEXPANDED_NAME.search if anywhere else _UNEXPANDED_NAME.fullmatch
    return find(text) is not None


def odd_characters(text: str) -> Iterator[tuple[int, str]]:
    """The characters that are not visible ASCII, with their 1-based positions."""
    return ((index, char) for index, char in enumerate(text, 1) if not "!" <= char <= "~")
