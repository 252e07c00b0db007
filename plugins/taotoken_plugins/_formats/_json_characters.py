"""Characters and words that don't belong in JSON, and what was meant by them."""

from __future__ import annotations

import re

from taotoken._text import safe_text
from taotoken_plugins._formats import FormatError
from taotoken_plugins._formats._json_text import fault
from taotoken_plugins._texts import formats_json as texts

_CURLY = "“”„‟‘’‚‛«»「」『』＂＇〝〞"
_SINGLE = "'`"
# What a Chinese keyboard types where JSON wants ASCII.
_FULL_WIDTH = dict(zip("：，、；｛｝［］【】", ":,,,{}[][]", strict=True))
_INVISIBLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\xa0\xad\u034f\u061c\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f"
    "\u3000\ufe00-\ufe0f\ufeff\ufff9-\ufffb]"
)
_SHORT_ESCAPES = {"\t": "\\t", "\b": "\\b", "\f": "\\f"}
_LITERALS = {"true": "true", "false": "false", "null": "null", "none": "null", "undefined": "null", "nil": "null"}
_NOT_NUMBERS = {"nan", "infinity", "-infinity", "+infinity"}


def code_point(character: str) -> str:
    """``U+00A0`` and so on."""
    return f"U+{ord(character):04X}"


def odd_character(text: str, at: int) -> FormatError | None:
    """The fault of a character at `at` that JSON never has outside quotes, None when it is none of these."""
    mark = text[at]
    if mark in _CURLY:
        return fault(text, at, texts.CURLY_QUOTE, found=mark)
    if mark in _SINGLE:
        return fault(text, at, texts.SINGLE_QUOTE, found=mark)
    if mark in _FULL_WIDTH:
        return fault(text, at, texts.FULL_WIDTH, found=mark, meant=_FULL_WIDTH[mark])
    if _INVISIBLE.match(mark):
        return fault(text, at, texts.INVISIBLE_CHARACTER, code=code_point(mark))
    return None


def word_fault(text: str, at: int, word: str) -> FormatError:
    """The fault of a bare word or number where a value should be."""
    shown = safe_text(word, 60)
    folded = word.casefold()
    if folded in _LITERALS:
        return fault(text, at, texts.LITERAL_CASE, word=shown, meant=_LITERALS[folded])
    if folded in _NOT_NUMBERS:
        return fault(text, at, texts.NO_SUCH_NUMBER, word=shown)
    numeric = word.lstrip("+-.")[:1].isdecimal() or word.strip("+-.") == ""
    return fault(text, at, texts.BAD_NUMBER if numeric else texts.UNQUOTED_VALUE, word=shown)


def string_fault(text: str, start: int, at: int) -> FormatError:
    """What is wrong at `at` with the string that starts at `start`."""
    mark = text[at : at + 1]
    if mark == "\\" and at + 1 < len(text) and text[at + 1] not in "\r\n":
        return _escape_fault(text, at)
    if mark in ("", "\r", "\n", "\\"):
        return _unclosed_string(text, start, at)
    escape = _SHORT_ESCAPES.get(mark, f"\\u{ord(mark):04x}")
    return fault(text, at, texts.CONTROL_CHARACTER, code=code_point(mark), escape=escape)


def _escape_fault(text: str, at: int) -> FormatError:
    if text[at + 1] == "u":
        return fault(text, at, texts.BAD_UNICODE_ESCAPE)
    return fault(text, at, texts.BAD_ESCAPE, found=safe_text(text[at : at + 2]))


def _unclosed_string(text: str, start: int, end: int) -> FormatError:
    """A string that its line ends: closed with a curly quote by mistake, or not at all."""
    last = start + len(text[start:end].rstrip(" \t,}]")) - 1
    if last > start and text[last] in _CURLY:
        return fault(text, last, texts.CURLY_QUOTE, found=text[last])
    return fault(text, start, texts.STRING_NOT_CLOSED)
