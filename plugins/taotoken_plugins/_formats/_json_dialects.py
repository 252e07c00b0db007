"""What counts as right in each kind of JSON, for the careful reading of broken files."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

_ESCAPED = r'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})'
_NUMBER = r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """The tokens of one kind of JSON.

    Attributes:
        comments, trailing: comments, and trailing commas, count as right.
        space, comment: what stands between tokens; a comment that isn't closed matches up to its opening.
        heads: quotation mark → the right part of a string that begins with it, the closing mark left out.
        scalar: a number or word that is a value.
        name: a key without quotes; None where there is none.
        key: the text of a right key → the key.
    """

    comments: bool
    trailing: bool
    space: re.Pattern[str]
    comment: re.Pattern[str]
    heads: dict[str, re.Pattern[str]]
    scalar: re.Pattern[str]
    name: re.Pattern[str] | None
    key: Callable[[str], str]


def _json(*, comments: bool, trailing: bool) -> Dialect:
    return Dialect(
        comments=comments,
        trailing=trailing,
        space=re.compile(r"[ \t\r\n]*"),
        comment=re.compile(r"//[^\r\n]*|/\*(?:[\s\S]*?\*/)?"),
        heads={'"': re.compile(rf'"[^"\\\x00-\x1f]*(?:{_ESCAPED}[^"\\\x00-\x1f]*)*')},
        scalar=re.compile(rf"(?:{_NUMBER}|true|false|null)(?![\w.+-])", re.ASCII),
        name=None,
        key=json.loads,  # "a" and "\u0061" are the same key
    )


def _json5() -> Dialect:
    from taotoken_plugins._formats._json5_scan import BLANKS, LINE_COMMENT, NAME, NUMBER, key_value

    escaped = r"\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|0(?![0-9])|\r\n|[^ux0-9])"
    return Dialect(
        comments=True,
        trailing=True,
        space=re.compile(rf"[ \t\r\n{BLANKS}]*"),
        comment=re.compile(rf"{LINE_COMMENT}|/\*(?:[\s\S]*?\*/)?"),
        heads={mark: re.compile(rf"{mark}[^{mark}\\\r\n]*(?:{escaped}[^{mark}\\\r\n]*)*") for mark in "\"'"},
        scalar=re.compile(rf"(?:{NUMBER}|true|false|null)(?![\w.+-])"),
        name=re.compile(NAME),
        key=key_value,
    )


STRICT: Final = _json(comments=False, trailing=False)


def dialect_of(name: str) -> Dialect:
    """The dialect of the format called `name`."""
    if name == "json":
        return STRICT
    return _json5() if name == "json5" else _json(comments=True, trailing=name == "jsonc")
