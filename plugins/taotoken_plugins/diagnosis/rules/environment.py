"""Proxy variables: unreadable, without support, dead, or wanting a login."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final
from urllib.parse import urlsplit

from taotoken._causes import Cause
from taotoken._text import safe_text
from taotoken_plugins._texts import diagnosis_evidence as evidence
from taotoken_plugins._texts import diagnosis_fixes as fixes
from taotoken_plugins.diagnosis._finding import Finding
from taotoken_plugins.diagnosis._fix import Fix
from taotoken_plugins.diagnosis._make import answered, make, said
from taotoken_plugins.diagnosis._route import goes_round
from taotoken_plugins.diagnosis.facts import ConnectProbe
from taotoken_plugins.diagnosis.known import Known, probes_of

_NAMES: Final = ("all_proxy", "https_proxy", "http_proxy")
_GOOD: Final = ("http", "https", "socks4", "socks4a", "socks5", "socks5h")
_LOCAL: Final = ("127.0.0.1", "localhost", "::1", "0.0.0.0")  # noqa: S104 - read in a variable, not bound


def proxies(known: Known) -> dict[str, str]:
    """Proxy variables that are set, by the name as spelled."""
    found = {name: value for name, value in known.facts.env.items() if name.lower() in _NAMES and value.strip()}
    for source in known.sources:
        if source.kind == "file":
            found |= {name: value for name, value in source.values.items() if name.lower() in _NAMES and value.strip()}
    return found


def address_of(proxy: str) -> str | None:
    """Host and port of a proxy's URL."""
    try:
        parts = urlsplit(proxy if "://" in proxy else f"http://{proxy}")
        return (
            f"{parts.hostname}:{parts.port or (1080 if parts.scheme.startswith('socks') else 80)}"
            if parts.hostname
            else None
        )
    except ValueError:
        return None


def _scheme(proxy: str) -> str:
    return proxy.partition("://")[0].lower() if "://" in proxy else ""


def bad_scheme(known: Known) -> Iterator[Finding]:
    """A proxy variable with a scheme that clients don't know, or with none."""
    for name, value in proxies(known).items():
        scheme = _scheme(value)
        if scheme in _GOOD:
            continue
        spoken = known.has_hit("proxy-scheme", "proxy-of-odd-scheme")
        if not scheme and not spoken:
            continue  # many programs take an address without a scheme
        good = _with_good_scheme(value, scheme)
        yield make(
            known,
            Cause.PROXY_ENV_BAD_SCHEME,
            known.weigh(Cause.PROXY_ENV_BAD_SCHEME, 95),
            evidence.PROXY_SCHEME(name=name, scheme=scheme or '""'),
            *said(known, "proxy-scheme"),
            fix=Fix(set={name: good}, others=(Fix(unset=(name,)),)),
            remedy=fixes.INSTALL_SOCKS() if "socks" in good else None,
            detail=f"{name}={safe_text(value, 120)}",
        )


def _with_good_scheme(value: str, scheme: str) -> str:
    rest = value.partition("://")[2] if scheme else value
    return f"{'socks5' if 'sock' in scheme else 'http'}://{rest}"


def socks_support(known: Known) -> Iterator[Finding]:
    """A SOCKS proxy for a program that lacks the package for it."""
    failure = next((f for f in known.failures if f.cause is Cause.SOCKS_SUPPORT_MISSING), None)
    if known.has_hit("socks-missing", "socks-package") is None and failure is None:
        return
    names = [name for name, value in proxies(known).items() if _scheme(value).startswith("socks")]
    lines = [evidence.PROXY_SCHEME(name=name, scheme=_scheme(proxies(known)[name])) for name in names]
    if any(name.lower() == "no_proxy" for name in known.facts.env):
        lines.append(evidence.NO_PROXY_NO_HELP())
    both = tuple(dict.fromkeys(other for name in names or ["ALL_PROXY"] for other in (name.upper(), name.lower())))
    yield make(
        known,
        Cause.SOCKS_SUPPORT_MISSING,
        96,
        *said(known, "socks-missing"),
        *([answered(failure, known)] if failure is not None else []),
        *lines,
        fix=Fix(run=("pip install httpx[socks]",), others=(Fix(unset=both),)),
        detail=", ".join(names) or "ALL_PROXY",
    )


