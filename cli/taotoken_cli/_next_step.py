"""The next step after a client error: a table from what failed to what to do."""

from __future__ import annotations

from typing import Final

from taotoken._errors import TaoTokenError
from taotoken._message import Message, Text
from taotoken_cli._texts import next_steps as texts

_BY_CODE: Final[dict[str, Text]] = {
    "connection": texts.NETWORK,
    "proxy": texts.PROXY,
    "tls": texts.CERTIFICATE,
    "timeout": texts.NETWORK,
    "authentication": texts.KEY_REFUSED,
    "permission": texts.ACCESS,
    "quota_exhausted": texts.QUOTA,
    "rate_limited": texts.LATER,
    "overloaded": texts.LATER,
    "server_error": texts.LATER,
    "model_unavailable": texts.MODEL,
    "endpoint_not_found": texts.ADDRESS,
    "bad_response": texts.ADDRESS,
    "incomplete_stream": texts.LATER,
    "context_length": texts.SHORTER,
    "payload_too_large": texts.SHORTER,
    "content_filter": texts.OTHER_WORDS,
    "invalid_request": texts.MODEL,
}
_BY_CAUSE: Final[tuple[tuple[str, Text], ...]] = (
    ("plain_http", texts.ALLOW_HTTP),
    ("endpoint_not_supported", texts.MESSAGES_ADDRESS),
    ("dns_failed", texts.HOST_NAME),
    ("connect_refused", texts.NOTHING_LISTENS),
    ("local_gateway_not_running", texts.NOTHING_LISTENS),
    ("clock_skew", texts.CLOCK),
    ("tls_expired", texts.LATER),
    ("proxy", texts.PROXY),
    ("no_proxy", texts.PROXY),
    ("socks", texts.PROXY),
    ("base_url", texts.ADDRESS),
    ("waf_blocked", texts.FIREWALL),
    ("client_not_allowed", texts.OTHER_CLIENT),
    ("region_blocked", texts.OTHER_MODEL),
    ("empty_reply", texts.OTHER_MODEL),
    ("key_not_allowed", texts.ACCESS),
    ("key", texts.KEY_REFUSED),
    ("model", texts.MODEL),
)


def next_step(error: TaoTokenError) -> Message:
    """What to type or do after `error`."""
    if error.retry_after is not None and error.retryable:
        return texts.WAIT(seconds=f"{error.retry_after:g}")
    return next_after(error.code, str(error.cause or ""))


def next_after(code: str, cause: str) -> Message:
    """The same for an error of which only its code and its cause are known."""
    text = next((text for prefix, text in _BY_CAUSE if cause.startswith(prefix)), None)
    return (text or _BY_CODE.get(code, texts.DOCTOR))()
