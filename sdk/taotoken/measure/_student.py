"""Student's t distribution, as far as intervals need it."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

_TINY: Final = 1e-300
_STEPS: Final = 10_000
_SETTLED: Final = 1e-15


@lru_cache(maxsize=256)
def t_quantile(probability: float, freedom: float) -> float:
    """The t below which lies `probability` (0.5 to 1, exclusive) of the distribution with `freedom` degrees.

    Raises:
        ValueError: a parameter is out of its range.
    """
    if not 0.5 <= probability < 1 or not 0 < freedom < math.inf:
        raise ValueError("t_quantile takes a probability from 0.5 to below 1 and positive degrees of freedom")
    tail = 1 - probability
    low, high = 0.0, 1.0
    while upper_tail(high, freedom) > tail:
        low, high = high, high * 2
    while low < (middle := (low + high) / 2) < high:
        if upper_tail(middle, freedom) > tail:
            low = middle
        else:
            high = middle
    return high


def upper_tail(t: float, freedom: float) -> float:
    """The probability of a value above `t`, which is 0 or more."""
    return incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t)) / 2


def incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function I_x(a, b); DLMF 8.17."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    log_front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    if x < (a + 1) / (a + b + 2):
        return math.exp(log_front) * _fraction(a, b, x) / a
    return 1 - math.exp(log_front) * _fraction(b, a, 1 - x) / b


def _fraction(a: float, b: float, x: float) -> float:
    """The continued fraction of DLMF 8.17.22, evaluated forward (Lentz's way)."""
    upper, lower = 1.0, _inverse(1 - (a + b) * x / (a + 1))
    value = lower
    for step in range(1, _STEPS):
        even = step * (b - step) * x / ((a + 2 * step - 1) * (a + 2 * step))
        odd = -(a + step) * (a + b + step) * x / ((a + 2 * step) * (a + 2 * step + 1))
        change = 1.0
        for term in (even, odd):
            lower = _inverse(1 + term * lower)
            upper = 1 + term / upper or _TINY
            change = lower * upper
            value *= change
        if abs(change - 1) < _SETTLED:
            break
    return value


def _inverse(value: float) -> float:
    return 1 / (value or _TINY)
