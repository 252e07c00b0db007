"""A remedy as data: what to change, so that it can be compared, shown and planned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from taotoken._message import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """A place in a file that must be mended; 1-based."""

    line: int
    column: int
    what: Message
    file: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Fix:
    """What puts a cause right; every part may be empty.

    Attributes:
        set: variable or setting → value. May hold a key: never shown as it is.
        unset: variables or settings to take out.
        set_file: file → dotted setting → value.
        unset_file: file → dotted settings to take out.
        found: role (``base_url``, ``api_key``, ``model``) → the value that stands in a place nobody reads, to go where
            the tool reads it. Holds a key: never shown.
        left_over: what is to be taken out of files does no harm there: it goes only where the user asks for it.
        without_bom: files to save as UTF-8 without a byte order mark.
        point_at: places in files to mend by hand.
        run: commands.
        ask: what only the user can supply: ``api_key``, ``base_url``, ``model``.
        others: other ways that do as well.
    """

    set: Mapping[str, str] = field(default_factory=dict, repr=False)
    unset: tuple[str, ...] = ()
    set_file: Mapping[str, Mapping[str, object]] = field(default_factory=dict, repr=False)
    unset_file: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    found: Mapping[str, str] = field(default_factory=dict, repr=False)
    left_over: bool = False
    without_bom: tuple[str, ...] = ()
    point_at: tuple[Point, ...] = ()
    run: tuple[str, ...] = ()
    ask: str | None = None
    others: tuple[Fix, ...] = ()

    @property
    def empty(self) -> bool:
        """Is there nothing to do here by data?"""
        changes = (self.set, self.unset, self.set_file, self.unset_file, self.without_bom, self.point_at, self.run)
        return not any(changes) and self.ask is None
