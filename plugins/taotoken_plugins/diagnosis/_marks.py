"""What stands beside an error in a text: addresses, paths, models, request ids, times."""

from __future__ import annotations

import re
from typing import Final

from taotoken._text import safe_text
from taotoken_plugins.diagnosis._clean_text import Searchable

URL: Final = re.compile(r"\b(?:https?|wss?)://[^\s\"'<>`|\\]{1,2000}", re.IGNORECASE)
_ROUTE: Final = re.compile(
    r"(?:\b(?P<verb>POST|GET|HEAD)[\s:]{1,3}|\broute:?\s{1,3})(?P<path>/[^\s)\"'`,;<>{}]{1,300})", re.IGNORECASE
)
_MODEL: Final = re.compile(
    r"model\s{0,3}[:=]?\s{0,3}[`'\"“「]([^`'\"”」\s]{1,120})[`'\"”」]|selected model \(([^()\s]{1,120})\)"
    r"|模型\s{0,3}[`'\"“「]?([A-Za-z][A-Za-z0-9._:/\-]{1,100})|\bmodel:? "
    r"([A-Za-z][A-Za-z0-9._:/\-]{2,100})(?=[;,]| (?:does not|not found|is not))"
    r"|model_not_found[:：]\s{0,3}[`'\"]?([A-Za-z][A-Za-z0-9._:/\-]{1,100})",
    re.IGNORECASE,
)
_REQUEST_ID: Final = re.compile(
    r"(?:request[ _-]?id|x-request-id|req_id|cf-ray)[\"']?[\s:=(\"']{1,6}([A-Za-z0-9][A-Za-z0-9_\-]{4,63})",
    re.IGNORECASE,
)
_TIME: Final = re.compile(r"\b\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,6})?(?:Z|[+-]\d\d:?\d\d)?")
_ENTRY: Final = re.compile(
    r"^[\[(]?(?:\d{4}[-/]\d\d[-/]\d\d[T ])?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?[\]) |]",
    re.MULTILINE,
)


def trimmed(url: str) -> str:
    return url.rstrip(".,;:)]}>。，；）」』”’")


def urls_in(found: Searchable) -> tuple[str, ...]:
    """Addresses in the text, each once, without logins shown."""
    seen = dict.fromkeys(trimmed(match[0]) for _, match in zip(range(200), URL.finditer(found.text), strict=False))
    return tuple(safe_text(url, 300, secrets=found.secrets) for url in seen)[:20]


def routes_in(found: Searchable) -> tuple[str, ...]:
    """Request paths in the text without a host, as in ``Invalid URL (POST /chat/completions)``."""
    matches = (match["path"].rstrip(".,;:)") for _, match in zip(range(50), _ROUTE.finditer(found.text), strict=False))
    return tuple(dict.fromkeys(safe_text(path, 200, secrets=found.secrets) for path in matches))


def model_in(found: Searchable) -> str | None:
    """The first model that the text names."""
    match = _MODEL.search(found.text)
    return safe_text(next(group for group in match.groups() if group), 120, secrets=found.secrets) if match else None


def request_ids_in(found: Searchable) -> tuple[str, ...]:
    """What a support team asks for."""
    return _first_five(_REQUEST_ID, found, 1)


def times_in(found: Searchable) -> tuple[str, ...]:
    """Times of day in the text."""
    return _first_five(_TIME, found, 0)


def entries_of(found: Searchable) -> list[int]:
    """Where the entries of a log begin: lines that start with a time. Empty for any other text."""
    starts = [match.start() for match in _ENTRY.finditer(found.text)]
    return starts if len(starts) > 1 else []


def _first_five(pattern: re.Pattern[str], found: Searchable, group: int) -> tuple[str, ...]:
    matches = (match[group] for _, match in zip(range(100), pattern.finditer(found.text), strict=False))
    return tuple(dict.fromkeys(safe_text(value, 80, secrets=found.secrets) for value in matches))[:5]
