"""Errors that come inside a 200: which object is one."""

from __future__ import annotations

from typing import Any

from taotoken._sse import SSEEvent
from taotoken._wire._lenient import UnreadableError, as_int, parse

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
    if body.get("error") or body.get("errors") or body.get("type") == "error" or body.get("object") == "error":
        return True
    if body.get("success") is False or body.get("error_msg") or body.get("error_code"):
        return True
    status = as_int((body.get("base_resp") or {}).get("status_code")) if isinstance(body.get("base_resp"), dict) else 0
    return bool(status) or _bare_message(body)


def _bare_message(body: dict[str, Any]) -> bool:
    """``{"code": …, "message": "…"}`` with nothing of a reply in it."""
    text = body.get("message") or body.get("msg") or body.get("detail")
    return bool(text) and isinstance(text, str | list) and not any(body.get(k) for k in _CONTENT_KEYS if k != "message")
