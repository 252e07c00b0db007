"""Many events of a stream read in one go: their data one a line, decoded by the typed lane in one call."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

import msgspec

from taotoken._wire._assembly import Assembly

_WORD = 32  # bytes; what is longer is no such word
T = TypeVar("T")
Taken = tuple[int, int]  # how many events held text, and which kinds of it
NOTHING: Taken = (0, 0)


def is_done(data: bytes) -> bool:
    """Is this the word for the end of a stream?"""
    return len(data) < _WORD and data.strip().upper() == b"[DONE]"


def is_ping(data: bytes) -> bool:
    """Is this only a sign of life?"""
    return len(data) < _WORD and data.strip().lower() == b"ping"


def is_foreign(data: bytes, *marks: bytes) -> bool:
    """Does an event that isn't known hold what another protocol's events do?"""
    return any(mark in data for mark in marks)


def both(one: Taken, other: Taken) -> Taken:
    """One after the other."""
    return one[0] + other[0], one[1] | other[1]


def typed_lines(decode_lines: Callable[[bytes], list[T]], lines: bytes, count: int) -> list[T] | None:
    """The `count` values in `lines`, one a line; None where the typed lane can't read them."""
    try:
        values = decode_lines(lines)
    except (msgspec.MsgspecError, RecursionError, ValueError):
        return None
    return values if len(values) == count else None


def take_all(assembly: Assembly, take: Callable[[T], object], values: Iterable[T]) -> Taken:
    """Hand each value to `take`, which writes into `assembly`; nothing after an end or an error counts."""
    tokens = kinds = 0
    for value in values:
        if assembly.ended or assembly.failure is not None:
            break
        take(value)
        if carried := assembly.take_carried():
            tokens += 1
            kinds |= carried
    return tokens, kinds
