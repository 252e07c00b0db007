"""How long a call may take: in all, to its first token, and between tokens."""

from __future__ import annotations

import math

from taotoken._causes import Cause
from taotoken._errors import TimedOutError
from taotoken._frozen import frozen

WHOLE_REPLY_SECONDS = 600.0
IDLE_SECONDS = 300.0
CONNECT_SECONDS = 10.0


@frozen
class Waits:
    """Bounds in seconds; infinity means none.

    `idle` counts from the last token (from the request, before the first), not from the last byte: a server's
    keep-alive comments don't extend it.
    """

    total: float
    first_token: float
    idle: float
    connect: float

    def until(self, began: float, sent: float, last_token: float | None) -> tuple[float, str]:
        """The next deadline on the clock that the arguments are on, and the name of its bound."""
        total = began + self.total
        if last_token is None:
            return min((total, "total"), (sent + self.idle, "idle"), (sent + self.first_token, "first_token"))
        idle = last_token + self.idle
        return (idle, "idle") if idle < total else (total, "total")


@frozen
class Wanted:
    """Bounds as a caller gave them; None leaves them to the next in line."""

    total: float | None = None
    first_token: float | None = None
    idle: float | None = None


def waits_for(call: Wanted, client: Wanted, *, whole: bool) -> Waits:
    """The bounds of a call: its own, else the client's, else ours. A reply that comes whole is bounded in total,
    a stream only by silence: one that keeps bringing tokens may go on."""
    total, first_token, idle = call.total, call.first_token, call.idle
    if total is None:
        total = client.total
    if first_token is None:
        first_token = client.first_token
    if idle is None:
        idle = client.idle
    return Waits(
        total=(WHOLE_REPLY_SECONDS if whole else math.inf) if total is None else total,
        first_token=math.inf if first_token is None else first_token,
        idle=(math.inf if whole else IDLE_SECONDS) if idle is None else idle,
        connect=CONNECT_SECONDS,
    )


def timed_out(bound: str, waits: Waits, *, started: bool, streaming: bool) -> TimedOutError:
    """The error for a bound that was passed; `started` says that some of the reply had come."""
    if bound == "idle" and (started or streaming):
        return TimedOutError(f"no token for {waits.idle:g} s", cause=Cause.STREAM_IDLE_TIMEOUT)
    if bound == "first_token":
        return TimedOutError(f"no first token within {waits.first_token:g} s", cause=Cause.SLOW_FIRST_TOKEN)
    if bound == "idle":
        return TimedOutError(f"no answer for {waits.idle:g} s", cause=Cause.RESPONSE_TIMEOUT)
    cause = None if streaming else Cause.RESPONSE_TIMEOUT
    return TimedOutError(f"no whole reply within {waits.total:g} s", cause=cause)
