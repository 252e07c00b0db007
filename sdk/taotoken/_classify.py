"""What an answer that is no reply means: one pure function from status, headers and body to an error.

Order of trust: names with one meaning (``insufficient_quota``) before words, words before the status an upstream
gave, that before the status on the wire. Gateways put the upstream's error under a status and a sentence of
their own ("负载已饱和" over a 404, a 403 for an empty balance), so the status alone says little.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from taotoken import _errors as errors
from taotoken._causes import Cause
from taotoken._error_body import ErrorFacts, facts_of, is_html
from taotoken._error_rules import (
    INVALID,
    MODEL_GONE,
    MODEL_WRONG,
    NO_ENDPOINT,
    OVERLOADED,
    QUOTA,
    RATE,
    SERVER,
    SERVER_504,
    Kind,
    by_name,
    by_status,
)
from taotoken._error_words import BY_TEXT, LIMITS, NEVER_FITS, TRY_AGAIN, WAF, number
from taotoken._request_id import request_id_of
from taotoken._retry_after import retry_after
from taotoken._text import mask_keys_in, safe_text

MAX_BODY = 16 * 1024
"""Characters of a server's body that an error keeps."""

_CLASSES: dict[str, type[errors.TaoTokenError]] = {
    cls.code: cls
    for cls in (
        errors.AuthenticationError,
        errors.PermissionDeniedError,
        errors.QuotaExhaustedError,
        errors.RateLimitedError,
        errors.OverloadedError,
        errors.ModelUnavailableError,
        errors.EndpointNotFoundError,
        errors.InvalidRequestError,
        errors.ContextLengthError,
        errors.PayloadTooLargeError,
        errors.ServerError,
        errors.ContentFilterError,
        errors.ProxyFailedError,
    )
}
MAX_READ = 4000
"""Characters of a message that are searched."""

_FALLBACK_HELPS = ("model_unavailable", "quota_exhausted")
_RETRY_STATUSES = (408, 409, 425)
_OF_THE_REQUEST = (400, 422)
_OF_THE_SERVER = (SERVER, SERVER_504, OVERLOADED)


def classify(
    status: int,
    headers: Mapping[str, str],
    body: bytes | str,
    *,
    now: float | None = None,
    secrets: tuple[str, ...] = (),
) -> errors.TaoTokenError:
    """The error that an answer with `status`, `headers` (names in lower case) and `body` means.

    `now` is the time of day in seconds since 1970, for a Retry-After that is a date; `secrets` are masked in
    everything the error shows.
    """
    data = body.encode("utf-8", "replace") if isinstance(body, str) else body
    if 300 <= status < 400:
        return _of_redirect(status, headers, secrets)
    if is_html(data):
        return _of_page(status, headers, data, secrets)
    return _of_facts(facts_of(_parsed(data)), status, headers, data, now, secrets)


def classify_failure(
    failure: Any, status: int, headers: Mapping[str, str], *, now: float | None = None, secrets: tuple[str, ...] = ()
) -> errors.TaoTokenError:
    """The error for an error object that came inside a reply with a good `status`."""
    import json

    data = json.dumps(failure, ensure_ascii=False, default=str).encode("utf-8", "replace")
    return _of_facts(facts_of(failure), status, headers, data, now, secrets)


def _parsed(data: bytes) -> Any:
    from taotoken._wire._lenient import UnreadableError, parse

    if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] not in (b"{", b"[", b'"'):
        return data
    try:
        return parse(data)
    except UnreadableError:
        return data


def _of_facts(
    facts: ErrorFacts,
    status: int,
    headers: Mapping[str, str],
    data: bytes,
    now: float | None,
    secrets: tuple[str, ...],
) -> errors.TaoTokenError:
    if facts.upstream_status is None and facts.status_in_text != status and _speaks_of_upstream(facts, status):
        facts = replace(facts, upstream_status=facts.status_in_text)
    kind = _kind(facts, status)
    effective = status if status >= 400 else facts.status or kind.status
    return _CLASSES[kind.code](
        _sentence(kind, facts, effective, secrets),
        retryable=_retryable(facts, effective, headers),
        status=effective,
        http_status=status,
        upstream_status=facts.upstream_status,
        provider_code=safe_text(facts.code, 100, secrets=secrets) if facts.code else None,
        request_id=_request_id(facts, headers, secrets),
        retry_after=retry_after(headers, facts.message, time.time() if now is None else now, delay=facts.retry_delay),
        limit=_limit(facts.message),
        fallback_ok=kind.code in _FALLBACK_HELPS or kind.cause is Cause.KEY_NOT_ALLOWED,
        cause=kind.cause,
        body=_shown(data, secrets),
    )


def _speaks_of_upstream(facts: ErrorFacts, status: int) -> bool:
    """Can a status in the sentence be that of the server behind? Else it may be that of an image's address."""
    return facts.of_gateway or status < 400 or status == 429 or status >= 500


def _request_id(facts: ErrorFacts, headers: Mapping[str, str], secrets: tuple[str, ...]) -> str | None:
    told = safe_text(facts.request_id, 100, secrets=secrets) if facts.request_id else None
    return told or request_id_of(headers, secrets)


