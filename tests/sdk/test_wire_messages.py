"""Messages: OpenAI-style requests translated, events and counts read."""

from __future__ import annotations

import json
from typing import Any

import pytest

from taotoken import ConfigurationError, Reply, ToolCall
from taotoken._sse import SSEEvent
from taotoken._wire import Call
from taotoken._wire._messages_request import DEFAULT_MAX_TOKENS
from taotoken._wire.messages import WIRE, MessagesDecoder

SCHEMA = {"type": "object", "properties": {"path": {"type": "string"}}}
TOOL = {"type": "function", "function": {"name": "ls", "description": "List.", "parameters": SCHEMA, "strict": True}}
START = {
    "type": "message_start",
    "message": {"id": "msg_1", "model": "demo", "usage": {"input_tokens": 3, "output_tokens": 1}},
}
STOP = {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 9}}
END = {"type": "message_stop"}


def encode(messages: Any = "hi", **options: Any) -> dict[str, Any]:
    return WIRE.encode(Call(messages=messages, model="demo", **options))


def decoder_of(*events: Any, named: bool = True) -> MessagesDecoder:
    decoder = MessagesDecoder()
    for event in events:
        data = event if isinstance(event, bytes) else json.dumps(event).encode()
        name = event["type"] if named and isinstance(event, dict) and "type" in event else ""
        decoder.feed(SSEEvent(name, data))
    return decoder


def read(*events: Any) -> Reply:
    return decoder_of(*events).assembly.reply()


def block(index: int, block: dict[str, Any], *deltas: dict[str, Any], stop: bool = True) -> list[dict[str, Any]]:
    return [
        {"type": "content_block_start", "index": index, "content_block": block},
        *({"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas),
        *([{"type": "content_block_stop", "index": index}] if stop else []),
    ]


# --- encode ----------------------------------------------------------------------------------------------------


def test_smallest_request() -> None:
    """The protocol demands max_tokens; nothing else is made up."""
    content = [{"type": "text", "text": "hi"}]
    assert encode() == {
        "model": "demo",
        "max_tokens": DEFAULT_MAX_TOKENS,
        "messages": [{"role": "user", "content": content}],
    }


def test_conversation_is_translated() -> None:
    """System text, images, calls and results take the protocol's own shape; neighbours of one role are joined."""
    png = "data:image/png;base64,AAAA"
    body = encode(
        [
            {"role": "system", "content": "be brief"},
            {"role": "developer", "content": [{"type": "text", "text": "and kind"}]},
            {
                "role": "user",
                "content": [{"type": "text", "text": "see"}, {"type": "image_url", "image_url": {"url": png}}],
            },
            {"role": "user", "content": [{"type": "image_url", "image_url": "https://a.example/b.png"}]},
            {
                "role": "assistant",
                "content": "looking",
                "tool_calls": [
                    {"id": "t1", "type": "function", "function": {"name": "ls", "arguments": '{"path": "a"}'}},
                    {"id": "t2", "type": "function", "function": {"name": "ls", "arguments": ""}},
                ],
            },
            {"role": "tool", "tool_call_id": "t1", "content": "one"},
            {"role": "tool", "tool_call_id": "t2", "content": [{"type": "text", "text": "two"}]},
            {"role": "user", "content": "go on"},
        ]
    )
    assert body["system"] == "be brief\n\nand kind"
    user, assistant, results = body["messages"]
    assert user["content"] == [
        {"type": "text", "text": "see"},
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}},
        {"type": "image", "source": {"type": "url", "url": "https://a.example/b.png"}},
    ]
    assert assistant["content"] == [
        {"type": "text", "text": "looking"},
        {"type": "tool_use", "id": "t1", "name": "ls", "input": {"path": "a"}},
        {"type": "tool_use", "id": "t2", "name": "ls", "input": {}},
    ]
    assert results["content"] == [
        {"type": "tool_result", "tool_use_id": "t1", "content": [{"type": "text", "text": "one"}]},
        {"type": "tool_result", "tool_use_id": "t2", "content": [{"type": "text", "text": "two"}]},
        {"type": "text", "text": "go on"},
    ]


