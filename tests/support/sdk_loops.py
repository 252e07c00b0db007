"""The event loops, and on them the transports, that the client is tested with."""

from __future__ import annotations

import pytest

LOOPS = ("asyncio", "trio", "asyncio-aiohttp", "asyncio-fast")


def chosen(loop: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Choose the transport in `loop` for clients that name none, and give anyio's name of the event loop."""
    name, _, transport = loop.partition("-")
    monkeypatch.setenv("TAOTOKEN_TRANSPORT", transport)
    return name
