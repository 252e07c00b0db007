"""The environment a tool sends requests in, and the way they take: directly, or through which proxy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

from taotoken._errors import ProxyFailedError
from taotoken._transport._proxies import environment, proxy_for

# Measured: what HTTPS_PROXY names is used for plain http as well.
_ONE_PROXY_FOR_ALL: Final = ("claude-code",)


def request_env(tool: str | None, env: Mapping[str, str]) -> dict[str, str]:
    """`env`, such that our client takes the way that `tool` takes."""
    found = dict(env)
    proxy = environment(env).get("https") if tool in _ONE_PROXY_FOR_ALL else None
    return {**found, "http_proxy": proxy} if proxy else found


def proxy_of(url: str, env: Mapping[str, str]) -> str | None:
    """The proxy on the way to `url`; None for the direct way, or where the variable names none that can be used."""
    try:
        return proxy_for(url, environment(env))
    except ProxyFailedError:
        return None


def usable(url: str, env: Mapping[str, str]) -> bool:
    """Does the environment leave a way to `url` that can be tried?"""
    try:
        proxy_for(url, environment(env))
    except ProxyFailedError:
        return False
    return True


def goes_round(url: str, no_proxy: str) -> bool:
    """Does NO_PROXY exempt `url`?"""
    return proxy_for(url, {"all": "http://proxy.invalid:80", "no": no_proxy}) is None


def address_of(url: str, standard: int = 80) -> tuple[str, int] | None:
    """Host and port of a URL or of a proxy written without scheme; None when it has none."""
    try:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        port = parts.port or {"http": 80, "https": 443}.get(parts.scheme, standard)
    except ValueError:
        return None
    return (parts.hostname, port) if parts.hostname else None
