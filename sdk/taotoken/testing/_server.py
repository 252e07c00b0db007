"""HTTP/1.1 on asyncio streams through h11: one `Connection` per socket, played to the letter of a `Response`."""

from __future__ import annotations

import asyncio
import http
import socket
import struct
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from email.utils import formatdate
from typing import Literal

import h11

from taotoken.testing._body import MAX_BODY, BodyTooLargeError, UnsupportedEncodingError, decode
from taotoken.testing._errors import openai_error
from taotoken.testing._record import Exchange
from taotoken.testing._response import NEVER, Ending, Headers, Piece, Response

Framing = Literal["auto", "chunked", "close"]

_READ = 65536
_MAX_HEAD = 65536
# A reader needs a moment to take what came before a reset; some systems throw unread data away.
_BEFORE_RESET = 0.05
_LINGER = 1.0


class Connection:
    """One TCP connection: requests in, responses out, until either side ends it."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        *,
        framing: Framing,
        begin: Callable[[h11.Request], Exchange],
        answer: Callable[[Exchange], Response],
        answered: Callable[[Exchange], None],
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._framing = framing
        self._begin = begin
        self._answer = answer
        self._answered = answered
        self._http = h11.Connection(h11.SERVER, max_incomplete_event_size=_MAX_HEAD)

    async def run(self) -> None:
        """Serve until the end; a client that goes away or speaks no HTTP is no error."""
        try:
            while await self._serve_one():
                self._http.start_next_cycle()
        except ConnectionError:
            pass
        except h11.RemoteProtocolError as error:
            await self._refuse_garbage(error)
        finally:
            await self._close()

    async def _close(self) -> None:
        """Close after what was written has left; at once when the gateway stops, whoever doesn't read it."""
        task = asyncio.current_task()
        if task and task.cancelling():
            self._writer.transport.abort()
        try:
            self._writer.close()
            await self._writer.wait_closed()
        except ConnectionError:
            pass
        except asyncio.CancelledError:
            self._writer.transport.abort()
            raise

    async def _serve_one(self) -> bool:
        """One request and its response; may another follow on this connection?"""
        request = await self._next_event()
        if not isinstance(request, h11.Request):
            return False
        exchange = self._begin(request)
        refusal = await self._receive_body(exchange)
        exchange.received = time.monotonic()
        response = refusal or self._answer(exchange)
        if not await self._play_while_connected(exchange, response):
            return False
        return self._http.our_state is h11.DONE and self._http.their_state is h11.DONE

    async def _next_event(self) -> object:
        while True:
            event = self._http.next_event()
            if event is not h11.NEED_DATA:
                return event
            if self._http.they_are_waiting_for_100_continue:
                self._writer.write(self._http.send(h11.InformationalResponse(status_code=100, headers=[])) or b"")
            self._http.receive_data(await self._reader.read(_READ))

    async def _receive_body(self, exchange: Exchange) -> Response | None:
        """Read the body into the exchange; a response where it can't be used."""
        body, size = bytearray(), 0
        while isinstance(event := await self._next_event(), h11.Data):
            size += len(event.data)
            if size <= MAX_BODY:
                body += event.data
        try:
            if size > MAX_BODY:
                raise BodyTooLargeError
            exchange.read_body(decode(bytes(body), exchange.header("content-encoding")))
        except BodyTooLargeError:
            return openai_error(413, f"The request body is larger than {MAX_BODY} bytes.", code="request_too_large")
        except UnsupportedEncodingError:
            return openai_error(415, "Unsupported Content-Encoding.", code="unsupported_content_encoding")
        return None

    async def _play_while_connected(self, exchange: Exchange, response: Response) -> bool:
        """Send the response unless the client leaves first. True: sent to its end."""
        play = asyncio.create_task(self._play(exchange, response))
        gone = asyncio.create_task(self._until_client_leaves())
        try:
            await asyncio.wait((play, gone), return_when=asyncio.FIRST_COMPLETED)
            exchange.hung_up = not play.done() or isinstance(play.exception(), ConnectionError)
        finally:
            play.cancel()
            gone.cancel()
            outcome, _ = await asyncio.gather(play, gone, return_exceptions=True)
            exchange.done = exchange.done or time.monotonic()
            if exchange.headers_sent is None:
                self._answered(exchange)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome is None

    async def _until_client_leaves(self) -> None:
        """Keep what a pipelining client sends early; return when it closes its side."""
        while data := await self._reader.read(_READ):
            self._http.receive_data(data)

    async def _play(self, exchange: Exchange, response: Response) -> None:
        await _until(exchange.received, response.head_at)
        raw = self._framing == "close"
        exchange.status = response.status
        exchange.headers_sent = time.monotonic()
        self._answered(exchange)
        self._writer.write(_raw_head(response, exchange) if raw else self._framed_head(response, exchange))
        if exchange.method != "HEAD":
            await self._play_body(exchange, response, raw=raw)
        exchange.done = exchange.done or time.monotonic()
        if response.ending is Ending.RESET:
            await self._reset()
        elif not raw:
            self._writer.write(self._http.send(h11.EndOfMessage()) or b"")
            await self._writer.drain()

    async def _play_body(self, exchange: Exchange, response: Response, *, raw: bool) -> None:
        for piece, is_last in _marking_last(response.pieces):
            await _until(exchange.received, piece.at)
            if piece.tokens:
                exchange.stamp_tokens(piece.tokens)
            if is_last:
                # Before the write: a client in another thread may look as soon as it has the bytes.
                exchange.done = time.monotonic()
            self._writer.write(piece.data if raw else self._http.send(h11.Data(data=piece.data)) or b"")
            await self._writer.drain()

    def _framed_head(self, response: Response, exchange: Exchange) -> bytes:
        headers = [*_headers(response, exchange)]
        if response.whole and self._framing == "auto":
            headers.append(("Content-Length", str(sum(len(piece.data) for piece in response.pieces))))
        if response.close:
            headers.append(("Connection", "close"))
        head = h11.Response(status_code=response.status, headers=headers, reason=_reason(response.status))
        return self._http.send(head) or b""

    async def _refuse_garbage(self, error: h11.RemoteProtocolError) -> None:
        """Answer 400 and read on till the client stops: closing on unread data would reset the answer away."""
        if self._http.our_state is h11.IDLE or self._http.our_state is h11.SEND_RESPONSE:
            status = error.error_status_hint
            head = h11.Response(status_code=status, headers=[("Connection", "close")], reason=_reason(status))
            self._writer.write((self._http.send(head) or b"") + (self._http.send(h11.EndOfMessage()) or b""))
            with suppress(ConnectionError, TimeoutError):
                self._writer.write_eof()
                async with asyncio.timeout(_LINGER):
                    while await self._reader.read(_READ):
                        pass

    async def _reset(self) -> None:
        await asyncio.sleep(_BEFORE_RESET)
        linger = struct.pack("hh" if sys.platform == "win32" else "ii", 1, 0)
        self._writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        self._writer.transport.abort()


