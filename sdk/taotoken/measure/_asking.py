"""One measured request after another, for those who need every one of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Unpack

from taotoken._errors import TaoTokenError
from taotoken._options import CallOptions, Messages
from taotoken._retry import RetryPolicy
from taotoken.measure._once import measure_whole

if TYPE_CHECKING:
    from taotoken._client import AsyncTaoToken
    from taotoken.measure._record import Record

OnRecord = Callable[["Record"], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """Who asks. `on_record` is called with each record; `patience` says how often a request that failed is sent anew,
    which then is the one that is measured."""

    client: AsyncTaoToken
    on_record: OnRecord | None = None
    patience: RetryPolicy = field(default_factory=RetryPolicy)

    async def ask(self, messages: Messages, **options: Unpack[CallOptions]) -> Record:
        """Send one streamed request.

        Raises:
            TaoTokenError: it failed, and again.
        """
        import anyio

        retries = 0
        while True:
            try:
                record = await measure_whole(self.client, messages, **options)
            except TaoTokenError as error:
                wait = self.patience.delay(error, retries=retries, delivered=False)
                if wait is None:
                    raise
            else:
                if self.on_record is not None:
                    self.on_record(record)
                return record
            retries += 1
            await anyio.sleep(wait)
