"""What a client has used, added up by model."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from taotoken._reply import Usage

_COUNTS = (
    *("input_tokens", "output_tokens", "total_tokens"),
    *("cached_input_tokens", "cache_write_tokens", "reasoning_tokens"),
)
_counts_of = attrgetter(*_COUNTS)


class Ledger:
    """Adds the usage of each reply to that of its model."""

    def __init__(self) -> None:
        self._by_model: dict[str, list[int | None]] = {}

    def add(self, model: str, usage: Usage | None) -> None:
        """Count a reply; one without usage adds nothing."""
        if usage is None:
            return
        sums = self._by_model.setdefault(model, [None] * len(_COUNTS))
        for place, count in enumerate(_counts_of(usage)):
            if count is not None:
                sums[place] = (sums[place] or 0) + count

    def totals(self) -> dict[str, Usage]:
        """The sums so far; a count that no reply told is None."""
        return {model: _usage(dict(zip(_COUNTS, sums, strict=True))) for model, sums in self._by_model.items()}


def _usage(counts: dict[str, Any]) -> Usage:
    return Usage(**counts)
