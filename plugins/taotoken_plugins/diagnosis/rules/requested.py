"""Base URLs as requests show them wrong: the address in a text, and URLs of one host that answer differently."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from urllib.parse import urlsplit

from taotoken._causes import Cause
from taotoken._endpoint import parse_base_url
from taotoken._errors import ConfigurationError
from taotoken._message import Message
from taotoken._text import safe_text
from taotoken_plugins._texts import diagnosis_evidence as evidence
from taotoken_plugins.diagnosis._finding import PROVED, Finding
from taotoken_plugins.diagnosis._fix import Fix
from taotoken_plugins.diagnosis._make import answered, make, set_fix
from taotoken_plugins.diagnosis._names import ENDPOINTS, protocol_of, spelled
from taotoken_plugins.diagnosis._paths import path_fault, url_fault
from taotoken_plugins.diagnosis.facts import Failure, ModelsProbe, RequestProbe
from taotoken_plugins.diagnosis.known import Known, probes_of
from taotoken_plugins.diagnosis.rules.urls import NAMES, same_url


def in_the_text(known: Known) -> Iterator[Finding]:
    """The address of a failed request, as the text gives it, has the fault in its path."""
    if (
        not any(f.code in ("endpoint_not_found", "bad_response") for f in known.failures)
        and known.hits
        and not known.fits(Cause.BASE_URL_V1_MISSING)
    ):
        return
    for url in _failed_urls(known):
        cause = path_fault(url)
        if cause is None:
            continue
        fix = _fix_of(known, cause, url)
        confidence = 93 if cause in (Cause.BASE_URL_HAS_ENDPOINT, Cause.BASE_URL_V1_DOUBLED) else 88
        shown = safe_text(url, 200, secrets=known.secrets)
        in_text = url in known.facts.reading.urls or known.facts.failure is None
        yield make(
            known,
            cause,
            confidence,
            evidence.URL_IN_TEXT(url=shown) if in_text else evidence.URL_ASKED(url=shown),
            fix=fix,
            url=url,
            good_url=_repaired(url),
        )
        return


def _failed_urls(known: Known) -> Iterator[str]:
    for failure in known.failures:
        if failure.code in ("endpoint_not_found", "bad_response", "invalid_request") and failure.url:
            yield failure.url
    yield from known.facts.reading.urls


def _repaired(url: str) -> str:
    try:
        return parse_base_url(url, allow_http=True).url
    except ConfigurationError:
        return "URL"


def _fix_of(known: Known, cause: Cause, url: str) -> Fix | None:
    del cause
    setting = known.base_url
    source = setting.value if setting else url if "://" in url else ""
    try:
        good = spelled(parse_base_url(source, allow_http=True).url, known.form) if source else ""
    except ConfigurationError:
        return None
    if setting is not None:
        return set_fix(known, setting, good)
    name = NAMES.get(known.tool or "")
    return Fix(set={name: good}) if name and good else None


def by_probe(known: Known) -> Iterator[Finding]:
    """One URL of the host fails, another is the API: the difference is the fault."""
    probes = probes_of(known.facts, RequestProbe)
    good = [probe for probe in probes if probe.good and _is_endpoint(probe.url)]
    bad = [probe for probe in probes if _is_no_api(probe)]
    used = [probe.url for probe in bad] or [
        f.url for f in known.failures if f.code in ("endpoint_not_found", "bad_response") and f.url
    ]
    if not good or not used:
        return
    for url in used:
        better = next(
            (probe for probe in good if _last(probe.url) == _last(url) and not same_url(probe.url, url)), None
        )
        if better is None:
            continue
        cause = url_fault(url, better.url)
        yield make(
            known,
            cause,
            PROVED + 7,
            evidence.PATH_WRONG(url=safe_text(url), what=_seen(url, bad)),
            evidence.PATH_RIGHT(url=safe_text(better.url)),
            fix=_fix_to(known, better.url),
            url=url,
            good_url=better.url,
        )
        return


def _is_endpoint(url: str) -> bool:
    return urlsplit(url).path.endswith(tuple(ENDPOINTS.values()))


def _last(url: str) -> str:
    return next((end for end in ENDPOINTS.values() if urlsplit(url).path.endswith(end.removeprefix("/v1"))), "")


def _is_no_api(probe: RequestProbe) -> bool:
    return (
        probe.html
        or probe.status in (404, 405)
        or (probe.failure is not None and probe.failure.code in ("endpoint_not_found", "bad_response"))
    )


def _seen(url: str, bad: list[RequestProbe]) -> Message:
    probe = next((one for one in bad if one.url == url), None)
    if probe is not None and probe.html:
        return evidence.A_PAGE()
    return evidence.A_STATUS(status=probe.status if probe and probe.status else 404)


def _fix_to(known: Known, good_url: str) -> Fix | None:
    setting = known.base_url
    base = spelled(_repaired(good_url), known.form)
    return set_fix(known, setting, base) if setting is not None else None


def wrong_host(known: Known) -> Iterator[Finding]:
    """The host answers, but with web pages or nothing of an API, wherever one asks."""
    probes = probes_of(known.facts, RequestProbe)
    failures: list[Failure] = [f for f in known.failures if f.code == "endpoint_not_found"]
    pages = [probe for probe in probes if probe.html]
    if any(probe.good for probe in probes) or probes_of(known.facts, ModelsProbe):
        return
    for probe in pages:
        yield make(
            known,
            Cause.BASE_URL_WRONG_HOST,
            84,
            evidence.PATH_WRONG(url=safe_text(probe.url), what=evidence.A_PAGE()),
            url=probe.url,
        )
        return
    for failure in failures:
        proved = failure.cause is Cause.BASE_URL_WRONG_HOST
        well_formed = bool(failure.url) and path_fault(failure.url or "") is None
        confidence = 66 if proved else 60 if well_formed else 52
        yield make(known, failure.cause or Cause.BASE_URL_WRONG_HOST, confidence, answered(failure, known))
        for cause, weight in _other_readings(known, failure):
            yield make(known, cause, weight, answered(failure, known))
        return


def _other_readings(known: Known, failure: Failure) -> Iterator[tuple[Cause, int]]:
    """What else a missing path can mean, when neither its address nor a probe tells."""
    well_formed = bool(failure.url) and path_fault(failure.url or "") is None
    if known.has_hit("switcher-failed"):  # its own path is right; what it passed on was not found behind it
        yield Cause.ENDPOINT_NOT_SUPPORTED, 72
    if well_formed:
        yield Cause.ENDPOINT_NOT_SUPPORTED, 56
        yield Cause.BASE_URL_PATH_MISSING, 48
        return
    yield (
        Cause.BASE_URL_V1_MISSING if protocol_of(known.tool, "") != "messages" else Cause.BASE_URL_V1_DOUBLED,
        55,
    )
    yield Cause.BASE_URL_HAS_ENDPOINT, 46
    yield Cause.BASE_URL_PATH_MISSING, 44
    yield Cause.ENDPOINT_NOT_SUPPORTED, 42


RULES: Final = (in_the_text, by_probe, wrong_host)
