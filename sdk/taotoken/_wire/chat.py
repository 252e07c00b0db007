"""OpenAI Chat Completions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from taotoken._errors import InvalidRequestError, TaoTokenError
from taotoken._reply import FinishReason
from taotoken._sse import SSEEvent
from taotoken._wire import Call, Wire, merged
from taotoken._wire._chat_calls import CallJoiner
from taotoken._wire._chat_chunks import (
    Choice,
    Chunk,
    Delta,
    Function,
    Read,
    TextOnly,
    ToolDelta,
    decode_chunk,
    read_lines,
    read_text,
    thoughts,
    whole_chunk,
)
from taotoken._wire._decoder import EventDecoder
from taotoken._wire._failures import failure_in
from taotoken._wire._lenient import Mender, arguments_of, as_dict, as_int, as_str, dicts, parse, text_of
from taotoken._wire._lines import NOTHING, Taken, both, is_foreign, take_all
from taotoken._wire._messages_in import message_list
from taotoken._wire._usage import COUNTS, chat_usage, merge_counts

_BROKE = ("error", "network_error", "insufficient_system_resource")  # the server could not go on

_REASONS: dict[str, FinishReason] = {
    "stop": "stop",
    "eos": "stop",
    "eos_token": "stop",
    "end_turn": "stop",
    "stop_sequence": "stop",
    "completed": "stop",
    "length": "length",
    "max_tokens": "length",
    "max_output_tokens": "length",
    "model_length": "length",
    "model_context_window_exceeded": "length",
    "tool_calls": "tool_calls",
    "tool_use": "tool_calls",
    "function_call": "tool_calls",
    "content_filter": "content_filter",
    "content_filtered": "content_filter",
    "prohibited_content": "content_filter",
    "recitation": "content_filter",
    "sensitive": "content_filter",
    "safety": "content_filter",
    "refusal": "content_filter",
}
_THINKING = ("reasoning_content", "reasoning", "thinking", "thought", "reasoning_text", "reasoning_details")
_SAID = ("content", "refusal", "tool_calls", "function_call", *_THINKING)


def encode(call: Call) -> dict[str, Any]:
    """The request body."""
    body: dict[str, Any] = {"model": call.model, "messages": message_list(call.messages)}
    for message in body["messages"]:
        message.pop("reasoning_blocks", None)  # thinking that another protocol signed
    if call.stream:
        body |= {"stream": True, "stream_options": {"include_usage": True}}
    options = {
        "max_tokens": call.max_tokens,
        "temperature": call.temperature,
        "top_p": call.top_p,
        "stop": call.stop,
        "seed": call.seed,
        "tools": [dict(tool) for tool in call.tools] if call.tools else None,
        "tool_choice": call.tool_choice,
        "response_format": call.response_format,
    }
    return merged(body, call, options)


def without_refused(body: dict[str, Any], error: TaoTokenError) -> dict[str, Any] | None:
    """Without usage in the stream where a gateway refuses to be asked; with the newer name of max_tokens where
    a model wants that."""
    if not isinstance(error, InvalidRequestError):
        return None
    text = f"{error} {error.body or ''}"
    if "stream_options" in body and ("stream_options" in text or "include_usage" in text):
        return {name: value for name, value in body.items() if name != "stream_options"}
    if "max_tokens" in body and "max_completion_tokens" in text:
        return {("max_completion_tokens" if n == "max_tokens" else n): v for n, v in body.items()}
    return None


class ChatDecoder(EventDecoder):
    """Reads chunks; usage may come in pieces, and a server may say `message` where `delta` belongs."""

    def __init__(self) -> None:
        super().__init__()
        self._mend = (Mender(), Mender())
        self._join = CallJoiner(self.assembly)
        self._usage: dict[str, Any] = {}
        self._by_message = False

    def feed_lines(self, lines: bytes, count: int) -> Taken | None:
        """See `Decoder.feed_lines`."""
        assembly = self.assembly
        named = bool(assembly.id and assembly.model)
        if count == 1 and named and (text := read_text(lines)) is not None:
            return self._text(text), assembly.take_carried()
        read = read_lines(lines, count, named=named)
        if read is None:
            return None
        taken = take_all(assembly, self.take, read.first) if read.first else NOTHING
        if not assembly.ended and assembly.failure is None:
            taken = both(taken, self._texts(read))
        return both(taken, take_all(assembly, self.take, read.last)) if read.last else taken

    def _texts(self, read: Read) -> Taken:
        answer = [text for text in read.answer if text]
        self.assembly.add_texts(answer)
        tokens = len(answer) + sum(map(self._text, read.texts))
        return tokens, self.assembly.take_carried()

    def _text(self, delta: TextOnly) -> bool:
        thought, text = delta.reasoning_content or delta.reasoning, delta.content
        if thought:
            self.assembly.add_reasoning(thought)
        if text:
            self.assembly.add_text(text)
        return bool(thought or text)

    def whole(self, body: Mapping[str, Any]) -> bool:
        """See `Decoder.whole`."""
        if not dicts(body.get("choices")):
            return False
        self.take(whole_chunk(body) or _tolerant_chunk(body, self._mend))
        self.assembly.raw = body
        self.assembly.end()
        return True

    def _event(self, event: SSEEvent) -> None:
        try:
            chunk = decode_chunk(event.data)
        except (msgspec.MsgspecError, RecursionError):
            chunk = _tolerant_chunk(parse(event.data), self._mend)
        if chunk.error or chunk.choices is None:
            self.assembly.failure = failure_in(event)
            self.assembly.foreign |= is_foreign(event.data, b'"message_start"', b'"response.created"')
        if self.assembly.failure is None:
            self.take(chunk)

    def take(self, chunk: Chunk) -> None:
        """Add one chunk to the reply."""
        self.assembly.known = self.assembly.known or chunk.choices is not None
        self.assembly.identify(chunk.id, chunk.model)
        for choice in chunk.choices or ():
            if not choice.index:
                self._choice(choice)
        self._count(chunk.usage or as_dict((chunk.x_groq or {}).get("usage")))

    def _count(self, raw: dict[str, Any] | None) -> None:
        """Merge counts. A total belongs to the counts beside it, so one from an earlier piece says nothing."""
        if not raw:
            return
        self._usage = dict(self._usage)
        if not raw.get("total_tokens") and any(map(raw.get, COUNTS)):
            self._usage.pop("total_tokens", None)
        merge_counts(self._usage, raw)
        if (usage := chat_usage(self._usage)) is not None:
            self.assembly.set_usage(usage)

    def _choice(self, choice: Choice) -> None:
        delta = choice.delta
        if choice.message is not None and (delta is None or (_is_empty(delta) and self._says_message())):
            delta = choice.message
        if delta is not None:
            self._delta(delta)
        self._count(choice.usage)
        if choice.finish_reason in _BROKE:
            told = f"the server ended the reply with finish_reason {choice.finish_reason!r}"
            self.assembly.failure = {"error": {"message": told}}
        elif choice.finish_reason:
            self.assembly.finish(choice.finish_reason, _REASONS.get(choice.finish_reason.lower()))

    def _says_message(self) -> bool:
        """Is `message` the only place of this stream's text, and no repetition of its deltas?"""
        assembly = self.assembly
        self._by_message = self._by_message or not (assembly.has_text or assembly.has_reasoning or assembly.calls)
        return self._by_message

    def _delta(self, delta: Delta) -> None:
        if thought := next(filter(None, thoughts(delta)), None) or text_of(delta.reasoning_details):
            self.assembly.add_reasoning(thought)
        if text := delta.content or delta.refusal:
            self.assembly.add_text(text)
        if delta.tool_calls:
            self._join.take(delta.tool_calls)
        if delta.function_call is not None:
            self._join.take([ToolDelta(index=0, function=delta.function_call)])


