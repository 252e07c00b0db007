"""The connections to one server: opened ahead, used again, counted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from taotoken._errors import TransportError
from taotoken._transport import _failures
from taotoken._transport._common import server_of
from taotoken._url import is_loopback
from taotoken._waits import CONNECT_SECONDS
from taotoken.measure._line import Answer, Line, StaleError

if TYPE_CHECKING:
    import ssl

    import h11

_EYEBALLS_DELAY = 0.25  # seconds until the next address is tried beside the first


class Lines:
    """Direct connections to the server of one URL; `connects` has the seconds that each took to open."""

    def __init__(self, url: str, tls: ssl.SSLContext | None, clock: Callable[[], float]) -> None:
        parts = urlsplit(url)
        self._host = parts.hostname or ""
        self._port = parts.port or (443 if parts.scheme == "https" else 80)
        self._server = server_of(url)
        self._tls = tls
        self._clock = clock
        self._idle: list[Line] = []
        self._busy: set[Line] = set()
        self.connects: list[float] = []

    async def open(self, count: int) -> None:
        """Open lines until `count` are there and idle.

        Raises:
            TransportError: as `connect_failure` says.
        """
        missing = max(0, count - len(self._idle))
        opened = await asyncio.gather(*(self._connect() for _ in range(missing)), return_exceptions=True)
        self._idle += [line for line in opened if isinstance(line, Line)]
        for failure in opened:
            if isinstance(failure, BaseException):
                raise failure

    async def ask(self, head: h11.Request, body: bytes) -> Answer:
        """The answer to one request, over an idle line or a new one.

        Raises:
            TransportError: no connection could be made.
        """
        while True:
            line = self._take_idle() or await self._connect()
            self._busy.add(line)
            try:
                answer = await line.ask(head, body)
            except StaleError:
                continue
            finally:
                self._busy.discard(line)
            if line.usable:
                self._idle.append(line)
            return answer

    def give_up_silent(self, seconds: float) -> None:
        """End the requests that have brought nothing for so long."""
        horizon = self._clock() - seconds
        for line in [line for line in self._busy if line.heard_at < horizon]:
            line.give_up(f"nothing came for {seconds:g} s")

    def close(self) -> None:
        """Close every line."""
        for line in (*self._idle, *self._busy):
            line.close()
        self._idle.clear()

    def _take_idle(self) -> Line | None:
        while self._idle:
            line = self._idle.pop()
            if line.usable:
                return line
        return None

    async def _connect(self) -> Line:
        began = self._clock()
        loop = asyncio.get_running_loop()
        failure: TransportError
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                _, line = await loop.create_connection(
                    lambda: Line(self._clock),
                    self._host,
                    self._port,
                    ssl=self._tls,
                    server_hostname=self._host if self._tls is not None else None,
                    happy_eyeballs_delay=_EYEBALLS_DELAY,
                )
        except TimeoutError:
            failure = _failures.connect_timeout(server=self._server, seconds=CONNECT_SECONDS, proxy=None)
        except (OSError, ExceptionGroup) as error:  # ssl.SSLError is an OSError
            loopback = is_loopback(self._host)
            failure = _failures.connect_failure(error, server=self._server, loopback=loopback, proxy=None)
        else:
            self.connects.append(self._clock() - began)
            return line
        raise failure
