"""Reading many events at once gives what reading them one by one gives."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from unittest import mock

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taotoken._protocol import Protocol
from taotoken._reply import Reply
from taotoken._sse import SSEEvent
from taotoken._wire import Decoder, load

_TEXTS = st.sampled_from(["", "a", "你好", "\U0001f600", "x\ny", '"', "</s>"])
_CALL = {"index": 0, "id": "c1", "type": "function", "function": {"name": "ls", "arguments": '{"a":1}'}}
_DELTAS = st.one_of(
    st.builds(lambda text: {"content": text}, _TEXTS),
    st.builds(lambda text: {"content": None, "reasoning_content": text}, _TEXTS),
    st.builds(lambda text: {"reasoning": text, "content": text}, _TEXTS),
    st.sampled_from([{}, {"role": "assistant", "content": ""}, {"refusal": "no"}, {"tool_calls": [_CALL]}]),
)
_CHOICES = st.builds(
    lambda index, delta, finish: {"index": index, "delta": delta, "finish_reason": finish, "logprobs": None},
    st.sampled_from([0, 0, 0, 0, 1, None]),
    _DELTAS,
    st.sampled_from([None, None, None, None, None, "stop", "tool_calls"]),
)
_USAGE = {"prompt_tokens": 3, "completion_tokens": 4, "total_tokens": 7}
_CHUNKS = st.one_of(
    st.builds(lambda choice: {"id": "r1", "model": "m", "choices": [choice], "usage": None, "x": 1}, _CHOICES),
    st.builds(lambda choice: {"id": "r1", "model": "m", "choices": [choice]}, _CHOICES),
    st.builds(lambda choice: {"choices": [choice, choice]}, _CHOICES),
    st.sampled_from(
        [
            {"id": "r1", "model": "m", "choices": [], "usage": _USAGE},
            {"id": 7, "model": "m", "choices": [{"index": "0", "delta": {"content": "odd"}}]},
            {"error": {"message": "boom"}},
            {"choices": None},
            {"id": "r1", "model": "m", "choices": [{"index": 0, "delta": {}, "message": {"content": "a"}}]},
            {"id": "r1", "model": "m", "choices": [{"index": 0, "delta": {"thinking": "t"}}]},
            {"id": "r1", "model": "m", "choices": [{"index": 0, "delta": {"reasoning_details": [{"text": "t"}]}}]},
            {"id": "r1", "model": "m", "choices": [], "x_groq": {"usage": {"prompt_tokens": 3}}},
        ]
    ),
)
_MESSAGES: st.SearchStrategy[Mapping[str, Any]] = st.sampled_from(
    [
        {"type": "message_start", "message": {"id": "m1", "model": "m", "usage": {"input_tokens": 3}}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "a"}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": "t"}},
        {"type": "content_block_start", "index": 1, "content_block": {"type": "tool_use", "id": "c", "name": "ls"}},
        {"type": "content_block_delta", "index": 1, "delta": {"type": "input_json_delta", "partial_json": "{}"}},
        {"type": "content_block_stop", "index": 1},
        {"type": "ping"},
        {"type": "error", "error": {"type": "overloaded_error", "message": "boom"}},
        {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 4}},
        {"type": "message_stop"},
    ]
)
_RESPONSES: st.SearchStrategy[Mapping[str, Any]] = st.sampled_from(
    [
        {"type": "response.created", "response": {"id": "r1", "model": "m"}},
        {"type": "response.output_text.delta", "delta": "a"},
        {"type": "response.reasoning_text.delta", "delta": "t"},
        {"type": "response.output_text.done", "text": "a"},
        {"type": "response.failed", "response": {"error": {"message": "boom"}}},
        {"type": "response.completed", "response": {"id": "r1", "output": [], "status": "completed"}},
    ]
)
_BY_PROTOCOL: dict[Protocol, st.SearchStrategy[Mapping[str, Any]]] = {
    "chat": _CHUNKS,
    "messages": _MESSAGES,
    "responses": _RESPONSES,
}


def result(decoder: Decoder) -> tuple[Reply, list[Any], Any, bool]:
    """Everything that a decoder has to tell."""
    assembly = decoder.assembly
    return assembly.reply(), assembly.take_events(), assembly.failure, assembly.ended


@pytest.mark.parametrize("protocol", ["chat", "messages", "responses"])
@given(data=st.data())
@settings(max_examples=150, deadline=None)
def test_many_at_once_are_as_one_by_one(protocol: Protocol, data: st.DataObject) -> None:
    """The same reply, events and error; also how many events held text, which timing counts."""
    events = data.draw(st.lists(_BY_PROTOCOL[protocol], min_size=1, max_size=24))
    lines = [json.dumps(event, ensure_ascii=False).encode() for event in events]
    together, single = load(protocol).decoder(), load(protocol).decoder()
    split = data.draw(st.integers(0, len(lines)))
    tokens = kinds = expected = kinds_expected = 0
    for part in (lines[:split], lines[split:]):
        taken = together.feed_lines(b"\n".join(part), len(part)) if part else (0, 0)
        if taken is None:
            return  # left to the long way, which the other tests are about
        tokens, kinds = tokens + taken[0], kinds | taken[1]
        if together.assembly.failure is not None:
            break
    for line in lines:
        single.feed(SSEEvent("", line))
        carried = single.assembly.take_carried()
        expected, kinds_expected = expected + bool(carried), kinds_expected | carried
        if single.assembly.failure is not None:
            break
    assert (tokens, kinds) == (expected, kinds_expected)
    assert result(together) == result(single)


@pytest.mark.parametrize(
    "lines",
    [b'{"choices":[]}\n{broken', b'{"choices":\n[]}', b'{"choices":[]} {"choices":[]}', b"[DONE]", b"", b"7\n8"],
)
def test_lines_that_are_no_chunks_are_left_alone(lines: bytes) -> None:
    """Nothing is read of a batch that can't be read as a whole, so that the long way starts clean."""
    decoder = load("chat").decoder()
    assert decoder.feed_lines(lines, lines.count(b"\n") + 1) is None
    assert result(decoder) == result(load("chat").decoder())


class NoLane:
    """A typed lane that reads nothing."""

    def decode(self, data: bytes) -> Any:
        raise msgspec.DecodeError(str(len(data)))


@pytest.mark.parametrize("protocol", ["chat", "messages", "responses"])
@given(data=st.data())
@settings(max_examples=200, deadline=None)
def test_both_lanes_read_the_same(protocol: Protocol, data: st.DataObject) -> None:
    """What the typed lane can read, the tolerant one reads alike: reply, events, error and end."""
    events = data.draw(st.lists(_BY_PROTOCOL[protocol], min_size=1, max_size=12))
    typed, tolerant = load(protocol).decoder(), load(protocol).decoder()
    tolerant.lane = NoLane()  # type: ignore[attr-defined]
    for event in events:
        line = json.dumps(event, ensure_ascii=False).encode()
        typed.feed(SSEEvent("", line))
        with mock.patch("taotoken._wire.chat.decode_chunk", NoLane().decode):
            tolerant.feed(SSEEvent("", line))
        if typed.assembly.failure is not None:
            break
    assert result(tolerant) == result(typed)
