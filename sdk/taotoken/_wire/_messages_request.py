"""Messages requests, translated from OpenAI-style ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from taotoken._errors import ConfigurationError
from taotoken._wire import Call, merged
from taotoken._wire._lenient import text_of
from taotoken._wire._messages_in import (
    Item,
    arguments_object,
    calls_in,
    chosen_function,
    data_url,
    function_tools,
    is_system,
    message_list,
    parts_of,
    refuse,
    split_system,
)

DEFAULT_MAX_TOKENS = 4096
"""The protocol demands a bound; this one is within every current model's."""


def encode(call: Call) -> dict[str, Any]:
    """The request body."""
    refuse("messages", seed=call.seed, response_format=call.response_format)
    system, turns = split_system(message_list(call.messages))
    stops = [call.stop] if isinstance(call.stop, str) else list(call.stop or ())
    body: dict[str, Any] = {
        "model": call.model,
        "max_tokens": DEFAULT_MAX_TOKENS if call.max_tokens is None else call.max_tokens,
        "messages": _turns(turns),
    }
    options = {
        "system": system or None,
        "stream": True if call.stream else None,
        "temperature": call.temperature,
        "top_p": call.top_p,
        "stop_sequences": stops or None,
        "tools": _tools(call) if call.tools else None,
        "tool_choice": _tool_choice(call.tool_choice),
    }
    return merged(body, call, options)


def _turns(messages: list[Item]) -> list[Item]:
    """Turns with content blocks; neighbours of one role become one turn, as the protocol wants."""
    turns: list[Item] = []
    for message in messages:
        role = "assistant" if message["role"] == "assistant" else "user"
        blocks = list(_blocks(message))
        if turns and turns[-1]["role"] == role:
            turns[-1]["content"] += blocks
        elif blocks:
            turns.append({"role": role, "content": blocks})
    return turns


def _blocks(message: Item) -> list[Item]:
    if message["role"] in ("tool", "function"):
        content = _content(message.get("content"))
        return [{"type": "tool_result", "tool_use_id": str(message.get("tool_call_id") or ""), "content": content}]
    blocks = _content(message.get("content"))
    for id_, name, arguments in calls_in(message):
        blocks.append({"type": "tool_use", "id": id_, "name": name, "input": arguments_object(arguments)})
    if is_system(message) and blocks:
        blocks[0] = {"type": "text", "text": f"[system] {text_of(message.get('content'))}"}
    return blocks


def _content(content: Any) -> list[Item]:
    blocks: list[Item] = []
    for kind, value in parts_of(content):
        if kind == "text":
            blocks.append({"type": "text", "text": value})
        elif kind == "image":
            blocks.append({"type": "image", "source": _image(value)})
        else:
            blocks.append(value)
    return blocks


def _image(url: str) -> Item:
    inline = data_url(url)
    if inline is None:
        return {"type": "url", "url": url}
    return {"type": "base64", "media_type": inline[0], "data": inline[1]}


def _tools(call: Call) -> list[Item]:
    tools = []
    for tool, is_function in function_tools(call.tools or ()):
        if is_function:
            schema = tool.pop("parameters", None) or {"type": "object", "properties": {}}
            tool.pop("strict", None)
            tool["input_schema"] = schema
        tools.append(tool)
    return tools


def _tool_choice(choice: str | Mapping[str, Any] | None) -> Item | None:
    if choice is None:
        return None
    if isinstance(choice, str):
        kinds = {"auto": "auto", "none": "none", "required": "any", "any": "any"}
        if choice not in kinds:
            raise ConfigurationError("tool_choice must be 'auto', 'none', 'required' or name a function")
        return {"type": kinds[choice]}
    name = chosen_function(choice)
    return {"type": "tool", "name": name} if name else dict(choice)
