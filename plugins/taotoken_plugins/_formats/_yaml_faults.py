"""Why a text is not YAML: the parser's complaint put into our words, with the place."""

from __future__ import annotations

import re
from typing import Any, Final

from taotoken._message import Message
from taotoken._text import safe_text
from taotoken_plugins._formats import FormatError
from taotoken_plugins._formats._json_text import position_at
from taotoken_plugins._texts import formats_yaml as texts

_CHARACTER: Final = re.compile(r"found character (.+) that cannot start any token")
# What the parser's complaint starts with, and what it means.
_CAUSES: Final = (
    ("mapping values are not allowed", texts.EXTRA_COLON),
    ("found unknown escape character", texts.BAD_ESCAPE),
    ("expected escape sequence", texts.BAD_ESCAPE),
    ("could not find expected ':'", texts.MISSING_COLON),
    ("expected <block end>", texts.BAD_INDENT),
    ("expected '<document start>'", texts.BAD_INDENT),
    ("more indented follow up line", texts.BAD_INDENT),
    ("sequence entries are not allowed", texts.BAD_INDENT),
)


def syntax_error(text: str, offset: int, message: Message) -> FormatError:
    """A ``yaml_syntax`` error at `offset`."""
    return FormatError("yaml_syntax", message, position_at(text, offset))


def explain(text: str, error: Any, bracket: int | None) -> FormatError:
    """The parser's `error` in our words; `bracket` is the innermost one that is still open."""
    if type(error).__name__ == "ReaderError":
        return syntax_error(text, error.position, texts.CONTROL_CHARACTER(code=f"U+{error.character:04X}"))
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    problem = str(getattr(error, "problem", None) or getattr(error, "context", None) or "unknown")
    place = mark.index if mark else 0
    if "unexpected end of stream" in problem and error.context_mark:
        return syntax_error(text, error.context_mark.index, texts.UNCLOSED_QUOTE())
    return _explain_character(text, problem, place) or _explain_cause(text, problem, place, bracket)


def _explain_character(text: str, problem: str, place: int) -> FormatError | None:
    if not _CHARACTER.match(problem):
        return None
    found = text[place : place + 1]
    message = texts.TAB() if found == "\t" else texts.RESERVED_CHARACTER(found=safe_text(found))
    return syntax_error(text, place, message)


def _explain_cause(text: str, problem: str, place: int, bracket: int | None) -> FormatError:
    for start, cause in _CAUSES:
        if problem.startswith(start):
            return syntax_error(text, place, cause())
    if bracket is None:
        return syntax_error(text, place, texts.OTHER(reason=safe_text(problem, 120)))
    opened = position_at(text, bracket)
    message = texts.UNCLOSED_BRACKET(bracket=safe_text(text[bracket]), line=opened.line)
    return FormatError("yaml_syntax", message, position_at(text, place), others=(opened,))
