"""The statistics of `taotoken.measure` against numpy and scipy, on generated data; and what they refuse to tell."""

from __future__ import annotations

import math
import random
import subprocess
import sys
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import stats  # type: ignore[import-untyped]  # scipy has no types of its own

import taotoken.measure
from taotoken.measure import compare_samples, describe, fit_line, percentile, weakness
from taotoken.measure._difference import difference_at
from taotoken.measure._student import t_quantile

TIMES = st.floats(min_value=0, max_value=1e6, allow_subnormal=False)
SAMPLES = st.lists(TIMES, min_size=1, max_size=150)
COARSE = st.lists(st.integers(0, 6).map(float), min_size=1, max_size=40)
"""Samples full of ties."""


def close(ours: float, theirs: float, *, scale: float = 1.0, within: float = 1e-9) -> bool:
    """Equal but for rounding, measured against `scale`, the size of the data."""
    return abs(ours - theirs) <= within * max(abs(theirs), abs(scale), 1e-12)


def numbers(seed: int, n: int, mean: float = 100.0, spread: float = 10.0) -> list[float]:
    """Times as a server's are: skewed to the right."""
    source = random.Random(seed)
    return [mean + spread * source.expovariate(1) for _ in range(n)]


# Distribution


@settings(deadline=None)
@given(SAMPLES)
def test_a_distribution_is_numpys(values: list[float]) -> None:
    """Mean, population std, extremes and interpolated percentiles agree with numpy."""
    found = describe(values)
    assert found is not None
    size = max(values)
    assert found.n == len(values)
    assert (found.min, found.max) == (min(values), max(values))
    assert close(found.mean, float(np.mean(values)), scale=size)
    assert close(found.std, float(np.std(values)), scale=size)
    for percent, ours in ((50, found.p50), (90, found.p90), (95, found.p95), (99, found.p99)):
        if ours is not None:
            assert close(ours, float(np.percentile(values, percent)), scale=size)


@settings(deadline=None)
@given(SAMPLES, st.floats(0, 100))
def test_any_percentile_is_numpys(values: list[float], percent: float) -> None:
    """Also the percentiles that a distribution doesn't name."""
    assert close(percentile(sorted(values), percent), float(np.percentile(values, percent)), scale=max(values))


@pytest.mark.parametrize(("n", "told"), [(1, False), (99, False), (100, True), (250, True)])
def test_p99_needs_a_hundred_values(n: int, told: bool) -> None:
    """Below 100 values there is no p99."""
    found = describe(numbers(1, n))
    assert found is not None
    assert (found.p99 is not None) is told


def test_missing_values_are_not_counted() -> None:
    """None is no zero; where nothing is left there is no distribution."""
    found = describe([None, 2.0, None, 4.0])
    assert found is not None
    assert (found.n, found.mean) == (2, 3.0)
    assert describe([]) is None
    assert describe([None]) is None


@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
def test_values_that_are_no_numbers_are_refused(bad: float) -> None:
    """A NaN would poison every figure in silence."""
    for compute in (
        lambda: describe([1.0, bad]),
        lambda: compare_samples([1.0], [bad]),
        lambda: fit_line([1, 2], [1.0, bad]),
    ):
        with pytest.raises(ValueError, match="finite"):
            compute()


@pytest.mark.parametrize(("values", "percent"), [([], 50), ([1.0], -1), ([1.0], 101)])
def test_a_percentile_of_nothing_is_refused(values: list[float], percent: float) -> None:
    """No values, or a percent out of range."""
    with pytest.raises(ValueError, match="percentile"):
        percentile(values, percent)


# Student's t


@settings(deadline=None)
@given(st.floats(0.5001, 0.9999), st.one_of(st.integers(1, 2000).map(float), st.floats(0.5, 300)))
def test_quantiles_of_t_are_scipys(probability: float, freedom: float) -> None:
    """Over the probabilities and degrees of freedom that intervals use."""
    assert close(t_quantile(probability, freedom), float(stats.t.ppf(probability, freedom)), scale=0.1, within=1e-8)


@pytest.mark.parametrize(("probability", "freedom"), [(0.4, 3), (1.0, 3), (0.9, 0), (0.9, float("inf"))])
def test_quantiles_out_of_range_are_refused(probability: float, freedom: float) -> None:
    """No silent nonsense for what the function isn't made for."""
    with pytest.raises(ValueError, match="t_quantile"):
        t_quantile(probability, freedom)


# Lines


