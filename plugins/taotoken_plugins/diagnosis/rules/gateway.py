"""What the gateway's own answer proves: rights, balance, load, faults, endpoints it doesn't have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from urllib.parse import urlsplit

from taotoken._causes import Cause
from taotoken._message import Message
from taotoken._text import safe_text
from taotoken_plugins._texts import diagnosis_evidence as evidence
from taotoken_plugins._texts import diagnosis_fixes as fixes
from taotoken_plugins.diagnosis._codes import causes_of_code
from taotoken_plugins.diagnosis._finding import PROVED, Finding
from taotoken_plugins.diagnosis._make import LOCAL_SWITCHERS, answered, make, port_of, said
from taotoken_plugins.diagnosis._names import ENDPOINTS
from taotoken_plugins.diagnosis._paths import path_fault
from taotoken_plugins.diagnosis.facts import Failure, ModelsProbe, RequestProbe, RunProbe
from taotoken_plugins.diagnosis.known import Known, probes_of

# Meanings that the answer's own words settle, and those that only a status hints at.
_SETTLED: Final = 82
_HINTED: Final[dict[str, int]] = {
    "permission": 52,
    "rate_limited": 72,
    "overloaded": 66,
    "server_error": 64,
    "quota_exhausted": 80,
}
_OTHER_READINGS: Final[dict[Cause, tuple[tuple[Cause, int], ...]]] = {
    Cause.OVERLOADED: ((Cause.SERVER_ERROR, 56), (Cause.MODEL_NO_CHANNEL, 30)),
    Cause.SERVER_ERROR: ((Cause.OVERLOADED, 54),),
    Cause.RATE_LIMITED: ((Cause.QUOTA_EXHAUSTED, 46), (Cause.OVERLOADED, 40)),
    Cause.KEY_NOT_ALLOWED: (
        (Cause.CLIENT_NOT_ALLOWED, 40),
        (Cause.WAF_BLOCKED, 38),
        (Cause.REGION_BLOCKED_UPSTREAM, 25),
    ),
}


def said_no(known: Known) -> Iterator[Finding]:
    """Each refusal of the gateway, by its own words where it has any, else by its status."""
    for failure in known.failures:
        if failure.code not in _HINTED or failure.auth == "none":
            continue
        cause = failure.cause or causes_of_code(failure)[0]
        settled = failure.named or (failure.cause is not None and failure.code != "permission")
        confidence = (_SETTLED if settled else _HINTED[failure.code]) + (9 if failure.seen else 0) - known.late(failure)
        refused = cause is Cause.CLIENT_NOT_ALLOWED and bool(probes_of(known.facts, RunProbe))
        own = fixes.ASK_WHO_IS_ADMITTED() if refused else None  # the tool itself was tried
        yield make(known, cause, confidence, answered(failure, known), *_marks(failure, known), remedy=own)
        for other, weight in _OTHER_READINGS.get(cause, ()):
            yield make(known, other, weight, answered(failure, known))


def _marks(failure: Failure, known: Known) -> Iterator[Message]:
    if failure.request_id:
        yield evidence.REQUEST_ID(request_id=safe_text(failure.request_id, 80))
    port = port_of(failure.url or "")
    if port in LOCAL_SWITCHERS:
        yield evidence.SWITCHER(port=port, name=LOCAL_SWITCHERS[port])
    count = known.facts.reading.count
    if count > 1 and not failure.seen:
        yield evidence.TIMES(count=count)


def no_endpoint(known: Known) -> Iterator[Finding]:
    """The host has an API, but not this endpoint of it."""
    probes = probes_of(known.facts, RequestProbe)
    lost = [probe for probe in probes if probe.status in (404, 405, 501) and path_fault(probe.url) is None]
    there = [
        probe
        for probe in probes
        if probe.status not in (None, 404, 405, 501) and not probe.html and _endpoint(probe.url)
    ]
    for probe in lost:
        sibling = next(
            (
                other
                for other in there
                if _root(other.url) == _root(probe.url) and _endpoint(other.url) != _endpoint(probe.url)
            ),
            None,
        )
        if sibling is not None:
            yield make(
                known,
                Cause.ENDPOINT_NOT_SUPPORTED,
                PROVED + 5,
                evidence.PATH_WRONG(url=safe_text(probe.url), what=evidence.A_STATUS(status=probe.status)),
                evidence.OTHER_PATH(url=safe_text(sibling.url), status=sibling.status),
                url=probe.url,
            )
            return
    routes = [url for url in known.facts.reading.urls if url.startswith("/") and _endpoint(url) and not path_fault(url)]
    if (
        routes
        and known.base_url is None
        and any(failure.code == "endpoint_not_found" for failure in known.facts.reading.failures)
    ):
        yield make(known, Cause.ENDPOINT_NOT_SUPPORTED, 76, evidence.URL_IN_TEXT(url=routes[0]), url=routes[0])
    missing = next((f for f in known.failures if f.code == "endpoint_not_found" and f.cause is None), None)
    listed = next(iter(probes_of(known.facts, ModelsProbe)), None)
    url = (missing.url if missing else None) or known.url
    if missing is not None and listed is not None and url and path_fault(url) is None:
        yield make(
            known,
            Cause.ENDPOINT_NOT_SUPPORTED,
            PROVED,
            answered(missing, known),
            evidence.OTHER_PATH(url=safe_text(listed.url), status=200),
            url=url,
        )


def _endpoint(url: str) -> str:
    path = urlsplit(url).path
    return next((end for end in ENDPOINTS.values() if path.endswith(end.removeprefix("/v1"))), "")


def _root(url: str) -> str:
    return url.removesuffix(_endpoint(url).removeprefix("/v1"))


def clients(known: Known) -> Iterator[Finding]:
    """Only certain programs are let in."""
    run = next((probe for probe in probes_of(known.facts, RunProbe) if probe.ok), None)
    if run is not None and not known.failing:
        yield make(
            known,
            Cause.CLIENT_NOT_ALLOWED,
            50,
            evidence.TOOL_ANSWERED(seconds=f"{run.seconds:.1f}"),
            level="info",
            remedy=fixes.NOTHING_TO_DO(),
        )
    hit = known.has_hit("unauthorized-client")
    if hit is not None:
        yield make(known, Cause.CLIENT_NOT_ALLOWED, 86, *said(known, "unauthorized-client"))


RULES: Final = (said_no, no_endpoint, clients)
