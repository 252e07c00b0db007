"""A streamed reply."""

from __future__ import annotations

from collections import deque
from types import TracebackType

from taotoken._errors import TaoTokenError
from taotoken._events import StreamEvent, UsageUpdate
from taotoken._exchange import Exchange
from taotoken._reply import Reply
from taotoken._run import Plan, Run
from taotoken._wire import Wire


class Stream:
    """The events of one reply as they come: `TextDelta`, `ReasoningDelta`, `ToolCall` (whole) and `UsageUpdate`.

        async with client.stream("Hello") as stream:
            async for event in stream:
                if isinstance(event, TextDelta):
                    print(event.text, end="")
            reply = await stream.reply()

    It ends in a stated state: the loop ends because the server said that the reply is whole, or an error is raised
    whose `partial` holds what came. A failure before any output was handed out is tried again by the client's
    `RetryPolicy`; afterwards nothing is repeated. Leaving the block early closes the connection.
    """

    def __init__(self, run: Run, wire: Wire, exchange: Exchange) -> None:
        self._run = run
        self._wire = wire
        self._exchange: Exchange | None = exchange
        self._pending: deque[StreamEvent] = deque()
        self._delivered = False
        self._reading = False
        self._reply: Reply | None = None
        self._failure: TaoTokenError | None = None

    @property
    def delivered(self) -> bool:
        """Has output (text, reasoning, a tool call) been handed out?"""
        return self._delivered

    @property
    def waiting(self) -> int:
        """How many events are here that were not handed out yet."""
        return len(self._pending)

    def __aiter__(self) -> Stream:
        return self

    async def __anext__(self) -> StreamEvent:
        pending = self._pending
        while not pending:
            if not await self._more():
                raise StopAsyncIteration
        event = pending.popleft()
        if not self._delivered and not isinstance(event, UsageUpdate):
            self._delivered = True
        return event

    async def reply(self) -> Reply:
        """The whole reply; reads what is left of the stream.

        Raises:
            TaoTokenError: the stream did not end well, or was closed before its end.
            BadResponseError: an output type was asked for, and the answer is not of it.
        """
        while await self._more():
            pass
        assert self._reply is not None
        return self._run.plan.read(self._reply)

    async def aclose(self) -> None:
        """Let go of the connection."""
        exchange, self._exchange = self._exchange, None
        if exchange is not None:
            await exchange.aclose()

    async def _more(self) -> bool:
        """Read further; False when the reply is whole."""
        if self._reply is not None:
            return False
        if self._failure is not None:
            raise self._failure
        if self._exchange is None:
            raise TaoTokenError("the stream is closed")
        if self._reading:
            raise TaoTokenError("another task reads this stream already")
        self._reading = True
        try:
            events = await self._exchange.advance()
        except TaoTokenError as error:
            failure = error
        else:
            if events is None:
                self._reply = self._run.finished(self._exchange.reply())
            self._pending.extend(events or ())
            return events is not None
        finally:
            self._reading = False
        await self._again(failure)
        return True

    async def _again(self, error: TaoTokenError) -> None:
        """Another attempt in the place of the one that failed, or the error."""
        await self.aclose()
        self._pending.clear()
        try:
            await self._run.after(error, delivered=self._delivered)
            self._exchange = await self._run.open(self._wire)
        except TaoTokenError as final:
            self._failure = final
            raise


class StreamContext:
    """What `client.stream(...)` gives: enter it with ``async with`` to send the request."""

    def __init__(self, plan: Plan, wire: Wire) -> None:
        self._plan = plan
        self._wire = wire
        self._stream: Stream | None = None

    async def __aenter__(self) -> Stream:
        if self._stream is not None:
            raise TaoTokenError("this stream was entered before; call stream() again")
        run = Run(self._plan)
        try:
            self._stream = Stream(run, self._wire, await run.open(self._wire))
        except BaseException as error:
            run.left(error)
            raise
        return self._stream

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._stream is not None:
            self._stream._run.left()
            await self._stream.aclose()
