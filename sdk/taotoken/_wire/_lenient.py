"""The tolerant lane: JSON as servers really send it, and values read by meaning instead of by type."""

from __future__ import annotations

import json
from typing import Any

import msgspec

_ENDS = (b"}", b"]", b"}\n", b"}\r\n", b"]\n")


class UnreadableError(ValueError):
    """Neither lane can read these bytes, its argument, as JSON."""


def parse(data: bytes) -> Any:
    """The JSON value in `data`; bad UTF-8, raw control characters, NaN and lone surrogates are taken as meant."""
    try:
        return msgspec.json.decode(data)
    except (msgspec.MsgspecError, RecursionError, ValueError):
        pass
    try:
        return json.loads(data.decode("utf-8-sig", "replace"), strict=False)
    except (ValueError, RecursionError):
        raise UnreadableError(data) from None


def as_str(value: Any) -> str | None:
    """A string, or a number written as one; anything else is None."""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return None


def as_int(value: Any) -> int | None:
    """A count: a whole number, also when it came as a float or in a string; anything else is None."""
    if value is None or type(value) is int:
        return value
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return int(value)
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            return None
    if isinstance(value, float) and value == value and abs(value) < 1e15:
        return int(value)
    return None


def as_dict(value: Any) -> dict[str, Any]:
    """The object, or an empty one."""
    return value if isinstance(value, dict) else {}


def dicts(value: Any) -> list[dict[str, Any]]:
    """The objects in a list; a single object counts as a list of one."""
    if isinstance(value, dict):
        return [value]
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def text_of(value: Any) -> str:
    """Text given as a string, or as a list of parts with `text` (or `refusal`) members."""
    if isinstance(value, str):
        return mend(value)
    if isinstance(value, list):
        return "".join(
            part if isinstance(part, str) else text_of(as_dict(part).get("text") or as_dict(part).get("refusal"))
            for part in value
        )
    return ""


def arguments_of(value: Any) -> str:
    """Tool-call arguments as JSON text; a server that sends an object gets it written out, digits kept."""
    if isinstance(value, str):
        return mend(value)
    return "" if value is None else json.dumps(value, ensure_ascii=False)


def is_json_object(text: str) -> bool:
    """Is `text` one whole JSON object?"""
    try:
        return isinstance(json.loads(text, strict=False), dict)
    except (ValueError, RecursionError):
        return False


def same_object(one: str, other: str) -> bool:
    """Are both one whole JSON object, and the same?"""
    if one == other:
        return is_json_object(one)
    if not (is_json_object(one) and is_json_object(other)):
        return False
    return bool(json.loads(one, strict=False) == json.loads(other, strict=False))


def is_sound(text: str) -> bool:
    """Is there no surrogate in it, so that `mend` has nothing to do?"""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def mend(text: str) -> str:
    """`text` with surrogate pairs joined and lone surrogates replaced."""
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


class WholeJson:
    """Sees whether a growing body is one whole JSON value, so that its end need not be waited for. It looks only
    where a value may end, and ever more rarely, so that the cost stays linear. `value` is what it saw."""

    __slots__ = ("_looked_at", "value")

    def __init__(self) -> None:
        self._looked_at = 0
        self.value: Any = None

    def __call__(self, body: bytearray) -> bool:
        if len(body) < 2 * self._looked_at or not body.endswith(_ENDS):
            return False
        self._looked_at = len(body)
        try:
            self.value = parse(bytes(body))
        except UnreadableError:
            return False
        return True


class Mender:
    """Joins surrogate pairs that were cut between two deltas."""

    __slots__ = ("_held",)

    def __init__(self) -> None:
        self._held = ""

    def __call__(self, text: str) -> str:
        text, self._held = self._held + text, ""
        if text and "\ud800" <= text[-1] <= "\udbff":
            text, self._held = text[:-1], text[-1]
        return mend(text)
