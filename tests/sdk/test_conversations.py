"""Conversations: one list of messages says the same on every protocol, or is refused; answers go back in."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from sdk_server import JSON, Answer, serving
from taotoken import AsyncTaoToken, ConfigurationError, Endpoint, Reply
from taotoken._protocol import Protocol
from taotoken._sse import SSEEvent
from taotoken._wire import Call, load

KEY = "sk-test-talk-00000000000001"
PROTOCOLS: tuple[Protocol, ...] = ("chat", "responses", "messages")
PNG = "data:image/png;base64,AAAA"
PDF = "data:application/pdf;base64,JVBE"
PLAIN = "data:text/plain;base64," + base64.b64encode("你好".encode()).decode()
CACHED = {"cache_control": {"type": "ephemeral"}}
THOUGHT = {"type": "thinking", "thinking": "hm", "signature": "s1"}
HIDDEN = {"type": "redacted_thinking", "data": "d1"}
ITEM = {"type": "reasoning", "id": "r1", "summary": [], "encrypted_content": "e1"}


def encode(protocol: Protocol, messages: Any, **options: Any) -> dict[str, Any]:
    return load(protocol).encode(Call(messages=messages, model="demo", **options))


def user(*parts: Any) -> list[dict[str, Any]]:
    return [{"role": "user", "content": list(parts)}]


def content_of(protocol: Protocol, part: Any) -> dict[str, Any]:
    """How the only part of the only message goes out."""
    body = encode(protocol, user(part))
    (message,) = body["input" if protocol == "responses" else "messages"]
    (content,) = message["content"]
    return dict(content)


# What goes out ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("protocol", "part", "sent"),
    [
        ("messages", "plain", {"type": "text", "text": "plain"}),
        ("messages", {"type": "input_text", "text": "a"}, {"type": "text", "text": "a"}),
        ("messages", {"type": "text", "text": "a", **CACHED}, {"type": "text", "text": "a", **CACHED}),
        (
            "messages",
            {"type": "input_image", "image_url": PNG},
            {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}},
        ),
        (
            "messages",
            {"type": "image_url", "image_url": {"url": "https://a.example/b"}, **CACHED},
            {"type": "image", "source": {"type": "url", "url": "https://a.example/b"}, **CACHED},
        ),
        (
            "messages",
            {"type": "file", "file": {"file_data": PDF, "filename": "a.pdf"}},
            {
                "type": "document",
                "source": {"type": "base64", "media_type": "application/pdf", "data": "JVBE"},
                "title": "a.pdf",
            },
        ),
        (
            "messages",
            {"type": "file", "file": {"file_data": PLAIN}},
            {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "你好"}},
        ),
        (
            "messages",
            {"type": "file", "file": {"file_id": "f1"}},
            {"type": "document", "source": {"type": "file", "file_id": "f1"}},
        ),
        (
            "messages",
            {"type": "input_file", "file_url": "https://a.example/b.pdf"},
            {"type": "document", "source": {"type": "url", "url": "https://a.example/b.pdf"}},
        ),
        ("messages", {"type": "search_result", "source": "s"}, {"type": "search_result", "source": "s"}),
        ("messages", {"type": "image", "source": {"type": "file", "file_id": "f"}}, None),
        ("responses", {"type": "text", "text": "a", "annotations": []}, {"type": "input_text", "text": "a"}),
        (
            "responses",
            {"type": "image_url", "image_url": {"url": PNG, "detail": "low"}},
            {"type": "input_image", "image_url": PNG, "detail": "low"},
        ),
        (
            "responses",
            {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}},
            {"type": "input_image", "image_url": PNG},
        ),
        (
            "responses",
            {"type": "image", "source": {"type": "url", "url": "https://a.example/b"}},
            {"type": "input_image", "image_url": "https://a.example/b"},
        ),
        (
            "responses",
            {"type": "file", "file": {"file_data": PDF, "filename": "a.pdf"}},
            {"type": "input_file", "file_data": PDF, "filename": "a.pdf"},
        ),
        ("responses", {"type": "input_file", "file_id": "f1"}, {"type": "input_file", "file_id": "f1"}),
        ("chat", {"type": "input_audio", "input_audio": {"data": "x"}}, None),
    ],
)
def test_parts_are_translated(protocol: Protocol, part: Any, sent: dict[str, Any] | None) -> None:
    """Each part in the protocol's own words; None: passed on as it is."""
    assert content_of(protocol, part) == (part if sent is None else sent)


