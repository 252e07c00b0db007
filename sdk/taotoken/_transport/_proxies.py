"""Which proxy a URL goes through: the environment's variables, read as httpx reads them.

NO_PROXY is looked at first, so a proxy variable that can't work does no harm to hosts it isn't for, and an entry
that can't be read matches nothing.
"""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Mapping
from urllib.parse import urlsplit

from taotoken._causes import Cause
from taotoken._errors import ProxyFailedError
from taotoken._text import safe_text

_SCHEMES = ("http", "https", "socks5", "socks5h")
_PORTS = {"http": 80, "https": 443}


def environment(env: Mapping[str, str] | None = None) -> dict[str, str]:
    """The proxy settings by scheme: those of these variables, or of this process (on Windows and macOS also the
    system's). A name in small letters counts more, as everywhere."""
    if env is None:
        from urllib.request import getproxies

        return getproxies()
    found: dict[str, str] = {}
    for name, value in sorted(env.items()):  # capitals sort first
        scheme, underscore, last = name.lower().rpartition("_")
        if underscore and last == "proxy":
            found[scheme] = value
    return {scheme: value for scheme, value in found.items() if value}


def proxy_for(url: str, settings: Mapping[str, str], env: Mapping[str, str] | None = None) -> str | None:
    """The proxy URL for `url`, or None for a direct connection; `env` are the variables behind `settings`.

    Raises:
        ProxyFailedError: the variable, which the error names, holds no proxy that can be used.
    """
    parts = urlsplit(url)
    if _bypassed(parts.scheme, parts.hostname or "", parts.port, settings.get("no", "")):
        return None
    kind = parts.scheme if settings.get(parts.scheme) else "all"
    proxy = settings.get(kind, "").strip()
    return _checked(proxy, _variable(kind, os.environ if env is None else env)) if proxy else None


def shown(proxy: str) -> str:
    """Scheme, host and port of a proxy URL, without its login."""
    parts = urlsplit(proxy)
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    return f"{parts.scheme}://{host}:{parts.port}" if parts.port else f"{parts.scheme}://{host}"


def _variable(kind: str, env: Mapping[str, str]) -> str:
    """What the setting for a scheme (or ``all``) came from, for people."""
    names = (f"{kind}_proxy", f"{kind}_proxy".upper())
    return next((name for name in names if env.get(name)), "the system's proxy setting")


def _checked(proxy: str, variable: str) -> str:
    proxy = proxy if "://" in proxy else f"http://{proxy}"
    scheme = proxy.partition("://")[0].lower()
    if scheme not in _SCHEMES:
        raise ProxyFailedError(
            f"{variable} has the scheme {safe_text(scheme, 20)}://, which can't be used; "
            "use http://, https://, socks5:// or socks5h://",
            cause=Cause.PROXY_ENV_BAD_SCHEME,
        )
    try:
        usable = bool(urlsplit(proxy).hostname) and urlsplit(proxy).port != 0
    except ValueError:
        usable = False
    if not usable:
        raise ProxyFailedError(f"{variable} is not a URL with a host and a port", cause=Cause.PROXY_ENV_BAD_SCHEME)
    if scheme.startswith("socks"):
        _require_socks(variable)
    return proxy


def _require_socks(variable: str) -> None:
    try:
        import socksio  # noqa: F401
    except ImportError:
        missing = True
    else:
        missing = False
    if missing:
        raise ProxyFailedError(
            f"{variable} names a SOCKS proxy, and the socksio package is missing: pip install socksio",
            cause=Cause.SOCKS_SUPPORT_MISSING,
        )


def _bypassed(scheme: str, host: str, port: int | None, no_proxy: str) -> bool:
    entries = [entry.strip().lower() for entry in no_proxy.split(",")]
    if "*" in entries:
        return True
    port = port or _PORTS.get(scheme)
    return any(entry and _matches(entry, scheme, host.lower(), port) for entry in entries)


def _matches(entry: str, scheme: str, host: str, port: int | None) -> bool:
    wanted, separator, rest = entry.partition("://")
    if separator:
        if wanted not in (scheme, "all"):
            return False
        entry = rest
    name, entry_port = _host_and_port(entry)
    if entry_port is not None and entry_port != port:
        return False
    network = _network(name)
    if network is not None:
        address = _address(host)
        return address is not None and address.version == network.version and address in network
    if name == "localhost":
        return host == name
    return host.endswith(name) if name.startswith(".") else host == name or host.endswith(f".{name}")


def _host_and_port(entry: str) -> tuple[str, int | None]:
    if entry.startswith("["):
        name, _, rest = entry[1:].partition("]")
        return name, _port(rest.removeprefix(":"))
    if entry.count(":") == 1:
        name, _, rest = entry.partition(":")
        return name, _port(rest)
    return entry, None


def _port(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() else None


def _network(name: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
    try:
        return ipaddress.ip_network(name, strict=False)
    except ValueError:
        return None


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None
