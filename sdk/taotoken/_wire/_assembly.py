"""The reply as it grows: every protocol's decoder writes into one of these."""

from __future__ import annotations

from typing import Any

from taotoken._events import StreamEvent, ToolCallDelta, UsageUpdate, reasoning_delta, text_delta, text_deltas
from taotoken._reply import FinishReason, Reply, Timing, ToolCall, Usage
from taotoken._timing import OUTPUT, REASONING
from taotoken._wire._lenient import is_json_object, same_object

MAX_REPLY = 64 * 1024 * 1024
_BLANK = ("{}", "null")  # arguments that may only stand for those that follow
_CALL_SIZE = 1024  # what a call counts for, so that empty ones are bounded too


class ReplyTooLargeError(Exception):
    """The reply is larger than `MAX_REPLY`."""


class DraftCall:
    """A tool call whose arguments are still coming."""

    __slots__ = ("arguments", "given", "id", "name", "taken", "told")

    def __init__(self, id: str, name: str) -> None:  # noqa: A002 - the wire's own name
        self.id = id
        self.name = name
        self.arguments: list[str] = []
        self.given = ""  # what the arguments are if none come after it
        self.taken: ToolCall | None = None
        self.told = False  # was a piece of it handed out?

    def text(self) -> str:
        """The arguments so far."""
        return self.sent() or self.given

    def sent(self) -> str:
        """What came of them piece by piece."""
        text = "".join(self.arguments)
        self.arguments = [text] if text else []
        return text

    def repeats(self, text: str) -> bool:
        """Does this only say once more what is whole already?"""
        return text[:1] == "{" and bool(self.arguments) and same_object(text, self.sent())

    def is_whole(self) -> bool:
        """Are the arguments one JSON object, so that nothing can follow?"""
        return is_json_object(self.text())


