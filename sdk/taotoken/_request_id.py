"""The server's id of a request."""

from __future__ import annotations

from collections.abc import Mapping

from taotoken._text import safe_text

_HEADERS = ("x-request-id", "request-id", "x-oneapi-request-id", "x-new-api-request-id", "cf-ray")


def request_id_of(headers: Mapping[str, str], secrets: tuple[str, ...] = ()) -> str | None:
    """The server's id of the request, from the headers."""
    for name in _HEADERS:
        if found := headers.get(name):
            return safe_text(found, 100, secrets=secrets)
    return None
