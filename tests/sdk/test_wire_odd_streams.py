"""Streams of odd servers: other protocols' events, calls told twice, counts and thinking under other names."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sdk_server import chunk
from taotoken import Reply
from taotoken._causes import Cause
from taotoken._errors import TaoTokenError
from taotoken._protocol import Protocol
from taotoken._reader import ReplyReader
from taotoken._timing import Stopwatch
from taotoken._wire import load

CHAT = chunk({"content": "a"})
MESSAGES = {"type": "message_start", "message": {"id": "m1"}}
RESPONSES = {"type": "response.created", "response": {"id": "r1"}}
USED = {"prompt_tokens": 5, "completion_tokens": 2}


def reader_of(protocol: Protocol, *events: Any, whole: bool = False, at_once: bool = False) -> ReplyReader:
    """The reader of a body with these events: objects, or data as text."""
    reader = ReplyReader(load(protocol), status=200, headers={}, watch=Stopwatch(lambda: 0.0), now=0.0, secrets=())
    texts = [event if isinstance(event, str) else json.dumps(event) for event in events]
    parts = texts if whole else [f"data: {text}\n\n" for text in texts]
    for part in ["".join(parts)] if at_once else parts:
        reader.feed(part.encode(), 0.0)
    reader.close(0.0)
    return reader


def reply_of(protocol: Protocol, *events: Any) -> Reply:
    """The reply, which is the same whether the events come one by one or at once."""
    single, together = reader_of(protocol, *events), reader_of(protocol, *events, at_once=True)
    assert single.error is None
    assert single.reply() == together.reply()
    return single.reply()


def error_of(reader: ReplyReader) -> TaoTokenError:
    assert reader.error is not None
    return reader.error


@pytest.mark.parametrize(
    ("protocol", "events"),
    [
        ("messages", [CHAT, "[DONE]"]),
        ("responses", [CHAT, "[DONE]"]),
        ("messages", [RESPONSES]),
        ("responses", [MESSAGES]),
        ("chat", [MESSAGES]),
        ("chat", [RESPONSES, "[DONE]"]),
        ("chat", ["[DONE]"]),
        ("messages", ["[DONE]"]),
        ("responses", ["ping", "[DONE]"]),
    ],
)
def test_what_holds_nothing_of_the_protocol_is_no_reply(protocol: Protocol, events: list[Any]) -> None:
    """Another protocol's events, or an end alone, are an error and not an empty answer."""
    for at_once in (False, True):
        assert error_of(reader_of(protocol, *events, at_once=at_once)).cause == Cause.BAD_RESPONSE


@pytest.mark.parametrize("status", ["in_progress", "queued"])
def test_a_response_in_the_making_is_no_reply(status: str) -> None:
    """A whole body that says it isn't finished is not taken for an answer."""
    reader = reader_of("responses", {"id": "r", "status": status, "output": []}, whole=True)
    assert error_of(reader).cause == Cause.BAD_RESPONSE


def call(arguments: str, name: str | None = None, **fields: Any) -> dict[str, Any]:
    return {"function": {"name": name, "arguments": arguments}, **fields}


SPOT: dict[str, Any] = {"index": 0, "id": "a"}


