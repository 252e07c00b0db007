"""Values that must not show."""

from __future__ import annotations


class Secrets(tuple[str, ...]):
    """Secrets to be masked; their repr tells nothing, so that no traceback with local values can show them."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"Secrets({len(self)} hidden)"
