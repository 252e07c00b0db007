"""The marks of a request that is watched, and the race between the addresses of one name."""

from __future__ import annotations

import time
from typing import Any

import anyio
import pytest

from taotoken._transport._watch import Resolving, Watch, first_of

pytestmark = pytest.mark.anyio


class Stream:
    """A connection that notes whether it was closed."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.closed = False

    async def aclose(self) -> None:
        self.closed = True


async def test_an_address_that_does_not_answer_holds_nobody_up() -> None:
    """The second address is tried a quarter of a second after the first, and the first is given up when it answers."""
    given_up: list[str] = []

    async def connect(address: str) -> Stream:
        if address == "silent":
            try:
                await anyio.sleep(30)
            finally:
                given_up.append(address)
        return Stream(address)

    began = time.monotonic()
    assert (await first_of(["silent", "good"], connect)).address == "good"
    assert time.monotonic() - began < 5
    assert given_up == ["silent"]


async def test_an_address_that_refuses_makes_way_at_once() -> None:
    """The first failure isn't the end; when all fail, the last failure is."""

    async def connect(address: str) -> Stream:
        if address.startswith("bad"):
            raise OSError(address)
        return Stream(address)

    assert (await first_of(["bad", "good"], connect)).address == "good"
    with pytest.raises(OSError, match="bad2"):
        await first_of(["bad1", "bad2"], connect)


class Backend:
    """Stands in for httpcore's network backend."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def connect_tcp(self, host: str, port: int, **options: Any) -> Stream:
        self.asked.append(host)
        return Stream(host)


async def test_a_name_is_looked_up_and_marked() -> None:
    """A name becomes its address, with marks around the look-up; an address and an unknown name are handed on."""
    watch, backend = Watch(), Backend()
    resolving = Resolving(backend, watch)
    for host in ("127.0.0.1", "::1", "no-such-name.invalid"):
        await resolving.connect_tcp(host, 80, timeout=5)
    assert backend.asked == ["127.0.0.1", "::1", "no-such-name.invalid"]
    assert [name for name, _ in watch.marks] == ["resolve.started", "resolve.failed"]
    watch.begin()
    await resolving.connect_tcp("localhost", 80, timeout=5)
    assert backend.asked[3] in ("127.0.0.1", "::1")
    assert [name for name, _ in watch.marks] == ["resolve.started", "resolve.complete"]
