"""The connections to one server: opened ahead, used again, counted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from taotoken._errors import TransportError
from taotoken._transport import _failures
from taotoken._transport._common import server_of
from taotoken._transport._eyeballs import connect_options
from taotoken._url import is_loopback
from taotoken._waits import CONNECT_SECONDS
from taotoken.measure._connection import Answer, Connection, StaleError
from taotoken.measure._http import AnswerParser

if TYPE_CHECKING:
    import ssl


class Pool:
    """Direct connections to the server of one URL; `connects` has the seconds that each took to open."""

    def __init__(
        self, url: str, tls: ssl.SSLContext | None, parser: Callable[[], AnswerParser], clock: Callable[[], float]
    ) -> None:
        parts = urlsplit(url)
        self._host = parts.hostname or ""
        self._port = parts.port or (443 if parts.scheme == "https" else 80)
        self._server = server_of(url)
        self._tls = tls
        self._clock = clock
        self._parser = parser
        self._idle: list[Connection] = []
        self._busy: set[Connection] = set()
        self.connects: list[float] = []

    async def open(self, count: int) -> None:
        """Open connections until `count` are there and idle.

        Raises:
            TransportError: as `connect_failure` says.
        """
        missing = max(0, count - len(self._idle))
        opened = await asyncio.gather(*(self._connect() for _ in range(missing)), return_exceptions=True)
        self._idle += [connection for connection in opened if isinstance(connection, Connection)]
        for failure in opened:
            if isinstance(failure, BaseException):
                raise failure

    async def ask(self, packet: bytes) -> Answer:
        """The answer to one request, over an idle connection or a new one.

        Raises:
            TransportError: no connection could be made.
        """
        while True:
            connection = self._take_idle() or await self._connect()
            self._busy.add(connection)
            try:
                answer = await connection.ask(packet)
            except StaleError:
                continue
            finally:
                self._busy.discard(connection)
            if connection.usable:
                self._idle.append(connection)
            return answer

    def give_up_silent(self, seconds: float) -> None:
        """End the requests that have brought nothing for so long."""
        horizon = self._clock() - seconds
        for connection in [connection for connection in self._busy if connection.heard_at < horizon]:
            connection.give_up(f"nothing came for {seconds:g} s")

    def close(self) -> None:
        """Close every connection."""
        for connection in (*self._idle, *self._busy):
            connection.close()
        self._idle.clear()

    def _take_idle(self) -> Connection | None:
        while self._idle:
            connection = self._idle.pop()
            if connection.usable:
                return connection
        return None

    async def _connect(self) -> Connection:
        began = self._clock()
        loop = asyncio.get_running_loop()
        failure: TransportError
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                _, connection = await loop.create_connection(
                    lambda: Connection(self._clock, self._parser),
                    self._host,
                    self._port,
                    **connect_options(loop, self._host, self._tls),
                )
        except TimeoutError:
            failure = _failures.connect_timeout(server=self._server, seconds=CONNECT_SECONDS, proxy=None)
        except (OSError, ExceptionGroup) as error:  # ssl.SSLError is an OSError
            loopback = is_loopback(self._host)
            failure = _failures.connect_failure(error, server=self._server, loopback=loopback, proxy=None)
        else:
            self.connects.append(self._clock() - began)
            return connection
        raise failure
