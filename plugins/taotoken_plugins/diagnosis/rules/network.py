"""Names and connections: what the network itself says, when nothing above explains it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from taotoken._causes import Cause
from taotoken._endpoint import parse_base_url
from taotoken._errors import ConfigurationError
from taotoken._hosts import known_host
from taotoken._message import Message
from taotoken._text import safe_text
from taotoken_plugins._texts import diagnosis_evidence as evidence
from taotoken_plugins._texts import diagnosis_fixes as fixes
from taotoken_plugins.diagnosis._finding import Finding
from taotoken_plugins.diagnosis._fix import Fix
from taotoken_plugins.diagnosis._make import LOCAL_SWITCHERS, answered, make, port_of, said, set_fix
from taotoken_plugins.diagnosis._names import spelled
from taotoken_plugins.diagnosis._near import near_host
from taotoken_plugins.diagnosis.facts import ConnectProbe, Hit
from taotoken_plugins.diagnosis.known import Known, host_in, probes_of
from taotoken_plugins.diagnosis.rules.environment import address_of, proxies

_DNS: Final = ("dns", "stack-dns", "claude-no-socket")
_REFUSED: Final = (
    "refused",
    "claude-refused",
    "claude-econnrefused",
    "codex-waiting",
    "cline-cannot-connect",
    "codex-send",
    "connect-failed",
)


def is_local(host: str | None) -> bool:
    """Is this name or address the machine itself?"""
    return host in ("localhost", "::1", "[::1]") or bool(host and host.startswith("127."))


def _dns_failed(known: Known) -> bool:
    failed = any(f.cause in (Cause.DNS_FAILED, Cause.HOST_NAME_WRONG) for f in known.failures)
    probed = any(
        probe.result == "dns" and probe.address.rpartition(":")[0] == known.host
        for probe in probes_of(known.facts, ConnectProbe)
    )
    return failed or probed or known.has_hit(*_DNS) is not None


def name_wrong(known: Known) -> Iterator[Finding]:
    """The host doesn't exist and is close to one that does."""
    hit = known.has_hit(*_DNS)
    host = (hit.groups.get("host") if hit else None) or known.host
    if host is None:
        return
    near = near_host(host)
    if near is None and not _dns_failed(known):
        return
    if near is not None:
        name, distance = near
        if distance > 2 and not _dns_failed(known):
            return
        proved = _dns_failed(known) or known.suspects.get(Cause.HOST_NAME_WRONG, 0) >= 40
        yield make(
            known,
            Cause.HOST_NAME_WRONG,
            96 if proved else known.weigh(Cause.HOST_NAME_WRONG, 78),
            evidence.NEAR_HOST(host=safe_text(host, 120), distance=distance, known=name),
            *said(known, *_DNS),
            fix=_renamed(known, host, name),
            host=host,
            nearest=name,
        )
        return
    if known_host(host) is not None or known.host:
        lines = [*said(known, *_DNS), *(answered(f, known) for f in known.failures if f.code == "connection")]
        lines += [*_kept_for(known)]
        yield make(known, Cause.DNS_FAILED, 78, *lines, fix=_to_its_gateway(known), host=host)


def _renamed(known: Known, host: str, name: str) -> Fix | None:
    setting = known.base_url
    if setting is None or host not in setting.value:
        return None
    try:
        clean = parse_base_url(setting.value.replace(host, name, 1), allow_http=True)
    except ConfigurationError:
        return None
    return set_fix(known, setting, spelled(clean.url, known.form))


def refused(known: Known) -> Iterator[Finding]:
    """Nobody listens where the base URL points; on this machine that is a local switcher."""
    hit = known.has_hit(*_REFUSED)
    told = next((place for one in known.hits if one.symptom in _REFUSED and (place := _told(one))), "")
    probed = {p.address for p in probes_of(known.facts, ConnectProbe) if p.result == "refused"}
    failed = [
        f for f in known.failures if f.code == "connection" and f.cause not in (Cause.DNS_FAILED, Cause.HOST_NAME_WRONG)
    ]
    if hit is None and not probed and not failed:
        return
    at_proxy = {address for proxy in proxies(known).values() if (address := address_of(proxy))}
    if told in at_proxy or probed & at_proxy or known.has_hit("proxy-dead", "tunnel-failed", "proxy-in-words"):
        return
    address = told or next(iter(probed), "")
    host = address.rpartition(":")[0] or known.host
    if host is None:
        return
    port = (
        _port(address)
        or port_of(known.url or "")
        or next((port_of(u) for u in known.facts.reading.urls if host_in(u)), None)
    )
    cause = Cause.LOCAL_GATEWAY_NOT_RUNNING if is_local(host) else Cause.CONNECT_REFUSED
    lines = [
        *said(known, *_REFUSED),
        *(evidence.CONNECTION(address=a, result="refused") for a in sorted(probed)),
    ]
    lines += [answered(failure, known) for failure in failed]
    lines += [*_listening_instead(known), *_kept_for(known)]
    certain = bool(told or probed or failed)
    program = LOCAL_SWITCHERS.get(port or 0)
    if failed and failed[0].cause is not None and not is_local(host):
        cause = failed[0].cause
    yield make(
        known,
        cause,
        92 if certain and is_local(host) else 84 if certain else 70,
        *lines,
        fix=_to_its_gateway(known),
        host=host,
        port=fixes.PORT_OF(port=port, program=program) if program else port or fixes.IN_USE(),
    )


def _told(hit: Hit) -> str:
    """The address that the text names."""
    peer, port = hit.groups.get("peer"), hit.groups.get("port")
    return hit.groups.get("address", "") or (f"{peer}:{port}" if peer and port else "")


def _to_its_gateway(known: Known) -> Fix | None:
    """Back to the address that the key in use is kept for, where another one can't be reached."""
    home, setting, key = known.facts.base_url, known.base_url, known.key
    if not home or setting is None or key is None or known.facts.known_keys.get(key.value.strip()) != host_in(home):
        return None
    good = spelled(home, known.form)
    return set_fix(known, setting, good) if setting.value.rstrip("/") != good else None


def _kept_for(known: Known) -> Iterator[Message]:
    if _to_its_gateway(known) is not None:
        yield evidence.KEPT_FOR(url=safe_text(known.facts.base_url or "", 200))


def _listening_instead(known: Known) -> Iterator[Message]:
    """Local switchers that do answer, on ports of their own."""
    for probe in probes_of(known.facts, ConnectProbe):
        name = LOCAL_SWITCHERS.get(_port(probe.address) or 0)
        if probe.result == "ok" and name is not None and probe.address.startswith("127."):
            yield evidence.LISTENS(address=probe.address, name=name)


def _port(address: str) -> int | None:
    port = address.rpartition(":")[2]
    return int(port) if port.isdigit() else None


def too_slow(known: Known) -> Iterator[Finding]:
    """No connection in time."""
    for probe in probes_of(known.facts, ConnectProbe):
        if probe.result == "timeout":
            host = probe.address.rpartition(":")[0]
            yield make(
                known,
                Cause.CONNECT_TIMEOUT,
                86,
                evidence.CONNECTION(address=probe.address, result="timeout"),
                host=host,
            )
    for failure in known.failures:
        if failure.code == "timeout":
            cause = failure.cause or Cause.RESPONSE_TIMEOUT
            yield make(known, cause, 84, answered(failure, known))


RULES: Final = (name_wrong, refused, too_slow)