def _retryable(facts: ErrorFacts, status: int, headers: Mapping[str, str]) -> bool | None:
    """What the server or the status says about a new attempt; None leaves it to the class."""
    told = {"true": True, "false": False}.get(headers.get("x-should-retry", "").lower())
    if told is not None:
        return told
    sizes = NEVER_FITS.search(facts.message[:MAX_READ])
    if sizes is not None and max(map(len, sizes.groups())) < 20 and number(sizes[2]) > number(sizes[1]):
        return False
    return True if status in _RETRY_STATUSES else None


def _kind(facts: ErrorFacts, status: int) -> Kind:
    named = next((kind for code in facts.codes if (kind := by_name(code)) is not None), None)
    worded = _of_words(facts, status)
    if named is not None and named is not SERVER:
        return worded if worded is not None and _more_precise(worded, named) else named
    if status == 402:
        return QUOTA
    if facts.upstream_status == 404 and status != 404:
        return MODEL_GONE
    if worded is not None:
        return worded
    if status == 404 and "not_found_error" in facts.codes and "model" in facts.message.lower():
        return MODEL_WRONG
    statuses = [number for number in (facts.upstream_status, facts.status, status) if number and number >= 300]
    return by_status(statuses[0]) if statuses else SERVER


def _more_precise(worded: Kind, named: Kind) -> bool:
    """Do the words say the same as the name, and prove another cause?"""
    return worded.code == named.code and worded.cause not in (None, named.cause)


def _of_words(facts: ErrorFacts, status: int) -> Kind | None:
    text = facts.message[:MAX_READ]
    # A 400 that says "timeout" speaks of a parameter of that name, not of the server.
    barred = _OF_THE_SERVER if status in _OF_THE_REQUEST and not facts.of_gateway else ()
    kind = next((kind for pattern, kind in BY_TEXT if kind not in barred and pattern.search(text)), None)
    # "Exceeded your quota, retry in 34 s" speaks of a quota per minute.
    return RATE if kind is QUOTA and (facts.retry_delay or TRY_AGAIN.search(text)) else kind


def _limit(message: str) -> errors.Limit | None:
    for param, pattern in LIMITS:
        if (found := pattern.search(message[:MAX_READ])) is not None and len(found[1]) < 20:
            return errors.Limit(param, number(found[1]))
    return None


def _sentence(kind: Kind, facts: ErrorFacts, status: int, secrets: tuple[str, ...]) -> str:
    said = safe_text(_unescaped(facts.message[:MAX_READ], secrets), 300, secrets=secrets) or kind.code.replace("_", " ")
    names = [f"HTTP {status}"] + ([safe_text(facts.code, 60, secrets=secrets)] if facts.code else [])
    return f"{said} ({', '.join(names)})"


def _of_redirect(status: int, headers: Mapping[str, str], secrets: tuple[str, ...]) -> errors.TaoTokenError:
    """A redirect that the client doesn't follow."""
    target = safe_text(headers.get("location", "").partition("?")[0], 120, secrets=secrets)
    return errors.EndpointNotFoundError(
        f"the server redirects to {target or 'nowhere'} (HTTP {status}); the base URL is not that of its API",
        status=status,
        http_status=status,
        request_id=request_id_of(headers, secrets),
    )


def _of_page(status: int, headers: Mapping[str, str], data: bytes, secrets: tuple[str, ...]) -> errors.TaoTokenError:
    """An HTML page where an API should be."""
    kind, why = _page_kind(status, data)
    title = safe_text(facts_of(data).message, 80, secrets=secrets)
    named = f' titled "{title}"' if title else ""
    return _CLASSES[kind.code](
        f"the server sent an HTML page{named} instead of an API reply (HTTP {status}); {why}",
        status=status,
        http_status=status,
        request_id=request_id_of(headers, secrets),
        retry_after=retry_after(headers, "", time.time()),
        cause=kind.cause,
        body=_shown(data, secrets),
    )


def _page_kind(status: int, data: bytes) -> tuple[Kind, str]:
    if status < 400:
        found = Kind("endpoint_not_found", status, Cause.BASE_URL_WRONG_HOST)
        return found, "the base URL points at a web site, not at its API"
    if status in (401, 403, 405, 429, 503) and WAF.search(data[:65536]):
        return Kind("permission", status, Cause.WAF_BLOCKED), "a firewall in front of it blocked the request"
    kind = by_status(status)
    if kind in (NO_ENDPOINT, INVALID):
        return NO_ENDPOINT, "this path is not part of its API"
    return kind, "this may be a proxy in front of it"


def _shown(data: bytes, secrets: tuple[str, ...]) -> str | None:
    text = data[: MAX_BODY * 4].decode("utf-8", "replace")
    return mask_keys_in(_unescaped(text, secrets), *secrets)[:MAX_BODY] or None


def _unescaped(text: str, secrets: tuple[str, ...]) -> str:
    """`text` with the secrets in their plain form, however JSON escaped them, so that they are found."""
    for secret in secrets if "\\" in text else ():
        text = secret.join(_escaped(secret).split(text)) if secret else text
    return text


def _escaped(secret: str) -> re.Pattern[str]:
    """Finds a secret of which JSON may have escaped any character: ``\\/``, ``\\u002d``."""
    return re.compile("".join(rf"(?:\\{{0,8}}{re.escape(c)}|\\{{1,8}}u(?i:{ord(c):04x}))" for c in secret))
