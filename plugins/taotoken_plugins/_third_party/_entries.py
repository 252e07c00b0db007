"""What is installed: the entry points of the group ``taotoken.tools``. Looking at them runs nobody's code."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from taotoken._text import safe_text

if TYPE_CHECKING:
    from importlib.metadata import Distribution, EntryPoint

GROUP: Final = "taotoken.tools"
ID: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One entry point: the id it claims, and the distribution it came with."""

    id: str
    distribution: str
    version: str
    point: EntryPoint = field(repr=False, compare=False)


def installed() -> tuple[Entry, ...]:
    """Every entry of the group, in order of their names."""
    from importlib.metadata import distributions

    found: dict[str, tuple[Entry, ...]] = {}
    for distribution in distributions():
        name = _name(distribution)
        if name is not None:  # the same one again, further down the path, is not what Python would import
            found.setdefault(plain_name(name), _entries(distribution, name))
    entries = (entry for some in found.values() for entry in some)
    return tuple(sorted(entries, key=lambda entry: (entry.id, entry.distribution)))


def entry_of(tool_id: str, distribution_name: str) -> Entry | None:
    """The entry of this id in this distribution, None where there is no such thing (any more)."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        found = distribution(distribution_name)
    except (PackageNotFoundError, ValueError):
        return None
    entries = _entries(found, distribution_name)
    return next((entry for entry in entries if entry.id == tool_id), None)


def plain_name(distribution: str) -> str:
    """One spelling for all that name the same distribution."""
    return re.sub(r"[-_.]+", "-", distribution).lower()


def _entries(distribution: Distribution, name: str) -> tuple[Entry, ...]:
    try:
        points = [point for point in distribution.entry_points if point.group == GROUP]
        version = safe_text(str(distribution.version or "?"), 40) if points else ""
    except Exception:  # noqa: BLE001 - damaged metadata, of any kind: nothing can be found there
        return ()
    ids = dict.fromkeys(point.name for point in points)
    first = {tool_id: next(point for point in points if point.name == tool_id) for tool_id in ids}
    return tuple(
        Entry(id=safe_text(tool_id, 60), distribution=safe_text(name, 100), version=version, point=point)
        for tool_id, point in first.items()
    )


def _name(distribution: Distribution) -> str | None:
    """The distribution's name; None where its metadata are damaged."""
    try:
        name: object = distribution.name
    except Exception:  # noqa: BLE001 - of any kind: the folder of a half removed package
        return None
    return name if isinstance(name, str) and name else None
