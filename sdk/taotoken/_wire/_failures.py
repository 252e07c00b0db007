"""Errors that come inside a 200: which object is one."""

from __future__ import annotations

from typing import Any

from taotoken._sse import SSEEvent
from taotoken._wire._lenient import UnreadableError, as_int, parse

_GOOD_CODES = frozenset({"none", "", "0", "200", "ok", "success", "true"})
_TELLING = frozenset({"error", "errors", "success", "error_msg", "error_code", "base_resp", "message", "msg", "detail"})
_CONTENT_KEYS = ("choices", "content", "output", "delta", "message", "usage", "response")


def failure_in(event: SSEEvent) -> Any:
    """The error object in one event of a stream, or None. An ``event: error`` is one whatever it holds."""
    try:
        value = parse(event.data)
    except UnreadableError:
        value = event.data.decode("utf-8", "replace")
    if event.event == "error":
        return value or "error"
    return value if isinstance(value, dict) and _has_error(value) else None


def failure_of(body: Any) -> Any:
    """The error object that a whole body is, or None."""
    if isinstance(body, list) and len(body) == 1:
        body = body[0]
    return body if isinstance(body, dict) and _has_error(body) else None


def _has_error(body: dict[str, Any]) -> bool:
    if _TELLING.isdisjoint(body) and body.get("type") != "error" and body.get("object") != "error":
        return False
    if (
        _says_something(body.get("error"))
        or body.get("errors")
        or body.get("type") == "error"
        or body.get("object") == "error"
    ):
        return True
    if body.get("success") is False or body.get("error_msg") or body.get("error_code"):
        return True
    status = as_int((body.get("base_resp") or {}).get("status_code")) if isinstance(body.get("base_resp"), dict) else 0
    return bool(status) or _bare_message(body)


def _says_something(error: Any) -> bool:
    """Is it more than the empty form of an error, ``{"code": 0, "message": ""}``?"""
    if isinstance(error, dict):
        return any(str(value).lower() not in _GOOD_CODES for value in error.values())
    return bool(error)


def _bare_message(body: dict[str, Any]) -> bool:
    """``{"code": …, "message": "…"}`` with nothing of a reply in it, where code or words tell of an error."""
    text = body.get("message") or body.get("msg") or body.get("detail")
    if not text or any(body.get(k) for k in _CONTENT_KEYS if k != "message"):
        return False
    if isinstance(text, str):
        return _bad_code(body) or _known_words(text)
    return isinstance(text, list)


def _bad_code(body: dict[str, Any]) -> bool:
    from taotoken._error_body import status_number

    if any(status_number(body.get(name)) for name in ("status", "status_code", "statusCode", "http_status")):
        return True
    return str(body.get("code")).lower() not in _GOOD_CODES or "error" in str(body.get("type")).lower()


def _known_words(text: str) -> bool:
    from taotoken._error_words import BY_TEXT

    return any(pattern.search(text[:4000]) for pattern, _ in BY_TEXT)