def no_proxy(known: Known) -> Iterator[Finding]:
    """An entry of NO_PROXY that clients can't read."""
    for name, value in known.facts.env.items():
        if name.lower() != "no_proxy":
            continue
        parts = [part.strip() for part in value.split(",")]
        bad = [part for part in parts if re.search(r"[\[\]\s;]", part)]
        if not bad:
            continue
        good = ",".join(re.sub(r"[\[\]]", "", part) for piece in parts for part in re.split(r"[;\s]+", piece) if part)
        decisive = _proxy_fails(known) and not _goes_round(known, value) and _goes_round(known, good)
        confidence = 97 if decisive else 95 if known.failing else 76
        yield make(
            known,
            Cause.NO_PROXY_UNPARSEABLE,
            known.weigh(Cause.NO_PROXY_UNPARSEABLE, confidence),
            evidence.NO_PROXY_PART(name=name, part=safe_text(bad[0], 80)),
            *([evidence.PROXY_ONLY_SO(host=known.host or "?")] if decisive else []),
            *said(known, "no-proxy"),
            fix=Fix(set={name: good}, others=(Fix(unset=(name,)),)),
            detail=f"{name}={safe_text(value, 120)}",
            level="error" if known.failing or decisive else "warning",
        )


def _proxy_fails(known: Known) -> bool:
    """Did a connection to the proxy fail?"""
    at_proxy = {address_of(proxy) for proxy in proxies(known).values()}
    return any(probe.result != "ok" and probe.address in at_proxy for probe in probes_of(known.facts, ConnectProbe))


def dead(known: Known) -> Iterator[Finding]:
    """The proxy of the environment doesn't answer."""
    found = proxies(known)
    if not found:
        yield from _dead_by_failure(known)
        return
    listed = next((value for name, value in known.facts.env.items() if name.lower() == "no_proxy"), "")
    if _goes_round(known, listed):
        return
    refused = {probe.address: probe.result for probe in probes_of(known.facts, ConnectProbe) if probe.result != "ok"}
    hit = known.has_hit("refused")
    told = hit.groups.get("address", "") if hit else ""
    for name, value in found.items():
        address = address_of(value)
        if address is None:
            continue
        confidence = _confidence(known, address, refused, told)
        if confidence is None:
            continue
        lines = [evidence.PROXY_AT(name=name, proxy=address)]
        if address in refused:
            lines.append(evidence.CONNECTION(address=address, result=refused[address]))
        names = tuple(other for other, proxy in found.items() if address_of(proxy) == address)
        yield make(
            known,
            Cause.PROXY_ENV_DEAD,
            confidence,
            *lines,
            *said(known, "proxy-dead", "tunnel-failed", "refused", "claude-refused"),
            fix=Fix(unset=names),
            detail=f"{name}={address}",
        )
        return


def _goes_round(known: Known, no_proxy: str) -> bool:
    """Does NO_PROXY let requests to the gateway's host go round the proxy?"""
    url = known.url or (known.base_url.value if known.base_url else "")
    return "*" in no_proxy.split(",") or (bool(url) and goes_round(url, no_proxy))


def _confidence(known: Known, address: str, refused: dict[str, str], told: str) -> int | None:
    if address in refused:
        return 95
    if _same_address(address, told):
        return 93
    failed = any(failure.code == "proxy" for failure in known.failures) or known.has_hit("proxy-dead", "tunnel-failed")
    if failed:
        return 90
    if known.suspects.get(Cause.PROXY_ENV_DEAD, 0) >= 30 and not told:
        local = address.rpartition(":")[0] in _LOCAL
        return 76 if local and known.host not in _LOCAL else 62
    return None


def _same_address(one: str, other: str) -> bool:
    def plain(text: str) -> str:
        return text.lower().replace("[", "").replace("]", "").replace("localhost", "127.0.0.1")

    return bool(other) and plain(one) == plain(other)


def _dead_by_failure(known: Known) -> Iterator[Finding]:
    for failure in known.failures:
        if failure.code == "proxy":
            cause = failure.cause or Cause.PROXY_ENV_DEAD
            yield make(known, cause, 88, answered(failure, known))


def wants_login(known: Known) -> Iterator[Finding]:
    """The proxy asks for a login."""
    asked = any(f.cause is Cause.PROXY_AUTH_REQUIRED or f.status == 407 for f in known.failures) or known.has_hit(
        "proxy-407", "proxy-login"
    )
    if not asked:
        return
    names = [evidence.PROXY_AT(name=name, proxy=address_of(value) or "?") for name, value in proxies(known).items()]
    yield make(
        known, Cause.PROXY_AUTH_REQUIRED, 92, *said(known, "proxy-407", "proxy-login"), *names, detail="HTTP 407"
    )


RULES: Final = (bad_scheme, socks_support, no_proxy, dead, wants_login)