def _headers(response: Response, exchange: Exchange) -> Headers:
    ids = (("X-Request-Id", exchange.request_id), ("Request-Id", exchange.request_id))
    return (*response.headers, ("Date", formatdate(usegmt=True)), *ids)


def _raw_head(response: Response, exchange: Exchange) -> bytes:
    """A head without length or chunks, which h11 does not write for HTTP/1.1: the close is the end."""
    lines = [f"HTTP/1.1 {response.status} {_reason(response.status)}"]
    lines += [f"{name}: {value}" for name, value in (*_headers(response, exchange), ("Connection", "close"))]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def _reason(status: int) -> str:
    """The phrase of a status; 529 has none of its own."""
    try:
        return http.HTTPStatus(status).phrase
    except ValueError:
        return "Overloaded" if status == 529 else "Status"


async def _until(start: float, offset: float) -> None:
    """Sleep till `offset` seconds after `start`, or for ever; always lets other connections run."""
    if offset == NEVER:
        await asyncio.Event().wait()
    await asyncio.sleep(max(0.0, start + offset - time.monotonic()))


def _marking_last(pieces: Iterable[Piece]) -> Iterator[tuple[Piece, bool]]:
    rest = iter(pieces)
    piece = next(rest, None)
    while piece is not None:
        following = next(rest, None)
        yield piece, following is None
        piece = following
