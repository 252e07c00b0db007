"""https in front of a server on loopback, with certificates that are right or wrong in one way."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import anyio
import anyio.abc
import trustme
from anyio.abc import ByteStream
from anyio.streams.tls import TLSListener

_BROKEN = (anyio.BrokenResourceError, anyio.EndOfStream, anyio.ClosedResourceError, OSError)


class Authority:
    """An authority of one's own, and its certificates."""

    def __init__(self, folder: Path) -> None:
        self._ca = trustme.CA()
        self.file = folder / "authority.pem"
        self._ca.cert_pem.write_to_path(str(self.file))

    def context(self, kind: str, name: str = "127.0.0.1") -> ssl.SSLContext:
        """A server's context: ``good``, ``expired``, ``not valid yet`` or ``wrong name``."""
        now = datetime.now(UTC)
        name = "other.example" if kind == "wrong name" else name
        begins = now + timedelta(days=1) if kind == "not valid yet" else now - timedelta(days=30)
        until = now - timedelta(days=2) if kind == "expired" else now + timedelta(days=9)
        issued = self._ca.issue_cert(name, not_before=begins, not_after=until)
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        issued.configure_cert(context)
        return context


@asynccontextmanager
async def https_before(port: int, context: ssl.SSLContext) -> AsyncIterator[int]:
    """A port of https that hands everything on to `port`."""

    async def handle(client: ByteStream) -> None:
        with suppress(*_BROKEN, ssl.SSLError):
            async with client, await anyio.connect_tcp("127.0.0.1", port) as server, anyio.create_task_group() as group:
                group.start_soon(_pump, client, server)
                await _pump(server, client)
                group.cancel_scope.cancel()

    plain = await anyio.create_tcp_listener(local_host="127.0.0.1", local_port=0)
    listener = TLSListener(plain, context, standard_compatible=False)
    async with listener, anyio.create_task_group() as group:
        group.start_soon(lambda: listener.serve(handle))
        yield plain.extra(anyio.abc.SocketAttribute.local_port)
        group.cancel_scope.cancel()


@asynccontextmanager
async def https_ahead(context: ssl.SSLContext, ahead: timedelta) -> AsyncIterator[int]:
    """A port of https whose server's clock is ahead of this machine's, as seen where this one is behind."""
    date = format_datetime(datetime.now(UTC) + ahead, usegmt=True)

    async def handle(client: ByteStream) -> None:
        with suppress(*_BROKEN, ssl.SSLError):
            async with client:
                await client.receive()
                await client.send(f"HTTP/1.1 200 OK\r\nDate: {date}\r\nContent-Length: 0\r\n\r\n".encode())

    plain = await anyio.create_tcp_listener(local_host="127.0.0.1", local_port=0)
    listener = TLSListener(plain, context, standard_compatible=False)
    async with listener, anyio.create_task_group() as group:
        group.start_soon(lambda: listener.serve(handle))
        yield plain.extra(anyio.abc.SocketAttribute.local_port)
        group.cancel_scope.cancel()


@asynccontextmanager
async def proxy_to(port: int, host: str) -> AsyncIterator[int]:
    """The port of an HTTP proxy through which `host` is found at `port`, and no other host."""

    async def handle(client: ByteStream) -> None:
        with suppress(*_BROKEN):
            async with client:
                head = b""
                while b"\r\n\r\n" not in head:
                    head += await client.receive()
                if not head.startswith(f"CONNECT {host}:443 ".encode()):
                    await client.send(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n")
                    return
                async with await anyio.connect_tcp("127.0.0.1", port) as server, anyio.create_task_group() as group:
                    await client.send(b"HTTP/1.1 200 Connection established\r\n\r\n")
                    group.start_soon(_pump, client, server)
                    await _pump(server, client)
                    group.cancel_scope.cancel()

    listener = await anyio.create_tcp_listener(local_host="127.0.0.1", local_port=0)
    async with listener, anyio.create_task_group() as group:
        group.start_soon(lambda: listener.serve(handle))
        yield listener.extra(anyio.abc.SocketAttribute.local_port)
        group.cancel_scope.cancel()


async def _pump(source: ByteStream, sink: ByteStream) -> None:
    with suppress(*_BROKEN, ssl.SSLError):
        async for data in source:
            await sink.send(data)
