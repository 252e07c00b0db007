"""Bytes and text of a JSON file: encoding, byte order mark, line ends, positions."""

from __future__ import annotations

import re
from dataclasses import dataclass

from taotoken._message import Text
from taotoken_plugins._formats import FormatError, Position
from taotoken_plugins._texts import formats_json as texts

BOM = b"\xef\xbb\xbf"
SPACES = " \t\r\n"  # what JSON calls whitespace; Python's str.strip() would take more
_LINE_END = re.compile(r"\r\n|\n|\r")
_BLANKS = re.compile(r"[ \t]*")
# The wide forms first: a UTF-32 mark begins with a UTF-16 one.
_WIDE_MARKS = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)


@dataclass(frozen=True, slots=True)
class Decoded:
    """A file's text without its byte order mark."""

    text: str
    bom: bool

    def encode(self, text: str) -> bytes:
        """`text` as the bytes of a file like this one."""
        return (BOM if self.bom else b"") + text.encode()


def decode(data: bytes) -> Decoded:
    """The text of a UTF-8 file. Raises FormatError(``encoding``) with the place of the first bad byte."""
    wide = _wide_encoding(data)
    if wide:
        raise FormatError("encoding", texts.WIDE_ENCODING(encoding=wide), Position(1, 1))
    bom = data.startswith(BOM)
    body = data[len(BOM) :] if bom else data
    try:
        return Decoded(body.decode(), bom)
    except UnicodeDecodeError as error:
        before = body[: error.start].decode()
        message = texts.NOT_UTF8(byte=f"0x{body[error.start]:02X}")
        raise FormatError("encoding", message, position_at(before, len(before))) from None


def _wide_encoding(data: bytes) -> str | None:
    for mark, name in _WIDE_MARKS:
        if data.startswith(mark):
            return name
    # JSON starts with an ASCII character, so without a mark one zero byte beside it gives UTF-16 away.
    return "UTF-16" if len(data) > 1 and (data[0] == 0) != (data[1] == 0) else None


def position_at(text: str, offset: int) -> Position:
    """Line and column of `offset`; CRLF, LF and a lone CR each end a line."""
    line, start = 1, 0
    for match in _LINE_END.finditer(text, 0, offset):
        line, start = line + 1, match.end()
    return Position(line, offset - start + 1)


def fault(text: str, offset: int, what: Text, *others: int, **params: object) -> FormatError:
    """A syntax error at `offset`. Each of `others` is a further place; the first one fills the placeholders
    ``line`` and ``column`` of the sentence."""
    places = tuple(position_at(text, other) for other in others)
    if places:
        params |= {"line": places[0].line, "column": places[0].column}
    return FormatError("json_syntax", what(**params), position_at(text, offset), others=places)


def line_end(text: str) -> str:
    """The line end that most lines have; LF where there is none."""
    if "\r" not in text:
        return "\n"
    crlf = text.count("\r\n")
    counts = {"\n": text.count("\n") - crlf, "\r\n": crlf, "\r": text.count("\r") - crlf}
    return max(counts, key=counts.__getitem__)


def has_line_end(text: str) -> bool:
    """Is there a line end in `text`?"""
    return "\n" in text or "\r" in text


def start_of_blanks(text: str, offset: int, floor: int = 0, blanks: str = SPACES) -> int:
    """The first of the blanks and line ends just before `offset`, not before `floor`."""
    while offset > floor and text[offset - 1] in blanks:
        offset -= 1
    return offset


def line_start(text: str, offset: int) -> int:
    """Where the line that holds `offset` starts."""
    return max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1


def skip_blanks(text: str, offset: int) -> int:
    """The first offset at or after `offset` that is no blank."""
    found = _BLANKS.match(text, offset)
    return found.end() if found else offset


def line_indent(text: str, offset: int) -> str:
    """The blanks at the start of the line that holds `offset`."""
    start = line_start(text, offset)
    return text[start : min(skip_blanks(text, start), offset)]
