"""The small protocol between the client and whatever speaks HTTP.

An adapter sends one request and gives status, headers and bytes as they come. It never follows redirects, never
retries, and raises nothing but errors of this package, none of which holds a header.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Protocol

from taotoken._errors import TransportError
from taotoken._frozen import frozen

MAX_HEADERS = 64 * 1024


class CutError(TransportError):
    """The connection broke while the body was on its way. Never leaves the client."""

    code = "connection"


@frozen
class Request:
    """One HTTP request; what may hold the key is not in the repr."""

    method: str
    url: str
    headers: Mapping[str, str] = field(repr=False)
    body: bytes | None = field(default=None, repr=False)
    connect_timeout: float | None = None


class Response(Protocol):
    """An answer whose body is still coming. Header names are in lower case."""

    @property
    def status(self) -> int: ...

    @property
    def headers(self) -> Mapping[str, str]: ...

    @property
    def ended(self) -> bool:
        """Is it known that the body was read to its end? False also where only another read could tell."""

    async def read(self) -> bytes:
        """The next bytes of the body, decompressed; empty at its end.

        Raises:
            CutError: the connection broke.
            BadResponseError: the body can't be decompressed.
        """

    async def aclose(self) -> None:
        """Give the connection back if the body was read to its end, else close it. Safe to call twice."""


class Transport(Protocol):
    """Something that speaks HTTP."""

    async def send(self, request: Request) -> Response:
        """Send the request and wait for the headers.

        Raises:
            TransportError: no answer came; the class and `cause` say why.
            BadResponseError: the answer is no HTTP, or its headers are larger than `MAX_HEADERS`.
        """

    async def aclose(self) -> None:
        """Close every connection."""
