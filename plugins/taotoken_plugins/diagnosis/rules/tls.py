"""Certificates and the clock they are read by."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from taotoken._causes import Cause
from taotoken._message import Message
from taotoken._text import safe_text
from taotoken_plugins._texts import diagnosis_evidence as evidence
from taotoken_plugins._texts import diagnosis_fixes as fixes
from taotoken_plugins.diagnosis._finding import Finding
from taotoken_plugins.diagnosis._fix import Fix
from taotoken_plugins.diagnosis._make import answered, make, said
from taotoken_plugins.diagnosis.facts import ClockProbe, TlsProbe
from taotoken_plugins.diagnosis.known import Known, probes_of

_SKEW: Final = timedelta(minutes=10)
_SAID: Final = (
    "tls-not-yet",
    "tls-expired",
    "tls-name",
    "tls-ca",
    "tls-other",
    "trust-clock",
    "trust-expired",
    "trust-name",
    "trust-issuer",
)
_CA_NAMES: Final = ("NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE")


def _stamp(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%d %H:%M:%SZ")


def clock(known: Known) -> Iterator[Finding]:
    """This machine's clock is off, so a good certificate looks bad."""
    server = next((probe.server for probe in probes_of(known.facts, ClockProbe)), None)
    local = known.facts.now
    lines: list[Message] = []
    off = server is not None and local is not None and abs(server - local) > _SKEW
    if server is not None and local is not None:
        lines.append(evidence.CLOCKS(local=_stamp(local), server=_stamp(server)))
    for probe in probes_of(known.facts, TlsProbe):
        if local and probe.not_before and local < probe.not_before:
            lines.append(evidence.VALID_FROM(host=safe_text(probe.host), start=_stamp(probe.not_before)))
            off = off or server is None or server > probe.not_before
    if not off:
        return
    refused = any(probe.trusted is not True for probe in probes_of(known.facts, TlsProbe))
    about_tls = known.has_hit(*_SAID) is not None or refused or any(f.code == "tls" for f in known.failures)
    confidence = 95 if about_tls else 80 if known.failing and known.fits(Cause.CLOCK_SKEW) else 40
    yield make(
        known,
        Cause.CLOCK_SKEW,
        confidence,
        *lines,
        *said(known, *_SAID),
        remedy=fixes.SYNC_CLOCK(),
        detail=lines[0] if lines else "-",
        level="error" if about_tls else "warning",
    )


def certificate(known: Known) -> Iterator[Finding]:
    """What a look at the certificate shows."""
    for probe in probes_of(known.facts, TlsProbe):
        local = known.facts.now
        server = next((one.server for one in probes_of(known.facts, ClockProbe)), local)
        host = safe_text(probe.host, 120)
        if probe.not_after and server and server > probe.not_after:
            line = evidence.VALID_TO(host=host, end=_stamp(probe.not_after))
            yield make(known, Cause.TLS_EXPIRED, 93, line, host=host, detail=line)
        if probe.names is not None and not any(_covers(name, probe.host) for name in probe.names):
            line = evidence.CERT_NAMES(host=host, names=safe_text(", ".join(probe.names), 160))
            yield make(known, Cause.TLS_WRONG_NAME, 93, line, host=host, detail=line)
        elif probe.trusted is False:
            yield _untrusted(known, probe, host)


def _covers(name: str, host: str) -> bool:
    if name.startswith("*."):
        return host.partition(".")[2].lower() == name[2:].lower()
    return name.lower() == host.lower()


def _untrusted(known: Known, probe: TlsProbe, host: str) -> Finding:
    line = evidence.ISSUER(host=host, issuer=safe_text(probe.issuer or "?", 120))
    lines = [line]
    fix, remedy = None, None
    for source in known.sources:
        name = next((name for name in _CA_NAMES if source.kind == "file" and source.values.get(name)), None)
        if name is not None:
            lines.append(evidence.SET_LATE(name=name, file=safe_text(str(source.path), 120)))
            value = safe_text(source.values[name], 200)
            fix = Fix(set={name: source.values[name]})
            remedy = fixes.SET_BEFORE_START(name=name, value=value, tool=known.tool or fixes.THE_TOOL())
    return make(
        known,
        Cause.TLS_UNTRUSTED_CA,
        94,
        *lines,
        *said(known, *_SAID),
        fix=fix,
        remedy=remedy,
        host=host,
        detail=line,
    )


def failed(known: Known) -> Iterator[Finding]:
    """A request of ours that failed for its certificate."""
    for failure in known.failures:
        if failure.code == "tls":
            cause = failure.cause or Cause.TLS_UNTRUSTED_CA
            yield make(known, cause, 90, answered(failure, known))


RULES: Final = (clock, certificate, failed)
