"""Plots as SVG text: lines, steps and points on two axes, drawn for the width of a phone and sharp at any other.

Drawn here rather than by a plotting library: those that make a page without network put megabytes of script into it,
and what is needed are three kinds of marks on a linear axis. A page without scripts also opens where scripts are not
allowed, such as in a mail or among the artifacts of a CI.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Literal

WIDTH, HEIGHT = 360.0, 240.0
LEFT, RIGHT, TOP, BOTTOM = 44.0, 20.0, 10.0, 36.0
COLORS = 8
MOST_POINTS = 2000

Mark = Literal["line", "steps", "points"]
Point = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """Points of one colour; `titles` are shown by a browser for each point of a line."""

    label: str
    points: Sequence[Point]
    titles: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """One axis: its title, its range, and where it is marked with what."""

    title: str
    low: float
    high: float
    ticks: Sequence[tuple[float, str]]

    def place(self, value: float, start: float, end: float) -> float:
        """Where `value` is drawn between `start` and `end`."""
        span = self.high - self.low
        return start + (value - self.low) / span * (end - start) if span else (start + end) / 2


def axis(title: str, values: Sequence[float], *, from_zero: bool = False) -> Axis:
    """A linear axis that holds `values`, marked at round numbers."""
    low, high = min(values, default=0.0), max(values, default=1.0)
    low = 0.0 if from_zero else low
    if high <= low:
        low, high = (low - abs(low) * 0.1 - 0.5, high + abs(high) * 0.1 + 0.5) if not from_zero else (0.0, high or 1.0)
    step = _step(low, high)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    shown = [number * step for number in range(first, max(last, first + 1) + 1)]
    digits = max(0, -math.floor(math.log10(step) + 1e-9))
    return Axis(title=title, low=shown[0], high=shown[-1], ticks=[(mark, f"{mark:,.{digits}f}") for mark in shown])


def _step(low: float, high: float, wanted: int = 5) -> float:
    """The round number (1, 2 or 5 times a power of ten) that makes about `wanted` steps from `low` to `high`."""
    raw = (high - low) / wanted
    power = 10.0 ** math.floor(math.log10(raw))
    return power * next(factor for factor in (1, 2, 5, 10) if factor * power >= raw * 0.999)


def plot(name: str, series: Sequence[Series], x: Axis, y: Axis, mark: Mark) -> str:
    """The plot as an ``<svg>`` element; `name` says to people who can't see it what it shows."""
    draw = {"line": _line, "steps": _steps, "points": _points}[mark]
    marks = [draw(one, number % COLORS, _to(x, y)) for number, one in enumerate(series)]
    return (
        f'<svg viewBox="0 0 {WIDTH:g} {HEIGHT:g}" role="img" aria-label="{escape(name)}">'
        f"{_frame(x, y)}{''.join(marks)}</svg>"
    )


def _to(x: Axis, y: Axis) -> Callable[[Point], Point]:
    def to(point: Point) -> Point:
        return x.place(point[0], LEFT, WIDTH - RIGHT), y.place(point[1], HEIGHT - BOTTOM, TOP)

    return to


def _frame(x: Axis, y: Axis) -> str:
    """Grid, marks and titles."""
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
    parts: list[str] = []
    for value, label in y.ticks:
        at = y.place(value, bottom, TOP)
        parts.append(f'<line class="grid" x1="{LEFT:g}" x2="{right:g}" y1="{at:.1f}" y2="{at:.1f}"/>')
        parts.append(f'<text x="{LEFT - 4:g}" y="{at + 3.5:.1f}" text-anchor="end">{escape(label)}</text>')
    for value, label in x.ticks:
        at = x.place(value, LEFT, right)
        parts.append(f'<line class="grid" x1="{at:.1f}" x2="{at:.1f}" y1="{TOP:g}" y2="{bottom:g}"/>')
        parts.append(f'<text x="{at:.1f}" y="{bottom + 13:g}" text-anchor="middle">{escape(label)}</text>')
    middle = (LEFT + right) / 2
    parts.append(f'<text class="title" x="{middle:g}" y="{HEIGHT - 6:g}" text-anchor="middle">{escape(x.title)}</text>')
    return "".join(parts)


def _line(series: Series, color: int, to: Callable[[Point], Point]) -> str:
    places = [to(point) for point in series.points]
    path = " ".join(f"{a:.1f},{b:.1f}" for a, b in places)
    dots = "".join(
        f'<circle class="d c{color}" cx="{a:.1f}" cy="{b:.1f}" r="3"><title>{escape(title)}</title></circle>'
        for (a, b), title in zip(places, series.titles or [series.label] * len(places), strict=True)
    )
    return f'<polyline class="l c{color}" points="{path}"/>{dots}'


def _steps(series: Series, color: int, to: Callable[[Point], Point]) -> str:
    """A line that goes across before it goes up."""
    path, height = [], None
    for a, b in map(to, series.points):
        if height is not None:
            path.append(f"{a:.1f},{height:.1f}")
        path.append(f"{a:.1f},{b:.1f}")
        height = b
    return f'<polyline class="l c{color}" points="{" ".join(path)}"/>'


def _points(series: Series, color: int, to: Callable[[Point], Point]) -> str:
    every = max(1, math.ceil(len(series.points) / MOST_POINTS))
    return "".join(
        f'<circle class="p c{color}" cx="{a:.1f}" cy="{b:.1f}" r="2"/>' for a, b in map(to, series.points[::every])
    )


def cumulative(values: Sequence[float], steps: int = 200) -> list[Point]:
    """The share of values (in percent) that are at most x, for a plot of steps: how a distribution is read best."""
    ordered = sorted(values)
    count = len(ordered)
    if count <= steps:
        return [(ordered[0], 0.0), *((value, 100 * (rank + 1) / count) for rank, value in enumerate(ordered))]
    ranks = [round(step * (count - 1) / steps) for step in range(steps + 1)]
    return [(ordered[0], 0.0), *((ordered[rank], 100 * (rank + 1) / count) for rank in ranks)]