@pytest.mark.parametrize(
    ("deltas", "calls"),
    [
        pytest.param(
            [[call('{"x":1}', "f", index=0, id=""), call('{"x":1}', "g", index=0, id=""), call("{}", "h", index=0)]],
            [("", "f", '{"x":1}'), ("", "g", '{"x":1}'), ("", "h", "{}")],
            id="one place for all of a chunk",
        ),
        pytest.param(
            [[call("{}", "f", **SPOT)], [call('{"x"', **SPOT)], [call(":1}", index=0)]],
            [("a", "f", '{"x":1}')],
            id="an empty object first",
        ),
        pytest.param(
            [[call('{"x":', "f", **SPOT)], [call("1}", index=0)], [call('{"x": 1}', "f", **SPOT)]],
            [("a", "f", '{"x":1}')],
            id="repeated whole",
        ),
        pytest.param(
            [
                [call('{"x"', "f", index=0, id="a")],
                [call('{"y"', "f", index=0, id="b")],
                [call(":1}", index=0, id="a")],
                [call(":2}", index=0, id="b")],
            ],
            [("a", "f", '{"x":1}'), ("b", "f", '{"y":2}')],
            id="alternating by id",
        ),
        pytest.param([[call("", "f")], [call("", "g")]], [("", "f", "{}"), ("", "g", "{}")], id="names only"),
        pytest.param([[call("null", "f", **SPOT)]], [("a", "f", "{}")], id="null"),
        pytest.param(
            [[{"index": 0, "id": "a", "name": "f", "arguments": "{}"}]], [("a", "f", "{}")], id="without function"
        ),
    ],
)
def test_calls_told_oddly(deltas: list[Any], calls: list[tuple[str, str, str]]) -> None:
    """Each call is there once, with its own arguments."""
    reply = reply_of("chat", *(chunk({"tool_calls": delta}) for delta in deltas), chunk({}, "tool_calls"), "[DONE]")
    assert [(c.id, c.name, c.arguments) for c in reply.tool_calls] == calls


@pytest.mark.parametrize("place", [{}, {"index": 0}, {"index": 0, "id": ""}])
def test_calls_of_a_whole_reply_that_nothing_tells_apart(place: dict[str, Any]) -> None:
    """In one list each named call is one of its own."""
    message = {"tool_calls": [call("{}", "f", **place), call('{"x":1}', "g", **place), call('{"x":2}', "g", **place)]}
    body = {"choices": [{"index": 0, "message": message, "finish_reason": "tool_calls"}]}
    calls = reader_of("chat", body, whole=True).reply().tool_calls
    assert [(c.name, c.arguments) for c in calls] == [("f", "{}"), ("g", '{"x":1}'), ("g", '{"x":2}')]


@pytest.mark.parametrize("pieces", [[], ["{}"], ['{"x"', ": 1}"]])
def test_input_told_with_its_block(pieces: list[str]) -> None:
    """The input of a block's start counts only if nothing follows it."""
    block = {"type": "tool_use", "id": "t", "name": "f", "input": {"x": 1}}
    deltas = [
        {"type": "content_block_delta", "index": 0, "delta": {"type": "input_json_delta", "partial_json": piece}}
        for piece in pieces
    ]
    start = {"type": "content_block_start", "index": 0, "content_block": block}
    stop = {"type": "content_block_stop", "index": 0}
    reply = reply_of("messages", MESSAGES, start, *deltas, stop, {"type": "message_stop"})
    assert [c.arguments for c in reply.tool_calls] == ['{"x": 1}']


@pytest.mark.parametrize(
    ("pieces", "figures"),
    [
        ([{"prompt_tokens": None, "input_tokens": 10, "completion_tokens": 1}], (10, 1, 11, None, None, None)),
        ([USED | {"total_tokens": 0}], (5, 2, 7, None, None, None)),
        ([{"prompt_tokens": 5, "total_tokens": 5}, {"completion_tokens": 2}], (5, 2, 7, None, None, None)),
        (
            [USED | {"input_tokens_details": {"cached_tokens": 3}, "output_tokens_details": {"reasoning_tokens": 1}}],
            (5, 2, 7, 3, None, 1),
        ),
        (
            [USED | {"reasoning_tokens": 1, "cache_read_input_tokens": 3, "cache_creation_input_tokens": 2}],
            (5, 2, 7, 3, 2, 1),
        ),
    ],
)
def test_counts_under_other_names(pieces: list[dict[str, Any]], figures: tuple[int | None, ...]) -> None:
    """Counts are found under every name, and pieces of them are put together."""
    for told in ([chunk({}, usage=piece) for piece in pieces], [chunk({}) | {"x_groq": {"usage": p}} for p in pieces]):
        usage = reply_of("chat", CHAT, *told, chunk({}, "stop"), "[DONE]").usage
        assert usage is not None
        got = (usage.input_tokens, usage.output_tokens, usage.total_tokens)
        assert (*got, usage.cached_input_tokens, usage.cache_write_tokens, usage.reasoning_tokens) == figures


