"""One request to make."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from taotoken.measure._target import Target


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """One request to make. `intended_at` is on the clock that the sender has."""

    target: Target
    prompt: str
    intended_at: float
    max_tokens: int | None
    keep_text: bool = False

    def options(self) -> dict[str, Any]:
        """The options of the call."""
        return {**self.target.options, "max_tokens": self.max_tokens}
