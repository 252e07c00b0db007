"""What httpx imports at its first request, imported before."""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module

import anyio

from taotoken._alarm import on_asyncio


def load_all() -> None:
    """Import it: 70 ms that would count as waiting for a first token."""
    for name in ("httpcore", "h11", "anyio._backends._trio" if _on_trio() else "anyio._backends._asyncio"):
        with suppress(ImportError):
            import_module(name)


def _on_trio() -> bool:
    try:
        return anyio.get_current_task() is not None and not on_asyncio()
    except RuntimeError:
        return False