@pytest.mark.parametrize(
    ("options", "sent"),
    [
        ({"max_tokens": 5}, {"max_tokens": 5}),
        ({"temperature": 0.0, "top_p": 0.5}, {"temperature": 0.0, "top_p": 0.5}),
        ({"stop": "x"}, {"stop_sequences": ["x"]}),
        ({"stop": ["x", "y"]}, {"stop_sequences": ["x", "y"]}),
        ({"stream": True}, {"stream": True}),
        (
            {"tools": [TOOL]},
            {"tools": [{"name": "ls", "description": "List.", "strict": True, "input_schema": SCHEMA}]},
        ),
        (
            {"tools": [{"type": "function", "function": {"name": "now"}}]},
            {"tools": [{"name": "now", "input_schema": {"type": "object", "properties": {}}}]},
        ),
        ({"tools": [{"type": "web_search_1", "name": "w"}]}, {"tools": [{"type": "web_search_1", "name": "w"}]}),
        ({"tool_choice": "auto"}, {"tool_choice": {"type": "auto"}}),
        ({"tool_choice": "required"}, {"tool_choice": {"type": "any"}}),
        (
            {"tool_choice": {"type": "function", "function": {"name": "ls"}}},
            {"tool_choice": {"type": "tool", "name": "ls"}},
        ),
        ({"extra_body": {"thinking": {"type": "enabled"}}}, {"thinking": {"type": "enabled"}}),
    ],
)
def test_options_are_translated(options: dict[str, Any], sent: dict[str, Any]) -> None:
    """Each option under this protocol's name."""
    body = encode(**options)
    assert {name: body[name] for name in sent} == sent


@pytest.mark.parametrize(
    ("messages", "options"),
    [
        ("hi", {"seed": 1}),
        ("hi", {"response_format": {"type": "json_object"}}),
        ("hi", {"tool_choice": "sometimes"}),
        ([], {}),
        ([{"content": "no role"}], {}),
        ([{"role": "user", "content": [{"type": "image_url", "image_url": {}}]}], {}),
        ([{"role": "user", "content": [{"type": "image_url", "image_url": "data:image/png,raw"}]}], {}),
    ],
)
def test_what_the_protocol_cannot_say(messages: Any, options: dict[str, Any]) -> None:
    """What can't be translated is refused, not dropped."""
    with pytest.raises(ConfigurationError):
        encode(messages, **options)


# --- decode ----------------------------------------------------------------------------------------------------


def test_message_with_thinking_text_and_call() -> None:
    """Blocks of each kind; a call is whole when its block ends."""
    reply = read(
        START,
        *block(
            0,
            {"type": "thinking", "thinking": ""},
            {"type": "thinking_delta", "thinking": "hm"},
            {"type": "signature_delta", "signature": "xyz"},
        ),
        *block(1, {"type": "text", "text": ""}, {"type": "text_delta", "text": "Hi"}, {"type": "future", "z": 1}),
        *block(
            2,
            {"type": "tool_use", "id": "t1", "name": "ls", "input": {}},
            {"type": "input_json_delta", "partial_json": '{"a"'},
            {"type": "input_json_delta", "partial_json": ":1}"},
        ),
        {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 9}},
        END,
    )
    assert (reply.text, reply.reasoning, reply.id) == ("Hi", "hm", "msg_1")
    assert reply.tool_calls == (ToolCall(id="t1", name="ls", arguments='{"a":1}'),)
    assert (reply.finish_reason, reply.raw_finish_reason) == ("tool_calls", "tool_use")
    assert reply.usage is not None
    assert (reply.usage.input_tokens, reply.usage.output_tokens, reply.usage.total_tokens) == (3, 9, 12)


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        ("end_turn", "stop"),
        ("stop_sequence", "stop"),
        ("max_tokens", "length"),
        ("refusal", "content_filter"),
        ("pause_turn", None),
        ("tool_use", "stop"),
    ],
)
def test_stop_reasons(raw: str, reason: str | None) -> None:
    """The protocol's reasons in our words; tool_use without a call is no reason to run on."""
    reply = read(START, STOP | {"delta": {"stop_reason": raw}}, END)
    assert (reply.raw_finish_reason, reply.finish_reason) == (raw, reason)


def test_call_that_came_with_its_block() -> None:
    """A proxy that sends the whole input at the start of the block is understood."""
    reply = read(START, *block(0, {"type": "tool_use", "id": "t", "name": "ls", "input": {"a": 1}}), STOP, END)
    assert reply.tool_calls == (ToolCall(id="t", name="ls", arguments='{"a": 1}'),)


