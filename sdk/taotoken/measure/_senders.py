"""Ways to send measured requests: over connections of our own, or through the client where a proxy is in the way."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal, Protocol
from urllib.parse import urlsplit

from taotoken._errors import ConfigurationError, TaoTokenError, TransportError
from taotoken._request import Identity, Prepared, prepare_call
from taotoken._transport._common import Routing, bad_header, bad_header_error
from taotoken._wire import Call, Wire, load
from taotoken.measure._ask import Ask
from taotoken.measure._http import H11Parser, HttptoolsParser, has_httptools
from taotoken.measure._reading import Sent, failed, read_answer, reply_of
from taotoken.measure._target import Target

if TYPE_CHECKING:
    from taotoken._client import AsyncTaoToken
    from taotoken.measure._connection import Answer
    from taotoken.measure._pool import Pool
    from taotoken.measure._record import Record

SenderName = Literal["auto", "fast", "direct", "aiohttp", "httpx"]
Clock = Callable[[], float]
Reading = Callable[[], "Record"]
"""Gives the record of an answer. What came is read only when this is called, so that it can wait for a quiet moment."""


class Sender(Protocol):
    """Sends asks. `name` is what to tell people, `connects` the seconds that each new connection took."""

    name: str

    @property
    def connects(self) -> Sequence[float]: ...

    async def open(self, count: int) -> None:
        """Open so many connections ahead, where this sender can.

        Raises:
            TransportError: there is no way to the server.
        """

    async def send(self, ask: Ask) -> Reading:
        """Send, and wait for the answer."""

    def give_up_silent(self, seconds: float) -> None:
        """End the requests that have brought nothing for so long."""

    async def aclose(self) -> None:
        """Close the connections."""


def make_sender(targets: Sequence[Target], wanted: SenderName, clock: Clock) -> Sender:
    """The sender that is wanted.

    ``fast`` has connections of its own that httptools parses (extra ``fast``), ``direct`` the same with h11. ``auto``
    is ``fast`` where that is installed, else ``direct``; and where the environment names a proxy on the way, the client
    over ``aiohttp`` where that is installed, else over ``httpx``.

    Raises:
        ConfigurationError: ``fast`` or ``direct`` with a proxy on the way; something that isn't installed.
    """
    # Elsewhere the system has proxy settings besides the variables, and asking for them loads much.
    routing = Routing(os.environ if sys.platform not in ("win32", "darwin") else None)
    proxies = [routing.route(target.endpoint.url(target.protocol))[1] for target in targets]
    proxied = [proxy for proxy in proxies if proxy is not None]
    if wanted == "auto" and proxied:
        socks = any(proxy.lower().startswith("socks") for proxy in proxied)
        wanted = "httpx" if socks or find_spec("aiohttp") is None else "aiohttp"
    elif wanted == "auto":
        wanted = "fast" if has_httptools() else "direct"
    if wanted in ("aiohttp", "httpx"):
        return ClientSender(targets, "aiohttp" if wanted == "aiohttp" else "httpx", clock)
    if proxied:
        raise ConfigurationError("direct connections can't use the proxy of the environment: leave transport out")
    if wanted == "fast" and not has_httptools():
        raise ConfigurationError("transport='fast' needs the httptools package: pip install \"taotoken[fast]\"")
    return DirectSender(targets, routing, HttptoolsParser if wanted == "fast" else H11Parser, clock)


@dataclass(slots=True)
class _Way:
    """How one target is reached: what is sent there, and over which connections."""

    wire: Wire
    who: Identity
    pool: Pool
    refused: list[Callable[[dict[str, Any]], dict[str, Any] | None]] = field(default_factory=list)


class DirectSender:
    """Over connections of our own."""

    def __init__(
        self, targets: Sequence[Target], routing: Routing, parser: type[HttptoolsParser] | type[H11Parser], clock: Clock
    ) -> None:
        from taotoken.measure._pool import Pool

        self.name: str = "fast" if parser is HttptoolsParser else "direct"
        self._clock = clock
        self._secrets = tuple(dict.fromkeys(target.endpoint.api_key for target in targets))
        self._pools: dict[str, Pool] = {}
        self._ways: dict[int, _Way] = {}
        for target in targets:
            url = target.endpoint.url(target.protocol)
            route = routing.route(url)
            pool = self._pools.setdefault(route[0], Pool(url, routing.tls(route), parser, clock))
            who = Identity(endpoint=target.endpoint, auth=target.auth)
            self._ways[id(target)] = _Way(load(target.protocol), who, pool)

    @property
    def connects(self) -> Sequence[float]:
        """See `Sender`."""
        return [seconds for pool in self._pools.values() for seconds in pool.connects]

    async def open(self, count: int) -> None:
        """See `Sender.open`."""
        for pool in self._pools.values():
            await pool.open(count)

    async def send(self, ask: Ask) -> Reading:
        """See `Sender.send`."""
        way = self._ways[id(ask.target)]
        while True:
            prepared = self._prepared(way, ask)
            packet = _packet(prepared)
            sent = partial(
                Sent,
                label=ask.target.label,
                model=ask.target.model,
                protocol=ask.target.protocol,
                intended_at=ask.intended_at,
                max_tokens=ask.max_tokens,
            )
            began = self._clock()
            try:
                answer = await way.pool.ask(packet)
            except TransportError as error:
                return partial(failed, sent(sent_at=began), error, self._clock() - began, ask.keep_text)
            if not self._refuses(way, ask, prepared, answer):
                return partial(
                    read_answer, sent(sent_at=answer.sent_at), way.wire, answer, self._secrets, ask.keep_text
                )

    def give_up_silent(self, seconds: float) -> None:
        """See `Sender.give_up_silent`."""
        for pool in self._pools.values():
            pool.give_up_silent(seconds)

    async def aclose(self) -> None:
        """See `Sender.aclose`."""
        for pool in self._pools.values():
            pool.close()
        await asyncio.sleep(0)  # aborted sockets close in the next round of the loop

    def _prepared(self, way: _Way, ask: Ask) -> Prepared:
        options = ask.options()
        headers = options.pop("extra_headers", None)
        call = Call(messages=ask.prompt, model=ask.target.model, stream=True, **options)
        prepared = prepare_call(way.who, way.wire, call, url=None, extra_headers=headers)
        for without in way.refused:
            prepared = replace(prepared, body=without(prepared.body) or prepared.body)
        return prepared

    def _refuses(self, way: _Way, ask: Ask, prepared: Prepared, answer: Answer) -> bool:
        """Does the server refuse something that isn't needed? It is left out from now on."""
        if answer.status not in (400, 422) or answer.broken:
            return False
        error = reply_of(way.wire, answer, self._secrets)
        assert isinstance(error, TaoTokenError)
        if way.wire.without_refused(prepared.body, error) is None:
            return False
        if self._prepared(way, ask).body == prepared.body:  # else another answer has taught us already
            way.refused.append(partial(_without, way.wire, error))
        return True