def _is_empty(delta: Delta) -> bool:
    held = (delta.content, delta.refusal, delta.tool_calls, delta.function_call, delta.reasoning_details)
    return not any(held) and not any(thoughts(delta))


def _tolerant_chunk(value: Any, mend: tuple[Mender, Mender]) -> Chunk:
    body = as_dict(value)
    choices = body.get("choices")
    return Chunk(
        id=as_str(body.get("id")),
        model=as_str(body.get("model")),
        choices=None if choices is None else [_tolerant_choice(choice, mend) for choice in dicts(choices)],
        usage=as_dict(body.get("usage")) or None,
        x_groq=as_dict(body.get("x_groq")) or None,
        error=body.get("error"),
    )


def _tolerant_choice(choice: dict[str, Any], mend: tuple[Mender, Mender]) -> Choice:
    delta, message = as_dict(choice.get("delta")), as_dict(choice.get("message"))
    return Choice(
        index=as_int(choice.get("index")),
        delta=_tolerant_delta(delta, mend) if delta else None if choice.get("delta") is None else Delta(),
        message=_tolerant_delta(message, mend) if message and not any(map(delta.get, _SAID)) else None,
        finish_reason=as_str(choice.get("finish_reason")),
        usage=as_dict(choice.get("usage")) or None,
    )


def _tolerant_delta(delta: dict[str, Any], mend: tuple[Mender, Mender]) -> Delta:
    content = delta.get("content")
    thought = next(filter(None, map(delta.get, _THINKING)), None) or _thinking_parts(content)
    if isinstance(thought, dict):
        thought = thought.get("content") or thought.get("text")
    return Delta(
        content=(mend[0](content) if isinstance(content, str) else text_of(content)) or None,
        reasoning_content=(mend[1](thought) if isinstance(thought, str) else text_of(thought)) or None,
        refusal=as_str(delta.get("refusal")),
        tool_calls=[_tolerant_call(call) for call in dicts(delta.get("tool_calls"))] or None,
        function_call=_tolerant_function(delta.get("function_call")),
    )


def _thinking_parts(content: Any) -> str:
    """Thinking given as parts of the content."""
    parts = dicts(content) if isinstance(content, list) else []
    return "".join(text_of(part.get("thinking")) for part in parts)


def _tolerant_call(call: dict[str, Any]) -> ToolDelta:
    return ToolDelta(
        index=as_int(call.get("index")),
        id=as_str(call.get("id")),
        function=_tolerant_function(call.get("function")) or _tolerant_function(call),
    )


def _tolerant_function(value: Any) -> Function | None:
    if not isinstance(value, dict):
        return None
    return Function(name=as_str(value.get("name")), arguments=arguments_of(value.get("arguments")))


WIRE = Wire(
    protocol="chat",
    headers={},
    terminal="a finish_reason or [DONE]",
    encode=encode,
    decoder=ChatDecoder,
    without_refused=without_refused,
)
