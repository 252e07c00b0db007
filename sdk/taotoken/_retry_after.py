"""How long a server asks to wait, in each way servers say it."""

from __future__ import annotations

import math
from collections.abc import Mapping

from taotoken._error_words import TRY_AGAIN

_MILLISECONDS = {"ms", "millisecond", "milliseconds"}
_MINUTES = {"m", "min", "mins", "minute", "minutes"}


def retry_after(headers: Mapping[str, str], message: str, now: float) -> float | None:
    """Seconds, from ``retry-after-ms``, ``retry-after`` (seconds or a date) or the message; None if nothing
    usable is there. `now` is the time of day (seconds since 1970); the server's own ``date`` is used instead
    where it sent one, so that a wrong clock here does no harm."""
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    value = headers.get("retry-after", "")
    seconds = _number(value)
    if seconds is not None:
        return seconds
    date = http_date(value)
    if date is not None:
        sent = http_date(headers.get("date", ""))
        return max(0.0, round(date - (now if sent is None else sent), 3))
    return _in_text(message)


def http_date(text: str) -> float | None:
    """Seconds since 1970 of an HTTP date, or None."""
    if not text.strip():
        return None
    from email.utils import parsedate_to_datetime

    try:
        return parsedate_to_datetime(text.strip()).timestamp()
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
    if found is None:
        return None
    value, unit = float(found[1]), (found[2] or "s").lower()
    return value / 1000 if unit in _MILLISECONDS else value * 60 if unit in _MINUTES else value
