"""What the logger ``taotoken`` says: one DEBUG line for each attempt, one INFO line for each change of route.

A line has the method, the URL without its query, the model, the status, the error's code and the time. Never a key,
a header, a prompt, an answer, or an error's text, which may repeat any of them.
"""

from __future__ import annotations

import logging
from urllib.parse import urlsplit

from taotoken._errors import TaoTokenError
from taotoken._reply import Attempt
from taotoken._request import Prepared
from taotoken._text import safe_text

_LOGGER = logging.getLogger("taotoken")
_LOGGER.addHandler(logging.NullHandler())


def log_attempt(number: int, prepared: Prepared, attempt: Attempt) -> None:
    """One try of a request has ended."""
    if _LOGGER.isEnabledFor(logging.DEBUG):
        result = attempt.error or "ok"
        _LOGGER.debug(
            "%s %s model=%s attempt=%d status=%s result=%s seconds=%.3f",
            *(prepared.method, _shown(prepared), safe_text(attempt.model) or "-", number),
            *(attempt.status or "-", result, attempt.seconds),
        )


def log_move(prepared: Prepared, error: TaoTokenError, model: str) -> None:
    """A call goes on by another route."""
    if _LOGGER.isEnabledFor(logging.INFO):
        left, taken = safe_text(prepared.model), safe_text(model)
        _LOGGER.info("%s model=%s result=%s: falling back to model=%s", _shown(prepared), left, error.code, taken)


def _shown(prepared: Prepared) -> str:
    """The URL without anything that may hold a secret."""
    parts = urlsplit(prepared.shown_url)
    return safe_text(f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}")
