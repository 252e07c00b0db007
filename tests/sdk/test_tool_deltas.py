"""Fragments of tool calls, handed out when asked for."""

from __future__ import annotations

from typing import Any

import pytest

from sdk_server import SSE, Answer, chunk, serving, sse
from taotoken import AsyncTaoToken, ConfigurationError, Endpoint, ToolCall, ToolCallDelta
from taotoken._protocol import Protocol

pytestmark = pytest.mark.anyio
KEY = "sk-test-deltas-0000000000001"


def piece(index: int, arguments: str, **named: Any) -> dict[str, Any]:
    name = named.pop("name", None)
    function = {"arguments": arguments} | ({"name": name} if name else {})
    return chunk({"tool_calls": [{"index": index, "function": function, **named}]})


def block(index: int, id_: str, *pieces: str) -> list[dict[str, Any]]:
    start = {"type": "tool_use", "id": id_, "name": "ls", "input": {}}
    deltas = [
        {"type": "content_block_delta", "index": index, "delta": {"type": "input_json_delta", "partial_json": text}}
        for text in pieces
    ]
    return [
        {"type": "content_block_start", "index": index, "content_block": start},
        *deltas,
        {"type": "content_block_stop", "index": index},
    ]


def item(index: int, id_: str, *pieces: str) -> list[dict[str, Any]]:
    call = {"type": "function_call", "id": f"i{index}", "call_id": id_, "name": "ls", "arguments": ""}
    deltas = [
        {"type": "response.function_call_arguments.delta", "item_id": f"i{index}", "delta": text} for text in pieces
    ]
    done = call | {"arguments": "".join(pieces)}
    return [
        {"type": "response.output_item.added", "output_index": index, "item": call},
        *deltas,
        {"type": "response.output_item.done", "output_index": index, "item": done},
    ]


STREAMS: dict[Protocol, list[dict[str, Any]]] = {
    "chat": [
        *(piece(0, "", id="a", name="ls"), piece(0, '{"p":'), piece(0, "1}")),
        *(piece(1, "{", id="b", name="ls"), piece(1, "}")),
        chunk({}, "tool_calls"),
    ],
    "messages": [
        *block(0, "a", '{"p":', "1}"),
        *block(1, "b", "{", "}"),
        {"type": "message_delta", "delta": {"stop_reason": "tool_use"}},
        {"type": "message_stop"},
    ],
    "responses": [
        *item(0, "a", '{"p":', "1}"),
        *item(1, "b", "{", "}"),
        {"type": "response.completed", "response": {"status": "completed", "output": []}},
    ],
}
CALLS = [ToolCall(id="a", name="ls", arguments='{"p":1}'), ToolCall(id="b", name="ls", arguments="{}")]


async def events_of(protocol: Protocol, *stream: dict[str, Any], **options: Any) -> list[Any]:
    answer = Answer(headers=SSE, chunks=[sse(*stream, done=False)])
    async with (
        serving(answer) as server,
        AsyncTaoToken(Endpoint.parse(server.base_url, KEY, "demo")) as client,
        client.stream("hi", protocol=protocol, **options) as opened,
    ):
        return [event async for event in opened]


@pytest.mark.parametrize("protocol", STREAMS)
async def test_fragments_add_up_to_the_calls(protocol: Protocol) -> None:
    """Each piece names its call; whole calls are handed out as without them."""
    events = await events_of(protocol, *STREAMS[protocol], tool_deltas=True)
    pieces = [event for event in events if isinstance(event, ToolCallDelta)]
    assert [event for event in events if isinstance(event, ToolCall)] == CALLS
    for index, call in enumerate(CALLS):
        own = [piece for piece in pieces if piece.index == index]
        assert "".join(piece.arguments for piece in own) == call.arguments
        assert {(piece.id, piece.name) for piece in own} == {(call.id, "ls")}
    assert len(pieces) >= 4


@pytest.mark.parametrize("protocol", STREAMS)
async def test_without_asking_there_are_whole_calls_only(protocol: Protocol) -> None:
    """A caller that doesn't know of fragments never sees one."""
    assert [e for e in await events_of(protocol, *STREAMS[protocol]) if not isinstance(e, ToolCall)] == []


async def test_arguments_that_come_before_the_name_come_with_it() -> None:
    """A piece without its call's name would be of no use."""
    early = [piece(0, '{"p":', id="a"), piece(0, "1}", name="ls"), chunk({}, "tool_calls")]
    first, *_ = await events_of("chat", *early, tool_deltas=True)
    assert first == ToolCallDelta(index=0, id="a", name="ls", arguments='{"p":1}')


async def test_fragments_are_for_streams() -> None:
    """A whole reply has no pieces."""
    async with AsyncTaoToken(Endpoint.parse("http://127.0.0.1:1/api", KEY, "demo")) as client:
        with pytest.raises(ConfigurationError, match="stream"):
            await client.chat("hi", tool_deltas=True)
