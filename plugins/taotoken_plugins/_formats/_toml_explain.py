"""Why a text is not TOML: a precise cause and place instead of the parser's own words.

`tomllib` has already refused the text and named a place. The statement around that place is looked at again to
tell what is wrong. Values are never quoted: one of them may be a key.
"""

from __future__ import annotations

import re
from typing import Final

from taotoken._message import Message
from taotoken._text import safe_text
from taotoken_plugins._formats import FormatError, Position
from taotoken_plugins._formats._toml_find import position_at
from taotoken_plugins._formats._toml_scan import ScanError, skip_blanks, statements
from taotoken_plugins._formats._toml_twice import explain_twice
from taotoken_plugins._texts import formats_toml as texts

_PLACE: Final = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)
# Typographic and full-width characters that editors and input methods put in place of TOML's own.
_LOOKALIKES: Final = {
    **dict.fromkeys("“”„‟«»＂〝〞", '"'),
    **dict.fromkeys("‘’‚‛＇", "'"),
    "＝": "=",
    "，": ",",
    "、": ",",
    "［": "[",
    "］": "]",
    "【": "[",
    "】": "]",
    "｛": "{",
    "｝": "}",
    "＃": "#",
    "．": ".",
    "。": ".",
    "\xa0": " ",
    "\u3000": " ",
}
# Whole strings and comments, an opening quote without its end, or any other character.
_TOKEN: Final = re.compile(
    r"""\"{3}[\s\S]*?\"{3}|'{3}[\s\S]*?'{3}|\"{3}|'{3}|"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"|'[^'\n]*+'|#[^\n]*+|[\s\S]"""
)


def explain_encoding(data: bytes, offset: int) -> FormatError:
    """Why `data` is not UTF-8; `offset` is the first bad byte."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return FormatError("encoding", texts.IS_UTF16(), Position(1, 1))
    before = data[:offset].decode()
    return FormatError("encoding", texts.NOT_UTF8(byte=f"0x{data[offset]:02X}"), position_at(before, len(before)))


def explain(text: str, error: BaseException) -> FormatError:
    """Why `tomllib` refused `text` with `error`."""
    if isinstance(error, RecursionError):
        return FormatError("toml_syntax", texts.TOO_DEEP())
    match = _PLACE.fullmatch(str(error))
    if match is None:
        return FormatError("toml_syntax", texts.BAD_NUMBER())
    reason, line, column = match.groups()
    at = len(text) if line is None else _offset(text, int(line), int(column))
    if re.match(r"Cannot |Duplicate ", reason):
        return explain_twice(text, at) or _error(text, at, texts.REDEFINED())
    return _explain_syntax(text, reason, at)


def _explain_syntax(text: str, reason: str, at: int) -> FormatError:
    if text.lstrip().startswith("{"):
        return _error(text, len(text) - len(text.lstrip()), texts.LOOKS_LIKE_JSON())
    start = _statement_start(text, at)
    return (
        _lookalike(text, at)
        or _bad_string(text, start, at, reason)
        or _bad_brackets(text, start, at, reason)
        or _error(text, at, _bad_statement(text, at, reason))
    )


def _statement_start(text: str, at: int) -> int:
    """Where the statement around `at` begins."""
    position = 0
    try:
        for line in statements(text):
            if position + len(line.text) > at:
                break
            position += len(line.text)
    except ScanError as error:
        position = error.start
    return skip_blanks(text, min(position, at))


def _lookalike(text: str, at: int) -> FormatError | None:
    """The character at `at`, if it only looks like one of TOML's own."""
    found = text[at : at + 1]
    wanted = _LOOKALIKES.get(found)
    if wanted is None:
        return None
    if wanted == " ":
        return _error(text, at, texts.WRONG_SPACE(code=f"U+{ord(found):04X}"))
    return _error(text, at, texts.WRONG_CHARACTER(found=found, wanted=wanted))


