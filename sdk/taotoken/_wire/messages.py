"""Anthropic Messages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from taotoken._reply import FinishReason, Usage
from taotoken._wire import Wire
from taotoken._wire._assembly import DraftCall
from taotoken._wire._decoder import TypedDecoder
from taotoken._wire._lenient import Mender, arguments_of, as_dict, as_int, as_str, dicts, mend, text_of
from taotoken._wire._messages_request import encode
from taotoken._wire._usage import cache_written, merge_counts

_REASONS: dict[str, FinishReason] = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "stop": "stop",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "length": "length",
    "tool_use": "tool_calls",
    "tool_calls": "tool_calls",
    "refusal": "content_filter",
    "content_filter": "content_filter",
}


class _Delta(msgspec.Struct):
    type: str | None = None
    text: str | None = None
    thinking: str | None = None
    partial_json: str | None = None
    signature: str | None = None
    stop_reason: str | None = None


class _Event(msgspec.Struct):
    type: str | None = None
    index: int | None = None
    delta: _Delta | None = None
    content_block: dict[str, Any] | None = None
    message: dict[str, Any] | None = None
    usage: dict[str, Any] | None = None
    error: Any = None


def usage_of(raw: Mapping[str, Any]) -> Usage | None:
    """The counts. This protocol's input_tokens leaves the cached parts out; ours are the whole prompt."""
    uncached, output = as_int(raw.get("input_tokens")), as_int(raw.get("output_tokens"))
    read, written = as_int(raw.get("cache_read_input_tokens")), cache_written(raw)
    if uncached is None and output is None:
        return None
    prompt = None if uncached is None else uncached + (read or 0) + (written or 0)
    return Usage(
        input_tokens=prompt,
        output_tokens=output,
        total_tokens=None if prompt is None or output is None else prompt + output,
        cached_input_tokens=read,
        cache_write_tokens=written,
        reasoning_tokens=as_int(as_dict(raw.get("output_tokens_details")).get("thinking_tokens")),
        raw=raw,
    )


class MessagesDecoder(TypedDecoder[_Event]):
    """Reads the events of one message; its usage comes in pieces."""

    lane = msgspec.json.Decoder(_Event)
    foreign = (b'"choices"', b'"response.created"')

    def __init__(self) -> None:
        super().__init__()
        self._menders = (Mender(), Mender())
        self._usage: dict[str, Any] = {}
        self._calls: dict[int, DraftCall] = {}
        self._thinking: dict[int, list[str]] = {}

    def _tolerant(self, value: Any) -> _Event:
        return _tolerant_event(value, self._menders)

    def start(self, event: _Event) -> None:
        """message_start: who answers, and the prompt's counts."""
        message = event.message or {}
        self.assembly.identify(as_str(message.get("id")), as_str(message.get("model")))
        self.count(message.get("usage"))

    def block_start(self, event: _Event) -> None:
        """content_block_start, which may already hold text or a whole call."""
        self._block(event.index or 0, event.content_block or {})

    def _block(self, index: int, block: Mapping[str, Any]) -> None:
        kind = block.get("type")
        if kind == "text":
            self.assembly.add_text(text_of(block.get("text")))
        elif kind == "thinking":
            self._think(index, text_of(block.get("thinking")))
            self._sign(index, as_str(block.get("signature")))
        elif kind == "redacted_thinking":
            self.assembly.thinking.append(dict(block))
        elif kind == "tool_use":
            call = self.assembly.start_call(as_str(block.get("id")) or "", as_str(block.get("name")) or "")
            self._calls[index] = call
            if given := arguments_of(block.get("input") or None):
                self.assembly.give_arguments(call, given)
            self.assembly.add_arguments(call, "")

    def _think(self, index: int, text: str) -> None:
        """More of a thinking block; its text is joined when it is signed."""
        self.assembly.add_reasoning(text)
        self._thinking.setdefault(index, []).append(text)

    def _sign(self, index: int, signature: str | None) -> None:
        """A thinking block is whole. Servers take it back only with its signature."""
        if signature and (block := self._thinking.pop(index, None)) is not None:
            self.assembly.thinking.append({"type": "thinking", "thinking": "".join(block), "signature": signature})

    def block_delta(self, event: _Event) -> None:
        """content_block_delta; kinds that are not known are passed over."""
        delta = event.delta
        if delta is None:
            return
        if delta.text:
            self.assembly.add_text(delta.text)
        elif delta.thinking:
            self._think(event.index or 0, delta.thinking)
        elif delta.signature:
            self._sign(event.index or 0, delta.signature)
        elif delta.partial_json and (call := self._calls.get(event.index or 0)) is not None:
            self.assembly.add_arguments(call, delta.partial_json)

    def block_stop(self, event: _Event) -> None:
        """content_block_stop: a call is whole."""
        if (call := self._calls.get(event.index or 0)) is not None:
            self.assembly.close_call(call)

    def message_delta(self, event: _Event) -> None:
        """message_delta: why it stopped, and the answer's counts."""
        self.count(event.usage)
        if event.delta is not None and event.delta.stop_reason:
            self.finish(event.delta.stop_reason)

    def finish(self, reason: str) -> None:
        """The message's stop_reason."""
        self.assembly.finish(reason, _REASONS.get(reason))

    def stop(self, _: _Event) -> None:
        """message_stop."""
        self.assembly.end()

    def count(self, raw: Any) -> None:
        """Merge counts: later ones win, but a zero never replaces a real one."""
        merge_counts(self._usage, as_dict(raw))
        if (usage := usage_of(self._usage)) is not None:
            self.assembly.set_usage(usage)

    def whole(self, body: Mapping[str, Any]) -> bool:
        """See `Decoder.whole`."""
        if not isinstance(body.get("content"), list | str):
            return False
        self.assembly.raw = body
        self.assembly.identify(as_str(body.get("id")), as_str(body.get("model")))
        for index, block in enumerate(dicts(body.get("content"))):
            self._block(index, block)
        if isinstance(body.get("content"), str):
            self.assembly.add_text(mend(body["content"]))
        self.count(body.get("usage"))
        if reason := as_str(body.get("stop_reason")):
            self.finish(reason)
        self.assembly.end()
        return True

    handlers: ClassVar = {
        "message_start": start,
        "content_block_start": block_start,
        "content_block_delta": block_delta,
        "content_block_stop": block_stop,
        "message_delta": message_delta,
        "message_stop": stop,
    }


def _tolerant_event(value: Any, menders: tuple[Mender, Mender]) -> _Event:
    body = as_dict(value)
    delta = as_dict(body.get("delta"))
    return _Event(
        type=as_str(body.get("type")),
        index=as_int(body.get("index")),
        delta=_Delta(
            type=as_str(delta.get("type")),
            text=menders[0](as_str(delta.get("text")) or "") if "text" in delta else None,
            thinking=menders[1](as_str(delta.get("thinking")) or "") if "thinking" in delta else None,
            partial_json=arguments_of(delta.get("partial_json")),
            signature=as_str(delta.get("signature")),
            stop_reason=as_str(delta.get("stop_reason")),
        ),
        content_block=as_dict(body.get("content_block")),
        message=as_dict(body.get("message")),
        usage=as_dict(body.get("usage")),
        error=body.get("error"),
    )


WIRE = Wire(
    protocol="messages",
    headers={"anthropic-version": "2023-06-01"},
    terminal="message_stop",
    encode=encode,
    decoder=MessagesDecoder,
)
