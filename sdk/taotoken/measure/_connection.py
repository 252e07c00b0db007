"""One HTTP/1.1 connection that notes when bytes arrive.

A measuring client must not be what is measured. Through a general HTTP client the bytes of 64 streams are stamped when
each stream's task gets its turn; here each arrival is stamped as it comes off the socket, before anything else is done
with it, nobody is woken before the answer's end, and what it says is read later.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from taotoken._wire._assembly import MAX_REPLY
from taotoken.measure._http import AnswerParser, BadHTTPError

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

    def __init__(self, clock: Callable[[], float], parser: Callable[[], AnswerParser]) -> None:
        self._clock = clock
        self._make_parser = parser
        self._parser = parser()
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._answer: Answer | None = None
        self._done: asyncio.Future[None] | None = None
        self._used = False
        self.heard_at = clock()

    @property
    def usable(self) -> bool:
        """Can a request be sent now?"""
        return self._transport is not None and not self._transport.is_closing() and self._answer is None

    async def ask(self, packet: bytes) -> Answer:
        """Send one request and collect its answer. Cancelling closes the connection.

        Raises:
            StaleError: the server had closed this connection, which was used before; nothing of an answer came.
        """
        assert self._transport is not None
        done = self._done = self._loop.create_future()
        self.heard_at = at = self._clock()
        answer = self._answer = Answer(sent_at=at)
        self._transport.write(packet)
        try:
            await done
        except asyncio.CancelledError:
            self.close()
            raise
        finally:
            self._answer = self._done = None
        if self._used and answer.status == 0 and answer.broken == _LOST:
            raise StaleError
        self._used = True
        if self._parser.reusable:
            self._parser = self._make_parser()
        else:
            self.close()
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
        answer, parser = self._answer, self._parser
        if answer is None or self._done is None or self._done.done():
            self.close()  # nobody asked for this
            return
        try:
            parser.feed(data)
        except BadHTTPError as error:
            self._break(answer, f"no valid HTTP: {error}")
            return
        self._note(answer, parser, at)

    def connection_lost(self, error: Exception | None) -> None:
        """See `asyncio.Protocol`."""
        answer, parser = self._answer, self._parser
        if answer is None or self._done is None or self._done.done():
            return
        if error is None:
            parser.close()
            self._note(answer, parser, self._clock())
        if not parser.ended:
            self._break(answer, _LOST)

    def _note(self, answer: Answer, parser: AnswerParser, at: float) -> None:
        """Note what the parser found; the bytes of one arrival are one piece."""
        if answer.head_at is None and parser.status:
            answer.status, answer.headers, answer.head_at = parser.status, parser.headers, at
        if body := parser.body:
            piece = body[0] if len(body) == 1 else b"".join(body)
            body.clear()
            answer.pieces.append((at, piece))
            answer.size += len(piece)
            if answer.size > MAX_REPLY:
                self._break(answer, "the reply is too large")
                return
        if parser.ended:
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
