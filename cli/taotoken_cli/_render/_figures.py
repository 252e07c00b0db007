"""Measured figures for people, and tables of them."""

from __future__ import annotations

from collections.abc import Sequence

from taotoken_cli._wrap import columns

NONE = "-"


def ms(value: float | None) -> str:
    """Seconds as milliseconds, with as many digits as mean something."""
    return NONE if value is None else plain(value * 1000)


def plain(value: float | None) -> str:
    """A figure with three or four digits."""
    if value is None:
        return NONE
    if abs(value) >= 1000 or value == int(value):
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 100 else f"{value:.2f}"


def percent(share: float | None) -> str:
    """A share as percents."""
    return NONE if share is None else f"{share:.0%}"


def count(value: float) -> float | int:
    """A whole number without its fraction."""
    return int(value) if value == int(value) else value


def figure_table(rows: Sequence[Sequence[str]], *, left: int = 1) -> str:
    """Rows of cells, indented; the first `left` columns are words, the others figures that stand under each other."""
    widths = [max(columns(row[index]) for row in rows) for index in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            cell + " " * (width - columns(cell)) if index < left else " " * (width - columns(cell)) + cell
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append(("  " + "  ".join(cells)).rstrip())
    return "\n".join(lines)
