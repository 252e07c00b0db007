"""From the marks of a watched request to the times of its connection."""

from __future__ import annotations

import pytest

from taotoken._transport._watch import Watch
from taotoken.measure._handshake import Handshake, handshake_of

PLAIN = ("connect_tcp", "send_request_headers", "send_request_body", "receive_response_headers")


def seen(*steps: str, start: float = 10.0) -> Handshake:
    """The handshake of steps that each took a second and followed each other."""
    watch, at = Watch(), start
    for step in steps:
        watch.marks += [(f"{step}.started", at), (f"{step}.complete", at + 1)]
        at += 1
    return handshake_of(watch, start)


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        (PLAIN, {"tcp": 1, "sent": 3}),
        (PLAIN[1:], {"sent": 2, "reused": True}),
        ((), {"reused": False}),
        (("connect_tcp", "start_tls", *PLAIN[1:]), {"tcp": 1, "tls": 1, "sent": 4}),
        ((*PLAIN, "start_tls", *PLAIN[1:]), {"tcp": 1, "tunnel": 3, "tls": 1, "sent": 7}),
        (("connect_tcp", "setup_socks5_connection", *PLAIN[1:]), {"tcp": 1, "tunnel": 1, "sent": 4}),
        (
            ("connect_tcp", "setup_socks5_connection", "start_tls", *PLAIN[1:]),
            {"tcp": 1, "tunnel": 1, "tls": 1, "sent": 5},
        ),
    ],
    ids=["plain", "open already", "nothing", "TLS", "CONNECT and TLS", "SOCKS", "SOCKS and TLS"],
)
def test_each_step_has_its_own_time(steps: tuple[str, ...], expected: dict[str, float]) -> None:
    """What was done is timed, and what wasn't done has no time."""
    found = seen(*steps)
    names = ("dns", "tcp", "tunnel", "tls", "sent")
    assert {name: getattr(found, name) for name in names} == {name: expected.get(name) for name in names}
    assert found.reused is bool(expected.get("reused", False))
    assert found.setup == sum(expected.get(name, 0) for name in names[:-1])


def test_a_look_up_is_no_part_of_the_connection() -> None:
    """The look-up happens inside the step that connects, and is taken out of it."""
    watch = Watch()
    watch.marks = [
        ("connect_tcp.started", 10.5),
        ("resolve.started", 10.5),
        ("resolve.complete", 11.5),
        ("connect_tcp.complete", 11.75),
    ]
    found = handshake_of(watch, 10.0)
    assert (found.began, found.dns, found.tcp, found.setup) == (0.5, 1.0, 0.25, 1.25)
