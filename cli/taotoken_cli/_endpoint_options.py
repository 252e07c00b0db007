"""The options that name a gateway, the same on every command that needs one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from taotoken_cli._click import option
from taotoken_cli._texts import setup as texts

_F = TypeVar("_F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class GatewayOptions:
    """What the command line says about the gateway; None where it says nothing. `typed_key` is a person's answer."""

    base_url: str | None = None
    anthropic_base_url: str | None = None
    api_key: str | None = field(default=None, repr=False)
    api_key_stdin: bool = False
    api_key_env: str | None = None
    allow_http: bool = False
    typed_key: str | None = field(default=None, repr=False)


def gateway_options(function: _F) -> _F:
    """Decorator: the options of `GatewayOptions`."""
    for decorate in reversed(
        (
            option("--base-url", metavar="URL", text=texts.BASE_URL),
            option("--anthropic-base-url", metavar="URL", text=texts.ANTHROPIC_BASE_URL),
            option("--api-key-stdin", is_flag=True, text=texts.API_KEY_STDIN),
            option("--api-key-env", metavar="NAME", text=texts.API_KEY_ENV),
            option("--api-key", metavar="KEY", text=texts.API_KEY),
            option("--allow-http", is_flag=True, text=texts.ALLOW_HTTP),
        )
    ):
        function = decorate(function)
    return function


def site_of(url: str) -> str:
    """Host and port, the border that a key doesn't cross."""
    from urllib.parse import urlsplit

    try:
        return urlsplit(url if "://" in url else f"https://{url}").netloc.rpartition("@")[2].lower()
    except ValueError:
        return ""


def take_gateway_options(values: dict[str, Any]) -> GatewayOptions:
    """Take our options out of click's keyword arguments."""
    names = GatewayOptions.__dataclass_fields__.keys() & values
    return GatewayOptions(**{name: values.pop(name) for name in names})
