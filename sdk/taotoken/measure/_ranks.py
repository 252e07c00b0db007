"""Mann and Whitney's U: how often the values of one sample are above those of another."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

EXACT_PAIRS: Final = 2500


def pairs_above(a: Sequence[float], b: Sequence[float]) -> float:
    """How many pairs have the value of `b` above that of `a`, ties counted by half. `a` is in ascending order."""
    return sum(bisect_left(a, value) + bisect_right(a, value) for value in b) / 2


def is_exact(a: Sequence[float], b: Sequence[float]) -> bool:
    """Is the exact distribution of U used? It holds without ties, and is quick for few pairs."""
    return len(a) * len(b) <= EXACT_PAIRS and len({*a, *b}) == len(a) + len(b)


def p_value(u: float, a: Sequence[float], b: Sequence[float]) -> float:
    """The two-sided probability of a U at least as far from the middle, if both samples are of one kind."""
    pairs = len(a) * len(b)
    farther = min(u, pairs - u)
    if is_exact(a, b):
        return min(1.0, 2 * _tail(int(farther), len(a), len(b)))
    spread = _spread(a, b)
    if not spread:
        return 1.0
    distance = max(0.0, pairs / 2 - farther - 0.5)  # half a step: U is a count
    return min(1.0, math.erfc(distance / spread / math.sqrt(2)))


def outer_rank(alpha: float, a: Sequence[float], b: Sequence[float]) -> int | None:
    """The rank, from 1, of the difference that bounds the interval of the shift on each side; None where the samples
    are too small for an interval that misses in at most `alpha` of all cases."""
    pairs = len(a) * len(b)
    if is_exact(a, b):
        rank = 0
        while rank < pairs / 2 and _tail(rank, len(a), len(b)) <= alpha / 2:
            rank += 1
        return rank or None
    from statistics import NormalDist

    rank = math.floor(pairs / 2 - NormalDist().inv_cdf(1 - alpha / 2) * _spread(a, b))
    return rank if rank >= 1 else None


def _spread(a: Sequence[float], b: Sequence[float]) -> float:
    """The standard deviation of U, less what ties take from it."""
    total = len(a) + len(b)
    ties = sum(count**3 - count for count in Counter([*a, *b]).values())
    variance = len(a) * len(b) / 12 * (total + 1 - ties / (total * (total - 1)))
    return math.sqrt(max(0.0, variance))


def _tail(u: int, n: int, m: int) -> float:
    """The probability of a U of `u` or less."""
    ways = _ways(min(n, m), max(n, m))
    return sum(ways[: u + 1]) / math.comb(n + m, n)


@lru_cache(maxsize=16)
def _ways(n: int, m: int) -> tuple[int, ...]:
    """In how many orders of the two samples U is 0, 1, …: the coefficients of the Gaussian binomial."""
    size = n * m + 1
    ways = [1] + [0] * (size - 1)
    for step in range(1, n + 1):
        for power in range(size - 1, m + step - 1, -1):  # times 1 - q^(m+step)
            ways[power] -= ways[power - m - step]
        for power in range(step, size):  # divided by 1 - q^step
            ways[power] += ways[power - step]
    return tuple(ways)
