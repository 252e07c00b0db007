"""llmock: a server that breaks on demand, and judges how its client behaved.

What it showed: it has no complaint, warnings included, about our waits, what we repeat and what we don't.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from taotoken import (
    AsyncTaoToken,
    AuthenticationError,
    BadResponseError,
    Endpoint,
    IncompleteStreamError,
    InvalidRequestError,
    TaoTokenError,
    TextDelta,
    TimedOutError,
)
from taotoken._protocol import Protocol

pytestmark = pytest.mark.anyio
PROTOCOLS: tuple[Protocol, ...] = ("chat", "responses", "messages")


class Judge:
    """Sets what goes wrong, and gives the verdict."""

    def __init__(self, url: str, http: httpx.Client) -> None:
        self._url = url
        self._http = http

    def client(self, **options: Any) -> AsyncTaoToken:
        endpoint = Endpoint.parse(
            self._url, "sk-test-llmock-000001", "demo", messages_base_url=f"{self._url}/anthropic"
        )
        return AsyncTaoToken(endpoint, **options)

    def will(self, **behaviour: Any) -> None:
        self._http.post(f"{self._url}/_llmock/scenario", json={"behaviors": [behaviour]}).raise_for_status()

    def verdict(self) -> dict[str, Any]:
        return dict(self._http.get(f"{self._url}/_llmock/verdict").json())


@pytest.fixture
def judge(llmock_url: str) -> Iterator[Judge]:
    with httpx.Client(trust_env=False, verify=False) as http:
        http.post(f"{llmock_url}/_llmock/reset").raise_for_status()
        yield Judge(llmock_url, http)


@pytest.mark.parametrize("protocol", PROTOCOLS)
async def test_healthy(judge: Judge, protocol: Protocol) -> None:
    """Text and counts, whole and streamed; a tool is called and its result taken."""
    tool = {"type": "function", "function": {"name": "now", "parameters": {"type": "object", "properties": {}}}}
    async with judge.client(protocol=protocol) as client:
        whole = await client.chat("Say hello.", max_tokens=50)
        async with client.stream("Say hello.", max_tokens=50) as stream:
            streamed = await stream.reply()
        messages: list[dict[str, Any]] = [{"role": "user", "content": "What time is it now?"}]
        call = await client.chat(messages, tools=[tool])
        messages += [call.message(), {"role": "tool", "tool_call_id": call.tool_calls[0].id, "content": "noon"}]
        answer = await client.chat(messages, tools=[tool])
    assert whole.text == streamed.text != ""
    assert whole.usage is not None
    assert streamed.usage is not None
    assert whole.usage.output_tokens == streamed.usage.output_tokens
    assert (call.finish_reason, call.tool_calls[0].name) == ("tool_calls", "now")
    assert answer.finish_reason == "stop"
    assert judge.verdict()["findings"] == []


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize(
    "behaviour",
    [
        {"status": 429, "retry_after": 0.7, "times": 2},
        {"status": 500, "times": 1},
        {"status": 529, "times": 1},
    ],
)
async def test_what_passes_is_waited_out(judge: Judge, protocol: Protocol, behaviour: dict[str, Any]) -> None:
    """As long as the server asks, or longer each time."""
    judge.will(type="fail", **behaviour)
    async with judge.client(protocol=protocol) as client:
        reply = await client.chat("Say hello.", max_tokens=50)
    assert len(reply.attempts) == behaviour["times"] + 1
    verdict = judge.verdict()
    assert (verdict["attempts"], verdict["findings"]) == (behaviour["times"] + 1, [])


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize(("status", "kind"), [(400, InvalidRequestError), (401, AuthenticationError)])
async def test_what_stays_is_not_repeated(
    judge: Judge, protocol: Protocol, status: int, kind: type[TaoTokenError]
) -> None:
    """One attempt, and the error."""
    judge.will(type="fail", status=status, times=None)
    async with judge.client(protocol=protocol) as client:
        with pytest.raises(kind):
            await client.chat("Say hello.", max_tokens=50)
    verdict = judge.verdict()
    assert (verdict["attempts"], verdict["findings"]) == (1, [])


FAULTS: list[tuple[dict[str, Any], type[TaoTokenError]]] = [
    ({"kind": "disconnect"}, IncompleteStreamError),
    ({"kind": "truncate"}, IncompleteStreamError),
    ({"kind": "malformed"}, BadResponseError),
    ({"kind": "stall", "stall_seconds": 3}, TimedOutError),
]


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize(("fault", "kind"), FAULTS)
async def test_streams_that_break_before_their_text(
    judge: Judge, protocol: Protocol, fault: dict[str, Any], kind: type[TaoTokenError]
) -> None:
    """Nothing had reached the caller, so they are made again, after a wait. (llmock may notice only later that we left
    a malformed stream, and then doesn't see that the next request is its retry.)"""
    judge.will(type="stream_fault", after_chunks=1, **fault)
    async with judge.client(protocol=protocol, idle_timeout=0.5) as client, client.stream("Say hello.") as stream:
        reply = await stream.reply()
    assert [attempt.error for attempt in reply.attempts] == [kind.code, None]
    if fault["kind"] != "malformed":
        assert judge.verdict()["findings"] == []


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize(("fault", "kind"), FAULTS)
async def test_streams_that_break_in_their_text(
    judge: Judge, protocol: Protocol, fault: dict[str, Any], kind: type[TaoTokenError]
) -> None:
    """An error, with the text that had come: never taken for a whole answer, never made again. (The verdict is not
    asked for: llmock can't see an error that is raised, and takes a client that asks no more for one that is content.)
    """
    judge.will(type="reply", text="one two three four five six seven eight nine ten " * 3)
    judge.will(type="stream_fault", after_chunks=9, **fault)
    async with judge.client(protocol=protocol, idle_timeout=0.5) as client, client.stream("Say hello.") as stream:
        while not isinstance(await anext(stream), TextDelta):
            pass
        with pytest.raises(kind) as caught:
            await stream.reply()
    assert caught.value.partial is not None
    assert caught.value.partial.text
    assert judge.verdict()["attempts"] == 1
