"""Small judgements on a few values, and how they are shown."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from typing import Final

CLEAR: Final = 0.1
"""A difference of medians that counts, as a share."""
ENOUGH: Final = 2


def known(values: Iterable[float | None]) -> list[float]:
    """The values that are there."""
    return [value for value in values if value is not None]


def median(values: Iterable[float | None]) -> float | None:
    """The median of the values that are there."""
    there = known(values)
    return statistics.median(there) if there else None


def clearly_above(high: Sequence[float], low: Sequence[float], share: float = CLEAR, least: float = 0.0) -> bool:
    """Is every value of `high` above every value of `low`, and its median by `share` and by `least` or more? With the
    few values of an experiment no test could say more; a single value says nothing."""
    if min(len(high), len(low)) < ENOUGH or min(high) <= max(low):
        return False
    more = statistics.median(high) - statistics.median(low)
    return more >= least and more >= share * statistics.median(low)


def ms(seconds: float | None) -> str:
    """Milliseconds as people read them."""
    if seconds is None:
        return "-"
    value = seconds * 1000
    digits = 0 if abs(value) >= 100 else 1 if abs(value) >= 1 else 3
    return f"{value:.{digits}f} ms"


def percent(share: float | None) -> str:
    """A share as a percentage."""
    return "-" if share is None else f"{share:.0%}"


def count(value: float | None) -> str:
    """A number of tokens."""
    return "-" if value is None else f"{value:,.0f}"
