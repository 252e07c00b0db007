"""Messages requests, translated from OpenAI-style ones."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

from taotoken._errors import ConfigurationError
from taotoken._wire import Call, merged
from taotoken._wire._lenient import as_dict
from taotoken._wire._messages_in import (
    Item,
    Part,
    arguments_object,
    calls_in,
    chosen_function,
    data_url,
    function_tools,
    is_system,
    kept_reasoning,
    parts_of,
    refuse,
    refuse_extra,
    split_system,
    system_parts,
    translatable,
)

DEFAULT_MAX_TOKENS = 4096
"""The protocol demands a bound; this one is within every current model's."""


def encode(call: Call) -> dict[str, Any]:
    """The request body."""
    refuse("messages", seed=call.seed)
    system, turns = split_system(translatable(call.messages, "messages"), "messages")
    stops = [call.stop] if isinstance(call.stop, str) else list(call.stop or ())
    body: dict[str, Any] = {
        "model": call.model,
        "max_tokens": DEFAULT_MAX_TOKENS if call.max_tokens is None else call.max_tokens,
        "messages": _turns(turns),
    }
    options = {
        "system": _system(system),
        "stream": True if call.stream else None,
        "temperature": call.temperature,
        "top_p": call.top_p,
        "stop_sequences": stops or None,
        "tools": _tools(call) if call.tools else None,
        "tool_choice": _tool_choice(call.tool_choice),
        "output_config": _output_config(call.response_format),
    }
    return merged(body, call, options)


def _system(parts: list[Part]) -> str | list[Item] | None:
    """One text; blocks only where something else stands beside a text, such as a mark for the cache."""
    if any(part.extra for part in parts):
        return [_block(part) for part in parts]
    return "\n\n".join(part.value for part in parts) or None


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
    if is_system(message):
        texts = "".join(part.value for part in system_parts(message, "messages"))
        return [{"type": "text", "text": f"[system] {texts}"}] if texts else []
    content = [_block(part) for part in parts_of(message.get("content"), "messages")]
    if message["role"] in ("tool", "function"):
        return [{"type": "tool_result", "tool_use_id": str(message["tool_call_id"]), "content": content}]
    calls = [
        {"type": "tool_use", "id": id_, "name": name, "input": arguments_object(arguments)}
        for id_, name, arguments in calls_in(message, "messages")
    ]
    return [*kept_reasoning(message, "thinking", "redacted_thinking"), *content, *calls]


def _block(part: Part) -> Item:
    if part.kind == "other":
        return dict(part.value)
    extra = refuse_extra("messages", f"{part.kind} content", part.extra, "cache_control", "citations")
    if part.kind == "text":
        return {"type": "text", "text": part.value, **extra}
    if part.kind == "image":
        return {"type": "image", "source": _image(part.value), **extra}
    return {**_document(part.value), **extra}


def _image(url: str) -> Item:
    inline = data_url(url)
    if inline is None:
        return {"type": "url", "url": url}
    return {"type": "base64", "media_type": inline[0], "data": inline[1]}


def _document(file: Item) -> Item:
    """A file: uploaded before, or in a data URL, as which chat has it too."""
    title = {"title": file["filename"]} if file.get("filename") else {}
    if file.get("file_id"):
        return {"type": "document", "source": {"type": "file", "file_id": file["file_id"]}, **title}
    inline = data_url(str(file.get("file_data") or file.get("file_url") or ""), "a file")
    if inline is None and file.get("file_url"):
        return {"type": "document", "source": {"type": "url", "url": file["file_url"]}, **title}
    if inline is None:
        raise ConfigurationError("a file part needs a 'file_id', or 'file_data' as a data URL")
    media, data = inline
    if media == "text/plain":
        text = base64.b64decode(data).decode("utf-8", "replace")
        return {"type": "document", "source": {"type": "text", "media_type": media, "data": text}, **title}
    return {"type": "document", "source": {"type": "base64", "media_type": media, "data": data}, **title}


def _output_config(response_format: Mapping[str, Any] | None) -> Item | None:
    """The shape asked for; the protocol knows only a schema, without name and always strict."""
    if response_format is None or response_format.get("type") == "text":
        return None
    schema = as_dict(response_format.get("json_schema")).get("schema")
    if response_format.get("type") != "json_schema":
        refuse("messages", response_format=response_format)
    if not isinstance(schema, Mapping):
        raise ConfigurationError("response_format of type json_schema needs a 'json_schema' with a 'schema'")
    return {"format": {"type": "json_schema", "schema": dict(schema)}}


def _tools(call: Call) -> list[Item]:
    tools = []
    for tool, is_function in function_tools(call.tools or ()):
        if is_function:
            schema = tool.pop("parameters", None) or {"type": "object", "properties": {}}
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
