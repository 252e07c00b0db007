"""Responses: OpenAI-style requests translated, events read, what no delta brought taken from the last event."""

from __future__ import annotations

import json
from typing import Any

import pytest

from taotoken import ConfigurationError, Reply, ToolCall
from taotoken._sse import SSEEvent
from taotoken._wire import Call
from taotoken._wire.responses import WIRE, ResponsesDecoder

TOOL = {"type": "function", "function": {"name": "ls", "parameters": {"type": "object"}}}
CREATED = {"type": "response.created", "response": {"id": "resp_1", "model": "demo", "status": "in_progress"}}
USAGE = {
    "input_tokens": 9,
    "output_tokens": 5,
    "total_tokens": 14,
    "input_tokens_details": {"cached_tokens": 4},
    "output_tokens_details": {"reasoning_tokens": 3},
}
MESSAGE = {"type": "message", "id": "m1", "content": [{"type": "output_text", "text": "Hi"}]}
REASONING = {"type": "reasoning", "id": "r1", "summary": [{"type": "summary_text", "text": "hm"}]}
CALL = {"type": "function_call", "id": "f1", "call_id": "c1", "name": "ls", "arguments": '{"a":1}'}


def encode(messages: Any = "hi", **options: Any) -> dict[str, Any]:
    return WIRE.encode(Call(messages=messages, model="demo", **options))


def decoder_of(*events: Any) -> ResponsesDecoder:
    decoder = ResponsesDecoder()
    for event in events:
        data = event if isinstance(event, bytes) else json.dumps(event).encode()
        decoder.feed(SSEEvent("", data))
    return decoder


def read(*events: Any) -> Reply:
    return decoder_of(*events).assembly.reply()


def delta(kind: str, text: str, **fields: Any) -> dict[str, Any]:
    return {"type": f"response.{kind}.delta", "delta": text} | fields


def completed(*output: Any, **fields: Any) -> dict[str, Any]:
    response = {"id": "resp_1", "model": "demo", "status": "completed", "output": list(output), "usage": USAGE}
    return {"type": "response.completed", "response": response | fields}


# --- encode ----------------------------------------------------------------------------------------------------


def test_smallest_request() -> None:
    """Nothing is stored on the server, and nothing is made up."""
    content = [{"type": "input_text", "text": "hi"}]
    assert encode() == {"model": "demo", "input": [{"role": "user", "content": content}], "store": False}


def test_conversation_is_translated() -> None:
    """System text, images, calls and results take the protocol's own shape."""
    body = encode(
        [
            {"role": "system", "content": "be brief"},
            {
                "role": "user",
                "content": [{"type": "text", "text": "see"}, {"type": "image_url", "image_url": {"url": "u"}}],
            },
            {
                "role": "assistant",
                "content": "looking",
                "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "ls", "arguments": "{}"}}],
            },
            {"role": "tool", "tool_call_id": "c1", "content": "one"},
            {"role": "system", "content": "later"},
        ]
    )
    assert body["instructions"] == "be brief"
    assert body["input"] == [
        {"role": "user", "content": [{"type": "input_text", "text": "see"}, {"type": "input_image", "image_url": "u"}]},
        {"role": "assistant", "content": [{"type": "output_text", "text": "looking"}]},
        {"type": "function_call", "call_id": "c1", "name": "ls", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "c1", "output": "one"},
        {"role": "system", "content": [{"type": "input_text", "text": "later"}]},
    ]


@pytest.mark.parametrize(
    ("options", "sent"),
    [
        ({"max_tokens": 5, "temperature": 0.0}, {"max_output_tokens": 5, "temperature": 0.0}),
        ({"tools": [TOOL]}, {"tools": [{"type": "function", "name": "ls", "parameters": {"type": "object"}}]}),
        ({"tools": [{"type": "web_search"}]}, {"tools": [{"type": "web_search"}]}),
        ({"tool_choice": "required"}, {"tool_choice": "required"}),
        (
            {"tool_choice": {"type": "function", "function": {"name": "ls"}}},
            {"tool_choice": {"type": "function", "name": "ls"}},
        ),
        ({"response_format": {"type": "json_object"}}, {"text": {"format": {"type": "json_object"}}}),
        (
            {"response_format": {"type": "json_schema", "json_schema": {"name": "n", "schema": {}}}},
            {"text": {"format": {"type": "json_schema", "name": "n", "schema": {}}}},
        ),
        ({"extra_body": {"store": True}}, {"store": True}),
    ],
)
def test_options_are_translated(options: dict[str, Any], sent: dict[str, Any]) -> None:
    """Each option under this protocol's name."""
    body = encode(**options)
    assert {name: body[name] for name in sent} == sent


@pytest.mark.parametrize("options", [{"seed": 1}, {"stop": "x"}, {"response_format": {"type": "json_schema"}}])
def test_what_the_protocol_cannot_say(options: dict[str, Any]) -> None:
    """What can't be translated is refused, not dropped."""
    with pytest.raises(ConfigurationError):
        encode(**options)


# --- decode ----------------------------------------------------------------------------------------------------