class Assembly:
    """Text, tool calls, usage and the end of one reply, in the order they came."""

    def __init__(self) -> None:
        self.id: str | None = None
        self.model: str | None = None
        self.usage: Usage | None = None
        self.raw: Any = None
        self.raw_finish: str | None = None
        self.ended = False  # nothing after this counts
        self.known = False  # has anything come that is of this protocol?
        self.foreign = False  # has anything come that is of another?
        self.failure: Any = None  # an error object the server sent instead of the rest
        self.calls: list[DraftCall] = []
        self.fragments = False  # hand out pieces of calls
        self.thinking: list[dict[str, Any]] = []  # as the protocol wants it back
        self._reason: FinishReason | None = None
        self._text: list[str] = []
        self._reasoning: list[str] = []
        self._out: list[StreamEvent] = []
        self._carried = 0
        self._size = 0

    @property
    def complete(self) -> bool:
        """Did the server say that the reply is whole?"""
        return self.ended or self.raw_finish is not None

    @property
    def finish_reason(self) -> FinishReason | None:
        """Why it ended, made to agree with the calls that are there: a loop on tool calls must neither miss
        one nor run on none."""
        has_calls = any(call.taken for call in self.calls)
        if self._reason == "stop" and has_calls:
            return "tool_calls"
        if self._reason == "tool_calls" and not has_calls:
            return "stop"
        return self._reason

    def identify(self, id: str | None, model: str | None) -> None:  # noqa: A002
        """The reply's id and model; the first of each counts."""
        self.id = self.id or id
        self.model = self.model or model

    def add_text(self, text: str) -> None:
        """More of the answer."""
        if text:
            self._grow(text, OUTPUT)
            self._text.append(text)
            self._out.append(text_delta(text))

    def add_texts(self, texts: list[str]) -> None:
        """More of the answer, in several pieces of which none is empty."""
        if texts:
            self._carried |= OUTPUT
            self._bound(sum(map(len, texts)))
            self._text += texts
            self._out += text_deltas(texts)

    def add_reasoning(self, text: str) -> None:
        """More of the thinking."""
        if text:
            self._grow(text, REASONING)
            self._reasoning.append(text)
            self._out.append(reasoning_delta(text))

    def start_call(self, id: str, name: str) -> DraftCall:  # noqa: A002
        """A new tool call."""
        self._bound(_CALL_SIZE)
        call = DraftCall(id, name)
        self.calls.append(call)
        return call

    def add_arguments(self, call: DraftCall, text: str) -> None:
        """More of a call's arguments."""
        if text and not call.arguments and text.strip() in _BLANK:
            self.give_arguments(call, call.given or "{}")
            text = ""
        if text:
            self._grow(text, OUTPUT)
            call.arguments.append(text)
        if self.fragments and (text or not call.told) and call.name:
            told, call.told = call.told, True
            whole = text if told else call.sent()  # what came before the name comes with it
            self._out.append(ToolCallDelta(self.calls.index(call), call.id, call.name, whole))

    def give_arguments(self, call: DraftCall, text: str) -> None:
        """A call's arguments, unless pieces of them follow."""
        self._grow(text, OUTPUT)
        call.given = text

    def set_usage(self, usage: Usage) -> None:
        """The counts now; zeros never replace real ones."""
        if usage != self.usage and (self.usage is None or usage.total_tokens or usage.output_tokens):
            self.usage = usage
            self._out.append(UsageUpdate(usage))

    def close_call(self, call: DraftCall) -> None:
        """Hand the call out if its arguments are whole; none at all means an empty object."""
        if call.taken is None and call.name and (not call.text() or call.is_whole()):
            self._hand_out(call)

    def finish(self, raw: str, reason: FinishReason | None) -> None:
        """The server named why it stopped. A call that the model itself ended is handed out as it is; one that
        a limit cut off is not."""
        if self.raw_finish is not None:
            return
        self.raw_finish, self._reason = raw, reason
        for call in self.calls:
            if call.taken is None and call.name and reason in ("stop", "tool_calls"):
                self._hand_out(call)
            else:
                self.close_call(call)

    def end(self) -> None:
        """The protocol's last event."""
        if not self.ended:
            self.ended = True
            for call in self.calls:
                self.close_call(call)

    def take_events(self) -> list[StreamEvent]:
        """What came since the last time."""
        out, self._out = self._out, []
        return out

    def take_carried(self) -> int:
        """Which kinds of text came since the last time."""
        carried, self._carried = self._carried, 0
        return carried

    def close_whole(self) -> None:
        """Of a reply that did not end well, hand out the calls that are whole."""
        for call in self.calls:
            if call.is_whole():
                self.close_call(call)

    def reply(self, request_id: str | None = None, timing: Timing = Timing()) -> Reply:  # noqa: B008 - frozen
        """The reply so far."""
        return Reply(
            text="".join(self._text),
            reasoning="".join(self._reasoning),
            tool_calls=tuple(call.taken for call in self.calls if call.taken),
            finish_reason=self.finish_reason,
            raw_finish_reason=self.raw_finish,
            usage=self.usage,
            timing=timing,
            request_id=request_id,
            model=self.model,
            id=self.id,
            raw=self.raw,
            reasoning_blocks=tuple(self.thinking),
        )

    @property
    def has_text(self) -> bool:
        """Has any answer text come?"""
        return bool(self._text)

    @property
    def has_reasoning(self) -> bool:
        """Has any thinking come?"""
        return bool(self._reasoning)

    def _grow(self, text: str, kind: int) -> None:
        self._carried |= kind
        self._size += len(text)
        if self._size > MAX_REPLY:
            raise ReplyTooLargeError

    def _bound(self, size: int) -> None:
        self._size += size
        if self._size > MAX_REPLY:
            raise ReplyTooLargeError

    def _hand_out(self, call: DraftCall) -> None:
        if self.fragments and call.given and not call.sent():
            self._out.append(ToolCallDelta(self.calls.index(call), call.id, call.name, call.given))
        call.taken = ToolCall(id=call.id, name=call.name, arguments=call.text() or "{}")
        self._out.append(call.taken)
