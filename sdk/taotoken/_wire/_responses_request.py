"""Responses requests, translated from OpenAI-style ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from taotoken._errors import ConfigurationError
from taotoken._wire import Call, merged
from taotoken._wire._messages_in import (
    Item,
    Part,
    calls_in,
    chosen_function,
    function_tools,
    kept_reasoning,
    parts_of,
    refuse,
    refuse_extra,
    split_system,
    translatable,
)

_EXTRA = ("prompt_cache_breakpoint",)


def encode(call: Call) -> dict[str, Any]:
    """The request body; nothing is stored on the server."""
    refuse("responses", seed=call.seed, stop=call.stop)
    system, turns = split_system(translatable(call.messages, "responses"), "responses")
    instructions = "\n\n".join(_part(part, "input_text")["text"] for part in system)
    body: dict[str, Any] = {"model": call.model, "input": [item for m in turns for item in _items(m)], "store": False}
    options = {
        "instructions": instructions or None,
        "stream": True if call.stream else None,
        "max_output_tokens": call.max_tokens,
        "temperature": call.temperature,
        "top_p": call.top_p,
        "tools": _tools(call) if call.tools else None,
        "tool_choice": _tool_choice(call.tool_choice),
        "text": _text_format(call.response_format),
    }
    return merged(body, call, options)


def _items(message: Item) -> list[Item]:
    if message["role"] in ("tool", "function"):
        call_id = str(message["tool_call_id"])
        return [{"type": "function_call_output", "call_id": call_id, "output": _output(message.get("content"))}]
    kind = "output_text" if message["role"] == "assistant" else "input_text"
    content = _content(message.get("content"), kind)
    items = kept_reasoning(message, "reasoning")
    if content:
        items.append({"role": message["role"], "content": content})
    for id_, name, arguments in calls_in(message, "responses"):
        items.append({"type": "function_call", "call_id": id_, "name": name, "arguments": arguments})
    return items


def _content(content: Any, text_kind: str) -> list[Item]:
    return [_part(part, text_kind) for part in parts_of(content, "responses")]


def _part(part: Part, text_kind: str) -> Item:
    if part.kind == "other":
        return dict(part.value)
    if part.kind == "file":
        return {"type": "input_file", **part.value, **refuse_extra("responses", "a file", part.extra, *_EXTRA)}
    if part.kind == "text":
        extra = refuse_extra("responses", "a text", part.extra, *_EXTRA, "annotations")
        return {"type": text_kind, "text": part.value, **extra}
    extra = refuse_extra("responses", "an image", part.extra, *_EXTRA, "detail")
    return {"type": "input_image", "image_url": part.value, **extra}


def _output(content: Any) -> str | list[Item]:
    parts = _content(content, "input_text")
    texts = [part["text"] for part in parts if part.keys() == {"type", "text"}]
    return "".join(texts) if len(texts) == len(parts) else parts


def _tools(call: Call) -> list[Item]:
    return [{"type": "function", **tool} if flat else tool for tool, flat in function_tools(call.tools or ())]


def _tool_choice(choice: str | Mapping[str, Any] | None) -> str | Item | None:
    if choice is None or isinstance(choice, str):
        return choice
    name = chosen_function(choice)
    return {"type": "function", "name": name} if name else dict(choice)


def _text_format(response_format: Mapping[str, Any] | None) -> Item | None:
    if response_format is None:
        return None
    schema = response_format.get("json_schema")
    if response_format.get("type") == "json_schema":
        if not isinstance(schema, Mapping):
            raise ConfigurationError("response_format of type json_schema needs a 'json_schema'")
        return {"format": {"type": "json_schema", **schema}}
    return {"format": dict(response_format)}
