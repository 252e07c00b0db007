"""How asyncio is asked for a connection: the addresses of a name are tried beside each other."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import ssl

_DELAY = 0.25  # seconds until the next address is tried beside the first


def connect_options(loop: asyncio.AbstractEventLoop, host: str, tls: ssl.SSLContext | None) -> dict[str, Any]:
    """The arguments of `create_connection` for a host. Only the event loops of asyncio itself know how to race."""
    options: dict[str, Any] = {"ssl": tls}
    if tls is not None:
        options["server_hostname"] = host
    if isinstance(loop, asyncio.BaseEventLoop) and not _is_address(host):
        options["happy_eyeballs_delay"] = _DELAY
    return options


def _is_address(host: str) -> bool:
    """Is it one address already? Then there is nothing to race, and a cancelled race may leave sockets behind."""
    return ":" in host or host.rpartition(".")[2].isdigit()
