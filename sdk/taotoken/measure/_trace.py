"""One streamed request, seen from the look-up of the name to the end of its body."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import TYPE_CHECKING, Literal, Unpack

from taotoken._endpoint import Endpoint
from taotoken._options import CallOptions, Messages
from taotoken._text import safe_text
from taotoken.measure._ask_engine import EngineSeat, engine_after, may_be_engine, snapshot
from taotoken.measure._engine import Engine, Timings, timings_in
from taotoken.measure._handshake import Handshake, handshake_of
from taotoken.measure._record import Record

if TYPE_CHECKING:
    from taotoken._client import AsyncTaoToken
    from taotoken._transport._watch import Watch
    from taotoken.measure._observed import Observed

AskEngine = Literal["never", "after", "around"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """One request, and what was seen of its way.

    Attributes:
        record: the request's times and counts; see `Record`.
        connection: how it reached the server.
        url: where it was posted to.
        request_bytes: the size of its body.
        reads: when pieces of the answer's body came (seconds after the start) and how large they were. Several tokens
            in one read came together.
        server_name: the answer's ``Server`` header, or None.
        timings: what llama.cpp's server says about this request in its stream, or None.
        engine: what a self-hosted server told of itself after the request, or None.
    """

    record: Record
    connection: Handshake
    url: str = ""
    request_bytes: int = 0
    reads: tuple[tuple[float, int], ...] = field(default=(), repr=False)
    server_name: str | None = None
    timings: Timings | None = None
    engine: Engine | None = None

    @property
    def arrivals(self) -> tuple[float, ...]:
        """When each chunk with text came, in seconds after the start."""
        first = self.record.ttft
        return () if first is None else tuple(accumulate(self.record.itl, initial=first))

    @property
    def answered(self) -> bool:
        """Did any text come?"""
        return self.record.ttft is not None


async def trace(
    endpoint: Endpoint, messages: Messages, *, engine: AskEngine = "never", **options: Unpack[CallOptions]
) -> Trace:
    """Send one streamed request over a new connection and say what happened when.

    `messages` and the options are those of `AsyncTaoToken.stream`. A request that fails is no exception: what went
    wrong is in ``record.failure``, and the trace holds what was seen until then.

    `engine` says whether a server that looks like vLLM, SGLang or llama.cpp is asked for its own figures
    (``GET /metrics``, ``POST /tokenize``, at the root of the endpoint's host and with its key): ``never``; ``after``
    the request, so that nothing comes before it, and means are of all requests since the server started; or
    ``around`` it, so that they are of this request alone if no other ended meanwhile.

    Raises:
        ConfigurationError: the options can't be sent at all.
    """
    return (await trace_repeatedly(endpoint, messages, times=1, engine=engine, **options))[0]


async def trace_repeatedly(
    endpoint: Endpoint,
    messages: Messages,
    *,
    times: int,
    engine: AskEngine = "never",
    **options: Unpack[CallOptions],
) -> tuple[Trace, ...]:
    """The same request `times` times, one after the other: the first cold, on a new connection and with nothing in the
    server's prefix cache (unless someone else put it there), the others warm. See `trace`; with ``after``, the server's
    means are of each request alone from the second on.

    Raises:
        ConfigurationError: the options can't be sent at all.
        ValueError: `times` is less than one.
    """
    if times < 1:
        raise ValueError("a trace takes one request or more")
    seat = EngineSeat(endpoint=endpoint, model=options.get("model") or endpoint.model)
    traces: list[Trace] = []
    async with _session(endpoint, options) as session:
        before = await snapshot(seat) if engine == "around" else None
        for _ in range(times):
            traced = await session.once(messages, options)
            if engine == "around" or (engine == "after" and may_be_engine(traced)):
                seen, before = await engine_after(seat, messages, traced, before)
                traced = replace(traced, engine=seen)
            traces.append(traced)
    return tuple(traces)


class _Session:
    """A client whose requests are watched, one at a time."""

    def __init__(self, client: AsyncTaoToken, watch: Watch, observed: Observed) -> None:
        self._client = client
        self._watch = watch
        self._observed = observed

    async def once(self, messages: Messages, options: CallOptions) -> Trace:
        from taotoken.measure._once import measure_once

        record = await measure_once(self._client, messages, **options)
        seen, start = self._observed, record.sent_at
        name = seen.headers.get("server")
        return Trace(
            record=record,
            connection=handshake_of(self._watch, start),
            url=seen.url,
            request_bytes=seen.request_bytes,
            reads=tuple((at - start, size) for at, size in seen.reads),
            server_name=safe_text(name, 60) if name else None,
            timings=timings_in(bytes(seen.tail)),
        )


@asynccontextmanager
async def _session(endpoint: Endpoint, options: CallOptions) -> AsyncIterator[_Session]:
    from taotoken._client import AsyncTaoToken
    from taotoken._transport._watch import Watch
    from taotoken._transport.httpx import HttpxTransport
    from taotoken.measure._observed import Observed

    watch = Watch()
    transport = HttpxTransport(watch=watch)
    transport.prepare(options.get("url") or endpoint.url(options.get("protocol") or "chat"))
    observed = Observed(transport, watch.clock)
    async with AsyncTaoToken(endpoint, transport=observed, clock=watch.clock) as client:
        yield _Session(client, watch, observed)
