"""OpenAI-style messages and tools, translated for the protocols that say them another way."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from taotoken._errors import ConfigurationError
from taotoken._wire._lenient import as_dict, text_of

Messages = str | Sequence[Mapping[str, Any]]
Item = dict[str, Any]


def message_list(messages: Messages) -> list[Item]:
    """The messages as dicts; a string is one user message."""
    if isinstance(messages, str):
        return [{"role": "user", "content": messages}]
    listed = [dict(message) for message in messages]
    if not listed:
        raise ConfigurationError("messages must not be empty")
    for message in listed:
        if not isinstance(message.get("role"), str):
            raise ConfigurationError("every message needs a 'role'")
    return listed


def split_system(messages: list[Item]) -> tuple[str, list[Item]]:
    """The text of the system and developer messages at the start, and the other messages."""
    first = next((i for i, m in enumerate(messages) if not is_system(m)), len(messages))
    return "\n\n".join(text_of(m.get("content")) for m in messages[:first]), messages[first:]


def is_system(message: Mapping[str, Any]) -> bool:
    """Is this an instruction to the model rather than a turn?"""
    return message["role"] in ("system", "developer")


def parts_of(content: Any) -> Iterator[tuple[str, Any]]:
    """The parts of a content as ("text", str), ("image", url) or ("other", part)."""
    if isinstance(content, str):
        if content:
            yield "text", content
        return
    for part in content or ():
        yield _part(part)


def _part(part: Any) -> tuple[str, Any]:
    if isinstance(part, str):
        return "text", part
    part = as_dict(part)
    if part.get("type") == "text":
        return "text", text_of(part.get("text"))
    if part.get("type") == "image_url":
        image = part.get("image_url")
        url = image if isinstance(image, str) else as_dict(image).get("url")
        if not isinstance(url, str) or not url:
            raise ConfigurationError("an image_url part needs a 'url'")
        return "image", url
    return "other", dict(part)


def data_url(url: str) -> tuple[str, str] | None:
    """Media type and base64 text of a data URL, or None for any other URL."""
    if not url.startswith("data:"):
        return None
    head, comma, data = url[5:].partition(",")
    media, _, encoding = head.partition(";")
    if not comma or not encoding.endswith("base64"):
        raise ConfigurationError("an image in a data URL must be base64")
    return media, data


def calls_in(message: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """The tool calls of an assistant message: id, name, arguments."""
    calls = []
    for call in message.get("tool_calls") or ():
        function = as_dict(as_dict(call).get("function"))
        arguments = function.get("arguments")
        text = arguments if isinstance(arguments, str) else json.dumps(arguments or {}, ensure_ascii=False)
        calls.append((str(call.get("id") or ""), str(function.get("name") or ""), text or "{}"))
    return calls


def arguments_object(text: str) -> Item:
    """Arguments as an object, for protocols that want one; text that isn't JSON is kept under `arguments`."""
    try:
        value = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return {"arguments": text}
    return value if isinstance(value, dict) else {"arguments": value}


def function_tools(tools: Sequence[Mapping[str, Any]]) -> Iterator[tuple[Item, bool]]:
    """Each tool's function with True, or a tool of another kind with False, to be passed on as it is."""
    for tool in tools:
        if tool.get("type") == "function" and isinstance(tool.get("function"), Mapping):
            yield dict(tool["function"]), True
        else:
            yield dict(tool), False


def chosen_function(choice: Mapping[str, Any]) -> str | None:
    """The name in ``{"type": "function", "function": {"name": …}}``, or None."""
    name = as_dict(choice.get("function")).get("name") if choice.get("type") == "function" else None
    return name if isinstance(name, str) else None


def refuse(protocol: str, **options: Any) -> None:
    """Options a protocol does not have are refused, not dropped."""
    given = [name for name, value in options.items() if value is not None]
    if given:
        raise ConfigurationError(
            f"the {protocol} protocol has no {' or '.join(given)}; if your gateway takes it, use extra_body"
        )
