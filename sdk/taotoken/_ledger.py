"""What a client has used, added up by model."""

from __future__ import annotations

from taotoken._reply import Usage


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
    return Usage(
        input_tokens=_plus(one.input_tokens, other.input_tokens),
        output_tokens=_plus(one.output_tokens, other.output_tokens),
        total_tokens=_plus(one.total_tokens, other.total_tokens),
        cached_input_tokens=_plus(one.cached_input_tokens, other.cached_input_tokens),
        cache_write_tokens=_plus(one.cache_write_tokens, other.cache_write_tokens),
        reasoning_tokens=_plus(one.reasoning_tokens, other.reasoning_tokens),
    )


def _plus(one: int | None, other: int | None) -> int | None:
    return other if one is None else one if other is None else one + other
