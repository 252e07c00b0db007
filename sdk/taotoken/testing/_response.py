"""An answer as data: status, headers and the pieces of its body, each with the moment it is due.

Faults are functions from one `Response` to another; only `_server` does any input or output.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

NEVER = float("inf")
JSON_TYPE = "application/json; charset=utf-8"
SSE_TYPE = "text/event-stream; charset=utf-8"
HTML_TYPE = "text/html; charset=utf-8"

Headers = tuple[tuple[str, str], ...]


class Ending(Enum):
    """How the body ends: as HTTP says, or by a TCP reset with no end at all."""

    CLEAN = "clean"
    RESET = "reset"


@dataclass(frozen=True, slots=True, kw_only=True)
class GatewayTiming:
    """How fast the gateway answers; seconds, counted from the moment the request was read.

    first_token: until the first token (of a whole JSON answer: added to the rest). per_prompt_token: added to it for
    each token of the prompt, as reading it takes. between: from token to token. headers: until the headers of a stream.
    stall: a pause before the middle token of a stream.
    slow_first_token: added to `first_token` by the fault of that name. ping: between pings of ``endless-pings``.
    """

    first_token: float = 0.0
    per_prompt_token: float = 0.0
    between: float = 0.0
    headers: float = 0.0
    stall: float = 0.0
    slow_first_token: float = 5.0
    ping: float = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """Bytes of the body, how many tokens they carry, and when they are due (seconds after the request)."""

    data: bytes
    tokens: int = 0
    at: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """What to answer. `whole` bodies go out with their length, others in pieces of unknown number."""

    status: int = 200
    headers: Headers = ()
    pieces: Iterable[Piece] = ()
    whole: bool = True
    head_at: float = 0.0
    ending: Ending = Ending.CLEAN
    close: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One server-sent event; `token` marks those that carry a piece of the reply."""

    name: str | None = None
    data: str = ""
    token: bool = False

    @classmethod
    def of(cls, payload: Any, *, name: str | None = None, token: bool = False) -> Event:
        """An event whose data is `payload` as JSON."""
        return cls(name=name, data=json.dumps(payload, ensure_ascii=False), token=token)

    def encode(self) -> bytes:
        """The event as bytes of the stream."""
        head = f"event: {self.name}\n" if self.name else ""
        return f"{head}data: {self.data}\n\n".encode("utf-8", "surrogatepass")


@dataclass(slots=True)
class Pace:
    """Hands out the moments at which tokens are due, on an absolute schedule so that delays don't add up."""

    timing: GatewayTiming
    tokens: int
    sent: int = field(default=0)

    def current(self) -> float:
        """When an event without a token is due: with the token before it, or at once."""
        return self._moment(self.sent - 1) if self.sent else 0.0

    def step(self) -> float:
        """When the next token is due."""
        self.sent += 1
        return self._moment(self.sent - 1)

    def _moment(self, index: int) -> float:
        stalled = self.timing.stall if index >= (self.tokens + 1) // 2 else 0.0
        return self.timing.first_token + index * self.timing.between + stalled


def stream_response(events: Sequence[Event], timing: GatewayTiming) -> Response:
    """A paced event stream."""
    pace = Pace(timing, sum(event.token for event in events))
    pieces = tuple(
        Piece(data=event.encode(), tokens=int(event.token), at=pace.step() if event.token else pace.current())
        for event in events
    )
    headers = (("Content-Type", SSE_TYPE), ("Cache-Control", "no-cache"))
    return Response(headers=headers, pieces=pieces, whole=False, head_at=timing.headers)


def whole_response(
    body: bytes,
    *,
    status: int = 200,
    content_type: str = JSON_TYPE,
    tokens: int = 0,
    at: float = 0.0,
    headers: Headers = (),
) -> Response:
    """A body of known length, sent at once."""
    pieces = (Piece(data=body, tokens=tokens, at=at),)
    return Response(status=status, headers=(("Content-Type", content_type), *headers), pieces=pieces, head_at=at)


def json_response(
    payload: Any, *, status: int = 200, tokens: int = 0, at: float = 0.0, headers: Headers = ()
) -> Response:
    """A JSON answer."""
    body = json.dumps(payload, ensure_ascii=False).encode("utf-8", "surrogatepass")
    return whole_response(body, status=status, tokens=tokens, at=at, headers=headers)
