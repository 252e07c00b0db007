"""From a failed request to its one cause: a pure function, no I/O."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from taotoken._causes import Cause
from taotoken._endpoint import parse_base_url
from taotoken._errors import ConfigurationError, TaoTokenError
from taotoken._hosts import page
from taotoken._message import Message
from taotoken._text import mask_key, safe_text
from taotoken_plugins._texts import diagnosis as texts
from taotoken_plugins._texts.causes import CAUSES
from taotoken_plugins._tool import Effective, Tool
from taotoken_plugins.diagnosis._finding import Finding, Level

# Ports that local switchers and routers listen on by default.
LOCAL_SWITCHERS: Mapping[int, str] = {
    3456: "claude-code-router",
    15721: "cc-switch",
    8317: "CLIProxyAPI",
    4000: "LiteLLM",
    11434: "Ollama",
    1234: "LM Studio",
}

_BY_CODE: Mapping[str, Cause] = {
    "configuration": Cause.BASE_URL_UNPARSABLE,
    "proxy": Cause.PROXY_ENV_DEAD,
    "tls": Cause.TLS_UNTRUSTED_CA,
    "timeout": Cause.RESPONSE_TIMEOUT,
    "authentication": Cause.KEY_INVALID,
    "permission": Cause.KEY_NOT_ALLOWED,
    "quota_exhausted": Cause.QUOTA_EXHAUSTED,
    "rate_limited": Cause.RATE_LIMITED,
    "overloaded": Cause.OVERLOADED,
    "model_unavailable": Cause.MODEL_ID_WRONG,
    "endpoint_not_found": Cause.BASE_URL_WRONG_HOST,
    "invalid_request": Cause.GATEWAY_REJECTS_REQUEST_SHAPE,
    "context_length": Cause.PROMPT_TOO_LONG,
    "payload_too_large": Cause.REQUEST_TOO_LARGE,
    "server_error": Cause.SERVER_ERROR,
    "content_filter": Cause.GATEWAY_REJECTS_REQUEST_SHAPE,
    "bad_response": Cause.BAD_RESPONSE,
    "incomplete_stream": Cause.STREAM_CUT,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What is known after a request failed.

    Attributes:
        error: how it failed.
        models: the gateway's list of models, None when it gave none.
        good_url: a URL on the same host at which the endpoint exists, None when none was found.
        other_header_ok: did the same request pass with the key in the other header? None: not tried.
    """

    error: TaoTokenError
    models: tuple[str, ...] | None = None
    good_url: str | None = None
    other_header_ok: bool | None = None


def verdict(tool: Tool, effective: Effective, facts: Facts) -> Finding:
    """The cause of a failed request, with its evidence and remedy."""
    cause = _cause(effective, facts)
    return make_finding(cause, tool, effective, facts, evidence_of=facts.error)


def _cause(effective: Effective, facts: Facts) -> Cause:
    error = facts.error
    if error.code in ("authentication", "permission") and facts.other_header_ok:
        return Cause.KEY_WRONG_HEADER
    if error.code == "endpoint_not_found":
        return _cause_of_missing_endpoint(effective, facts)
    if error.code == "model_unavailable":
        if error.cause is not Cause.MODEL_FIELD_EMPTY and effective.model in (facts.models or ()):
            return Cause.MODEL_NO_CHANNEL
        return error.cause or Cause.MODEL_ID_WRONG
    if error.code == "connection":
        return _cause_of_no_connection(effective, error)
    return error.cause or _BY_CODE.get(error.code, Cause.SERVER_ERROR)


def _cause_of_missing_endpoint(effective: Effective, facts: Facts) -> Cause:
    if facts.good_url and effective.endpoint_url:
        return url_fault(effective.endpoint_url, facts.good_url)
    if facts.models is not None:
        return Cause.ENDPOINT_NOT_SUPPORTED
    return facts.error.cause or Cause.BASE_URL_WRONG_HOST


def _cause_of_no_connection(effective: Effective, error: TaoTokenError) -> Cause:
    if error.cause in (Cause.DNS_FAILED, Cause.HOST_NAME_WRONG):
        return error.cause
    if is_loopback(_host_of(effective)):
        return Cause.LOCAL_GATEWAY_NOT_RUNNING
    return error.cause or Cause.CONNECT_REFUSED


