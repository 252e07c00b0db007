"""A duration as people read it."""

from __future__ import annotations


def seconds(value: float | None) -> str:
    """Milliseconds below a second, seconds with two places above; ``?`` for what is not known."""
    if value is None:
        return "?"
    if value < 0.0005:
        return "<1 ms"
    return f"{value * 1000:.0f} ms" if value < 1 else f"{value:.2f} s"
