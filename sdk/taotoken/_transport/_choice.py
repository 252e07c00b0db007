"""Which adapter a client sends with: httpx, unless another one is asked for by name."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Literal

from taotoken._errors import ConfigurationError
from taotoken._text import safe_text
from taotoken._transport import Transport

if TYPE_CHECKING:
    import httpx

TransportName = Literal["httpx", "aiohttp"]
VARIABLE = "TAOTOKEN_TRANSPORT"


def make_transport(wanted: Transport | TransportName | None, http_client: httpx.AsyncClient | None) -> Transport:
    """The adapter that is `wanted`: by the caller, else by TAOTOKEN_TRANSPORT, else httpx."""
    if wanted is not None and not isinstance(wanted, str):
        return wanted
    name: str | None = wanted
    source = "transport"
    if name is None and http_client is None:
        name, source = os.environ.get(VARIABLE, "").strip(), VARIABLE
    if name == "aiohttp" and http_client is not None:
        raise ConfigurationError("give either http_client or transport='aiohttp'")
    if name == "aiohttp":
        return _aiohttp()
    if name and name != "httpx":
        raise ConfigurationError(f"{source} must be 'httpx' or 'aiohttp', not {safe_text(name, 40)!r}")
    from taotoken._transport.httpx import HttpxTransport

    return HttpxTransport(http_client)


def _aiohttp() -> Transport:
    try:
        from taotoken._transport.aiohttp import AiohttpTransport
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "aiohttp":
            raise
    else:
        return AiohttpTransport()
    raise ConfigurationError("transport='aiohttp' needs the aiohttp package: pip install \"taotoken[fast]\"")