def _bad_string(text: str, start: int, at: int, reason: str) -> FormatError | None:
    char = text[at : at + 1]
    if re.match(r"Unescaped|Invalid hex|Escaped character", reason):
        return _error(text, max(text.rfind("\\", start, at), start), texts.BAD_ESCAPE())
    if char and char not in "\t\n" and not char.isprintable() and not text.startswith("\r\n", at):
        return _error(text, at, texts.CONTROL_CHARACTER(code=f"U+{ord(char):04X}"))
    if not re.match(r"Unterminated|Illegal|Found invalid|Expected \"?'+\"?$", reason):
        return None
    for match in _TOKEN.finditer(text, start, at):
        if match[0] in ('"', "'", '"""', "'''"):
            return _unclosed_string(text, match.start(), at, match[0])
    return None


def _unclosed_string(text: str, start: int, at: int, quote: str) -> FormatError:
    """A string without an end, or with a closing quote that only looks like one."""
    ends = (text.rfind(like, start, at) for like, wanted in _LOOKALIKES.items() if wanted == quote)
    return _lookalike(text, max(ends, default=-1)) or _error(text, start, texts.UNCLOSED_STRING(quote=quote))


def _bad_brackets(text: str, start: int, at: int, reason: str) -> FormatError | None:
    """A header, array or inline table that is not closed."""
    if "table declaration" in reason or "array declaration" in reason:
        return _error(text, at, texts.UNCLOSED_HEADER(wanted="]]" if "array" in reason else "]"))
    open_brackets = _open_brackets(text, start, at)
    if not open_brackets or text.startswith("[", start):
        return None
    bracket, where = open_brackets[-1]
    first = position_at(text, where)
    unfinished = reason.startswith(("Invalid initial", "Unclosed inline")) and text[at : at + 1] in tuple("\r\n}#")
    if bracket == "{" and unfinished:
        return _error(text, at, texts.INLINE_TABLE(line=first.line), first)
    if reason.startswith("Unclosed") or (reason == "Invalid value" and at >= len(text)):
        return _error(text, at, texts.UNCLOSED_BRACKET(bracket=bracket, line=first.line), first)
    return None


def _open_brackets(text: str, start: int, at: int) -> list[tuple[str, int]]:
    opened: list[tuple[str, int]] = []
    for match in _TOKEN.finditer(text, start, at):
        if match[0] in ("[", "{"):
            opened.append((match[0], match.start()))
        elif match[0] in ("]", "}") and opened:
            opened.pop()
    return opened


def _bad_statement(text: str, at: int, reason: str) -> Message:
    char = text[at : at + 1]
    if reason.startswith("Invalid value"):
        return _bad_value(text, at)
    if reason.startswith("Expected '='"):
        unnamed = char and not char.isascii()
        return texts.COLON() if char == ":" else texts.NAME_NEEDS_QUOTES() if unnamed else texts.MISSING_EQUALS()
    if reason.startswith(("Invalid statement", "Invalid initial")):
        if char in ("]", "}") and reason == "Invalid statement":
            return texts.STRAY_BRACKET(bracket=char)
        wordy = char.isalpha() or char in "$@/~!?&%*+"
        return texts.NAME_NEEDS_QUOTES() if char and wordy else texts.MISSING_NAME()
    if reason.startswith("Expected newline"):
        return texts.BAD_NUMBER() if text[at - 1].isalnum() and not char.isspace() else texts.EXTRA_TEXT()
    if reason.startswith("Invalid date"):
        return texts.BAD_NUMBER()
    return texts.OTHER(reason=safe_text(reason, 120))


def _bad_value(text: str, at: int) -> Message:
    word = re.compile(r"[^\s,#\]}]*").match(text, at)
    value = word[0] if word else ""
    if not value:
        return texts.MISSING_VALUE()
    if value.lower() in ("true", "false"):
        return texts.BOOLEAN_CASE(wanted=value.lower())
    if value.lower() in ("null", "none", "nil"):
        return texts.NO_NULL()
    return texts.BAD_NUMBER() if value[0] in "0123456789+-." else texts.UNQUOTED_VALUE()


def _error(text: str, at: int, message: Message, *others: Position) -> FormatError:
    return FormatError("toml_syntax", message, position_at(text, at), others=others)


def _offset(text: str, line: int, column: int) -> int:
    start = 0
    for _ in range(line - 1):
        start = text.index("\n", start) + 1
    return start + column - 1
