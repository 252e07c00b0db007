"""Which adapter a client sends with: httpx, unless another one is asked for by name."""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Literal

from taotoken._errors import ConfigurationError
from taotoken._text import safe_text
from taotoken._transport import Transport

if TYPE_CHECKING:
    import httpx

TransportName = Literal["httpx", "aiohttp", "fast"]
VARIABLE = "TAOTOKEN_TRANSPORT"


def make_transport(wanted: Transport | TransportName | None, http_client: httpx.AsyncClient | None) -> Transport:
    """The adapter that is `wanted`: by the caller, else by TAOTOKEN_TRANSPORT, else httpx."""
    if wanted is not None and not isinstance(wanted, str):
        if not callable(getattr(wanted, "send", None)) or not callable(getattr(wanted, "aclose", None)):
            raise ConfigurationError("transport must be 'httpx', 'fast' or 'aiohttp', or have send() and aclose()")
        return wanted
    name: str | None = wanted
    source = "transport"
    if name is None and http_client is None:
        name, source = os.environ.get(VARIABLE, "").strip(), VARIABLE
    if name in ("aiohttp", "fast") and http_client is not None:
        raise ConfigurationError(f"give either http_client or transport={name!r}")
    if name == "aiohttp":
        return _extra(name, "aiohttp")
    if name == "fast":
        return _extra(name, "httptools")
    if name and name != "httpx":
        raise ConfigurationError(f"{source} must be 'httpx', 'aiohttp' or 'fast', not {safe_text(name, 40)!r}")
    from taotoken._transport.httpx import HttpxTransport

    return HttpxTransport(http_client)


def _extra(name: str, package: str) -> Transport:
    """The adapter of this name, whose package may not be there."""
    try:
        adapter = import_module(f"taotoken._transport.{name}")
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != package:
            raise
    else:
        made: Transport = adapter.AiohttpTransport() if name == "aiohttp" else adapter.FastTransport()
        return made
    raise ConfigurationError(f'transport={name!r} needs the {package} package: pip install "taotoken[fast]"')
