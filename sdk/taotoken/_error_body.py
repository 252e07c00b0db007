"""What a server says in an error, whatever shape it says it in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

MAX_DEPTH = 6
_STATUS_IN_TEXT = re.compile(
    r"(?:status(?:[ _]?code)?|HTTP(?:/\d(?:\.\d)?)?(?: status)?|error code|状态码)\D{0,12}?\b([45]\d\d)\b",
    re.IGNORECASE,
)
_REQUEST_ID = re.compile(r"request[ _-]?id['\"]?\s*[:=]?\s*['\"]?([A-Za-z0-9][A-Za-z0-9_-]{5,63})", re.IGNORECASE)
_TITLE = re.compile(rb"<title[^>]{0,100}>([^<]{0,400})", re.IGNORECASE)
_HTML = re.compile(
    rb"\s*(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--.{0,500}?-->\s*)?"
    rb"<(?:!doctype\s+html|html|head|body|title|center|h1)\b",
    re.IGNORECASE | re.DOTALL,
)
_GATEWAY_CODES = frozenset({"new_api_error", "one_api_error", "upstream_error", "bad_response_status_code", "error"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorFacts:
    """The parts of an error body. `code` is what the server called it; `codes` every name it used, most telling
    first; `status` a number from 400 to 599 that it gave as its own, `upstream_status` one it got itself, and
    `status_in_text` one that only its sentence speaks of; `retry_delay` the wait
    in its details, like "34s"."""

    message: str = ""
    code: str | None = None
    codes: tuple[str, ...] = ()
    param: str | None = None
    status: int | None = None
    upstream_status: int | None = None
    status_in_text: int | None = None
    request_id: str | None = None
    retry_delay: str | None = None
    html: bool = False

    @property
    def of_gateway(self) -> bool:
        """Does a gateway say that the server behind it failed?"""
        return not _GATEWAY_CODES.isdisjoint(self.codes)


def facts_of(body: Any) -> ErrorFacts:
    """Read a parsed body (object, list, string) or raw bytes that are no JSON."""
    if isinstance(body, bytes):
        return _facts_of_text(body)
    if isinstance(body, str):
        nested = _json_inside(body)
        return facts_of(nested) if nested is not None else _with_text_finds(ErrorFacts(message=body))
    layers = list(_layers(body, 0, quoted=False))
    said = [layer for layer, _ in layers]
    own = [layer for layer, quoted in layers if not quoted]
    codes = tuple(dict.fromkeys(code for layer in said for code in _codes(layer)))
    return _with_text_finds(
        ErrorFacts(
            message=_message(said),
            code=_told_code(said),
            codes=codes,
            param=_first_text(said, "param"),
            status=_status_of(own),
            upstream_status=_upstream_status(layers, codes),
            request_id=_first_text(said, "request_id", "requestId", "request-id"),
            retry_delay=_first_text(list(_details(said)), "retryDelay"),
        )
    )


def is_html(data: bytes) -> bool:
    """Is this the beginning of a web page?"""
    return _HTML.match(data[:1024]) is not None


def _facts_of_text(data: bytes) -> ErrorFacts:
    if is_html(data):
        title = _TITLE.search(data[:8192])
        return ErrorFacts(message=title[1].decode("utf-8", "replace").strip() if title else "", html=True)
    return _with_text_finds(ErrorFacts(message=data[:4000].decode("utf-8", "replace").strip()))


def _with_text_finds(facts: ErrorFacts) -> ErrorFacts:
    """Add what stands only inside the message: a request id, a status."""
    text = facts.message[:4000]
    found_id, found_status = _REQUEST_ID.search(text), _STATUS_IN_TEXT.search(text)
    return replace(
        facts,
        request_id=facts.request_id or (found_id[1] if found_id else None),
        status_in_text=int(found_status[1]) if found_status else None,
    )


def _layers(value: Any, depth: int, *, quoted: bool) -> Iterator[tuple[Mapping[str, Any], bool]]:
    """The objects that may speak of the error, inner ones first: the inner one is closer to the fault. `quoted`
    marks what a gateway repeats from the server behind it."""
    if depth > MAX_DEPTH:
        return
    if isinstance(value, list):
        for item in value[:3]:
            yield from _layers(item, depth + 1, quoted=quoted)
    if isinstance(value, str) and (nested := _json_inside(value)) is not None:
        yield from _layers(nested, depth + 1, quoted=True)
    if not isinstance(value, dict):
        return
    for name in ("error", "errors", "detail", "base_resp", "response", "message", "metadata", "raw"):
        inner = value.get(name)
        if isinstance(inner, dict | list) or (name in ("message", "raw", "error") and isinstance(inner, str)):
            yield from _layers(inner, depth + 1, quoted=quoted or name in ("metadata", "raw"))
    yield value, quoted


def _json_inside(text: str) -> Any:
    """A JSON object inside a text (an upstream's body quoted by a gateway), or None."""
    start = text.find("{")
    if start < 0 or len(text) > 200_000 or '"' not in text:
        return None
    from taotoken._wire._lenient import UnreadableError, parse

    try:
        value = parse(text[start : text.rfind("}") + 1].encode("utf-8", "replace"))
    except UnreadableError:
        return None
    return value if isinstance(value, dict) and value else None


def _message(layers: list[Mapping[str, Any]]) -> str:
    names = ("message", "error_description", "msg", "error_msg", "status_msg", "detail", "error", "title", "reason")
    for layer in layers:
        for name in names:
            text = layer.get(name)
            if isinstance(text, str) and text.strip() and _json_inside(text) is None:
                return text.strip()
    for layer in layers:  # FastAPI: a list of what is wrong where
        if isinstance(layer.get("msg"), str):
            return str(layer["msg"])
    return ""


def _details(layers: list[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """The objects that Google's errors list under ``details``."""
    for layer in layers:
        details = layer.get("details")
        if isinstance(details, list):
            yield from (detail for detail in details[:20] if isinstance(detail, dict))


def _codes(layer: Mapping[str, Any]) -> Iterator[str]:
    for name in ("code", "type", "__type", "status", "error_code", "err_code", "reason"):
        value = layer.get(name)
        if isinstance(value, str) and 0 < len(value) <= 100:
            yield value
        elif isinstance(value, int) and not isinstance(value, bool):
            yield str(value)
    if isinstance(layer.get("status_code"), int):
        yield str(layer["status_code"])


def _told_code(layers: list[Mapping[str, Any]]) -> str | None:
    """The name for the caller: a code before a type, the first layer that has one."""
    for names in (("code", "error_code", "status_code"), ("type", "__type"), ("status",)):
        for layer in layers:
            for name in names:
                value = layer.get(name)
                if isinstance(value, str | int) and not isinstance(value, bool) and value not in ("", "error"):
                    return str(value)[:100]
    return None


def _status_of(layers: list[Mapping[str, Any]]) -> int | None:
    for name in ("status", "status_code", "statusCode", "http_status", "http_code", "code"):
        for layer in layers:
            if (status := status_number(layer.get(name))) is not None:
                return status
    return None


def _upstream_status(layers: list[tuple[Mapping[str, Any], bool]], codes: tuple[str, ...]) -> int | None:
    for layer, _ in layers:
        if (status := status_number(layer.get("upstream_status"))) is not None:
            return status
        if _GATEWAY_CODES & set(codes) and (status := status_number(layer.get("param"))) is not None:
            return status
    return _status_of([layer for layer, quoted in layers if quoted])


def _first_text(layers: list[Mapping[str, Any]], *names: str) -> str | None:
    for layer in layers:
        for name in names:
            value = layer.get(name)
            if isinstance(value, str) and value:
                return value[:200]
    return None


def status_number(value: Any) -> int | None:
    """A number (or its text) from 400 to 599, else None."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) == 3:
        value = int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and 400 <= value <= 599 else None
