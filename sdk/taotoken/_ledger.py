"""What a client has used, added up by model."""

from __future__ import annotations

from typing import Any

from taotoken._reply import Usage

_COUNTS = (
    "input_tokens",
    "output_tokens",
    "total_tokens",
    "cached_input_tokens",
    "cache_write_tokens",
    "reasoning_tokens",
)


class Ledger:
    """Adds the usage of each reply to that of its model."""

    def __init__(self) -> None:
        self._by_model: dict[str, Usage] = {}

    def add(self, model: str, usage: Usage | None) -> None:
        """Count a reply; one without usage adds nothing."""
        if usage is not None:
            self._by_model[model] = _sum(self._by_model.get(model, Usage()), usage)

    def totals(self) -> dict[str, Usage]:
        """The sums so far; a count that no reply told is None."""
        return dict(self._by_model)


def _sum(one: Usage, other: Usage) -> Usage:
    return Usage(**{name: _plus(getattr(one, name), getattr(other, name)) for name in _COUNTS})


def _plus(one: int | None, other: int | None) -> Any:
    return other if one is None else one if other is None else one + other
