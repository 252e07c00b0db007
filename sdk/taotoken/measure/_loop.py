"""The load loop: who sends when, and when it ends."""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from taotoken._alarm import on_asyncio
from taotoken._errors import ConfigurationError
from taotoken.measure._ask import Ask
from taotoken.measure._clerk import Clerk
from taotoken.measure._load import Load, LoadResult, Progress
from taotoken.measure._senders import Clock, Sender, SenderName, make_sender

if TYPE_CHECKING:
    from taotoken.measure._record import Failure, Record
    from taotoken.measure._target import Target

_SAMPLE_SECONDS = 0.01
_SHOW_EVERY = 20  # samples
_OPEN_AHEAD = 64  # connections of an open loop, at most
OnRecord = Callable[["Record"], None]
OnProgress = Callable[[Progress], None]


async def run_load(
    targets: Sequence[Target] | Target,
    load: Load,
    *,
    transport: SenderName = "auto",
    on_record: OnRecord | None = None,
    on_progress: OnProgress | None = None,
    stop: asyncio.Event | None = None,
    clock: Clock = time.perf_counter,
) -> LoadResult:
    """Put a load on one or several targets, in turn, and measure each request. Works on asyncio.

    Requests that fail are in the records; nothing is tried again. The connections of a closed loop are opened before
    the first request, so their times are in `LoadResult.connects` and in no request's.

    Args:
        targets: whom to ask; several are asked alternately, so that they meet the same conditions.
        load: the shape of the load.
        transport: ``fast`` and ``direct`` send over connections of our own, parsed by httptools (extra
            ``taotoken[fast]``) or by h11; ``aiohttp`` and ``httpx`` through the client. ``auto`` takes the first of
            these that is installed, and where the environment names a proxy, the client.
        on_record: called with each record when it is read, shortly after the request has ended.
        on_progress: called about five times a second.
        stop: set it to end the load at once; what was measured until then is the result.
        clock: seconds that only grow.

    Raises:
        ConfigurationError: the targets or options can't be used, or this is not asyncio.
        TransportError: no connection could be opened at the start.
    """
    several = list(targets) if isinstance(targets, Sequence) else [targets]
    results = run_loads(
        several, [load], transport=transport, on_record=on_record, on_progress=on_progress, stop=stop, clock=clock
    )
    return [result async for result in results].pop()


async def run_loads(
    targets: Sequence[Target],
    loads: Sequence[Load],
    *,
    transport: SenderName = "auto",
    on_record: OnRecord | None = None,
    on_progress: OnProgress | None = None,
    stop: asyncio.Event | None = None,
    clock: Clock = time.perf_counter,
) -> AsyncIterator[LoadResult]:
    """Several loads after each other over the same connections (a sweep); otherwise as `run_load`. Ends after a load
    that was stopped or given up."""
    if not on_asyncio():
        raise ConfigurationError("a load runs on asyncio; measure_once runs on trio too")
    sender = make_sender(targets, transport, clock)
    numbers = itertools.count()  # over all loads, so that none finds the prompts of another in a cache
    try:
        for load in loads:
            loop = _Loop(sender, targets, load, clock, on_record, on_progress, stop or asyncio.Event(), numbers)
            result = await loop.run()
            yield result
            if result.stopped or result.gave_up is not None:
                return
    finally:
        await sender.aclose()


