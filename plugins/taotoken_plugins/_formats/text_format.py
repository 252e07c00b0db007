"""A file that is one value and nothing else: its data are ``{"text": value}``, without blanks and line breaks
around it, which stay as they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from taotoken_plugins._edit import Edit, Path, apply_to_data
from taotoken_plugins._formats import Format, FormatError, Position
from taotoken_plugins._formats._json_text import decode, position_at
from taotoken_plugins._texts import formats_text as texts

NAME: Final = "text"


def load(data: bytes) -> dict[str, str]:
    """The value; nothing where there are only blanks. Raises FormatError with code ``encoding``."""
    value = decode(data).text.strip()
    return {NAME: value} if value else {}


def edit(data: bytes, edits: Sequence[Edit]) -> bytes:
    """The bytes with another value in the same place. Raises FormatError and EditConflictError."""
    decoded = decode(data)
    old = load(data)
    new = apply_to_data(old, edits)
    if new == old:
        return data
    value: Any = new.get(NAME, "")
    if not isinstance(value, str) or new.keys() - {NAME}:
        raise FormatError("unsafe_edit", texts.ONE_VALUE())
    start = len(decoded.text) - len(decoded.text.lstrip())
    after = decoded.encode(decoded.text[:start] + value + decoded.text[start + len(old.get(NAME, "")) :])
    if load(after) != new:
        raise FormatError("unsafe_edit", texts.ONE_VALUE())
    return after


def locate(data: bytes, path: Path) -> Position | None:
    """Where the value starts."""
    text = decode(data).text
    return position_at(text, len(text) - len(text.lstrip())) if path == (NAME,) and text.strip() else None


TEXT: Final = Format(name="text", load=load, edit=edit, locate=locate, empty=b"")

__all__ = ["NAME", "TEXT"]
