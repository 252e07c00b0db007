"""OpenAI-style messages and tools, translated for the protocols that say them another way.

What a protocol can't say is refused, never left out: a conversation either arrives whole or not at all.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from taotoken._errors import ConfigurationError
from taotoken._protocol import Protocol
from taotoken._text import safe_text
from taotoken._wire._lenient import as_dict, text_of

Messages = str | Sequence[Mapping[str, Any]]
Item = dict[str, Any]

_TEXTS = ("text", "input_text", "output_text")
_SAID = ("role", "content", "tool_calls", "tool_call_id", "refusal", "reasoning_blocks")
_OTHERS = {  # parts that only the named protocols have
    "input_audio": ("chat",),
    "document": ("messages",),
    "tool_use": ("messages",),
    "tool_result": ("messages",),
    "thinking": ("messages",),
    "redacted_thinking": ("messages",),
}


class Part(NamedTuple):
    """One part of a content: a text, an image's URL, a file as ``file_data``, ``file_id`` and ``filename``, or a
    part to pass on as it is. `extra` is what else stood there, such as ``cache_control``."""

    kind: Literal["text", "image", "file", "other"]
    value: Any
    extra: Item


def message_list(messages: Messages) -> list[Item]:
    """The messages as dicts; a string is one user message."""
    if isinstance(messages, str):
        return [{"role": "user", "content": messages}]
    if type(messages) is not list and not _is_list(messages):
        raise ConfigurationError(f"messages must be a string or a list of dicts, not {type(messages).__name__}")
    listed = []
    for message in messages:
        if type(message) is not dict and not isinstance(message, Mapping):
            raise ConfigurationError(f"every message must be a dict, not {type(message).__name__}")
        if not isinstance(message.get("role"), str):
            raise ConfigurationError("every message needs a 'role'")
        listed.append(dict(message))
    if not listed:
        raise ConfigurationError("messages must not be empty")
    return listed


def translatable(messages: Messages, protocol: Protocol) -> list[Item]:
    """The messages, each of which the protocol can say.

    Raises:
        ConfigurationError: a field that only chat has, such as a participant's ``name``, or a tool's answer that
            doesn't say which call it answers.
    """
    listed = message_list(messages)
    for message in listed:
        answers = message["role"] in ("tool", "function")
        if answers and not message.get("tool_call_id"):
            raise ConfigurationError("a message of role 'tool' needs the 'tool_call_id' of the call it answers")
        allowed = (*_SAID, "name") if answers else _SAID  # there the name only repeats what the id says
        for field, value in message.items():
            if value and field not in allowed:
                raise _unsayable(protocol, f"a message's {safe_text(str(field), 40)!r}")
        if message.get("refusal"):
            message["content"] = [*_listed(message.get("content")), {"type": "text", "text": message["refusal"]}]
    return listed


def split_system(messages: list[Item], protocol: Protocol) -> tuple[list[Part], list[Item]]:
    """The texts of the system and developer messages at the start, and the other messages."""
    first = next((i for i, m in enumerate(messages) if not is_system(m)), len(messages))
    return [part for m in messages[:first] for part in system_parts(m, protocol)], messages[first:]


def system_parts(message: Mapping[str, Any], protocol: Protocol) -> list[Part]:
    """The texts of a system message: its neighbours' parts are joined, so each of its own is one text."""
    parts = list(parts_of(message.get("content"), protocol))
    if any(part.kind != "text" for part in parts):
        raise _unsayable(protocol, f"a {message['role']} message with anything but text")
    if any(part.extra for part in parts):
        return parts
    text = "".join(part.value for part in parts)
    return [Part("text", text, {})] if text else []


def is_system(message: Mapping[str, Any]) -> bool:
    """Is this an instruction to the model rather than a turn?"""
    return message["role"] in ("system", "developer")


def kept_reasoning(message: Mapping[str, Any], *kinds: str) -> list[Item]:
    """The blocks of an earlier answer's thinking that are of these kinds; those of another protocol mean nothing
    to the server, which checks its own signature."""
    blocks = message.get("reasoning_blocks") or ()
    return [dict(block) for block in blocks if as_dict(block).get("type") in kinds]


