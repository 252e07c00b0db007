"""JSON5 as json5.org has it: names without quotes, single quotes, strings over several lines, hexadecimal
numbers, signs, Infinity and NaN, comments, trailing commas, and Unicode's blanks.

A `Source` of the same three views as for JSON, so that edits, layout and writing are the same code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from taotoken_plugins._formats._json_extras import blank
from taotoken_plugins._formats._json_scan import (
    MAX_DEPTH,
    Grammar,
    NotJsonError,
    Source,
    big_integer,
    skip_space,
)
from taotoken_plugins._formats._json_text import start_of_blanks

BLANKS: Final = "\v\f\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
_STRING = r'"[^"\\\r\n]*(?:\\(?:\r\n|[\s\S])[^"\\\r\n]*)*"' + "|" + r"'[^'\\\r\n]*(?:\\(?:\r\n|[\s\S])[^'\\\r\n]*)*'"
NUMBER: Final = (
    r"[+-]?(?:0[xX][0-9a-fA-F]+|Infinity|NaN|"
    r"(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
)
NAME: Final = r"(?:[$_\u200c\u200d\w]|[^\x00-\x7f\s\ufeff]|\\u[0-9a-fA-F]{4})+"
LINE_COMMENT: Final = r"//[^\r\n\u2028\u2029]*"

_SPACE = r"[ \t\r\n]*"
_PLAIN = rf"""("[^"\\\r\n]*"|'[^'\\\r\n]*'|true|false|null|{NUMBER}){_SPACE}(?:(,){_SPACE}|(?=[\]}}]))"""
_KEY = rf"{_STRING}|{NAME}"
_MEMBER = re.compile(rf"({_KEY}){_SPACE}:{_SPACE}(?:{_PLAIN})?")
_ELEMENT = re.compile(rf"()(?:{_PLAIN})?")
_MEMBER_HEAD = re.compile(rf"({_KEY}){_SPACE}:{_SPACE}")
_SCALAR = re.compile(rf"(?P<string>{_STRING})|(?P<number>{NUMBER})|(?P<word>true|false|null)")
_COMMENT_TAIL = re.compile(rf"(?:[ \t]*/\*[\s\S]*?\*/)*(?:[ \t]*{LINE_COMMENT})?")
_EXTRA = re.compile(
    rf"""(?P<string>{_STRING})|(?P<comment>{LINE_COMMENT}|/\*[\s\S]*?\*/)|(?P<open>["']|/\*)|[{BLANKS}]"""
)
_TRAILING = re.compile(rf"""(?P<string>{_STRING})|(?P<open>["'])|,(?={_SPACE}[\]}}])""")

_WORDS = {"true": True, "false": False, "null": None}
_CONSTANTS = {"Infinity": float("inf"), "NaN": float("nan")}
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|[\s\S]))")
_SHORT = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "0": "\0"}
_SHORT |= dict.fromkeys(("\r\n", "\n", "\r", "\u2028", "\u2029"), "")
_JOINERS = re.compile("[$\u200c\u200d]")
_SURROGATES = re.compile("[\ud800-\udbff][\udc00-\udfff]")


def json5_source(text: str) -> Source:
    """A JSON5 text. Blanks that only JSON5 has become plain ones in `bare`, so that they count everywhere."""
    quotes = [0, 0]
    pieces: list[str] = []
    done = 0
    for match in _EXTRA.finditer(text):
        if match["string"]:
            quotes[match[0][0] == "'"] += 1
            continue
        if match["open"]:  # never closed: what follows is no longer known, and refused
            break
        pieces += (text[done : match.start()], _blanked(match))
        done = match.end()
    bare = "".join((*pieces, text[done:])) if pieces else text
    clean = blank(bare, _trailing_commas(bare))
    return Source(text, bare, clean, GRAMMAR, "'" if quotes[1] > quotes[0] else '"')


