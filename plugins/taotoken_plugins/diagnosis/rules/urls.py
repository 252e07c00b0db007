"""The base URL: there, an address, of an API, and spelled as this tool wants it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final
from urllib.parse import urlsplit

from taotoken._causes import Cause
from taotoken._edges import is_unexpanded
from taotoken._endpoint import CleanUrl, Endpoint, parse_base_url
from taotoken._errors import ConfigurationError
from taotoken._hosts import known_host
from taotoken._message import Message
from taotoken._text import mask_key, safe_text
from taotoken_plugins._texts import diagnosis as texts
from taotoken_plugins._texts import diagnosis_evidence as evidence
from taotoken_plugins.diagnosis._finding import Finding
from taotoken_plugins.diagnosis._fix import Fix
from taotoken_plugins.diagnosis._make import make, place_of, said, set_fix, value_seen
from taotoken_plugins.diagnosis._names import spelled
from taotoken_plugins.diagnosis.facts import RequestProbe
from taotoken_plugins.diagnosis.known import Known, Setting, host_in, probes_of
from taotoken_plugins.diagnosis.rules.keys import owner_of

DEFAULT_ROOT: Final = "https://taotoken.net/api"
_OFFICIAL: Final = ("api.anthropic.com", "api.openai.com")
NAMES: Final = {
    "claude-code": "ANTHROPIC_BASE_URL",
    "python": "TAOTOKEN_BASE_URL",
    "codex": "base_url",
    "cline": "baseUrl",
}
_DECISIVE: Final = (
    Cause.BASE_URL_IS_WEB_PAGE,
    Cause.BASE_URL_PATH_MISSING,
    Cause.BASE_URL_HAS_QUERY,
    Cause.BASE_URL_HAS_ENDPOINT,
    Cause.BASE_URL_V1_DOUBLED,
)
_SURE: Final = {
    Cause.BASE_URL_IS_WEB_PAGE: 96,
    Cause.BASE_URL_PATH_MISSING: 94,
    Cause.BASE_URL_HAS_QUERY: 93,
    Cause.BASE_URL_HAS_ENDPOINT: 92,
    Cause.BASE_URL_V1_DOUBLED: 91,
    Cause.BASE_URL_V1_MISSING: 91,
}


def as_written(known: Known) -> Iterator[Finding]:
    """What is wrong with the base URL as it stands, before any request."""
    for setting in _urls(known):
        value = setting.value
        try:
            clean = parse_base_url(value, allow_http=True)
        except ConfigurationError as error:
            yield _refused(known, setting, error)
            continue
        if not value.strip().lower().startswith(("http://", "https://")):
            yield _without_scheme(known, setting, clean)
            continue
        if (found := _spelling(known, setting, clean)) is not None:
            yield found
        yield from _plain_http(known, setting, clean)


def _urls(known: Known) -> Iterator[Setting]:
    if known.base_url is not None and known.base_url.value:
        yield known.base_url


def _refused(known: Known, setting: Setting, error: ConfigurationError) -> Finding:
    cause = error.cause or Cause.BASE_URL_UNPARSABLE
    note = evidence.NOTE(name=setting.short, place=place_of(setting), note=error.detail or error.message)
    fix = _expanded(known, setting) if is_unexpanded(setting.value, anywhere=True) else None
    return make(
        known,
        cause,
        95 if known.fits(cause) else 60,
        note,
        value_seen(setting, known),
        fix=fix or Fix(ask="base_url"),
        setting=setting,
        detail=error.detail or error.message,
    )


def _expanded(known: Known, setting: Setting) -> Fix | None:
    name = re.sub(r"[${}%]|env:", "", setting.value)
    value = known.facts.env.get(name)
    return set_fix(known, setting, value) if value else None


def _without_scheme(known: Known, setting: Setting, clean: CleanUrl) -> Finding:
    good = spelled(clean.url, known.form)
    return make(
        known,
        Cause.BASE_URL_UNPARSABLE,
        96 if known.fits(Cause.BASE_URL_UNPARSABLE) else 70,
        evidence.NOTE(name=setting.short, place=place_of(setting), note=texts.NO_SCHEME()),
        value_seen(setting, known),
        fix=set_fix(known, setting, good),
        setting=setting,
        detail=texts.NO_SCHEME(),
    )


def _spelling(known: Known, setting: Setting, clean: CleanUrl) -> Finding | None:
    cause = _cause_of_spelling(known, setting, clean)
    if cause is None:
        return None
    good = spelled(clean.url, known.form)
    confidence = _SURE[cause]
    certain = known_host(host_in(clean.url) or "") is not None or cause not in (
        Cause.BASE_URL_V1_MISSING,
        Cause.BASE_URL_HAS_ENDPOINT,
        Cause.BASE_URL_V1_DOUBLED,
    )
    if not certain:
        confidence = 86 if known.failing else 70
    if _works(known):
        return None
    lines = [value_seen(setting, known)]
    if known.url:
        lines.append(evidence.ADDS_PATH(url=safe_text(known.url, 200, secrets=known.secrets)))
    return make(
        known,
        cause,
        known.weigh(cause, confidence),
        *lines,
        *said_url(known),
        fix=set_fix(known, setting, good),
        setting=setting,
        good_url=good,
        level="error" if known.failing or certain else "warning",
    )


def _cause_of_spelling(known: Known, setting: Setting, clean: CleanUrl) -> Cause | None:
    value = setting.value.strip()
    path = urlsplit(value.partition("?")[0]).path.rstrip("/")
    if Cause.BASE_URL_IS_WEB_PAGE in clean.causes and not path:
        return Cause.BASE_URL_PATH_MISSING
    for cause in _DECISIVE:
        if cause in clean.causes:
            if known.form in ("full", "any") and cause is Cause.BASE_URL_HAS_ENDPOINT:
                continue
            return cause
    ends_in_v1 = path.lower().endswith("/v1")
    if known.form == "root" and ends_in_v1:
        return Cause.BASE_URL_V1_DOUBLED
    if known.form == "v1" and not re.search(r"/v\d+[a-z]*\d*$", path, re.IGNORECASE):
        return Cause.BASE_URL_V1_MISSING
    return None


def _works(known: Known) -> bool:
    """Did a request to the very URL that the tool uses succeed?"""
    return any(probe.good and same_url(probe.url, known.url) for probe in probes_of(known.facts, RequestProbe))


def same_url(one: str | None, other: str | None) -> bool:
    return bool(one and other) and (one or "").partition("?")[0].rstrip("/") == (other or "").partition("?")[0].rstrip(
        "/"
    )


def _plain_http(known: Known, setting: Setting, clean: CleanUrl) -> Iterator[Finding]:
    parts = urlsplit(clean.url)
    if (
        parts.scheme != "http"
        or not parts.hostname
        or Endpoint(base_url=clean.url, api_key="none", allow_http=True).is_loopback
    ):
        return
    good = spelled(clean.url, known.form).replace("http://", "https://", 1)
    yield make(
        known,
        Cause.PLAIN_HTTP_KEY,
        76 if known.failing and not known.failures else 55,
        value_seen(setting, known),
        fix=set_fix(known, setting, good),
        level="warning",
        setting=setting,
    )


def said_url(known: Known) -> Iterator[Message]:
    url = next(iter(known.facts.reading.urls), None)
    if url:
        yield evidence.URL_IN_TEXT(url=url)


def missing(known: Known) -> Iterator[Finding]:
    """No base URL reached the tool: the key goes to the official host."""
    if known.base_url is not None and known.base_url.value:
        return
    if not known.fits(Cause.BASE_URL_MISSING) or known.tool in ("curl", "any", "any-js", None):
        return
    key = known.key or next((s for s in known.settings if s.role == "api_key" and s.value), None)
    if key is not None and not key.value:
        key = None
    official = _official_words(known)
    if known.facts.complete and not known.failing:
        yield make(known, Cause.BASE_URL_MISSING, 83, evidence.NOT_SET(name="Base URL"), fix=_fix_missing(known, key))
        return
    foreign = key is not None and owner_of(key.value) is None
    confidence = _missing_confidence(known, official=bool(official), foreign=foreign)
    if confidence is None:
        return
    lines = [evidence.NOT_SET(name=NAMES.get(known.tool, "base URL")), *official]
    if key is not None and foreign:
        prefix = "sk-ant-" if known.tool == "claude-code" else "sk-proj-"
        lines.append(evidence.NOT_OFFICIAL_KEY(key=mask_key(key.value), prefix=prefix))
    yield make(known, Cause.BASE_URL_MISSING, confidence, *lines, fix=_fix_missing(known, key))


def _missing_confidence(known: Known, *, official: bool, foreign: bool) -> int | None:
    if official and foreign:
        return 93
    if official:
        return 74
    if known.facts.complete and known.failing:
        return 85 if known.effective.auth_headers else 68  # without a key nothing goes out at all
    spoken = known.suspects.get(Cause.BASE_URL_MISSING)
    return 50 if foreign or spoken else None


def _official_words(known: Known) -> list[Message]:
    """The failing answer is the official API's own."""
    owner = "Anthropic" if known.tool == "claude-code" else "OpenAI"
    if any((host_in(url) or "") in _OFFICIAL for url in known.facts.reading.urls):
        return [*said_url(known)]
    if known.has_hit("official-anthropic", "official-openai"):
        return [*said(known, "official-anthropic", "official-openai"), evidence.OFFICIAL_WORDS(owner=owner)]
    return []


def _fix_missing(known: Known, key: Setting | None) -> Fix:
    """Set the base URL where the key stands; Claude Code's key goes out as a token then."""
    root = known.facts.base_url or DEFAULT_ROOT
    if known.tool == "claude-code":
        values = {"ANTHROPIC_BASE_URL": root}
        if key is not None and key.name == "ANTHROPIC_API_KEY" and owner_of(key.value) is None:
            return Fix(set={**values, "ANTHROPIC_AUTH_TOKEN": key.value}, unset=("ANTHROPIC_API_KEY",))
        return Fix(set=values)
    name = _name_beside(key, known.tool)
    return (
        Fix(set={name: spelled(root, "any" if name.startswith("TAOTOKEN") else "v1")}) if name else Fix(ask="base_url")
    )


def _name_beside(key: Setting | None, tool: str | None) -> str | None:
    """The name of the base URL that goes with a key's name."""
    if key is not None and key.name.endswith("_API_KEY"):
        return key.name.removesuffix("_API_KEY") + "_BASE_URL"
    return NAMES.get(tool or "")


RULES: Final = (as_written, missing)