def parts_of(content: Any, protocol: Protocol) -> Iterator[Part]:
    """The parts of a content."""
    for part in _listed(content):
        yield _part(part, protocol)


def _listed(content: Any) -> list[Any]:
    if isinstance(content, str):
        return [content] if content else []
    return _items(content, "content")


def _is_list(value: Any) -> bool:
    """Does it hold one thing after the other, without being text or a dict?"""
    return isinstance(value, Iterable) and not isinstance(value, str | bytes | bytearray | Mapping)


def _items(value: Any, field: str) -> list[Any]:
    """The items of a message's field that holds a list, or nothing."""
    if value is not None and not _is_list(value):
        raise ConfigurationError(f"a message's {field!r} must be a list, not {type(value).__name__}")
    return list(value or ())


def _part(part: Any, protocol: Protocol) -> Part:
    if isinstance(part, str):
        return Part("text", part, {})
    part = as_dict(part)
    kind, extra = part.get("type"), {name: value for name, value in part.items() if name != "type"}
    if kind in _TEXTS or kind == "refusal":
        return Part("text", text_of(extra.pop("refusal" if kind == "refusal" else "text", "")), extra)
    if kind in ("image_url", "input_image"):
        return _image(extra)
    if kind == "image" and protocol != "messages":
        return Part("image", _url_of(as_dict(extra.pop("source", None))), extra)
    if kind == "input_file":
        return Part("file", extra, {})
    if kind == "file":
        return Part("file", as_dict(extra.pop("file", None)), extra)
    if kind in _OTHERS and protocol not in _OTHERS[kind]:
        raise _unsayable(protocol, f"a content part of type {kind!r}")
    return Part("other", dict(part), {})


def _image(extra: Item) -> Part:
    image = extra.pop("image_url", None)
    more = {} if isinstance(image, str) else {name: value for name, value in as_dict(image).items() if name != "url"}
    url = image if isinstance(image, str) else as_dict(image).get("url")
    if not isinstance(url, str) or not url:
        raise ConfigurationError("an image_url part needs a 'url'")
    return Part("image", url, more | extra)


def _url_of(source: Item) -> str:
    """The URL that an image of the messages protocol is."""
    if source.get("type") == "base64":
        return f"data:{source.get('media_type')};base64,{source.get('data')}"
    if not isinstance(source.get("url"), str):
        raise ConfigurationError("an image part needs a 'source' of type base64 or url")
    return str(source["url"])


def data_url(url: str, what: str = "an image") -> tuple[str, str] | None:
    """Media type and base64 text of a data URL, or None for any other URL."""
    if not url.startswith("data:"):
        return None
    head, comma, data = url[5:].partition(",")
    media, _, encoding = head.partition(";")
    if not comma or not encoding.endswith("base64"):
        raise ConfigurationError(f"{what} in a data URL must be base64")
    return media, data


def calls_in(message: Mapping[str, Any], protocol: Protocol) -> list[tuple[str, str, str]]:
    """The tool calls of an assistant message: id, name, arguments."""
    calls = []
    for call in _items(message.get("tool_calls"), "tool_calls"):
        if not isinstance(call, dict):
            raise ConfigurationError(f"every tool call must be a dict, not {type(call).__name__}")
        if call.get("type", "function") != "function":
            raise _unsayable(protocol, f"a tool call of type {safe_text(str(call['type']), 40)!r}")
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


def refuse(protocol: Protocol, **options: Any) -> None:
    """Options a protocol does not have are refused, not dropped."""
    given = [name for name, value in options.items() if value is not None]
    if given:
        raise ConfigurationError(
            f"the {protocol} protocol has no {' or '.join(given)}; if your gateway takes it, use extra_body"
        )


def refuse_extra(protocol: Protocol, what: str, extra: Mapping[str, Any], *allowed: str) -> Item:
    """What else stood in a part, each of it something that the protocol has there."""
    said = {name: value for name, value in extra.items() if value}
    for name in said:
        if name not in allowed:
            raise _unsayable(protocol, f"{what} with {safe_text(str(name), 40)!r}")
    return said


def _unsayable(protocol: Protocol, what: str) -> ConfigurationError:
    return ConfigurationError(f"the {protocol} protocol can't say {what}; leave it out, or use another protocol")