@settings(deadline=None)
@given(
    st.lists(st.integers(0, 32_000), min_size=3, max_size=60),
    st.floats(-10, 10), st.floats(0, 1000), st.floats(0.01, 100), st.integers(0, 2**32),
)  # fmt: skip
def test_a_line_is_scipys(xs: list[int], slope: float, intercept: float, noise: float, seed: int) -> None:
    """Slope, intercept, R² and both 95 % intervals agree with scipy's linear regression."""
    assume(len(set(xs)) > 1)
    source = random.Random(seed)
    ys = [intercept + slope * x + source.gauss(0, noise) for x in xs]
    ours, theirs = fit_line(xs, ys), stats.linregress(xs, ys)
    factor = stats.t.ppf(0.975, len(xs) - 2)
    size = max(map(abs, ys))
    assert ours.slope_interval is not None
    assert ours.intercept_interval is not None
    assert close(ours.slope, theirs.slope, within=1e-7)
    assert close(ours.intercept, theirs.intercept, scale=size, within=1e-7)
    assert close(ours.r_squared, theirs.rvalue**2, within=1e-6)
    slope_reach = (ours.slope_interval[1] - ours.slope_interval[0]) / 2
    intercept_reach = (ours.intercept_interval[1] - ours.intercept_interval[0]) / 2
    assert close(slope_reach, factor * theirs.stderr, scale=abs(theirs.slope), within=1e-5)
    assert close(intercept_reach, factor * theirs.intercept_stderr, scale=size, within=1e-5)


def test_a_line_through_two_points_has_no_interval() -> None:
    """Two points fit any line exactly; that says nothing about the error."""
    line = fit_line([100, 200], [1.0, 3.0])
    assert (line.at(300), line.slope_interval, line.intercept_interval) == (5.0, None, None)


@pytest.mark.parametrize(("xs", "ys"), [([1], [1]), ([1, 2], [1]), ([5, 5, 5], [1, 2, 3])])
def test_what_is_no_line_is_refused(xs: list[float], ys: list[float]) -> None:
    """One point, uneven lists, or all points above each other."""
    with pytest.raises(ValueError, match="a line takes"):
        fit_line(xs, ys)


LENGTHS = [100, 200, 400, 800, 1600, 3200]


@pytest.mark.parametrize(
    ("xs", "ys", "reason"),
    [
        (LENGTHS, [50 + 0.1 * x for x in LENGTHS], None),
        (LENGTHS, [50 + 0.1 * x + (5 if x % 3 else -5) for x in LENGTHS], None),
        (LENGTHS[:4], [50 + 0.1 * x for x in LENGTHS[:4]], "4 points are too few"),
        (LENGTHS, [50, 49, 51, 50, 49, 51], "the slope may be zero"),
        (LENGTHS, [50.0] * 6, "the slope may be zero"),
        (sorted(LENGTHS * 6), [50 + 0.01 * x + 30 * (i % 2) for i, x in enumerate(sorted(LENGTHS * 6))], "scatter"),
    ],
    ids=["exact", "some noise", "few", "flat", "no change at all", "noisy"],
)
def test_weak_lines_are_not_told(xs: Sequence[float], ys: Sequence[float], reason: str | None) -> None:
    """A line is refused with its reason: few points, a slope that may be zero, a low R²."""
    found = weakness(fit_line(xs, ys))
    assert (found is None) if reason is None else (reason in str(found))


# Differences


@settings(deadline=None)
@given(st.lists(TIMES, min_size=2, max_size=30, unique=True), st.integers(0, 19))
def test_the_exact_test_is_scipys(values: list[float], place: int) -> None:
    """Small samples without ties: U and its exact two-sided probability."""
    cut = 1 + place % (len(values) - 1)
    a, b = values[:cut], values[cut:]
    theirs = stats.mannwhitneyu(b, a, method="exact")
    ours = compare_samples(a, b)
    assert ours.method == "exact"
    assert ours.u == theirs.statistic
    assert close(ours.p_value, theirs.pvalue)


@settings(deadline=None)
@given(COARSE, COARSE)
def test_the_test_with_ties_is_scipys(a: list[float], b: list[float]) -> None:
    """With ties the normal approximation, corrected for them and for counting in steps."""
    assume(len({*a, *b}) > 1)
    assume(len({*a, *b}) < len(a) + len(b))
    theirs = stats.mannwhitneyu(b, a, method="asymptotic")
    ours = compare_samples(a, b)
    assert ours.method == "normal"
    assert ours.u == theirs.statistic
    assert close(ours.p_value, theirs.pvalue)


@settings(deadline=None)
@given(st.integers(0, 2**32), st.integers(51, 120), st.integers(51, 120))
def test_the_test_of_large_samples_is_scipys(seed: int, n: int, m: int) -> None:
    """Too many pairs for the exact distribution: the normal approximation."""
    a, b = numbers(seed, n), numbers(seed + 1, m, mean=101)
    theirs = stats.mannwhitneyu(b, a, method="asymptotic")
    assert close(compare_samples(a, b).p_value, theirs.pvalue)


