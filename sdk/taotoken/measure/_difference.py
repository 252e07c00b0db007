"""Are two samples different, by how much, and may that be said?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from taotoken._message import Message
from taotoken._texts import statistics as texts
from taotoken.measure._distribution import checked, percentile
from taotoken.measure._ranks import is_exact, outer_rank, p_value, pairs_above

Verdict = Literal["faster", "slower", "undecided"]

ALPHA: Final = 0.01
MIN_CHANGE: Final = 0.05
MIN_EFFECT: Final = 0.33


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Sample b against sample a.

    shift: the Hodges-Lehmann estimate, the median of all differences b - a, in the values' unit. shift_interval: where
    it lies with a confidence of 1 - alpha; None where the samples are too small for one. change: shift / median_a,
    None where that is 0. u: pairs in which b is above a, ties by half. p_value: Mann-Whitney, two-sided; `method` says
    how it was found. cliffs_delta: (pairs b above a - pairs b below a) / pairs, -1 to 1. verdict: "slower" or "faster"
    only where p_value < alpha, abs(change) >= min_change and abs(cliffs_delta) >= min_effect; `why` says what decided.
    """

    n_a: int
    n_b: int
    median_a: float
    median_b: float
    shift: float
    shift_interval: tuple[float, float] | None
    change: float | None
    u: float
    p_value: float
    method: Literal["exact", "normal"]
    cliffs_delta: float
    alpha: float
    min_change: float
    min_effect: float
    verdict: Verdict
    why: Message


def compare_samples(
    a: Iterable[float],
    b: Iterable[float],
    *,
    higher_is: Literal["slower", "faster"] = "slower",
    alpha: float = ALPHA,
    min_change: float = MIN_CHANGE,
    min_effect: float = MIN_EFFECT,
) -> Difference:
    """Is b slower or faster than a? `higher_is` says what larger values mean: slower for times, faster for rates.

    The test is Mann and Whitney's U, which supposes nothing about the shape of the distributions. A difference is told
    when chance would bring it about with a probability below `alpha`, and it is large enough to matter: the shift is
    `min_change` of a's median or more, and Cliff's delta `min_effect` (0.33 is called a medium effect) or more.

    Raises:
        ValueError: a sample is empty, or a value isn't finite.
    """
    before, after = sorted(checked(a)), sorted(checked(b))
    if not before or not after:
        raise ValueError("two samples are compared, and neither may be empty")
    pairs = len(before) * len(after)
    u = pairs_above(before, after)
    p = p_value(u, before, after)
    median = percentile(before, 50)
    shift = (difference_at((pairs + 1) // 2, before, after) + difference_at(pairs // 2 + 1, before, after)) / 2
    change = shift / median if median else None
    delta = 2 * u / pairs - 1
    why = _doubt(len(before), len(after), p, change, delta, alpha, min_change, min_effect)
    larger: Verdict = higher_is
    smaller: Verdict = "faster" if higher_is == "slower" else "slower"
    return Difference(
        n_a=len(before),
        n_b=len(after),
        median_a=median,
        median_b=percentile(after, 50),
        shift=shift,
        shift_interval=_interval(alpha, before, after),
        change=change,
        u=u,
        p_value=p,
        method="exact" if is_exact(before, after) else "normal",
        cliffs_delta=delta,
        alpha=alpha,
        min_change=min_change,
        min_effect=min_effect,
        verdict="undecided" if why else (larger if shift > 0 else smaller),
        why=why or texts.TOLD(p=shown_p(p), alpha=f"{alpha:g}", change=f"{change or 0:+.1%}", delta=f"{delta:+.2f}"),
    )


def difference_at(rank: int, a: Sequence[float], b: Sequence[float]) -> float:
    """The `rank`-th smallest (from 1) of all differences b - a; both in ascending order.

    Found by halving the range of values, so that large samples need no list of all pairs.
    """
    low, high = b[0] - a[-1], b[-1] - a[0]
    while low < high:
        middle = low + (high - low) / 2
        count, below, above = _split(a, b, middle if middle < high else low)
        if count >= rank:
            high = below
        else:
            low = above
    return low


def _split(a: Sequence[float], b: Sequence[float], at: float) -> tuple[int, float, float]:
    """How many differences are `at` or less, the largest of these, and the smallest of the others."""
    count, below, above = 0, float("-inf"), float("inf")
    taken = 0
    for low in a:  # the larger a's value, the more of b's stay below it
        while taken < len(b) and b[taken] - low <= at:
            taken += 1
        count += taken
        if taken:
            below = max(below, b[taken - 1] - low)
        if taken < len(b):
            above = min(above, b[taken] - low)
    return count, below, above


def _interval(alpha: float, a: Sequence[float], b: Sequence[float]) -> tuple[float, float] | None:
    rank = outer_rank(alpha, a, b)
    if rank is None:
        return None
    return difference_at(rank, a, b), difference_at(len(a) * len(b) + 1 - rank, a, b)


def _doubt(
    n_a: int, n_b: int, p: float, change: float | None, delta: float,
    alpha: float, min_change: float, min_effect: float,
) -> Message | None:  # fmt: skip
    """Why no difference may be told, or None."""
    if p >= alpha:
        return texts.MAY_BE_CHANCE(p=shown_p(p), alpha=f"{alpha:g}", n_a=n_a, n_b=n_b)
    if change is None:
        return texts.NO_BASE()
    if abs(change) < min_change:
        return texts.SMALL_CHANGE(change=f"{change:+.1%}", needed=f"{min_change:.0%}")
    if abs(delta) < min_effect:
        return texts.SMALL_EFFECT(delta=f"{delta:+.2f}", needed=f"{min_effect:.2f}")
    return None


def shown_p(p: float) -> str:
    """``= 0.012``, or that it is smaller than anyone reads."""
    return f"= {p:.2g}" if p >= 0.0001 else "< 0.0001"
