"""Anthropic Messages bodies and stream events."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from taotoken.testing._reply import Answer
from taotoken.testing._response import Event

_STOP_REASONS = {"stop": "end_turn", "length": "max_tokens", "tool_calls": "tool_use"}
_SIGNATURE = "Z2F0ZXdheQ=="


def body(reply: Answer) -> dict[str, Any]:
    """A ``message``."""
    content: list[dict[str, Any]] = []
    if reply.reasoning:
        content.append({"type": "thinking", "thinking": "".join(reply.reasoning), "signature": _SIGNATURE})
    if reply.text:
        content.append({"type": "text", "text": "".join(reply.text)})
    content += [
        {"type": "tool_use", "id": call.id, "name": call.name, "input": _arguments("".join(call.arguments))}
        for call in reply.calls
    ]
    return {**_message(reply), "content": content, "stop_reason": _STOP_REASONS[reply.finish], "usage": usage(reply)}


def events(reply: Answer) -> list[Event]:
    """From ``message_start`` to ``message_stop``."""
    stream = [_start(reply), Event.of({"type": "ping"}, name="ping")]
    for index, (block, deltas) in enumerate(_blocks(reply)):
        stream.append(_event("content_block_start", index=index, content_block=block))
        stream += [_delta(index, delta) for delta in deltas]
        stream.append(_event("content_block_stop", index=index))
    return [*stream, *_stop(reply)]


def empty_body(reply: Answer) -> dict[str, Any]:
    """A message with no content."""
    return {**_message(reply), "stop_reason": "end_turn", "usage": usage(reply)}


def empty_events(reply: Answer) -> list[Event]:
    """A stream that starts and stops without a content block."""
    return [_start(reply), *_stop(reply)]


def usage(reply: Answer) -> dict[str, Any]:
    """Token counts in Anthropic's wording: cached input is not part of ``input_tokens``."""
    return {
        "input_tokens": reply.input_tokens,
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": 0,
        "output_tokens": reply.output_tokens,
    }


def _message(reply: Answer) -> dict[str, Any]:
    return {
        "id": f"msg_{reply.id}",
        "type": "message",
        "role": "assistant",
        "model": reply.model,
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
    }


def _blocks(reply: Answer) -> Iterable[tuple[dict[str, Any], list[dict[str, Any]]]]:
    if reply.reasoning:
        thoughts = [{"type": "thinking_delta", "thinking": part} for part in reply.reasoning]
        signature = {"type": "signature_delta", "signature": _SIGNATURE}
        yield {"type": "thinking", "thinking": "", "signature": ""}, [*thoughts, signature]
    if reply.text:
        yield {"type": "text", "text": ""}, [{"type": "text_delta", "text": part} for part in reply.text]
    for call in reply.calls:
        block = {"type": "tool_use", "id": call.id, "name": call.name, "input": {}}
        yield block, [{"type": "input_json_delta", "partial_json": part} for part in call.arguments]


def _start(reply: Answer) -> Event:
    return _event("message_start", message={**_message(reply), "usage": {**usage(reply), "output_tokens": 1}})


def _stop(reply: Answer) -> list[Event]:
    delta = {"stop_reason": _STOP_REASONS[reply.finish], "stop_sequence": None}
    return [_event("message_delta", delta=delta, usage=usage(reply)), _event("message_stop")]


def _delta(index: int, delta: dict[str, Any]) -> Event:
    payload = {"type": "content_block_delta", "index": index, "delta": delta}
    return Event.of(payload, name="content_block_delta", token=delta["type"] != "signature_delta")


def _event(kind: str, **fields: Any) -> Event:
    return Event.of({"type": kind, **fields}, name=kind)


def _arguments(text: str) -> Any:
    return json.loads(text) if text else {}
