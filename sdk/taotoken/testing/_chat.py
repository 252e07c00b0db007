"""OpenAI Chat Completions bodies and stream chunks."""

from __future__ import annotations

import time
from typing import Any

from taotoken.testing._reply import Answer
from taotoken.testing._response import Event


def body(reply: Answer) -> dict[str, Any]:
    """A ``chat.completion``."""
    message: dict[str, Any] = {"role": "assistant"}
    if reply.reasoning:
        message["reasoning_content"] = "".join(reply.reasoning)
    message["content"] = "".join(reply.text) or None
    if reply.calls:
        message["tool_calls"] = [
            {"id": c.id, "type": "function", "function": {"name": c.name, "arguments": "".join(c.arguments)}}
            for c in reply.calls
        ]
    choice = {"index": 0, "message": message, "finish_reason": reply.finish, "logprobs": None}
    return {**_base(reply, "chat.completion"), "choices": [choice], "usage": usage(reply)}


def events(reply: Answer) -> list[Event]:
    """``chat.completion.chunk`` events; usage only where ``stream_options.include_usage`` asked for it."""
    base = _base(reply, "chat.completion.chunk") | ({"usage": None} if reply.include_usage else {})

    def chunk(delta: dict[str, Any], *, finish: str | None = None, token: bool = False) -> Event:
        return Event.of({**base, "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}, token=token)

    stream = [chunk({"role": "assistant", "content": ""})]
    stream += [chunk({"reasoning_content": part}, token=True) for part in reply.reasoning]
    stream += [chunk({"content": part}, token=True) for part in reply.text]
    for index, call in enumerate(reply.calls):
        head = {"index": index, "id": call.id, "type": "function", "function": {"name": call.name, "arguments": ""}}
        stream.append(chunk({"tool_calls": [head]}))
        for part in call.arguments:
            stream.append(chunk({"tool_calls": [{"index": index, "function": {"arguments": part}}]}, token=True))
    stream.append(chunk({}, finish=reply.finish))
    if reply.include_usage:
        stream.append(Event.of({**base, "choices": [], "usage": usage(reply)}))
    return [*stream, Event(data="[DONE]")]


def empty_body(reply: Answer) -> dict[str, Any]:
    """A completion with no choice in it."""
    return {**_base(reply, "chat.completion"), "choices": [], "usage": usage(reply)}


def empty_events(reply: Answer) -> list[Event]:
    """A stream that ends well without ever having a choice."""
    return [Event.of({**_base(reply, "chat.completion.chunk"), "choices": []}), Event(data="[DONE]")]


def usage(reply: Answer) -> dict[str, Any]:
    """Token counts in OpenAI's chat wording."""
    return {
        "prompt_tokens": reply.input_tokens,
        "completion_tokens": reply.output_tokens,
        "total_tokens": reply.input_tokens + reply.output_tokens,
        "prompt_tokens_details": {"cached_tokens": 0},
        "completion_tokens_details": {"reasoning_tokens": len(reply.reasoning)},
    }


def _base(reply: Answer, kind: str) -> dict[str, Any]:
    return {"id": f"chatcmpl-{reply.id}", "object": kind, "created": int(time.time()), "model": reply.model}
