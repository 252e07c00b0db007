"""OpenAI Chat Completions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from taotoken._errors import InvalidRequestError, TaoTokenError
from taotoken._reply import FinishReason, Usage
from taotoken._sse import SSEEvent
from taotoken._wire import Call, Wire, merged
from taotoken._wire._assembly import Assembly, DraftCall
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
    whole_chunk,
)
from taotoken._wire._failures import failure_in
from taotoken._wire._lenient import Mender, arguments_of, as_dict, as_int, as_str, dicts, parse, text_of
from taotoken._wire._lines import NOTHING, Taken, both, take_all
from taotoken._wire._messages_in import message_list

_DONE = b"[DONE]"

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
    "tool_calls": "tool_calls",
    "tool_use": "tool_calls",
    "function_call": "tool_calls",
    "content_filter": "content_filter",
    "sensitive": "content_filter",
    "safety": "content_filter",
    "refusal": "content_filter",
}


def encode(call: Call) -> dict[str, Any]:
    """The request body."""
    body: dict[str, Any] = {"model": call.model, "messages": _without_reasoning(message_list(call.messages))}
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


def _without_reasoning(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The messages without the thinking that another protocol signed."""
    return [{name: value for name, value in m.items() if name != "reasoning_blocks"} for m in messages]


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


def usage_of(raw: Mapping[str, Any]) -> Usage | None:
    """The counts, or None where the object has none."""
    prompt = as_int(raw.get("prompt_tokens", raw.get("input_tokens")))
    output = as_int(raw.get("completion_tokens", raw.get("output_tokens")))
    total = as_int(raw.get("total_tokens"))
    if prompt is None and output is None and total is None:
        return None
    details = as_dict(raw.get("prompt_tokens_details"))
    cached = as_int(details.get("cached_tokens"))
    if cached is None:
        cached = as_int(raw.get("prompt_cache_hit_tokens", raw.get("cached_tokens")))
    return Usage(
        input_tokens=prompt,
        output_tokens=output,
        total_tokens=total if total is not None or prompt is None or output is None else prompt + output,
        cached_input_tokens=cached,
        cache_write_tokens=as_int(details.get("cache_write_tokens")),
        reasoning_tokens=as_int(as_dict(raw.get("completion_tokens_details")).get("reasoning_tokens")),
        raw=raw,
    )