@pytest.mark.parametrize(
    ("protocol", "message", "named"),
    [
        ("messages", {"role": "user", "content": [{"type": "input_audio", "input_audio": {}}]}, "input_audio"),
        ("responses", {"role": "user", "content": [{"type": "input_audio", "input_audio": {}}]}, "input_audio"),
        ("responses", {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a"}]}, "tool_result"),
        ("responses", {"role": "user", "content": [{"type": "text", "text": "a", **CACHED}]}, "cache_control"),
        ("responses", {"role": "user", "content": [{"type": "image", "source": {"type": "file"}}]}, "source"),
        ("messages", {"role": "user", "content": [{"type": "image_url", "image_url": {}}]}, "url"),
        (
            "messages",
            {"role": "user", "content": [{"type": "image_url", "image_url": {"url": PNG, "detail": "low"}}]},
            "detail",
        ),
        ("messages", {"role": "user", "content": [{"type": "file", "file": {"filename": "a"}}]}, "file_id"),
        ("messages", {"role": "user", "content": [{"type": "file", "file": {"file_data": "data:a,b"}}]}, "base64"),
        ("messages", {"role": "user", "content": "a", "name": "ann"}, "name"),
        ("responses", {"role": "user", "content": "a", "name": "ann"}, "name"),
        ("messages", {"role": "assistant", "content": "a", "reasoning_content": "hm"}, "reasoning_content"),
        ("messages", {"role": "assistant", "function_call": {"name": "ls", "arguments": "{}"}}, "function_call"),
        ("messages", {"role": "tool", "content": "a"}, "tool_call_id"),
        ("responses", {"role": "function", "name": "ls", "content": "a"}, "tool_call_id"),
        ("messages", {"role": "assistant", "tool_calls": [{"id": "a", "type": "custom", "custom": {}}]}, "custom"),
        ("messages", {"role": "system", "content": [{"type": "image_url", "image_url": PNG}]}, "but text"),
    ],
)
def test_what_a_protocol_cannot_say_is_refused(protocol: Protocol, message: dict[str, Any], named: str) -> None:
    """Nothing is left out in silence: the error names what it is."""
    with pytest.raises(ConfigurationError, match=named):
        encode(protocol, [message])


def test_a_message_as_the_openai_sdk_dumps_it_passes() -> None:
    """Empty fields say nothing, so they are no hindrance."""
    dumped: dict[str, Any] = {
        "role": "assistant",
        "content": "a",
        "refusal": None,
        "annotations": [],
        "audio": None,
        "function_call": None,
        "tool_calls": None,
    }
    assert encode("messages", [dumped])["messages"] == [
        {"role": "assistant", "content": [{"type": "text", "text": "a"}]}
    ]


@pytest.mark.parametrize("protocol", ["responses", "messages"])
def test_a_refusal_is_text(protocol: Protocol) -> None:
    """A model's refusal stays in the conversation."""
    for message in (
        {"role": "assistant", "content": None, "refusal": "No."},
        {"role": "assistant", "content": [{"type": "refusal", "refusal": "No."}]},
    ):
        assert '"No."' in json.dumps(encode(protocol, [message]))


def test_system_texts() -> None:
    """One text, or blocks where something stands beside a text; later ones become marked user text, once."""
    cached = {"role": "system", "content": [{"type": "text", "text": "a", **CACHED}, {"type": "text", "text": "b"}]}
    assert encode("messages", [cached, *user("hi")])["system"] == [
        {"type": "text", "text": "a", **CACHED},
        {"type": "text", "text": "b"},
    ]
    later = {"role": "system", "content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}
    (turn,) = encode("messages", [*user("hi"), later])["messages"]
    assert turn["content"] == [{"type": "text", "text": "hi"}, {"type": "text", "text": "[system] ab"}]
    assert encode("responses", [later, *user("hi")])["instructions"] == "ab"


def test_tool_result_with_an_image() -> None:
    """A tool may answer with a picture."""
    answer = {"role": "tool", "tool_call_id": "c1", "name": "see", "content": [{"type": "image_url", "image_url": PNG}]}
    (turn,) = encode("messages", [answer])["messages"]
    assert turn["content"][0]["content"][0]["type"] == "image"
    (item,) = encode("responses", [answer])["input"]
    assert item["output"] == [{"type": "input_image", "image_url": PNG}]


# What comes back and goes out again -------------------------------------------------------------------------


def decoded(protocol: Protocol, body: dict[str, Any]) -> Reply:
    decoder = load(protocol).decoder()
    assert decoder.whole(body)
    return decoder.assembly.reply()


def streamed(protocol: Protocol, *events: dict[str, Any]) -> Reply:
    decoder = load(protocol).decoder()
    for event in events:
        decoder.feed(SSEEvent("", json.dumps(event).encode()))
    return decoder.assembly.reply()


WHOLE: dict[Protocol, dict[str, Any]] = {
    "chat": {
        "choices": [
            {
                "message": {
                    "content": "Hi",
                    "reasoning_content": "hm",
                    "tool_calls": [
                        {"id": "c1", "type": "function", "function": {"name": "ls", "arguments": '{"a":1}'}}
                    ],
                },
                "finish_reason": "tool_calls",
            }
        ]
    },
    "responses": {
        "status": "completed",
        "output": [
            ITEM | {"summary": [{"type": "summary_text", "text": "hm"}]},
            {"type": "message", "content": [{"type": "output_text", "text": "Hi"}]},
            {"type": "function_call", "call_id": "c1", "name": "ls", "arguments": '{"a":1}'},
        ],
    },
    "messages": {
        "content": [
            THOUGHT,
            HIDDEN,
            {"type": "text", "text": "Hi"},
            {"type": "tool_use", "id": "c1", "name": "ls", "input": {"a": 1}},
        ],
        "stop_reason": "tool_use",
    },
}


@pytest.mark.parametrize("target", PROTOCOLS)
@pytest.mark.parametrize("source", PROTOCOLS)
def test_an_answer_goes_into_the_next_call(source: Protocol, target: Protocol) -> None:
    """Text and calls on any protocol; signed thinking only where it came from."""
    reply = decoded(source, WHOLE[source])
    assert (reply.text, reply.reasoning, reply.tool_calls[0].name) == ("Hi", "hm", "ls")
    body = encode(target, [*user("q"), reply.message(), {"role": "tool", "tool_call_id": "c1", "content": "ok"}])
    if target == "chat":
        _, answer, _ = body["messages"]
        assert answer.keys() == {"role", "content", "tool_calls"}
        assert json.loads(answer["tool_calls"][0]["function"]["arguments"]) == {"a": 1}
    elif target == "messages":
        _, answer, result = body["messages"]
        thinking = [THOUGHT, HIDDEN] if source == "messages" else []
        call = {"type": "tool_use", "id": "c1", "name": "ls", "input": {"a": 1}}
        assert answer["content"] == [*thinking, {"type": "text", "text": "Hi"}, call]
        assert result["content"][0]["tool_use_id"] == "c1"
    else:
        kinds = [item.get("type") for item in body["input"]]
        assert kinds == [None, *["reasoning"] * (source == "responses"), None, "function_call", "function_call_output"]


def test_streamed_thinking_keeps_its_signature() -> None:
    """The blocks of a stream are the same as those of a whole answer."""
    events: list[dict[str, Any]] = [
        {"type": "content_block_start", "index": 0, "content_block": {"type": "thinking", "thinking": ""}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": "h"}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": "m"}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "signature_delta", "signature": "s1"}},
        {"type": "content_block_stop", "index": 0},
        {"type": "content_block_start", "index": 1, "content_block": HIDDEN},
        {"type": "message_stop"},
    ]
    reply = streamed("messages", *events)
    assert reply.reasoning == "hm"
    assert list(reply.reasoning_blocks) == [THOUGHT, HIDDEN]


def test_streamed_reasoning_items_are_kept_once() -> None:
    """The last event repeats the items; only encrypted ones can go back, as nothing is stored on the server."""
    events: list[dict[str, Any]] = [
        {"type": "response.output_item.done", "output_index": 0, "item": ITEM},
        {
            "type": "response.output_item.done",
            "output_index": 1,
            "item": {"type": "reasoning", "id": "r2", "summary": []},
        },
        {"type": "response.completed", "response": {"status": "completed", "output": [ITEM]}},
    ]
    assert list(streamed("responses", *events).reasoning_blocks) == [ITEM]


def test_a_plain_answer_is_a_plain_message() -> None:
    """Nothing is there that wasn't said, and the repr of a reply has no opaque blocks."""
    assert Reply(text="Hi").message() == {"role": "assistant", "content": "Hi"}
    assert "s1" not in repr(Reply(text="Hi", reasoning_blocks=(THOUGHT,)))


@pytest.mark.anyio
@pytest.mark.parametrize("protocol", PROTOCOLS)
async def test_two_turns_with_a_tool(protocol: Protocol) -> None:
    """The loop a program writes: ask, run the tool, answer, ask again."""
    answer = Answer(headers=JSON, chunks=[json.dumps(WHOLE[protocol]).encode()], framing="length")
    async with serving(answer) as server, AsyncTaoToken(Endpoint.parse(server.base_url, KEY, "demo")) as client:
        messages: list[dict[str, Any]] = user("q")
        reply = await client.chat(messages, protocol=protocol)
        messages.append(reply.message())
        messages += [{"role": "tool", "tool_call_id": call.id, "content": "ok"} for call in reply.tool_calls]
        await client.chat(messages, protocol=protocol)
    sent = server.seen[1].json
    assert '"c1"' in json.dumps(sent)
    assert len(sent["input" if protocol == "responses" else "messages"]) >= 3
