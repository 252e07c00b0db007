"""OpenAI Responses bodies and stream events."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from taotoken.testing._reply import Answer, AnsweredCall
from taotoken.testing._response import Event

# An event before it is numbered: its type, its fields, and whether it carries a token.
_Step = tuple[str, dict[str, Any], bool]


def body(reply: Answer) -> dict[str, Any]:
    """A finished ``response``."""
    cut = reply.finish == "length"
    return {
        **_base(reply),
        "status": "incomplete" if cut else "completed",
        "incomplete_details": {"reason": "max_output_tokens"} if cut else None,
        "output": _items(reply),
        "usage": usage(reply),
    }


def events(reply: Answer) -> list[Event]:
    """From ``response.created`` to ``response.completed`` (or ``response.incomplete``)."""
    return _numbered([*_opening(reply), *_output(reply), _closing(body(reply))])


def empty_body(reply: Answer) -> dict[str, Any]:
    """A completed response with no output item."""
    return {**_base(reply), "status": "completed", "incomplete_details": None, "output": [], "usage": usage(reply)}


def empty_events(reply: Answer) -> list[Event]:
    """A stream that completes without an output item."""
    return _numbered([*_opening(reply), _closing(empty_body(reply))])


def usage(reply: Answer) -> dict[str, Any]:
    """Token counts in the Responses wording."""
    return {
        "input_tokens": reply.input_tokens,
        "input_tokens_details": {"cached_tokens": 0},
        "output_tokens": reply.output_tokens,
        "output_tokens_details": {"reasoning_tokens": len(reply.reasoning)},
        "total_tokens": reply.input_tokens + reply.output_tokens,
    }


def _base(reply: Answer) -> dict[str, Any]:
    return {
        "id": f"resp_{reply.id}",
        "object": "response",
        "created_at": int(time.time()),
        "model": reply.model,
        "error": None,
        "instructions": None,
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
    }


def _items(reply: Answer) -> list[dict[str, Any]]:
    reasoning = [_reasoning_item(reply)] if reply.reasoning else []
    message = [_message_item(reply)] if reply.text else []
    return [*reasoning, *message, *(_call_item(call) for call in reply.calls)]


def _reasoning_item(reply: Answer) -> dict[str, Any]:
    summary = [{"type": "summary_text", "text": "".join(reply.reasoning)}]
    return {"type": "reasoning", "id": f"rs_{reply.id}", "summary": summary}


def _message_item(reply: Answer) -> dict[str, Any]:
    return {
        "type": "message",
        "id": f"msg_{reply.id}",
        "status": "completed",
        "role": "assistant",
        "content": [_text_part("".join(reply.text))],
    }


def _call_item(call: AnsweredCall) -> dict[str, Any]:
    return {
        "type": "function_call",
        "id": f"fc_{call.id}",
        "call_id": call.id,
        "name": call.name,
        "arguments": "".join(call.arguments),
        "status": "completed",
    }


def _text_part(text: str) -> dict[str, Any]:
    return {"type": "output_text", "text": text, "annotations": [], "logprobs": []}


def _opening(reply: Answer) -> list[_Step]:
    begun = {**_base(reply), "status": "in_progress", "incomplete_details": None, "output": [], "usage": None}
    return [(f"response.{name}", {"response": begun}, False) for name in ("created", "in_progress")]


def _closing(response: dict[str, Any]) -> _Step:
    return f"response.{response['status']}", {"response": response}, False


def _output(reply: Answer) -> Iterator[_Step]:
    index = 0
    if reply.reasoning:
        yield from _reasoning_steps(reply, index)
        index += 1
    if reply.text:
        yield from _text_steps(reply, index)
        index += 1
    for call in reply.calls:
        yield from _call_steps(call, index)
        index += 1


def _reasoning_steps(reply: Answer, index: int) -> Iterator[_Step]:
    item = _reasoning_item(reply)
    at = {"item_id": item["id"], "output_index": index, "summary_index": 0}
    part = item["summary"][0]
    yield "response.output_item.added", {"output_index": index, "item": {**item, "summary": []}}, False
    yield "response.reasoning_summary_part.added", {**at, "part": {**part, "text": ""}}, False
    for piece in reply.reasoning:
        yield "response.reasoning_summary_text.delta", {**at, "delta": piece}, True
    yield "response.reasoning_summary_text.done", {**at, "text": part["text"]}, False
    yield "response.reasoning_summary_part.done", {**at, "part": part}, False
    yield "response.output_item.done", {"output_index": index, "item": item}, False


def _text_steps(reply: Answer, index: int) -> Iterator[_Step]:
    item = _message_item(reply)
    at = {"item_id": item["id"], "output_index": index, "content_index": 0}
    part = item["content"][0]
    begun = {**item, "status": "in_progress", "content": []}
    yield "response.output_item.added", {"output_index": index, "item": begun}, False
    yield "response.content_part.added", {**at, "part": _text_part("")}, False
    for piece in reply.text:
        yield "response.output_text.delta", {**at, "delta": piece, "logprobs": []}, True
    yield "response.output_text.done", {**at, "text": part["text"], "logprobs": []}, False
    yield "response.content_part.done", {**at, "part": part}, False
    yield "response.output_item.done", {"output_index": index, "item": item}, False


def _call_steps(call: AnsweredCall, index: int) -> Iterator[_Step]:
    item = _call_item(call)
    at = {"item_id": item["id"], "output_index": index}
    begun = {**item, "arguments": "", "status": "in_progress"}
    yield "response.output_item.added", {"output_index": index, "item": begun}, False
    for piece in call.arguments:
        yield "response.function_call_arguments.delta", {**at, "delta": piece}, True
    yield "response.function_call_arguments.done", {**at, "arguments": item["arguments"]}, False
    yield "response.output_item.done", {"output_index": index, "item": item}, False


def _numbered(steps: list[_Step]) -> list[Event]:
    return [
        Event.of({"type": kind, "sequence_number": number, **fields}, name=kind, token=token)
        for number, (kind, fields, token) in enumerate(steps)
    ]
