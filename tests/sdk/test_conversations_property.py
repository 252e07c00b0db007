"""Any conversation arrives whole on every protocol: each text, image, call and result, once and in order."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from taotoken._protocol import Protocol
from taotoken._wire import Call, load
from taotoken._wire._lenient import parse

PROTOCOLS: tuple[Protocol, ...] = ("chat", "responses", "messages")
TEXTS = st.text(min_size=1, max_size=12).map(lambda text: f"<{text}>")
IMAGES = st.from_regex(r"[A-Za-z0-9+/]{4,12}", fullmatch=True).map(lambda data: f"data:image/png;base64,{data}")
PARTS = st.one_of(
    TEXTS.map(lambda text: {"type": "text", "text": text}),
    IMAGES.map(lambda url: {"type": "image_url", "image_url": {"url": url}}),
)
USERS = st.one_of(TEXTS, st.lists(PARTS, min_size=1, max_size=3)).map(lambda c: {"role": "user", "content": c})
ARGUMENTS = st.dictionaries(st.text(max_size=4), st.integers() | TEXTS, max_size=2)


@st.composite
def turns(draw: st.DrawFn) -> list[dict[str, Any]]:
    """A question, perhaps some calls with their results, and an answer."""
    messages: list[dict[str, Any]] = [draw(USERS)]
    calls = [
        {"id": f"call_{number}", "type": "function", "function": {"name": "f", "arguments": json.dumps(arguments)}}
        for number, arguments in enumerate(draw(st.lists(ARGUMENTS, max_size=2)))
    ]
    if calls:
        text = draw(st.none() | TEXTS)
        messages.append({"role": "assistant", "content": text, "tool_calls": calls})
        messages += [{"role": "tool", "tool_call_id": call["id"], "content": draw(TEXTS)} for call in calls]
    return [*messages, {"role": "assistant", "content": draw(TEXTS)}]


CONVERSATIONS = st.tuples(
    st.lists(TEXTS.map(lambda text: {"role": "system", "content": text}), max_size=2),
    st.lists(turns(), min_size=1, max_size=3),
).map(lambda parts: [*parts[0], *(message for turn in parts[1] for message in turn)])


def said(messages: list[dict[str, Any]]) -> list[Any]:
    """What an OpenAI-style conversation says, in order; arguments as objects."""
    found: list[Any] = []
    for message in messages:
        content = message["content"]
        if message["role"] == "tool":
            found.append(("result of", message["tool_call_id"]))
        parts = [content] if isinstance(content, str) else content or []
        found += [part if isinstance(part, str) else part.get("text") or part["image_url"]["url"] for part in parts]
        functions = [(call["id"], call["function"]) for call in message.get("tool_calls", ())]
        found += [(id_, function["name"], json.loads(function["arguments"])) for id_, function in functions]
    return found


def said_by_responses(body: dict[str, Any]) -> list[Any]:
    found: list[Any] = [body["instructions"]] if "instructions" in body else []
    for item in body["input"]:
        if item.get("type") == "function_call":
            found.append((item["call_id"], item["name"], json.loads(item["arguments"])))
        elif item.get("type") == "function_call_output":
            found += [("result of", item["call_id"]), item["output"]]
        else:
            found += [part.get("text") or part["image_url"] for part in item["content"]]
    return found


def said_by_messages(body: dict[str, Any]) -> list[Any]:
    found: list[Any] = [body["system"]] if "system" in body else []
    for block in (block for message in body["messages"] for block in message["content"]):
        if block["type"] == "text":
            found.append(block["text"])
        elif block["type"] == "image":
            source = block["source"]
            found.append(f"data:{source['media_type']};base64,{source['data']}")
        elif block["type"] == "tool_use":
            found.append((block["id"], block["name"], block["input"]))
        else:
            found += [("result of", block["tool_use_id"]), *(part["text"] for part in block["content"])]
    return found


@settings(deadline=None, max_examples=150)
@given(CONVERSATIONS)
def test_nothing_is_lost_or_said_twice(messages: list[dict[str, Any]]) -> None:
    """The bodies of all protocols say the same."""
    sent = {p: load(p).encode(Call(messages=messages, model="demo")) for p in PROTOCOLS}
    systems = [message["content"] for message in messages if message["role"] == "system"]
    joined = ["\n\n".join(systems)] if systems else []
    wanted = joined + said([message for message in messages if message["role"] != "system"])
    assert sent["chat"]["messages"] == messages
    assert said_by_responses(sent["responses"]) == wanted
    assert said_by_messages(sent["messages"]) == wanted
    for body in sent.values():
        assert parse(json.dumps(body).encode()) == body
