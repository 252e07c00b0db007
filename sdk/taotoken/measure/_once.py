"""One measured request: a single attempt, never retried and never answered by another model."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Unpack

from taotoken._alarm import loop_clock
from taotoken._endpoint import Endpoint
from taotoken._errors import ConfigurationError, TaoTokenError
from taotoken._exchange import open_exchange
from taotoken._options import CallOptions, Messages
from taotoken._reply import Reply
from taotoken.measure._reading import Sent, failed, measured

if TYPE_CHECKING:
    from taotoken._client import AsyncTaoToken
    from taotoken._run import Plan
    from taotoken._wire import Wire
    from taotoken.measure._ask import Ask
    from taotoken.measure._record import Record


async def measure_once(
    client: AsyncTaoToken | Endpoint,
    messages: Messages,
    *,
    label: str = "",
    keep_text: bool = True,
    **options: Unpack[CallOptions],
) -> Record:
    """Send one streamed request and say when what came.

    `client` may be an `Endpoint`: then connections are opened for this request alone, and its times include that.
    `messages` and the options are those of `AsyncTaoToken.stream`. What goes wrong with the request is in
    `Record.failure`, not raised; there is no second attempt and no fallback, since the figures are those of one
    request. (Where a gateway refuses to be asked for token counts, the request is repeated without asking, and that
    one is measured.)

    Raises:
        ConfigurationError: the options can't be sent at all.
    """
    if isinstance(client, Endpoint):
        from taotoken._client import AsyncTaoToken

        async with AsyncTaoToken(client) as own:
            return await measure_once(own, messages, label=label, keep_text=keep_text, **options)
    plan, wire = client._call(messages, options, streaming=True)
    sent, result, seconds = await _attempt(plan, wire, label, None, options.get("max_tokens"))
    return _record(sent, result, seconds, keep_text)


async def measure_whole(client: AsyncTaoToken, messages: Messages, **options: Unpack[CallOptions]) -> Record:
    """The same, with the text kept, for callers that can do nothing without a whole answer.

    Raises:
        TaoTokenError: what went wrong.
    """
    plan, wire = client._call(messages, options, streaming=True)
    sent, result, seconds = await _attempt(plan, wire, "", None, options.get("max_tokens"))
    if isinstance(result, TaoTokenError):
        raise result
    return _record(sent, result, seconds, True)


async def measure_ask(client: AsyncTaoToken, ask: Ask) -> Record:
    """The same for a request of a load."""
    target = ask.target
    options: CallOptions = {"model": target.model, "protocol": target.protocol, **ask.options()}  # type: ignore[typeddict-item]  # Target checked the names
    plan, wire = client._call(ask.prompt, options, streaming=True)
    sent, result, seconds = await _attempt(plan, wire, target.label, ask.intended_at, ask.max_tokens)
    return _record(sent, result, seconds, ask.keep_text)


def _record(sent: Sent, result: Reply | TaoTokenError, seconds: float, keep_text: bool) -> Record:
    if isinstance(result, TaoTokenError):
        return failed(sent, result, seconds, keep_text)
    return measured(sent, result, keep_text)


async def _attempt(
    plan: Plan, wire: Wire, label: str, intended_at: float | None, max_tokens: int | None
) -> tuple[Sent, Reply | TaoTokenError, float]:
    """The attempt, without what this gateway refuses if that is why it failed: what was sent, what came of it, and
    after how many seconds."""
    while True:
        at = plan.setup.clock()
        sent = Sent(
            label=label,
            model=plan.prepared.model,
            protocol=wire.protocol,
            intended_at=at if intended_at is None else intended_at,
            sent_at=at,
            max_tokens=max_tokens,
        )
        try:
            reply = await _reply(plan, wire)
            return sent, reply, plan.setup.clock() - at
        except ConfigurationError:
            raise
        except TaoTokenError as error:
            failure = error
        body = wire.without_refused(plan.prepared.body, failure)
        if body is None:
            return sent, failure, plan.setup.clock() - at
        plan = replace(plan, prepared=replace(plan.prepared, body=body))


async def _reply(plan: Plan, wire: Wire) -> Reply:
    exchange = await open_exchange(plan.setup, plan.prepared, wire, plan.waits, loop_clock()())
    try:
        while await exchange.advance() is not None:
            pass
        return exchange.reply()
    finally:
        await exchange.aclose()
