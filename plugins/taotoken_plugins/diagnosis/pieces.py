"""The three pieces, looked at without any network: is each there, and clean?"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

from taotoken._causes import Cause
from taotoken._endpoint import Endpoint, parse_base_url
from taotoken._errors import ConfigurationError
from taotoken._key import clean_key
from taotoken_plugins._texts import diagnosis as texts
from taotoken_plugins._tool import Effective, Source, Tool
from taotoken_plugins.diagnosis._finding import Finding
from taotoken_plugins.diagnosis.verdict import is_loopback, make_finding


def check_pieces(tool: Tool, effective: Effective) -> tuple[Finding, ...]:
    """Findings about what the tool will use, strongest first; empty when the pieces are there and clean."""
    return tuple(
        make_finding(cause, tool, effective, detail=detail, level="warning" if cause in _WARNINGS else "error")
        for cause, detail in _faults(effective)
    )


_WARNINGS = {Cause.PLAIN_HTTP_KEY, Cause.SETTINGS_SHADOWED, Cause.AUTH_CONFLICT_ENV_KEY}


def _faults(effective: Effective) -> Iterator[tuple[Cause, str]]:
    if not effective.base_url:
        yield Cause.BASE_URL_MISSING, ""
    else:
        yield from _url_faults(effective)
    if not effective.api_key:
        yield Cause.KEY_MISSING, ""
    elif key_cause := key_fault(effective.api_key):
        yield key_cause, ""
    if not effective.model:
        yield Cause.MODEL_FIELD_EMPTY, ""
    elif "bearer" in effective.auth_headers and "x-api-key" in effective.auth_headers:
        yield Cause.AUTH_CONFLICT_ENV_KEY, ""
    for value, source in _shadows(effective):
        yield Cause.SETTINGS_SHADOWED, f"{source.path or 'the environment'} ({value})"


def _url_faults(effective: Effective) -> Iterator[tuple[Cause, str]]:
    """What is plainly wrong with the base URL as it stands; a wrong path is for the request to prove."""
    base_url = effective.base_url or ""
    try:
        clean = parse_base_url(base_url, allow_http=True)
    except ConfigurationError as error:
        yield error.cause or Cause.BASE_URL_UNPARSABLE, error.message
        return
    if not base_url.strip().lower().startswith(("http://", "https://")):
        yield Cause.BASE_URL_UNPARSABLE, str(texts.NO_SCHEME())
    for cause in (Cause.BASE_URL_IS_WEB_PAGE, Cause.BASE_URL_HAS_QUERY):
        if cause in clean.causes:
            yield cause, ""
    if urlsplit(clean.url).scheme == "http" and not is_loopback(urlsplit(clean.url).hostname):
        yield Cause.PLAIN_HTTP_KEY, ""


def key_fault(key: str) -> Cause | None:
    """What is wrong with a key as it stands in a file, None when it is clean."""
    try:
        cleaned = clean_key(key)
    except ConfigurationError as error:
        return error.cause or Cause.KEY_NON_ASCII
    return cleaned.causes[0] if cleaned.causes else None


def _shadows(effective: Effective) -> Iterator[tuple[str, Source]]:
    """Values that would come from a file of ours, had another place not won."""
    seen = set()
    for value, loser in effective.shadowed:
        winner = effective.origin.get(value)
        if loser.ours and winner is not None and not winner.ours and winner.path not in seen:
            seen.add(winner.path)
            yield value, winner


def repaired_url(tool: Tool, effective: Effective) -> str | None:
    """The URL the tool should POST to, were its base URL spelled right; None when it can't be told."""
    try:
        clean = parse_base_url(effective.base_url or "", allow_http=True)
        return Endpoint(base_url=clean.url, api_key="unused-for-url", allow_http=True).url(tool.protocol)
    except ConfigurationError:
        return None