class _Loop:
    """One load."""

    def __init__(
        self, sender: Sender, targets: Sequence[Target], load: Load, clock: Clock,
        on_record: OnRecord | None, on_progress: OnProgress | None, stop: asyncio.Event, numbers: Iterator[int],
    ) -> None:  # fmt: skip
        self._sender = sender
        self._targets = targets
        self._load = load
        self._clock = clock
        self._on_record = on_record
        self._on_progress = on_progress
        self._stop = stop
        self._numbers = numbers
        self._clerk = Clerk(clock, None)
        self._lag: list[float] = []
        self._given = 0
        self._under_way = 0
        self._began = clock()
        self._warming_up = True

    async def run(self) -> LoadResult:
        """Warm up, then load."""
        helper = asyncio.create_task(self._sample())
        connects = len(self._sender.connects)
        try:
            warmup = await self._warm_up()
            gave_up = _all_failed(warmup)
            if gave_up is None and not self._stop.is_set():
                await self._sender.open(self._ahead())
                await self._run_main()
        finally:
            helper.cancel()
        self._clerk.finish()
        return LoadResult(
            load=self._load,
            labels=tuple(target.label for target in self._targets),
            records=tuple(self._clerk.records) if gave_up is None else (),
            warmup=warmup,
            transport=self._sender.name,
            connects=tuple(self._sender.connects[connects:]),
            loop_lag=tuple(self._lag),
            unfinished=self._under_way,
            stopped=self._stop.is_set(),
            gave_up=gave_up or self._clerk.gave_up,
        )

    async def _warm_up(self) -> tuple[Record, ...]:
        """One request after another to each target; the first good one says how long prompts really are."""
        records: list[Record] = []
        for number in range(self._load.warmup * len(self._targets)):
            ask = self._ask(number, self._clock())
            sending = asyncio.ensure_future(self._sender.send(ask))
            await self._until_stopped(sending)
            if not sending.done() or sending.cancelled():
                break
            records.append(sending.result()())
        told = next((record.input_tokens for record in records if record.ok), None)
        self._load = replace(self._load, prompts=self._load.prompts.adjusted(told))
        return tuple(records)

    async def _run_main(self) -> None:
        self._clerk = Clerk(self._clock, self._on_record)
        self._lag.clear()
        self._warming_up, self._began = False, self._clock()
        clerk = asyncio.create_task(self._clerk.work())
        work = self._closed() if self._load.concurrency is not None else self._open(self._load.rate or 1.0)
        try:
            await self._until_stopped(asyncio.ensure_future(work))
        finally:
            clerk.cancel()

    async def _until_stopped(self, work: asyncio.Future[Any]) -> None:
        """Wait for `work`; when stopped it is cancelled. Its failure is raised."""
        stopped = asyncio.ensure_future(self._stop.wait())
        try:
            await asyncio.wait((work, stopped), return_when=asyncio.FIRST_COMPLETED)
        finally:
            stopped.cancel()
            if not work.done():
                work.cancel()
                await asyncio.wait((work,))
        try:
            if not work.cancelled():
                work.result()
        except BaseExceptionGroup as group:  # several workers fail alike
            raise group.exceptions[0] from None

    async def _closed(self) -> None:
        async with asyncio.TaskGroup() as workers:
            for _ in range(self._load.concurrency or 1):
                workers.create_task(self._worker())

    async def _worker(self) -> None:
        """Send, wait, send."""
        while self._wants_more(self._clock()):
            await self._send(self._next(self._clock()))

    async def _open(self, rate: float) -> None:
        """Send when the moment has come, whatever is under way."""
        chance = random.Random(self._load.prompts.seed)  # noqa: S311 - no secret
        due = self._clock()
        async with asyncio.TaskGroup() as requests:
            while self._wants_more(due):
                await asyncio.sleep(due - self._clock())
                requests.create_task(self._send(self._next(due)))
                due += chance.expovariate(rate)

    def _next(self, intended_at: float) -> Ask:
        self._given += 1
        return self._ask(self._given - 1, intended_at)

    async def _send(self, ask: Ask) -> None:
        self._under_way += 1
        reading = await self._sender.send(ask)
        self._under_way -= 1  # not after a cancellation: those are the unfinished
        self._clerk.take(reading)

    def _wants_more(self, at: float) -> bool:
        load = self._load
        if self._clerk.gave_up is not None:
            return False
        if load.requests is not None and self._given >= load.requests * len(self._targets):
            return False
        return load.seconds is None or at < self._began + load.seconds

    def _ask(self, turn: int, intended_at: float) -> Ask:
        return Ask(
            target=self._targets[turn % len(self._targets)],
            prompt=self._load.prompts.prompt(next(self._numbers)),
            intended_at=intended_at,
            max_tokens=self._load.max_tokens,
            keep_text=self._load.keep_text,
        )

    def _ahead(self) -> int:
        """How many connections to open before the start."""
        load = self._load
        wanted = load.concurrency or min(_OPEN_AHEAD, int(load.rate or 0) + 1)
        return wanted if load.requests is None else min(wanted, load.requests * len(self._targets))

    async def _sample(self) -> None:
        """Note how late the event loop is; look after silent requests and the progress on the way."""
        count = 0
        while True:
            due = self._clock() + _SAMPLE_SECONDS
            await asyncio.sleep(_SAMPLE_SECONDS)
            self._lag.append(max(0.0, self._clock() - due))
            count += 1
            if count % _SHOW_EVERY == 0:
                self._sender.give_up_silent(self._load.silence)
                if self._on_progress is not None:
                    self._on_progress(self._progress())

    def _progress(self) -> Progress:
        clerk, requests = self._clerk, self._load.requests
        return Progress(
            warming_up=self._warming_up,
            done=clerk.done,
            failed=clerk.failed,
            under_way=self._under_way,
            total=None if requests is None else requests * len(self._targets),
            seconds=self._clock() - self._began,
            ttft=clerk.ttft_sum / clerk.ttft_count if clerk.ttft_count else None,
            output_tokens=clerk.output_tokens,
        )


def _all_failed(records: Sequence[Record]) -> Failure | None:
    """The first failure, when there is nothing else."""
    return records[0].failure if records and not any(record.ok for record in records) else None