def test_stream_with_reasoning_text_and_call() -> None:
    """Deltas of each kind, and the last event's counts."""
    reply = read(
        CREATED,
        delta("reasoning_summary_text", "hm"),
        delta("output_text", "H", item_id="m1"),
        delta("output_text", "i", item_id="m1"),
        {"type": "response.output_item.added", "output_index": 2, "item": CALL | {"arguments": ""}},
        delta("function_call_arguments", '{"a"', item_id="f1"),
        delta("function_call_arguments", ":1}", item_id="f1"),
        {"type": "response.function_call_arguments.done", "item_id": "f1", "arguments": '{"a":1}'},
        {"type": "response.output_item.done", "output_index": 2, "item": CALL},
        completed(REASONING, MESSAGE, CALL),
    )
    assert (reply.text, reply.reasoning, reply.id, reply.model) == ("Hi", "hm", "resp_1", "demo")
    assert reply.tool_calls == (ToolCall(id="c1", name="ls", arguments='{"a":1}'),)
    assert (reply.finish_reason, reply.raw_finish_reason) == ("tool_calls", "completed")
    assert reply.usage is not None
    assert (reply.usage.cached_input_tokens, reply.usage.reasoning_tokens) == (4, 3)


@pytest.mark.parametrize(
    "events",
    [
        pytest.param([completed(REASONING, MESSAGE, CALL)], id="only the last event"),
        pytest.param(
            [
                {"type": "response.output_item.done", "output_index": i, "item": item}
                for i, item in enumerate((REASONING, MESSAGE, CALL))
            ]
            + [completed(REASONING, MESSAGE, CALL)],
            id="items without deltas",
        ),
        pytest.param(
            [
                delta("reasoning_text", "hm"),
                delta("output_text", "Hi", item_id="other"),
                completed(REASONING, MESSAGE | {"id": "changed"}, CALL | {"id": None}),
            ],
            id="ids that don't match",
        ),
        pytest.param(
            [
                delta("reasoning_text", "hm"),
                delta("output_text", "Hi"),
                {"type": "response.output_item.done", "item": CALL},
                completed(),
            ],
            id="an empty last event",
        ),
    ],
)
def test_everything_is_there_once(events: list[Any]) -> None:
    """What deltas brought is not taken again, and what they did not bring is taken from the items."""
    reply = read(CREATED, *events)
    assert (reply.text, reply.reasoning) == ("Hi", "hm")
    assert [(call.id, call.arguments) for call in reply.tool_calls] == [("c1", '{"a":1}')]


@pytest.mark.parametrize(
    ("event", "raw", "reason"),
    [
        (completed(MESSAGE), "completed", "stop"),
        (
            {
                "type": "response.incomplete",
                "response": {
                    "status": "incomplete",
                    "incomplete_details": {"reason": "max_output_tokens"},
                    "output": [],
                },
            },
            "max_output_tokens",
            "length",
        ),
        (
            {"type": "response.incomplete", "response": {"incomplete_details": {"reason": "content_filter"}}},
            "content_filter",
            "content_filter",
        ),
        ({"type": "response.incomplete", "response": {}}, "incomplete", None),
        ({"type": "response.done", "response": {"output": [MESSAGE]}}, "completed", "stop"),
    ],
)
def test_ends(event: dict[str, Any], raw: str, reason: str | None) -> None:
    """Why a response ended, from its status or from the reason it gives."""
    reply = read(CREATED, event)
    assert (reply.raw_finish_reason, reply.finish_reason) == (raw, reason)


@pytest.mark.parametrize(
    ("data", "failed"),
    [
        ({"type": "error", "message": "x", "code": "server_error"}, True),
        ({"type": "response.failed", "response": {"error": {"code": "x", "message": "y"}}}, True),
        ({"type": "response.failed", "response": None}, True),
        ({"error": {"message": "x"}}, True),
        ({"type": "response.warning", "message": "x"}, False),
        ({"type": "keepalive"}, False),
        ({"type": "codex.rate_limits", "error": None}, False),
    ],
)
def test_errors_among_the_events(data: dict[str, Any], failed: bool) -> None:
    """An error is seen in any shape; unknown events are passed over."""
    assert (decoder_of(data).assembly.failure is not None) == failed


def test_refusal_is_text_and_odd_types_are_read() -> None:
    """A refusal is what the model said; bad UTF-8 and numbers as text are taken as meant."""
    reply = read(delta("refusal", "no"), b'{"type":"response.output_text.delta","delta":"\xff","output_index":"0"}')
    assert reply.text == "no\ufffd"


def test_whole_response() -> None:
    """A response in one piece, with several messages; one that failed is an error."""
    second = {"type": "message", "content": [{"type": "output_text", "text": "!"}]}
    decoder = ResponsesDecoder()
    output = [REASONING, MESSAGE, second, CALL]
    assert decoder.whole({"id": "r", "status": "completed", "output": output, "usage": USAGE})
    reply = decoder.assembly.reply()
    assert (reply.text, reply.reasoning, reply.finish_reason) == ("Hi!", "hm", "tool_calls")
    failed = ResponsesDecoder()
    assert failed.whole({"status": "failed", "output": [], "error": {"message": "x"}})
    assert failed.assembly.failure == {"error": {"message": "x"}}
    assert not ResponsesDecoder().whole({"choices": []})
