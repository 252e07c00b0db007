"""The way to the gateway, step by step: its name, a connection, its certificate. No key is sent anywhere."""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import anyio
from anyio.streams.tls import TLSAttribute, TLSStream

from taotoken._transport._common import tls_context
from taotoken_plugins.diagnosis._certificate import read_certificate
from taotoken_plugins.diagnosis._route import address_of, proxy_of, usable
from taotoken_plugins.diagnosis.facts import ClockProbe, ConnectProbe, Probe, TlsProbe

if TYPE_CHECKING:
    from anyio.abc import ByteStream

_SOCKS_PORT: Final = 1080
_TIMES_AND_NAMES: Final = (9, 10, 62, 64)  # OpenSSL: not valid yet, expired, another host, another address
_BROKEN: Final = (OSError, anyio.BrokenResourceError, anyio.EndOfStream, anyio.ClosedResourceError)


async def look_along(
    url: str, env: Mapping[str, str], *, authorities: str | None = None, seconds: float
) -> tuple[Probe, ...]:
    """What each step of the way to `url` shows, up to the first that fails. `seconds` is for each step; `authorities`
    is a file of certificates that the tool trusts besides."""
    if not usable(url, env):
        return ()
    proxy = proxy_of(url, env)
    address = address_of(proxy or url, _SOCKS_PORT)
    if address is None:
        return ()
    reached = await _reach(*address, seconds=seconds, proxy=proxy is not None)
    if reached.result != "ok" or proxy is not None or urlsplit(url).scheme != "https":
        return (reached,)
    context = tls_context(env, authorities)
    return (reached, *await _look_at_certificate(*address, context, seconds=seconds))


async def connect(host: str, port: int, *, seconds: float) -> str:
    """``ok``, ``dns``, ``refused``, ``timeout``, or ``failed`` for what has no name."""
    return (await _reach(host, port, seconds=seconds)).result


async def _reach(host: str, port: int, *, seconds: float, proxy: bool = False) -> ConnectProbe:
    """First the name is looked up, then a connection made; each has its own time."""
    began = time.perf_counter()
    looked_up: float | None = None
    result = "timeout"
    with anyio.move_on_after(seconds):
        try:
            await anyio.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            looked_up = time.perf_counter()
            async with await anyio.connect_tcp(host, port):
                result = "ok"
        except (socket.gaierror, UnicodeError):
            result = "dns"
        except OSError as error:
            result = "refused" if _is_refusal(error) else "failed"
    ended = time.perf_counter()
    return ConnectProbe(
        address=f"{host}:{port}",
        result=result,
        lookup=(looked_up or ended) - began,
        seconds=ended - looked_up if looked_up is not None else None,
        proxy=proxy,
    )


async def listening(ports: Iterable[int]) -> tuple[ConnectProbe, ...]:
    """Those of `ports` on which something listens on this machine."""
    found: list[ConnectProbe] = []

    async def look(port: int) -> None:
        if await connect("127.0.0.1", port, seconds=0.5) == "ok":
            found.append(ConnectProbe(address=f"127.0.0.1:{port}", result="ok"))

    async with anyio.create_task_group() as group:
        for port in ports:
            group.start_soon(look, port)
    return tuple(sorted(found, key=lambda probe: probe.address))


def _is_refusal(error: BaseException) -> bool:
    if isinstance(error, BaseExceptionGroup):
        return any(_is_refusal(one) for one in error.exceptions)
    return isinstance(error, ConnectionRefusedError) or (error.__cause__ is not None and _is_refusal(error.__cause__))


async def _look_at_certificate(host: str, port: int, context: ssl.SSLContext, *, seconds: float) -> tuple[Probe, ...]:
    """Is the certificate trusted here, and what does it say? A server that speaks no TLS shows nothing."""
    with anyio.move_on_after(seconds):
        try:
            stream = await anyio.connect_tcp(host, port)
            began = time.perf_counter()
            async with await _wrapped(stream, host, context):
                return (TlsProbe(host=host, trusted=True, seconds=time.perf_counter() - began),)
        except ssl.SSLCertVerificationError as error:
            code = getattr(error, "verify_code", None)
            trusted = None if code in _TIMES_AND_NAMES else False
            return await _untrusted(host, port, trusted=trusted)
        except (ssl.SSLError, *_BROKEN):
            return ()
    return ()


async def _untrusted(host: str, port: int, *, trusted: bool | None) -> tuple[Probe, ...]:
    """The certificate that was refused, and the server's clock: only HEAD is sent, and no key."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    try:
        async with await _wrapped(await anyio.connect_tcp(host, port), host, context) as stream:
            der = stream.extra(TLSAttribute.peer_certificate_binary)  # noqa: S610 - anyio's, not Django's
            clock = await _clock(stream, host)
    except (ssl.SSLError, *_BROKEN):
        return (TlsProbe(host=host, trusted=trusted),)
    found = read_certificate(der) if der else None
    if found is None:
        return (TlsProbe(host=host, trusted=trusted), *clock)
    seen = TlsProbe(
        host=host,
        issuer=found.issuer,
        trusted=trusted,
        not_before=found.not_before,
        not_after=found.not_after,
        names=found.names,
    )
    return (seen, *clock)


async def _wrapped(stream: ByteStream, host: str, context: ssl.SSLContext) -> TLSStream:
    try:
        return await TLSStream.wrap(stream, hostname=host, ssl_context=context, standard_compatible=False)
    except BaseException:
        await anyio.aclose_forcefully(stream)
        raise


async def _clock(stream: ByteStream, host: str) -> tuple[ClockProbe, ...]:
    """What the server says the time is."""
    head = b""
    with suppress(*_BROKEN), anyio.move_on_after(2):
        await stream.send(f"HEAD / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode("latin-1", "replace"))
        while b"\r\n\r\n" not in head and len(head) < 65_536:
            head += await stream.receive()
    dates = [line for line in head.split(b"\r\n") if line.lower().startswith(b"date:")]
    moment = moment_of(dates[0][5:].decode("latin-1")) if dates else None
    return (ClockProbe(server=moment),) if moment else ()


def moment_of(date: str) -> datetime | None:
    """The time of a Date header; None when it is none."""
    try:
        return parsedate_to_datetime(date.strip()).astimezone(UTC)
    except (ValueError, TypeError, OverflowError):
        return None
