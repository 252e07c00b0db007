"""One call from the first attempt to the last."""

from __future__ import annotations

import random
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import anyio

from taotoken._alarm import loop_clock
from taotoken._errors import TaoTokenError
from taotoken._exchange import Exchange, Setup, fetch, open_exchange
from taotoken._frozen import frozen
from taotoken._log import log_attempt, log_move
from taotoken._reply import Attempt, Reply, settled
from taotoken._request import Prepared
from taotoken._retry import RetryPolicy
from taotoken._transport import Response
from taotoken._waits import Waits
from taotoken._wire import Wire

if TYPE_CHECKING:
    from taotoken._fallback import Routes
    from taotoken._message import Message
    from taotoken._output import OutputType
    from taotoken._telemetry import Operation


@frozen
class Plan:
    """A request, how patiently it is made, and where it goes on when its route can't answer."""

    setup: Setup
    prepared: Prepared
    waits: Waits
    retry: RetryPolicy
    routes: Routes | None = None
    output: OutputType | None = None

    def read(self, reply: Reply) -> Reply:
        """The reply with `parsed`, where an output type was asked for."""
        return reply if self.output is None else replace(reply, parsed=self.output.read(reply))


class Run:
    """The attempts of one call. Its total deadline starts when it is made."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._prepared = plan.prepared if plan.routes is None else plan.routes.first().prepare()
        self._operation = _operation(plan.prepared)
        self._now = loop_clock()
        self._began = self._now()
        self._attempt_began = self._began
        self._attempts: list[Attempt] = []
        self._retries = 0

    async def open(self, wire: Wire) -> Exchange:
        """An exchange whose headers are good, after as many attempts as the policy allows."""
        while True:
            self._attempt_began = self._now()
            try:
                return await open_exchange(self.plan.setup, self._prepared, wire, self.plan.waits, self._began)
            except TaoTokenError as error:
                failure = error
            await self.after(failure, delivered=False)

    async def whole(self, wire: Wire) -> Reply:
        """The reply, with nothing handed out before it is whole."""
        try:
            return await self._whole(wire)
        except BaseException as error:
            self.left(error)
            raise

    async def _whole(self, wire: Wire) -> Reply:
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

    def left(self, error: BaseException | None = None) -> None:
        """The call is over without a reply: by an error, or because its stream was left (None)."""
        if self._operation is not None:
            self._operation.failed(error, self._prepared)

    async def fetch(self, limit: int) -> tuple[Response, bytes]:
        """The body of a request that is no chat call."""
        while True:
            self._attempt_began = self._now()
            try:
                return await fetch(self.plan.setup, self._prepared, self.plan.waits, self._began, limit)
            except TaoTokenError as error:
                failure = error
            await self.after(failure, delivered=False)

    async def after(self, error: TaoTokenError, *, delivered: bool) -> None:
        """Return when it is time for another attempt; raise `error` when there is none."""
        self._record(error)
        if not delivered and self._without_refused(error):
            return
        patient = self.plan.routes is None or self.plan.routes.patient
        delay = self.plan.retry.delay(error, retries=self._retries, delivered=delivered, luck=random.random())  # noqa: S311
        if delay is None or not patient or self._too_late(delay):
            if not delivered and self._another_route(error):
                return
            error.attempts = tuple(self._attempts)
            self.left(error)
            raise error
        self._retries += 1
        await anyio.sleep(delay)

    def _too_late(self, delay: float) -> bool:
        return self._now() + delay >= self._began + self.plan.waits.total

    def _another_route(self, error: TaoTokenError) -> bool:
        routes = self.plan.routes
        route = None if routes is None or self._too_late(0) else routes.next(error)
        if route is None:
            return False
        log_move(self._prepared, error, route.model)
        self._prepared, self._retries = route.prepare(), 0
        return True

    def finished(self, reply: Reply) -> Reply:
        """The reply with its attempts and notes, counted."""
        self._record(None)
        self.plan.setup.ledger.add(self._prepared.model, reply.usage)
        if self.plan.routes is not None:
            self.plan.routes.answered()
        done = settled(reply, attempts=tuple(self._attempts), notes=(*reply.notes, *self._notes(reply)))
        if self._operation is not None:
            self._operation.finished(done, self._prepared)
        return done

    def _notes(self, reply: Reply) -> list[Message]:
        why = self.plan.routes.why if self.plan.routes is not None else None
        if why is None and reply.finish_reason != "length" and reply.model in (None, self._prepared.model):
            return []  # nothing to look for
        from taotoken._notes import notes_on

        return notes_on(reply, self._prepared, why=why)

    def _without_refused(self, error: TaoTokenError) -> bool:
        wire = self._prepared.wire
        body = wire.without_refused(self._prepared.body, error) if wire is not None else None
        if body is not None:
            self._prepared = replace(self._prepared, body=body)
        return body is not None

    def _record(self, error: TaoTokenError | None) -> None:
        attempt = Attempt(
            model=self._prepared.model,
            url=self._prepared.shown_url,
            seconds=self._now() - self._attempt_began,
            error=error.code if error else None,
            status=error.http_status if error else 200,
        )
        self._attempts.append(attempt)
        log_attempt(len(self._attempts), self._prepared, attempt)


def _operation(prepared: Prepared) -> Operation | None:
    """The span of a chat call, in programs that use OpenTelemetry."""
    if "opentelemetry" not in sys.modules:
        return None
    from taotoken._telemetry import operation_of

    return operation_of(prepared)