def test_call_cut_by_the_limit_is_none() -> None:
    """Half arguments at max_tokens are no call."""
    cut = {"type": "input_json_delta", "partial_json": '{"a":'}
    stop = STOP | {"delta": {"stop_reason": "max_tokens"}}
    reply = read(START, *block(0, {"type": "tool_use", "id": "t", "name": "ls"}, cut), stop, END)
    assert (reply.tool_calls, reply.finish_reason) == ((), "length")


def test_events_without_names_and_with_odd_types() -> None:
    """The type inside the data is enough; numbers as text, bad UTF-8 and cut pairs are taken as meant."""
    decoder = decoder_of(
        START,
        b'{"type":"content_block_delta","index":"0","delta":{"type":"text_delta","text":"a\xff"}}',
        b'{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"\\ud83d"}}',
        b'{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"\\ude00"}}',
        STOP,
        END,
        named=False,
    )
    assert decoder.assembly.reply().text == "a\ufffd\U0001f600"
    assert decoder.assembly.ended


@pytest.mark.parametrize(
    ("pieces", "figures"),
    [
        ([{"input_tokens": 5, "output_tokens": 1}, {"output_tokens": 9}], (5, 9, None, None, 14)),
        ([{"input_tokens": 0, "output_tokens": 0}, {"input_tokens": 5, "output_tokens": 9}], (5, 9, None, None, 14)),
        ([{"input_tokens": 5, "output_tokens": 1}, {"input_tokens": 0, "output_tokens": 9}], (5, 9, None, None, 14)),
        (
            [
                {
                    "input_tokens": 5,
                    "cache_read_input_tokens": 100,
                    "cache_creation_input_tokens": 20,
                    "output_tokens": 1,
                }
            ],
            (125, 1, 100, 20, 126),
        ),
        ([{"output_tokens": 9}], (None, 9, None, None, None)),
    ],
)
def test_usage_is_merged_and_counts_the_cache(pieces: list[dict[str, int]], figures: tuple[int | None, ...]) -> None:
    """The prompt is all of it, cached parts included; a zero never replaces a real count."""
    decoder = MessagesDecoder()
    for piece in pieces:
        decoder.count(piece)
    usage = decoder.assembly.reply().usage
    assert usage is not None
    got = (usage.input_tokens, usage.output_tokens, usage.cached_input_tokens, usage.cache_write_tokens)
    assert (*got, usage.total_tokens) == figures


@pytest.mark.parametrize(
    ("name", "data", "failed"),
    [
        ("error", {"type": "error", "error": {"type": "api_error", "message": "x"}}, True),
        ("", {"error": {"message": "x"}}, True),
        ("error", {"message": "x"}, True),
        ("", {"code": 500, "message": "x"}, True),
        ("ping", {"type": "ping"}, False),
        ("future", {"type": "future", "message": "x"}, False),
        ("", {"x": 1}, False),
    ],
)
def test_errors_among_the_events(name: str, data: dict[str, Any], failed: bool) -> None:
    """An error is seen in any shape; unknown events are passed over."""
    decoder = MessagesDecoder()
    decoder.feed(SSEEvent(name, json.dumps(data).encode()))
    assert (decoder.assembly.failure is not None) == failed


def test_nothing_after_the_end_counts() -> None:
    """message_stop ends it, and so does [DONE] from a gateway that mixes protocols up."""
    late = block(0, {"type": "text", "text": "late"})
    assert read(START, STOP, END, *late).text == ""
    assert read(START, STOP, b"[DONE]", *late).text == ""


def test_whole_message() -> None:
    """A message in one piece is read as its stream would be."""
    content = [
        {"type": "thinking", "thinking": "hm"},
        {"type": "text", "text": "Hi"},
        {"type": "tool_use", "id": "t", "name": "ls", "input": {"big": 12345678901234567890}},
        {"type": "tool_use", "id": "u", "name": "now", "input": {}},
    ]
    body = {"id": "m", "model": "demo", "content": content, "stop_reason": "tool_use", "usage": {"input_tokens": 3}}
    decoder = MessagesDecoder()
    assert decoder.whole(body)
    reply = decoder.assembly.reply()
    assert (reply.text, reply.reasoning, reply.finish_reason) == ("Hi", "hm", "tool_calls")
    assert [call.arguments for call in reply.tool_calls] == ['{"big": 12345678901234567890}', "{}"]
    assert not MessagesDecoder().whole({"choices": []})
