"""Text in columns, where a Chinese character is two wide."""

from __future__ import annotations

from collections.abc import Sequence

from taotoken_cli._wrap import columns, wrap


def left(text: str, width: int) -> str:
    """`text` with blanks behind it."""
    return text + " " * max(0, width - columns(text))


def right(text: str, width: int) -> str:
    """`text` with blanks before it."""
    return " " * max(0, width - columns(text)) + text


def bar(start: float, end: float, whole: float, width: int) -> str:
    """A bar from `start` to `end` on a scale of `whole`; a moment is one dot."""
    if whole <= 0:
        return ""
    first = min(width - 1, int(start / whole * width))
    length = max(1, round(end / whole * width) - first) if end > start else 1
    mark = "=" if (end - start) / whole * width >= 0.5 else "."
    return " " * first + mark * min(length, width - first)


def table(rows: Sequence[Sequence[str]], *, first_left: int = 2) -> list[str]:
    """Rows with their columns under each other; the first `first_left` columns stand left, the others right."""
    widths = [max(columns(cell) for cell in column) for column in zip(*rows, strict=True)]
    aligned = [
        [(left if index < first_left else right)(cell, widths[index]) for index, cell in enumerate(row)] for row in rows
    ]
    return [f"  {'  '.join(row)}".rstrip() for row in aligned]


def hanging(label: str, text: str, *, label_width: int, limit: int = 79) -> list[str]:
    """`text` behind a label, its further lines under its first."""
    indent = "  " + " " * (label_width + 2)
    lines = wrap(text, limit - len(indent)) or [""]
    first = f"  {left(label, label_width)}  {lines[0]}"
    return [first, *(indent + line for line in lines[1:])]


def point(text: str, *, limit: int = 79) -> list[str]:
    """`text` as an item of a list."""
    lines = wrap(text, limit - 4)
    return [("  - " if index == 0 else "    ") + line for index, line in enumerate(lines)]


def behind(text: str, *, limit: int = 79) -> list[str]:
    """`text` under an item of a list."""
    return [f"    {line}" for line in wrap(text, limit - 4)]
