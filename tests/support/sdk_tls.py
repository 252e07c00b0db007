"""TLS on loopback: a certificate made for the test run, a server that uses it, and a proxy that tunnels to it."""

from __future__ import annotations

import ssl
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import anyio
import anyio.abc
from anyio.abc import ByteStream, SocketStream
from anyio.streams.tls import TLSListener

_BROKEN = (anyio.BrokenResourceError, anyio.EndOfStream, anyio.ClosedResourceError, OSError)


def make_certificate(folder: Path) -> tuple[Path, ssl.SSLContext]:
    """A certificate for 127.0.0.1 that is its own authority: its file, and a server's context with it."""
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    command += ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "2"]
    command += ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run(command, check=True, capture_output=True)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate, key)
    return certificate, context


@asynccontextmanager
async def tls_server(context: ssl.SSLContext, answer: bytes) -> AsyncIterator[int]:
    """A server that gives `answer` to everyone, and its port."""

    async def handle(stream: ByteStream) -> None:
        with suppress(*_BROKEN):
            async with stream:
                head = b""
                while b"\r\n\r\n" not in head:
                    head += await stream.receive()
                await stream.send(answer)
                await stream.receive()

    plain = await anyio.create_tcp_listener(local_host="127.0.0.1", local_port=0)
    listener = TLSListener(plain, context, standard_compatible=False)
    async with listener, anyio.create_task_group() as group:
        group.start_soon(lambda: listener.serve(handle))
        yield plain.extra(anyio.abc.SocketAttribute.local_port)
        group.cancel_scope.cancel()


@asynccontextmanager
async def tunnel(heads: list[bytes], port: int) -> AsyncIterator[int]:
    """A proxy whose tunnels all end at `port` of this machine, and its own port; `heads` is what it was asked."""

    async def handle(stream: SocketStream) -> None:
        with suppress(*_BROKEN):
            async with stream:
                head = b""
                while b"\r\n\r\n" not in head:
                    head += await stream.receive()
                heads.append(head)
                await stream.send(b"HTTP/1.1 200 OK\r\n\r\n")
                async with await anyio.connect_tcp("127.0.0.1", port) as server, anyio.create_task_group() as group:
                    group.start_soon(_copy, stream, server)
                    await _copy(server, stream)
                    group.cancel_scope.cancel()

    listener = await anyio.create_tcp_listener(local_host="127.0.0.1", local_port=0)
    async with listener, anyio.create_task_group() as group:
        group.start_soon(listener.serve, handle)
        yield listener.extra(anyio.abc.SocketAttribute.local_port)
        group.cancel_scope.cancel()


async def _copy(source: SocketStream, target: SocketStream) -> None:
    with suppress(*_BROKEN):
        while True:
            await target.send(await source.receive())