def url_fault(used: str, good: str) -> Cause:
    """How a URL that does not exist differs from the one that does."""
    used_parts, good_path = urlsplit(used), urlsplit(good).path
    path = used_parts.path
    if used_parts.query:
        return Cause.BASE_URL_HAS_QUERY
    if "/v1/v1" in path:
        return Cause.BASE_URL_V1_DOUBLED
    tail = good_path.rpartition("/v1/")[2]
    if (tail and path.count("/" + tail) > 1) or (tail and not path.endswith("/" + tail)):
        return Cause.BASE_URL_HAS_ENDPOINT
    if path.replace("//", "/") != path and path.replace("//", "/") == good_path:
        return Cause.BASE_URL_PATH_MISSING
    prefix = path.removesuffix("/" + tail)
    good_prefix = good_path.removesuffix("/v1/" + tail)
    if prefix == good_prefix:
        return Cause.BASE_URL_V1_MISSING
    if any(segment in prefix for segment in ("/chat/completions", "/responses", "/messages")):
        return Cause.BASE_URL_HAS_ENDPOINT
    return Cause.BASE_URL_PATH_MISSING


def is_loopback(host: str | None) -> bool:
    """Is this name or address the machine itself?"""
    return host in ("localhost", "::1") or bool(host and host.startswith("127."))


def make_finding(
    cause: Cause,
    tool: Tool,
    effective: Effective,
    facts: Facts | None = None,
    *,
    level: Level = "error",
    detail: str = "",
    evidence_of: TaoTokenError | None = None,
) -> Finding:
    """Put a cause into words for this tool and its effective settings."""
    text = CAUSES[cause]
    params = _params(tool, effective, facts, detail)
    source = effective.origin.get("base_url")
    evidence = () if evidence_of is None else (_evidence(evidence_of, effective),)
    remedy = text.remedy(**params)
    key_page = _key_page(cause, effective)
    return Finding(
        cause=cause,
        level=level,
        tool=tool.id,
        message=text.sentence(**params),
        evidence=evidence,
        remedy=texts.REMEDY_WITH_PAGE(remedy=remedy, page=key_page) if key_page else remedy,
        who=text.who,
        file=source.path if source is not None else None,
    )


def _evidence(error: TaoTokenError, effective: Effective) -> Message:
    status = f"HTTP {error.http_status}" if error.http_status else error.code
    return texts.EVIDENCE(status=status, url=effective.endpoint_url or "", text=error.message)


_KEY_CAUSES = {
    Cause.KEY_INVALID: "api-keys",
    Cause.KEY_MISSING: "api-keys",
    Cause.KEY_NOT_ALLOWED: "api-keys",
    Cause.KEY_PLACEHOLDER: "api-keys",
    Cause.QUOTA_EXHAUSTED: "console",
    Cause.MODEL_ID_WRONG: "models",
}


def _key_page(cause: Cause, effective: Effective) -> str | None:
    host, name = _host_of(effective), _KEY_CAUSES.get(cause)
    return page(host, name) if host and name else None


def _host_of(effective: Effective) -> str | None:
    try:
        return urlsplit(effective.endpoint_url or effective.base_url or "").hostname
    except ValueError:
        return None


def _params(tool: Tool, effective: Effective, facts: Facts | None, detail: str) -> dict[str, object]:
    error = facts.error if facts else None
    url = effective.endpoint_url or effective.base_url or ""
    header = effective.auth_headers[0] if effective.auth_headers else "bearer"
    host = _host_of(effective) or "?"
    port = _port(url)
    return {
        "tool": tool.id,
        "url": safe_text(url),
        "base_url": safe_text(effective.base_url or ""),
        "good_url": (facts.good_url if facts else None) or _repaired(effective),
        "host": host,
        "port": port,
        "model": safe_text(effective.model or "", 100),
        "nearest": ", ".join(nearest(effective.model or "", facts.models or () if facts else ())) or "-",
        "key": mask_key(effective.api_key or ""),
        "header": header,
        "other_header": "x-api-key" if header == "bearer" else "bearer",
        "retry_after": "-" if error is None or error.retry_after is None else f"{error.retry_after:g} s",
        "detail": detail
        or (LOCAL_SWITCHERS.get(port, "-") if error and error.code == "connection" else "")
        or (error.message if error else "-"),
    }


def _port(url: str) -> int:
    try:
        parts = urlsplit(url)
        return parts.port or (80 if parts.scheme == "http" else 443)
    except ValueError:
        return 0


def _repaired(effective: Effective) -> str:
    try:
        return parse_base_url(effective.base_url or "", allow_http=True).url
    except ConfigurationError:
        return "URL"


def nearest(model: str, known: Sequence[str], count: int = 3) -> list[str]:
    """The `count` known ids most like `model`, best first."""
    from difflib import get_close_matches

    by_lower = {name.lower(): name for name in known}
    hits = [by_lower[hit] for hit in get_close_matches(model.lower(), list(by_lower), count, cutoff=0.0)]
    return [safe_text(hit, 100) for hit in hits]
