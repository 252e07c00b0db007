"""A straight line through measured points, and when it is too weak to be told."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from taotoken._message import Message
from taotoken._texts import statistics as texts
from taotoken.measure._distribution import checked
from taotoken.measure._student import t_quantile

ENOUGH_POINTS: Final = 5
ENOUGH_R_SQUARED: Final = 0.8


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """``y = intercept + slope * x`` by least squares.

    `r_squared` is the share of the y values' variance that the line explains (1 where they don't vary at all). The
    intervals hold slope and intercept with `confidence`, by Student's t; they are None with two points, which say
    nothing about their own error.
    """

    slope: float
    intercept: float
    r_squared: float
    n: int
    slope_interval: tuple[float, float] | None
    intercept_interval: tuple[float, float] | None
    confidence: float = 0.95

    def at(self, x: float) -> float:
        """The y of the line at `x`."""
        return self.intercept + self.slope * x


def fit_line(xs: Sequence[float], ys: Sequence[float], *, confidence: float = 0.95) -> Line:
    """The line through the points (x, y).

    Raises:
        ValueError: fewer than two points, lists of different length, values that aren't finite, or all x the same.
    """
    xs, ys = checked(xs), checked(ys)
    n = len(xs)
    if n != len(ys) or n < 2:
        raise ValueError("a line takes two points or more, each with an x and a y")
    mean_x, mean_y = math.fsum(xs) / n, math.fsum(ys) / n
    spread_x = math.fsum((x - mean_x) ** 2 for x in xs)
    spread_y = math.fsum((y - mean_y) ** 2 for y in ys)
    if min(xs) == max(xs) or not spread_x:
        raise ValueError("a line takes points with different x")
    slope = math.fsum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True)) / spread_x
    intercept = mean_y - slope * mean_x
    left = math.fsum((y - intercept - slope * x) ** 2 for x, y in zip(xs, ys, strict=True))
    reach_slope = reach_intercept = None
    if n > 2:
        error = t_quantile((1 + confidence) / 2, n - 2) * math.sqrt(left / (n - 2))
        reach_slope = error / math.sqrt(spread_x)
        reach_intercept = error * math.sqrt(1 / n + mean_x**2 / spread_x)
    return Line(
        slope=slope,
        intercept=intercept,
        r_squared=max(0.0, 1 - left / spread_y) if spread_y else 1.0,
        n=n,
        slope_interval=_around(slope, reach_slope),
        intercept_interval=_around(intercept, reach_intercept),
        confidence=confidence,
    )


def weakness(
    line: Line, *, points: int = ENOUGH_POINTS, r_squared: float = ENOUGH_R_SQUARED,
    shown: Callable[[float], str] = "{:.3g}".format,
) -> Message | None:  # fmt: skip
    """Why `line` should not be told as a finding, or None where it is strong enough.

    Too weak are: fewer than `points` points; a slope whose interval holds zero; an R² below `r_squared`. `shown` writes
    a slope with its unit.
    """
    if line.n < points or line.slope_interval is None:
        return texts.FEW_POINTS(n=line.n, needed=points)
    low, high = line.slope_interval
    if low <= 0 <= high:
        return texts.SLOPE_MAY_BE_ZERO(low=shown(low), high=shown(high), percent=f"{line.confidence:.0%}")
    if line.r_squared < r_squared:
        return texts.LOW_R_SQUARED(r_squared=f"{line.r_squared:.2f}", needed=f"{r_squared:.2f}")
    return None


def _around(value: float, reach: float | None) -> tuple[float, float] | None:
    return None if reach is None else (value - reach, value + reach)