@settings(deadline=None)
@given(st.lists(TIMES, min_size=1, max_size=25), st.lists(TIMES, min_size=1, max_size=25))
def test_shift_and_effect_are_their_definitions(a: list[float], b: list[float]) -> None:
    """Hodges and Lehmann's shift is the median of all differences; Cliff's delta counts the pairs."""
    pairs = [y - x for x in a for y in b]
    ours = compare_samples(a, b)
    assert close(ours.shift, float(np.median(pairs)), scale=max(*a, *b))
    assert close(ours.cliffs_delta, float(np.mean(np.sign(pairs))))
    assert [difference_at(rank + 1, sorted(a), sorted(b)) for rank in range(len(pairs))] == sorted(pairs)


def test_neighbouring_numbers_are_told_apart() -> None:
    """Where no number lies between two differences the search still ends."""
    low, high = 1.0, math.nextafter(math.nextafter(1.0, 2.0), 2.0)
    for first in (low, math.nextafter(low, 2.0)):
        second = math.nextafter(first, high)
        assert [difference_at(rank, [0.0], [first, second]) for rank in (1, 2)] == [first, second]


@pytest.mark.parametrize(("n", "m"), [(6, 6), (12, 9), (80, 70)])
def test_the_interval_holds_the_true_shift_as_often_as_it_says(n: int, m: int) -> None:
    """Over 400 drawn pairs of samples with a known shift, the 90 % interval misses it in at most about 10 %."""
    missed = 0
    for seed in range(400):
        a = numbers(2 * seed, n)
        b = [value + 7 for value in numbers(2 * seed + 1, m)]
        interval = compare_samples(a, b, alpha=0.1).shift_interval
        assert interval is not None
        missed += not interval[0] <= 7 <= interval[1]
    assert missed <= 400 * 0.14
    assert missed >= 4  # an interval that never misses is too wide to be of use


def test_samples_too_small_for_an_interval_have_none() -> None:
    """Three values against three can't bound a shift with 99 % confidence, nor be told apart."""
    found = compare_samples([1.0, 2.0, 3.0], [11.0, 12.0, 13.0])
    assert found.shift_interval is None
    assert found.verdict == "undecided"
    assert "may be chance: p = 0.1" in str(found.why)


def test_the_same_server_is_not_called_slower() -> None:
    """Two hundred comparisons of equal servers: no difference is told, beyond what alpha and size allow."""
    told = sum(
        compare_samples(numbers(seed, 20), numbers(seed + 1000, 20)).verdict != "undecided" for seed in range(200)
    )
    assert told <= 2


@pytest.mark.parametrize(
    ("a", "b", "verdict", "why"),
    [
        (numbers(1, 20), numbers(2, 20, mean=125), "slower", "a change of"),
        (numbers(1, 20, mean=125), numbers(2, 20), "faster", "a change of"),
        (numbers(1, 20), numbers(2, 20), "undecided", "may be chance"),
        (numbers(1, 400, spread=1), numbers(2, 400, mean=101, spread=1), "undecided", "real but small"),
        (numbers(1, 900, spread=80), numbers(2, 900, mean=110, spread=80), "undecided", "overlap too much"),
        ([0.0] * 30, [5.0] * 30, "undecided", "median is 0"),
        ([5.0] * 30, [5.0] * 30, "undecided", "may be chance: p = 1"),
    ],
    ids=["slower", "faster", "noise", "small change", "small effect", "from zero", "all the same"],
)
def test_a_difference_needs_significance_and_size(a: list[float], b: list[float], verdict: str, why: str) -> None:
    """Neither chance nor a change that nobody feels is called slower or faster."""
    found = compare_samples(a, b)
    assert (found.verdict, why in str(found.why)) == (verdict, True), str(found.why)


def test_more_of_a_rate_is_faster() -> None:
    """For tokens per second the words turn round; the figures don't."""
    slow, quick = numbers(1, 20), numbers(2, 20, mean=140)
    found = compare_samples(slow, quick, higher_is="faster")
    assert found.verdict == "faster"
    assert found.change is not None
    assert found.change > 0.2


def test_an_empty_sample_is_refused() -> None:
    """There is nothing to compare with."""
    with pytest.raises(ValueError, match="neither may be empty"):
        compare_samples([], [1.0])


# The package


def test_the_names_are_all_there() -> None:
    """`__all__` has each name once, is the table of lazy names, and each resolves."""
    names = taotoken.measure.__all__
    assert sorted(names) == sorted(set(names)) == sorted(taotoken.measure._MODULES) == sorted(dir(taotoken.measure))
    assert all(getattr(taotoken.measure, name).__doc__ for name in names)
    with pytest.raises(AttributeError, match="no attribute 'fit_curve'"):
        taotoken.measure.fit_curve  # noqa: B018


def test_statistics_need_nothing_heavy() -> None:
    """Neither numpy nor an HTTP library is loaded for a comparison."""
    code = (
        "import sys; from taotoken.measure import compare_samples, fit_line; compare_samples(range(100), range(100)); "
        "fit_line(range(9), range(9)); print(sorted({'numpy', 'scipy', 'httpx', 'asyncio'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
