"""File formats, each a loader and a byte-minimal editor over bytes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from taotoken._message import Message
from taotoken_plugins._edit import Edit, Path


@dataclass(frozen=True, slots=True)
class Position:
    """A place in a file, 1-based; `column` counts characters."""

    line: int
    column: int


class FormatError(ValueError):
    """The bytes are not what the tool's parser accepts, or an edit can't be made safely.

    `code` is stable (``json_syntax``, ``toml_syntax``, ``encoding``, ``unsafe_edit``); `others` are further
    positions worth naming (the first of two equal keys).
    """

    def __init__(
        self, code: str, message: Message, position: Position | None = None, *, others: tuple[Position, ...] = ()
    ) -> None:
        super().__init__(str(message))
        self.code = code
        self.message = message
        self.position = position
        self.others = others


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One file format.

    load: bytes → plain data (a dict at the top); an empty file loads as the format's parser would have it.
        Raises FormatError with a position.
    edit: bytes + edits → bytes. What isn't edited keeps its bytes. Raises FormatError or EditConflictError.
        The caller checks that the result loads to `apply_to_data(load(before), edits)`.
    locate: the position of the value at a path, None when absent.
    empty: the bytes a new file starts from.
    """

    name: str
    load: Callable[[bytes], Any]
    edit: Callable[[bytes, Sequence[Edit]], bytes]
    locate: Callable[[bytes, Path], Position | None]
    empty: bytes


__all__ = ["Format", "FormatError", "Position"]
