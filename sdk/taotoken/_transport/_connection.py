"""One HTTP/1.1 connection on asyncio. httptools knows HTTP; this only moves bytes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TYPE_CHECKING, Any, cast

import httptools

from taotoken._transport import MAX_HEADERS
from taotoken._transport._eyeballs import connect_options
from taotoken._transport._headers import add_header

if TYPE_CHECKING:
    import ssl

_MUCH = 256 * 1024  # bytes that wait to be read: the server has to wait too
_LITTLE = 64 * 1024
_SWITCHING = 101
_NO_BODY = (204, 304)


class NotHTTPError(Exception):
    """What came is no HTTP answer."""


class HeadersTooLargeError(Exception):
    """The headers go on for longer than anyone means."""


class LostError(Exception):
    """The connection ended before the answer did."""


class Connection(asyncio.Protocol):
    """One connection, one request at a time. `status`, `headers` and their size in bytes are those of the last
    answer."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._waiter: asyncio.Future[None] | None = None
        self._held = False  # is the server waiting for us to read?
        self._usable = True
        self._pieces: list[bytes] = []
        self._problem: Exception | None = None
        self._start("")

    @property
    def usable(self) -> bool:
        """Can a request be sent now?"""
        transport = self._transport
        if transport is None or transport.is_closing() or not self._usable or not self._ended:
            return False
        return transport.get_write_buffer_size() == 0  # else an early answer left some of its request to be sent

    @property
    def ended(self) -> bool:
        """Was the answer read to its end?"""
        return self._ended and not self._pieces

    async def ask(self, method: str, head: bytes, body: bytes | None) -> None:
        """Send a request and wait for the headers of its answer.

        Raises:
            LostError: the connection ended without an answer.
            NotHTTPError: something else than an answer came.
            HeadersTooLargeError: the headers are larger than `MAX_HEADERS`.
        """
        assert self._transport is not None
        self._start(method)
        self._ended = False
        if body is None or len(body) <= _LITTLE:
            self._transport.write(head + body if body else head)
        else:
            self._transport.write(head)
            self._transport.write(body)
        while not self._answered:
            if self._problem is not None:
                raise self._problem
            await self._more()

    async def read(self) -> bytes:
        """The next bytes of the body, as many as are here; empty at its end.

        Raises:
            LostError, NotHTTPError: the body did not come to its end.
        """
        while not self._pieces:
            if self._ended:
                return b""
            if self._problem is not None:
                raise self._problem
            await self._more()
        pieces = self._pieces
        self._pieces, self._size = [], 0
        if self._held and self._transport is not None:
            self._held = False
            self._transport.resume_reading()
        return pieces[0] if len(pieces) == 1 else b"".join(pieces)

    def close(self) -> None:
        """Close the connection at once. An answer that is still being read ends with an error."""
        self._usable = False
        if not self._ended and self._problem is None:
            self._problem = LostError("the client closed it")
        if self._transport is not None:
            self._transport.abort()

    def _start(self, method: str) -> None:
        """Forget the last answer."""
        self.status = 0
        self.headers: dict[str, str] = {}
        self.headers_size = 0
        self._method = method
        self._parser = httptools.HttpResponseParser(self)
        self._pieces = []
        self._size = 0
        self._bodiless = 0  # bytes that came since the last of the body, or since the start
        self._answered = False  # are the headers here?
        self._until_close = False  # does the body end with the connection?
        self._ended = True
        self._problem = None

    def _more(self) -> Awaitable[None]:
        self._waiter = self._loop.create_future()
        return self._waiter

    def _wake(self) -> None:
        waiter, self._waiter = self._waiter, None
        if waiter is not None and not waiter.done():
            waiter.set_result(None)

    def _fail(self, problem: Exception) -> None:
        if self._problem is None:
            self._problem = problem
        self.close()
        self._wake()

    # --- what asyncio calls -------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See `asyncio.Protocol`."""
        self._transport = cast("asyncio.Transport", transport)  # other event loops have classes of their own

    def data_received(self, data: bytes) -> None:
        """See `asyncio.Protocol`."""
        if self._ended:  # nobody asked for this
            self.close()
            return
        size = self._size
        try:
            self._parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            self._fail(NotHTTPError("another protocol"))
        except httptools.HttpParserError as error:
            self._fail(NotHTTPError(str(error)))
        self._bodiless = self._bodiless + len(data) if self._size == size else 0
        if self._bodiless > MAX_HEADERS and not self._ended:
            self._fail(NotHTTPError("a trailer without end") if self._answered else HeadersTooLargeError())
        if self._size > _MUCH and not self._held and not self._ended and self._transport is not None:
            self._held = True
            self._transport.pause_reading()
        if self._pieces or self._answered:
            self._wake()

    def eof_received(self) -> bool:
        """See `asyncio.Protocol`; False closes our side too."""
        return False

    def connection_lost(self, error: Exception | None) -> None:
        """See `asyncio.Protocol`."""
        self._usable = False
        if self._answered and self._until_close and error is None and self._problem is None:
            self._ended = True
        self._fail(LostError(str(error or "")))

    # --- what the parser calls ----------------------------------------------------------------------------------

    def on_message_begin(self) -> None:
        """An answer begins; after the end of ours it is one that nobody asked for."""
        if self._ended:
            self._usable = False

    def on_header(self, name: bytes, value: bytes) -> None:
        """One header; what follows the body is none."""
        if not self._answered and not self._ended:
            add_header(self.headers, name, value)
            self.headers_size += len(name) + len(value) + 4

    def on_headers_complete(self) -> None:
        """The headers are whole; those of a 1xx are only a sign of life."""
        if self._ended:
            return
        status = self._parser.get_status_code()
        if 100 <= status < 200 and status != _SWITCHING:
            self.headers = {}
            return
        self.status = status
        self._answered = True
        self._until_close = "content-length" not in self.headers and "transfer-encoding" not in self.headers
        self._usable = self._usable and self._parser.should_keep_alive()
        if self._method == "HEAD" or status in _NO_BODY:
            self._ended = True
            self._usable = self._usable and self._method != "HEAD"  # the parser would wait for a body

    def on_body(self, body: bytes) -> None:
        """More of the body."""
        if not self._ended:
            self._pieces.append(body)
            self._size += len(body)

    def on_message_complete(self) -> None:
        """The answer is whole."""
        if self._answered:
            self._ended = True


async def connect(host: str, port: int, tls: ssl.SSLContext | None, seconds: float | None) -> Connection:
    """A new connection.

    Raises:
        TimeoutError: it was not there within `seconds`.
        OSError, ExceptionGroup: there is no way.
    """
    loop = asyncio.get_running_loop()
    options: dict[str, Any] = connect_options(loop, host, tls)
    async with asyncio.timeout(seconds):
        _, connection = await loop.create_connection(Connection, host, port, **options)
    return connection
