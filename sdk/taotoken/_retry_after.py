"""How long a server asks to wait, in each way servers say it."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from taotoken._error_words import SPAN, SPAN_PARTS, TRY_AGAIN

_SPAN = re.compile(SPAN, re.IGNORECASE)
# Seconds of a unit, by how its name begins; the longer beginnings stand first.
_SECONDS = (
    *(("ms", 0.001), ("milli", 0.001), ("毫秒", 0.001), ("s", 1), ("秒", 1), ("m", 60), ("分", 60)),
    *(("h", 3600), ("小时", 3600), ("个小时", 3600), ("d", 86400)),
)


def retry_after(headers: Mapping[str, str], message: str, now: float, *, delay: str | None = None) -> float | None:
    """Seconds, from ``retry-after-ms``, ``retry-after`` (seconds, a span like ``5s`` or a date), the `delay` that
    the body names (``34s``) or the message; None if nothing usable is there. `now` is the time of day (seconds
    since 1970); the server's own ``date`` is used instead where it sent one, so that a wrong clock here does no
    harm."""
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    value = headers.get("retry-after", "")
    seconds = _number(value)
    if seconds is None:
        seconds = _span(value)
    if seconds is not None:
        return seconds
    date = http_date(value)
    if date is not None:
        sent = http_date(headers.get("date", ""))
        return max(0.0, round(date - (now if sent is None else sent), 3))
    told = _span(delay or "")
    return _in_text(message) if told is None else told


def http_date(text: str) -> float | None:
    """Seconds since 1970 of an HTTP date, or None. One that names no zone (asctime) is UTC."""
    if not text.strip():
        return None
    from datetime import UTC
    from email.utils import parsedate_to_datetime

    try:
        date = parsedate_to_datetime(text.strip())
        return (date if date.tzinfo is not None else date.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError, TypeError, IndexError, OSError):
        return None


def _number(text: str | None) -> float | None:
    try:
        value = float(text or "")
    except ValueError:
        return None
    return value if math.isfinite(value) and value >= 0 else None


def _in_text(message: str) -> float | None:
    found = TRY_AGAIN.search(message[:4000])
    return _span(found[1] or found[2]) if found is not None else None


def _span(text: str) -> float | None:
    """Seconds of ``6``, ``250ms``, ``1h2m3s`` or ``20 秒``."""
    if _SPAN.fullmatch(text.strip()) is None:
        return None
    return round(sum(float(amount) * _seconds_of(unit) for amount, unit in SPAN_PARTS.findall(text)), 3)


def _seconds_of(unit: str) -> float:
    return next((seconds for start, seconds in _SECONDS if unit.lower().startswith(start)), 1) if unit else 1
