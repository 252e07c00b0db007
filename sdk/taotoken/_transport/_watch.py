"""When a request reached which step on its way; only for those who want to see it."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import anyio

_HEAD_START = 0.25  # how long an address has before the next one is tried as well; RFC 8305


class Watch:
    """The marks of one request at a time: what happened, and when.

    A mark is a step and ``.started``, ``.complete`` or ``.failed``: ``resolve``, ``connect_tcp``, ``start_tls``,
    ``send_request_headers``, ``send_request_body``, ``receive_response_headers``. A request on a connection that is
    open already has no ``connect_tcp``. Times are those of `clock`.
    """

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self.clock = clock
        self.marks: list[tuple[str, float]] = []
        self.address: str | None = None
        self.addresses = 0
        self.tls_version: str | None = None
        self.http_version: str | None = None

    def begin(self) -> None:
        """A new request: what was seen of the one before is forgotten, but for what the connection is."""
        self.marks = []

    def mark(self, what: str) -> None:
        """Note that `what` happened now."""
        self.marks.append((what, self.clock()))

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Mark the start and the end of what the block does."""
        self.mark(f"{name}.started")
        try:
            yield
        except BaseException:
            self.mark(f"{name}.failed")
            raise
        self.mark(f"{name}.complete")

    async def traced(self, name: str, info: dict[str, Any]) -> None:
        """What httpcore calls at each step ("connection.connect_tcp.started")."""
        what = name.partition(".")[2]
        self.mark(what)
        stream = info.get("return_value")
        if what == "connect_tcp.complete" and stream is not None:
            self.address = _address(stream)
        elif what == "start_tls.complete" and stream is not None:
            self.tls_version = _tls_version(stream)
        elif what == "receive_response_headers.complete" and isinstance(stream, tuple):
            self.http_version = stream[0].decode("ascii", "replace").removeprefix("HTTP/")


class Resolving:
    """A network backend of httpcore that looks names up by itself, so that the time for it is known apart."""

    def __init__(self, inner: Any, watch: Watch) -> None:
        self._inner = inner
        self._watch = watch

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    async def connect_tcp(self, host: str, port: int, timeout: float | None = None, **options: Any) -> Any:
        """As the inner backend does; which also says what is wrong when the name is not known."""
        found = await self._look_up(host, port, timeout)
        self._watch.addresses = len(found)

        async def connect(address: str) -> Any:
            return await self._inner.connect_tcp(address, port, timeout=timeout, **options)

        return await (connect(found[0] if found else host) if len(found) < 2 else first_of(found, connect))

    async def _look_up(self, host: str, port: int, timeout: float | None) -> list[str]:
        from ipaddress import ip_address
        from socket import SOCK_STREAM

        try:
            ip_address(host)
        except ValueError:
            pass
        else:
            return []
        try:
            with anyio.fail_after(timeout), self._watch.step("resolve"):
                found = await anyio.getaddrinfo(host, port, type=SOCK_STREAM)
        except (OSError, UnicodeError):  # TimeoutError is one
            return []
        return list(dict.fromkeys(str(entry[4][0]) for entry in found))


async def first_of(addresses: Sequence[str], connect: Callable[[str], Awaitable[Any]]) -> Any:
    """The connection that is there first: each address is tried a moment after the one before, or when that failed."""
    won: list[Any] = []
    failures: list[Exception] = []

    async def attempt(address: str, over: anyio.Event) -> None:
        try:
            stream = await connect(address)
        except Exception as error:  # noqa: BLE001 - raised below if no address answers
            failures.append(error)
        else:
            won.append(stream)
            group.cancel_scope.cancel()
        finally:
            over.set()

    async with anyio.create_task_group() as group:
        for address in addresses:
            over = anyio.Event()
            group.start_soon(attempt, address, over)
            with anyio.move_on_after(_HEAD_START):
                await over.wait()
    if not won:
        raise failures[-1]
    for stream in won[1:]:
        await stream.aclose()
    return won[0]


def _address(stream: Any) -> str | None:
    """The address that the connection leads to."""
    found = stream.get_extra_info("server_addr")
    return str(found[0]) if isinstance(found, tuple) and found else None


def _tls_version(stream: Any) -> str | None:
    tls = stream.get_extra_info("ssl_object")
    return None if tls is None else str(tls.version())