def test_cache_writes_told_by_age() -> None:
    """The parts of what was cached are added where their sum is missing."""
    parts = {"ephemeral_5m_input_tokens": 3, "ephemeral_1h_input_tokens": 4}
    counts = {"input_tokens": 1, "output_tokens": 2, "cache_creation": parts}
    usage = reply_of(
        "messages", {"type": "message_start", "message": {"usage": counts}}, {"type": "message_stop"}
    ).usage
    assert usage is not None
    assert (usage.cache_write_tokens, usage.input_tokens) == (7, 8)


@pytest.mark.parametrize(
    "thought",
    [
        {"thinking": "r"},
        {"thought": "r"},
        {"reasoning_text": "r"},
        {"reasoning_details": [{"text": "r"}]},
        {"reasoning": {"content": "r"}},
        {"reasoning": "r", "reasoning_details": [{"text": "r"}]},
    ],
)
def test_thinking_under_other_names(thought: dict[str, Any]) -> None:
    """Thinking is found under every name, once, also among many chunks."""
    before = [chunk({"reasoning": "q"}) for _ in range(9)]
    reply = reply_of("chat", *before, chunk(thought), *[CHAT] * 9, chunk({}, "stop"), "[DONE]")
    assert (reply.reasoning, reply.text) == ("q" * 9 + "r", "a" * 9)


@pytest.mark.parametrize("empty", [{}, {"content": ""}, {"role": "assistant"}])
def test_message_beside_an_empty_delta(empty: dict[str, Any]) -> None:
    """A message beside an empty delta is the text, unless it only repeats what deltas brought."""
    odd = {"choices": [{"index": 0, "delta": empty, "message": {"content": "a"}}]}
    assert reply_of("chat", odd, odd, chunk({}, "stop")).text == "aa"
    assert reply_of("chat", CHAT, odd, chunk({}, "stop")).text == "a"


def test_arguments_that_name_an_item_by_its_place() -> None:
    """An item that came without id gets the arguments of its place; a text told only at its end is kept."""
    item = {"type": "function_call", "call_id": "c1", "name": "f"}
    place = {"output_index": 1, "item_id": "f1"}
    reply = reply_of(
        "responses",
        {"type": "response.output_text.done", "text": "Hi"},
        {"type": "response.output_item.added", "output_index": 1, "item": item},
        {"type": "response.function_call_arguments.delta", "delta": '{"x"', **place},
        {"type": "response.function_call_arguments.delta", "delta": ":1}", **place},
        {"type": "response.completed", "response": {"output": []}},
    )
    assert reply.text == "Hi"
    assert [(c.id, c.name, c.arguments) for c in reply.tool_calls] == [("c1", "f", '{"x":1}')]


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        ("model_context_window_exceeded", "length"),
        ("prohibited_content", "content_filter"),
        ("RECITATION", "content_filter"),
        ("content_filtered", "content_filter"),
    ],
)
def test_more_reasons(raw: str, reason: str) -> None:
    """More servers' words for an end."""
    assert reply_of("chat", CHAT, "ping", chunk({}, raw), "[done]").finish_reason == reason


@pytest.mark.parametrize("raw", ["error", "network_error", "insufficient_system_resource"])
def test_reasons_that_are_errors(raw: str) -> None:
    """A server that could not go on has not answered."""
    assert raw in str(error_of(reader_of("chat", CHAT, chunk({}, raw), "[DONE]")))


def test_the_unreadable_event_is_shown() -> None:
    """The error shows the event that can't be read, not those that came with it."""
    text = str(error_of(reader_of("chat", CHAT, "{broken", at_once=True)))
    assert "{broken" in text
    assert "choices" not in text