class ChatDecoder:
    """Reads chunks; fragments of a tool call are joined by index, or by id where the index can't be right."""

    def __init__(self) -> None:
        self.assembly = Assembly()
        self._mend = (Mender(), Mender())
        self._slots: dict[int, DraftCall] = {}

    def feed(self, event: SSEEvent) -> None:
        """Take one event; everything after the end is ignored."""
        if self.assembly.ended:
            return
        if event.data.strip() == _DONE:
            self.assembly.end()
        elif event.event == "error":
            self.assembly.failure = failure_in(event)
        else:
            self._chunk(event)

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

    def _chunk(self, event: SSEEvent) -> None:
        try:
            chunk = decode_chunk(event.data)
        except (msgspec.MsgspecError, RecursionError):
            chunk = _tolerant_chunk(parse(event.data), self._mend)
        if chunk.error or chunk.choices is None:
            self.assembly.failure = failure_in(event)
        if self.assembly.failure is None:
            self.take(chunk)

    def take(self, chunk: Chunk) -> None:
        """Add one chunk to the reply."""
        self.assembly.identify(chunk.id, chunk.model)
        for choice in chunk.choices or ():
            if not choice.index:
                self._choice(choice)
        if chunk.usage and (usage := usage_of(chunk.usage)) is not None:
            self.assembly.set_usage(usage)

    def _choice(self, choice: Choice) -> None:
        delta = choice.delta or choice.message
        if delta is not None:
            self._delta(delta)
        if choice.usage and (usage := usage_of(choice.usage)) is not None:
            self.assembly.set_usage(usage)
        if choice.finish_reason == "error":
            self.assembly.failure = {"error": {"message": "the server ended the reply with finish_reason 'error'"}}
        elif choice.finish_reason:
            self.assembly.finish(choice.finish_reason, _REASONS.get(choice.finish_reason.lower()))

    def _delta(self, delta: Delta) -> None:
        if thought := delta.reasoning_content or delta.reasoning:
            self.assembly.add_reasoning(thought)
        if text := delta.content or delta.refusal:
            self.assembly.add_text(text)
        for fragment in delta.tool_calls or ():
            self._fragment(fragment)
        if delta.function_call is not None:
            self._fragment(ToolDelta(index=0, function=delta.function_call))

    def _fragment(self, fragment: ToolDelta) -> None:
        function = fragment.function or Function()
        call = self._known_call(fragment, function)
        if call is None:
            call = self.assembly.start_call(fragment.id or "", function.name or "")
            self._slots[fragment.index if fragment.index is not None else -len(self._slots) - 1] = call
        call.id = call.id or fragment.id or ""
        call.name = call.name or function.name or ""
        self.assembly.add_arguments(call, function.arguments or "")

    def _known_call(self, fragment: ToolDelta, function: Function) -> DraftCall | None:
        """The call this fragment goes on with, or None for a new one."""
        calls = self.assembly.calls
        if fragment.index is not None:
            call = self._slots.get(fragment.index)
        elif fragment.id:
            call = next((c for c in calls if c.id == fragment.id), None)
        else:
            call = calls[-1] if calls else None
        if call is None or not fragment.id or call.id in ("", fragment.id):
            return None if call is not None and _repeats_whole(call, fragment, function) else call
        # Another id in the same place: a new call if the old one is whole, else the same with a changing id.
        return None if call.is_whole() or (function.name and not call.text()) else call


def _repeats_whole(call: DraftCall, fragment: ToolDelta, function: Function) -> bool:
    """A named fragment without id or index after a whole call begins the next one."""
    return fragment.index is None and not fragment.id and bool(function.name) and call.is_whole()


def decode(body: Mapping[str, Any]) -> Assembly | None:
    """A whole completion."""
    if not dicts(body.get("choices")):
        return None
    decoder = ChatDecoder()
    decoder.take(whole_chunk(body) or _tolerant_chunk(body, decoder._mend))
    decoder.assembly.raw = body
    decoder.assembly.end()
    return decoder.assembly


def _tolerant_chunk(value: Any, mend: tuple[Mender, Mender]) -> Chunk:
    body = as_dict(value)
    choices = body.get("choices")
    return Chunk(
        id=as_str(body.get("id")),
        model=as_str(body.get("model")),
        choices=None if choices is None else [_tolerant_choice(choice, mend) for choice in dicts(choices)],
        usage=as_dict(body.get("usage")) or None,
        error=body.get("error"),
    )


def _tolerant_choice(choice: dict[str, Any], mend: tuple[Mender, Mender]) -> Choice:
    delta = choice.get("delta") or choice.get("message")
    return Choice(
        index=as_int(choice.get("index")),
        delta=_tolerant_delta(as_dict(delta), mend) if delta else None,
        finish_reason=as_str(choice.get("finish_reason")),
        usage=as_dict(choice.get("usage")) or None,
    )


def _tolerant_delta(delta: dict[str, Any], mend: tuple[Mender, Mender]) -> Delta:
    content = delta.get("content")
    thought = delta.get("reasoning_content") or delta.get("reasoning") or _thinking_parts(content)
    return Delta(
        content=mend[0](content) if isinstance(content, str) else text_of(content),
        reasoning_content=mend[1](thought) if isinstance(thought, str) else text_of(thought),
        refusal=as_str(delta.get("refusal")),
        tool_calls=[_tolerant_call(call) for call in dicts(delta.get("tool_calls"))],
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
        function=_tolerant_function(call.get("function")),
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
    decode=decode,
    decoder=ChatDecoder,
    without_refused=without_refused,
)
