"""A set of measured values in a few figures."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

ENOUGH_FOR_P99: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Distribution:
    """How values are spread, in their own unit.

    `std` is the population's (divided by n). Percentiles are interpolated linearly, as numpy does by default. `p99` is
    None below 100 values, where it would be little more than the largest one.
    """

    n: int
    mean: float
    std: float
    min: float
    max: float
    p50: float
    p90: float
    p95: float
    p99: float | None


def describe(values: Iterable[float | None]) -> Distribution | None:
    """The distribution of `values`; None stands for no value and isn't counted. None where nothing is left.

    Raises:
        ValueError: a value is infinite or not a number.
    """
    ordered = sorted(checked(value for value in values if value is not None))
    if not ordered:
        return None
    mean = math.fsum(ordered) / len(ordered)
    variance = math.fsum((value - mean) ** 2 for value in ordered) / len(ordered)
    return Distribution(
        n=len(ordered),
        mean=min(max(mean, ordered[0]), ordered[-1]),
        std=math.sqrt(variance),
        min=ordered[0],
        max=ordered[-1],
        p50=percentile(ordered, 50),
        p90=percentile(ordered, 90),
        p95=percentile(ordered, 95),
        p99=percentile(ordered, 99) if len(ordered) >= ENOUGH_FOR_P99 else None,
    )


def percentile(ordered: Sequence[float], percent: float) -> float:
    """The percentile of values in ascending order, interpolated linearly between two neighbours.

    Raises:
        ValueError: there are no values, or `percent` is not in 0 to 100.
    """
    if not ordered or not 0 <= percent <= 100:
        raise ValueError("a percentile takes one value or more, and a percent from 0 to 100")
    place = (len(ordered) - 1) * percent / 100
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


def checked(values: Iterable[float]) -> list[float]:
    """The values as they are; ValueError for one that isn't finite."""
    kept = list(values)
    if not all(map(math.isfinite, kept)):
        raise ValueError("measured values must be finite numbers")
    return kept
