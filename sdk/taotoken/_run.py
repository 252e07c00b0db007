"""One call from the first attempt to the last."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

import anyio

from taotoken._errors import TaoTokenError
from taotoken._exchange import Exchange, Setup, fetch, open_exchange
from taotoken._reply import Attempt, Reply
from taotoken._request import Prepared
from taotoken._retry import RetryPolicy
from taotoken._transport import Response
from taotoken._waits import Waits
from taotoken._wire import Wire


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A request and how patiently it is made."""

    setup: Setup
    prepared: Prepared
    waits: Waits
    retry: RetryPolicy


class Run:
    """The attempts of one call. Its total deadline starts when it is made."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._prepared = plan.prepared
        self._began = anyio.current_time()
        self._attempt_began = self._began
        self._attempts: list[Attempt] = []
        self._retries = 0

    async def open(self, wire: Wire) -> Exchange:
        """An exchange whose headers are good, after as many attempts as the policy allows."""
        while True:
            self._attempt_began = anyio.current_time()
            try:
                return await open_exchange(self._plan.setup, self._prepared, wire, self._plan.waits, self._began)
            except TaoTokenError as error:
                failure = error
            await self.after(failure, delivered=False)

    async def whole(self, wire: Wire) -> Reply:
        """The reply, with nothing handed out before it is whole."""
        while True:
            exchange = await self.open(wire)
            try:
                while await exchange.advance() is not None:
                    pass
                return self.finished(exchange.reply())
            except TaoTokenError as error:
                failure = error
            finally:
                await exchange.aclose()
            await self.after(failure, delivered=False)

    async def fetch(self, limit: int) -> tuple[Response, bytes]:
        """The body of a request that is no chat call."""
        while True:
            self._attempt_began = anyio.current_time()
            try:
                return await fetch(self._plan.setup, self._prepared, self._plan.waits, self._began, limit)
            except TaoTokenError as error:
                failure = error
            await self.after(failure, delivered=False)

    async def after(self, error: TaoTokenError, *, delivered: bool) -> None:
        """Return when it is time for another attempt; raise `error` when there is none."""
        self._record(error)
        if not delivered and self._without_refused(error):
            return
        delay = self._plan.retry.delay(error, retries=self._retries, delivered=delivered, luck=random.random())  # noqa: S311
        if delay is None or anyio.current_time() + delay >= self._began + self._plan.waits.total:
            error.attempts = tuple(self._attempts)
            raise error
        self._retries += 1
        await anyio.sleep(delay)

    def finished(self, reply: Reply) -> Reply:
        """The reply with its attempts, counted."""
        self._record(None)
        self._plan.setup.ledger.add(self._prepared.model, reply.usage)
        return replace(reply, attempts=tuple(self._attempts))

    def _without_refused(self, error: TaoTokenError) -> bool:
        wire = self._prepared.wire
        body = wire.without_refused(self._prepared.body, error) if wire is not None else None
        if body is not None:
            self._prepared = replace(self._prepared, body=body)
        return body is not None

    def _record(self, error: TaoTokenError | None) -> None:
        self._attempts.append(
            Attempt(
                model=self._prepared.model,
                url=self._prepared.shown_url,
                seconds=anyio.current_time() - self._attempt_began,
                error=error.code if error else None,
                status=error.http_status if error else 200,
            )
        )
