"""A transport that notes what goes through it: sizes, headers, and when each piece of the body came."""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from taotoken._transport import Request, Response, Transport

_TAIL = 64 * 1024


class Observed:
    """Sends through `inner`, one request at a time."""

    def __init__(self, inner: Transport, clock: Callable[[], float] = time.perf_counter) -> None:
        self._inner = inner
        self._clock = clock
        self.request_bytes = 0
        self.url = ""
        self.headers: Mapping[str, str] = {}
        self.reads: list[tuple[float, int]] = []
        self.tail = bytearray()

    async def send(self, request: Request) -> Response:
        """See `Transport.send`."""
        self.request_bytes, self.url = len(request.body or b""), request.url
        self.headers, self.reads, self.tail = {}, [], bytearray()
        response = await self._inner.send(request)
        self.headers = response.headers
        return _ObservedResponse(response, self)

    async def aclose(self) -> None:
        """See `Transport.aclose`."""
        await self._inner.aclose()

    def came(self, chunk: bytes) -> None:
        """Note a piece of the body; of the bytes only the last are kept."""
        if chunk:
            self.reads.append((self._clock(), len(chunk)))
            self.tail += chunk
            del self.tail[:-_TAIL]


class _ObservedResponse:
    def __init__(self, response: Response, owner: Observed) -> None:
        self._response = response
        self._owner = owner
        self.status = response.status
        self.headers = response.headers

    @property
    def ended(self) -> bool:
        """See `Response.ended`."""
        return self._response.ended

    def read(self) -> Coroutine[Any, Any, bytes]:
        """See `Response.read`."""
        return self._read()

    async def _read(self) -> bytes:
        chunk = await self._response.read()
        self._owner.came(chunk)
        return chunk

    async def aclose(self) -> None:
        """See `Response.aclose`."""
        await self._response.aclose()
