"""What a request's connection was, and how long each step of making it took."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from taotoken._transport._watch import Watch

Mark = tuple[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Handshake:
    """How a request reached its server; durations in seconds, None where there was no such step.

    Attributes:
        reused: was it sent over a connection that was open already?
        began: when the connection was begun, in seconds after the request's own start.
        dns: looking the host's name up.
        tcp: from there to the open TCP connection.
        tunnel: a proxy's CONNECT, or its SOCKS handshake.
        tls: the TLS handshake.
        sent: when the last byte of the request was handed to the system, in seconds after the request's start.
        address: the server's (or the proxy's) IP address.
        addresses: how many addresses its name had.
        tls_version: as in ``TLSv1.3``.
        http_version: as in ``1.1``.
    """

    reused: bool = False
    began: float | None = None
    dns: float | None = None
    tcp: float | None = None
    tunnel: float | None = None
    tls: float | None = None
    sent: float | None = None
    address: str | None = None
    addresses: int = 0
    tls_version: str | None = None
    http_version: str | None = None

    @property
    def setup(self) -> float:
        """What it took until the connection stood; 0 where it was open already."""
        return sum(part or 0.0 for part in (self.dns, self.tcp, self.tunnel, self.tls))


def handshake_of(watch: Watch, start: float) -> Handshake:
    """What `watch` saw of a request that was started at `start`."""
    marks = watch.marks
    began = _first(marks, "connect_tcp.started")
    connected = _first(marks, "connect_tcp.complete")
    resolved = _first(marks, "resolve.complete")
    tls_from, tls_to = _last(marks, "start_tls.started"), _last(marks, "start_tls.complete")
    tunnelled = _tunnelled(marks, tls_from)
    sent = _last(marks, "send_request_body.complete")
    return Handshake(
        reused=began is None and sent is not None,
        began=_between(start, began),
        dns=_between(_first(marks, "resolve.started"), resolved),
        tcp=_between(began if resolved is None else resolved, connected),
        tunnel=_between(connected, tunnelled),
        tls=_between(tls_from, tls_to),
        sent=_between(start, sent),
        address=watch.address,
        addresses=watch.addresses,
        tls_version=watch.tls_version,
        http_version=watch.http_version,
    )


def _tunnelled(marks: Sequence[Mark], tls_from: float | None) -> float | None:
    """When a proxy had opened the way: an answer that came before TLS was begun is the one to CONNECT."""
    socks = _first(marks, "setup_socks5_connection.complete")
    if socks is not None:
        return socks
    answered = _first(marks, "receive_response_headers.complete")
    return answered if answered is not None and tls_from is not None and answered <= tls_from else None


def _first(marks: Sequence[Mark], what: str) -> float | None:
    return next((at for name, at in marks if name == what), None)


def _last(marks: Sequence[Mark], what: str) -> float | None:
    return _first(marks[::-1], what)


def _between(start: float | None, end: float | None) -> float | None:
    return None if start is None or end is None else max(0.0, end - start)
