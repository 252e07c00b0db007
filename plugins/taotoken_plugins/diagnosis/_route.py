"""The environment a tool sends requests in, and the way they take: directly, or through which proxy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

from taotoken._errors import ProxyFailedError
from taotoken._transport._proxies import environment, proxy_for

# Measured: what HTTPS_PROXY names is used for plain http as well.
_ONE_PROXY_FOR_ALL: Final = ("claude-code",)
_NOT_OF_NODE: Final = ("codex", "env", "aider", "llm", "vibe", "python")


def request_env(tool: str | None, env: Mapping[str, str]) -> dict[str, str]:
    """`env`, such that our client takes the way that `tool` takes."""
    found = dict(env)
    proxy = environment(env).get("https") if tool in _ONE_PROXY_FOR_ALL else None
    return {**found, "http_proxy": proxy} if proxy else found


def authorities_of(tool: str | None, env: Mapping[str, str]) -> str | None:
    """The file of certificates that a program of Node trusts besides; one that can't be read counts for nothing."""
    file = env.get("NODE_EXTRA_CA_CERTS")
    if not file or tool in _NOT_OF_NODE:
        return None
    import ssl

    try:
        ssl.create_default_context().load_verify_locations(cafile=file)
    except (OSError, ssl.SSLError):
        return None
    return file


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
    try:
        return proxy_for(url, {"all": "http://proxy.invalid:80", "no": no_proxy}) is None
    except ValueError:  # no URL at all
        return False


def address_of(url: str, standard: int = 80) -> tuple[str, int] | None:
    """Host and port of a URL or of a proxy written without scheme; None when it has none."""
    try:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        port = parts.port or {"http": 80, "https": 443}.get(parts.scheme, standard)
    except ValueError:
        return None
    return (parts.hostname, port) if parts.hostname else None
