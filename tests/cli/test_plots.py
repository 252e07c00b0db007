"""Plots drawn as SVG."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from taotoken_cli._render._plots import HEIGHT, MOST_POINTS, WIDTH, Mark, Series, axis, cumulative, plot


@pytest.mark.parametrize(
    ("values", "from_zero", "low", "high", "labels"),
    [
        ([0, 97], False, 0, 100, ["0", "20", "40", "60", "80", "100"]),
        ([63, 970], False, 0, 1000, ["0", "200", "400", "600", "800", "1,000"]),
        ([0.021, 0.034], False, 0.02, 0.035, ["0.020", "0.025", "0.030", "0.035"]),
        ([120], True, 0, 150, ["0", "50", "100", "150"]),
        ([5, 5], False, 4.0, 6.0, ["4.0", "4.5", "5.0", "5.5", "6.0"]),
        ([], True, 0, 1, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
    ],
)
def test_axes_are_marked_at_round_numbers(
    values: list[float], from_zero: bool, low: float, high: float, labels: list[str]
) -> None:
    """The range holds every value and ends at marks."""
    made = axis("ms", values, from_zero=from_zero)
    assert made.low == pytest.approx(low)
    assert made.high == pytest.approx(high)
    assert [label for _, label in made.ticks] == labels


@pytest.mark.parametrize("mark", ["line", "steps", "points"])
def test_everything_is_drawn_inside(mark: Mark) -> None:
    """The plot is well-formed, and no mark lies outside of it."""
    points = [(float(x), float(x * x)) for x in range(40)]
    x, y = axis("a & b", [p[0] for p in points]), axis("<y>", [p[1] for p in points])
    svg = plot("n", [Series(label="<s>", points=points)], x, y, mark)
    ElementTree.fromstring(svg)
    paths = " ".join(re.findall(r'points="([^"]+)"', svg))
    for cx, cy in re.findall(r'cx="([\d.-]+)" cy="([\d.-]+)"', svg) + re.findall(r"([\d.-]+),([\d.-]+)", paths):
        assert 0 <= float(cx) <= WIDTH
        assert 0 <= float(cy) <= HEIGHT


def test_many_points_are_thinned() -> None:
    """A page of a long load stays small."""
    points = [(float(x), 1.0) for x in range(50_000)]
    svg = plot("n", [Series(label="s", points=points)], axis("", [0, 50_000]), axis("", [0, 1]), "points")
    assert MOST_POINTS / 2 <= svg.count("<circle") <= MOST_POINTS


@pytest.mark.parametrize("count", [1, 3, 200, 5000])
def test_the_cumulative_share_ends_at_all(count: int) -> None:
    """It rises from 0 to 100 % over the values, and crosses 50 % at the median."""
    curve = cumulative([float(value) for value in range(count)])
    assert (curve[0][1], curve[-1]) == (0, (count - 1, 100))
    assert curve == sorted(curve)
    assert len(curve) <= 210
    middle = next(value for value, share in curve if share >= 50)
    assert abs(middle - (count - 1) / 2) <= max(1, count / 100)
