"""Tools that a person sets up: what to enter, and where. Nothing of them is written."""

from __future__ import annotations

from dataclasses import dataclass, field

from taotoken._message import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One value to enter: `name` as the tool's window calls it. Of a key (`secret`) only the end is in `value`."""

    name: str
    value: str
    secret: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ByHand:
    """What to do by hand.

    Attributes:
        where: the place in the tool's window, or the file.
        entries: the values to enter there.
        snippet: a text to put into that file instead; where a key belongs only its end stands.
        notes: what else matters: files shared with another tool, reloading, where a remote window looks.
    """

    where: Message
    entries: tuple[Entry, ...] = ()
    snippet: str = field(default="", repr=False)
    notes: tuple[Message, ...] = ()