def _without(wire: Wire, error: TaoTokenError, body: dict[str, Any]) -> dict[str, Any] | None:
    return wire.without_refused(body, error)


def _packet(prepared: Prepared) -> bytes:
    """The request as bytes."""
    content = prepared.content() or b""
    parts = urlsplit(prepared.url)
    target = parts.path + (f"?{parts.query}" if parts.query else "")
    headers = {"host": parts.netloc, **prepared.headers, "content-length": str(len(content))}
    if (bad := bad_header(headers)) is not None:
        raise bad_header_error(bad)
    lines = [f"{prepared.method} {target} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join(lines).encode("ascii") + b"\r\n\r\n" + content


class ClientSender:
    """Through `AsyncTaoToken`, with connections as its transport makes them."""

    connects: Sequence[float] = ()

    def __init__(self, targets: Sequence[Target], transport: Literal["aiohttp", "httpx"], clock: Clock) -> None:
        from taotoken._client import AsyncTaoToken

        self.name: str = transport
        self._clients: dict[int, AsyncTaoToken] = {
            id(target): AsyncTaoToken(target.endpoint, auth=target.auth, transport=transport, clock=clock)
            for target in targets
        }

    async def open(self, count: int) -> None:
        """See `Sender.open`; this one can't."""

    async def send(self, ask: Ask) -> Reading:
        """See `Sender.send`."""
        from taotoken.measure._once import measure_ask

        record = await measure_ask(self._clients[id(ask.target)], ask)
        return lambda: record

    def give_up_silent(self, seconds: float) -> None:
        """See `Sender.give_up_silent`; the client has its own bounds."""

    async def aclose(self) -> None:
        """See `Sender.aclose`."""
        for client in self._clients.values():
            await client.aclose()