def _blanked(match: re.Match[str]) -> str:
    return "\n" if match[0] in "\u2028\u2029" else " " * len(match[0])


def _trailing_commas(bare: str) -> Iterator[re.Match[str]]:
    for match in _TRAILING.finditer(bare):
        if match["open"]:
            return
        before = start_of_blanks(bare, match.start())
        if not match["string"] and before > 0 and bare[before - 1] not in "[{,":
            yield match


def _value(clean: str, start: int, depth: int = 0) -> tuple[Any, int]:
    found = _SCALAR.match(clean, start)
    if found:
        return _scalar(found), found.end()
    if depth == MAX_DEPTH or clean[start : start + 1] not in ("{", "["):
        raise NotJsonError
    read = _object if clean[start] == "{" else _list
    return read(clean, skip_space(clean, start + 1), depth + 1)


def _object(clean: str, at: int, depth: int) -> tuple[dict[str, Any], int]:
    members: dict[str, Any] = {}
    follows = False
    while follows or not clean.startswith("}", at):
        head = _MEMBER_HEAD.match(clean, at)
        key = key_value(head[1]) if head else None
        if head is None or key is None or key in members:
            raise NotJsonError
        members[key], end = _value(clean, head.end(), depth)
        at, follows = _behind(clean, end, "}")
    return members, at + 1


def _list(clean: str, at: int, depth: int) -> tuple[list[Any], int]:
    items: list[Any] = []
    follows = False
    while follows or not clean.startswith("]", at):
        value, end = _value(clean, at, depth)
        items.append(value)
        at, follows = _behind(clean, end, "]")
    return items, at + 1


def _behind(clean: str, end: int, closing: str) -> tuple[int, bool]:
    """Where the entry after the one that ends at `end` begins, and whether there must be one."""
    at = skip_space(clean, end)
    if clean.startswith(",", at):
        return skip_space(clean, at + 1), True
    if not clean.startswith(closing, at):
        raise NotJsonError
    return at, False


def _scalar(found: re.Match[str]) -> Any:
    if found["string"]:
        return _string(found["string"])
    return _number(found["number"]) if found["number"] else _WORDS[found["word"]]


def _string(quoted: str) -> str:
    inner = quoted[1:-1]
    return _SURROGATES.sub(_joined, _ESCAPE.sub(_unescaped, inner)) if "\\" in inner else inner


def _joined(pair: re.Match[str]) -> str:
    return pair[0].encode("utf-16-le", "surrogatepass").decode("utf-16-le")


def _unescaped(match: re.Match[str]) -> str:
    if digits := match[1] or match[2]:
        return chr(int(digits, 16))
    mark = match[3]
    is_nul = mark == "0" and match.string[match.end() : match.end() + 1] not in tuple("0123456789")
    if mark in ("u", "x") or (mark in "0123456789" and not is_nul):
        raise NotJsonError
    return _SHORT.get(mark, mark)


def _number(text: str) -> int | float:
    sign = -1 if text.startswith("-") else 1
    digits = text.lstrip("+-")
    if digits in _CONSTANTS:
        return sign * _CONSTANTS[digits] if digits == "Infinity" else _CONSTANTS[digits]
    if digits[:2] in ("0x", "0X"):
        return sign * int(digits, 16)
    return sign * big_integer(digits) if digits.isdecimal() else sign * float(digits)


def key_value(text: str) -> str:
    """The key that a name or a string stands for. Raises NotJsonError."""
    if text[0] in "\"'":
        return _string(text)
    name = _ESCAPE.sub(_unescaped, text) if "\\" in text else text
    if name[0] in "\u200c\u200d" or not _JOINERS.sub("_", name).isidentifier():
        raise NotJsonError
    return name


GRAMMAR: Final = Grammar(
    name="json5",
    member=_MEMBER,
    element=_ELEMENT,
    string=re.compile(_KEY),
    comment_tail=_COMMENT_TAIL,
    key=key_value,
    value=_value,
)
