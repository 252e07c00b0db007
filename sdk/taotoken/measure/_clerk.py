"""Reads answers when there is time, so that reading one doesn't delay the moment at which another is noted."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from taotoken.measure._record import Failure, Record
from taotoken.measure._senders import Clock, Reading

_SHARE = 9  # rests so many times as long as it reads
_LEAST_REST = 0.002
_BACKLOG = 5000  # so many unread answers are enough; then it reads without rest
TOO_MANY = 100
"""So many failures in a row are no bad luck."""


class Clerk:
    """Takes readings, and turns them into records one at a time."""

    def __init__(self, clock: Clock, on_record: Callable[[Record], None] | None) -> None:
        self._clock = clock
        self._on_record = on_record
        self._waiting: deque[Reading] = deque()
        self._some = asyncio.Event()
        self._in_a_row = 0
        self.records: list[Record] = []
        self.failed = 0
        self.output_tokens = 0
        self.ttft_sum = 0.0
        self.ttft_count = 0

    def take(self, reading: Reading) -> None:
        """An answer to be read later."""
        self._waiting.append(reading)
        self._some.set()

    @property
    def done(self) -> int:
        """How many answers are here, read or not."""
        return len(self.records) + len(self._waiting)

    @property
    def gave_up(self) -> Failure | None:
        """The last failure, when too many came in a row."""
        return self.records[-1].failure if self._in_a_row >= TOO_MANY else None

    async def work(self) -> None:
        """Read on, with rests, until cancelled."""
        while await self._some.wait():
            began = self._clock()
            self._read()
            if not self._waiting:
                self._some.clear()
            rest = max(_LEAST_REST, _SHARE * (self._clock() - began))
            await asyncio.sleep(0 if len(self._waiting) > _BACKLOG else rest)

    def finish(self) -> None:
        """Read all that is left."""
        while self._waiting:
            self._read()

    def _read(self) -> None:
        record = self._waiting.popleft()()
        self.records.append(record)
        self._in_a_row = 0 if record.ok else self._in_a_row + 1
        self.failed += not record.ok
        self.output_tokens += record.output_tokens or 0
        if record.ttft is not None:
            self.ttft_sum += record.ttft
            self.ttft_count += 1
        if self._on_record is not None:
            self._on_record(record)
