"""One HTTP/1.1 connection that notes when bytes arrive.

A measuring client must not be what is measured. Through a general HTTP library the bytes of 64 streams are stamped
when each stream's task gets its turn; here each is stamped as it comes off the socket, before anything else is done
with it, and what it says is read later. h11 knows HTTP; this module only moves bytes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

import h11

from taotoken._transport import MAX_HEADERS
from taotoken._wire._assembly import MAX_REPLY

_LOST = "the connection was lost"


class StaleError(Exception):
    """A connection that was used before was closed by the server before it got the request."""


@dataclass(slots=True, kw_only=True)
class Answer:
    """What came for one request; times are those of the connection's clock.

    status: 0 where no answer came. pieces: the body as it came, each piece with its moment. broken: why there is
    no whole answer, or None. late: because nothing came for too long.
    """

    sent_at: float
    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    head_at: float | None = None
    pieces: list[tuple[float, bytes]] = field(default_factory=list)
    size: int = 0
    ended_at: float | None = None
    broken: str | None = None
    late: bool = False


class Connection(asyncio.Protocol):
    """One connection; one request at a time."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._loop = asyncio.get_running_loop()
        self._http = h11.Connection(h11.CLIENT, max_incomplete_event_size=MAX_HEADERS)
        self._transport: asyncio.Transport | None = None
        self._answer: Answer | None = None
        self._done: asyncio.Future[None] | None = None
        self._used = False
        self.heard_at = clock()

    @property
    def usable(self) -> bool:
        """Can a request be sent now?"""
        transport = self._transport
        return transport is not None and not transport.is_closing() and self._http.our_state is h11.IDLE

    async def ask(self, head: h11.Request, body: bytes) -> Answer:
        """Send one request and collect its answer. Cancelling closes the connection.

        Raises:
            StaleError: the server had closed this connection, which was used before; nothing of an answer came.
        """
        assert self._transport is not None
        http = self._http
        packet = b"".join((http.send(head) or b"", http.send(h11.Data(data=body)) or b""))
        packet += http.send(h11.EndOfMessage()) or b""
        self._done = self._loop.create_future()
        self.heard_at = at = self._clock()
        answer = self._answer = Answer(sent_at=at)
        self._transport.write(packet)
        try:
            await self._done
        except asyncio.CancelledError:
            self.close()
            raise
        finally:
            self._answer = self._done = None
        if self._used and answer.status == 0 and answer.broken == _LOST:
            raise StaleError
        self._used = True
        self._next_cycle()
        return answer

    def give_up(self, why: str) -> None:
        """End the request under way, which brought nothing for too long."""
        if self._answer is not None:
            self._answer.late = True
            self._break(self._answer, why)

    def close(self) -> None:
        """Close the connection at once."""
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See `asyncio.Protocol`."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """See `asyncio.Protocol`."""
        at = self._clock()
        self.heard_at = at
        answer = self._answer
        if answer is None:
            self.close()  # nobody asked: this is no server to talk to
            return
        try:
            self._http.receive_data(data)
            self._take(answer, at)
        except h11.RemoteProtocolError as error:
            self._break(answer, _LOST if not data else f"no valid HTTP: {error}")

    def eof_received(self) -> bool:
        """See `asyncio.Protocol`; False closes our side too."""
        if self._answer is not None:
            self.data_received(b"")
        return False

    def connection_lost(self, error: Exception | None) -> None:
        """See `asyncio.Protocol`."""
        del error
        if self._answer is not None:
            self._break(self._answer, _LOST)

    def _take(self, answer: Answer, at: float) -> None:
        """Read what is there; the bytes of one arrival are one piece."""
        came: list[bytes] = []
        ended = False
        while not ended:
            event = self._http.next_event()
            if type(event) is h11.Data:
                came.append(bytes(event.data))
            elif type(event) is h11.Response:
                answer.status, answer.head_at = event.status_code, at
                answer.headers = {
                    name.decode("latin-1").lower(): value.decode("utf-8", "replace") for name, value in event.headers
                }
            elif type(event) is h11.EndOfMessage:
                ended = True
            elif type(event) is not h11.InformationalResponse:
                break
        if came:
            piece = came[0] if len(came) == 1 else b"".join(came)
            answer.pieces.append((at, piece))
            answer.size += len(piece)
            if answer.size > MAX_REPLY:
                self._break(answer, "the reply is too large")
                return
        if ended:
            answer.ended_at = at
            self._finish()

    def _break(self, answer: Answer, why: str) -> None:
        if self._done is None or self._done.done():
            return
        answer.broken = why
        answer.ended_at = self._clock()
        self.close()
        self._finish()

    def _finish(self) -> None:
        if self._done is not None and not self._done.done():
            self._done.set_result(None)

    def _next_cycle(self) -> None:
        """Get ready for the next request, or close."""
        if self._http.our_state is h11.DONE and self._http.their_state is h11.DONE:
            self._http.start_next_cycle()
        else:
            self.close()
