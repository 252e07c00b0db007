"""The test gateway when it is healthy: replies in three protocols, paths, keys, models, timing."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gateway_kit import (
    BEARER,
    KEY,
    PATHS,
    PROTOCOLS,
    TERMINAL,
    ask,
    body,
    client,
    events,
    output_tokens,
    streamed_text,
    whole_text,
)
from taotoken import ToolCall
from taotoken.testing import Gateway, GatewayTiming, RecordedRequest

WEATHER = ToolCall(id="call_1", name="weather", arguments='{"city": "Paris", "days": 2}')
TOOL_LISTS: dict[str, list[dict[str, Any]]] = {
    "chat": [{"type": "function", "function": {"name": "weather", "parameters": {"type": "object"}}}],
    "responses": [{"type": "function", "name": "weather", "parameters": {"type": "object"}}],
    "messages": [{"name": "weather", "input_schema": {"type": "object"}}],
}
TOOL_RESULTS: dict[str, dict[str, Any]] = {
    "chat": {
        "messages": [
            {"role": "assistant", "tool_calls": []},
            {"role": "tool", "tool_call_id": "call_1", "content": "4"},
        ]
    },
    "responses": {
        "input": [
            {"type": "function_call", "call_id": "call_1"},
            {"type": "function_call_output", "output": "4"},
        ]
    },
    "messages": {
        "messages": [
            {"role": "assistant", "content": []},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "call_1", "content": "4"}]},
        ]
    },
}


# Replies


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_whole_reply_has_text_model_and_usage(protocol: str) -> None:
    """Without `stream` the reply is one JSON body of the protocol."""
    with Gateway(text="One two three.").in_thread() as gateway:
        reply = ask(gateway, protocol)

    assert reply.headers["content-type"].startswith("application/json")
    assert whole_text(protocol, reply.json()) == "One two three."
    assert reply.json()["model"] == "demo-large"
    assert output_tokens(protocol, reply.json()["usage"]) == 3


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_streamed_reply_comes_in_words_and_ends_with_its_terminal_event(protocol: str) -> None:
    """With `stream` the same text comes token by token."""
    with Gateway(text="One two three.").in_thread() as gateway:
        reply = ask(gateway, protocol, stream=True)

    stream = events(reply)
    assert reply.headers["content-type"].startswith("text/event-stream")
    assert streamed_text(protocol, stream) == "One two three."
    assert (stream[-1] if protocol == "chat" else stream[-1]["type"]) == TERMINAL[protocol]
    assert gateway.requests[0].stamps.tokens == 3


def test_chat_streams_carry_usage_only_when_asked() -> None:
    """`stream_options.include_usage` adds one last chunk with no choices; the stream is otherwise silent on usage."""
    with Gateway(text="One two.").in_thread() as gateway:
        silent = events(ask(gateway, "chat", stream=True))
        told = events(ask(gateway, "chat", stream=True, stream_options={"include_usage": True}))

    assert not any("usage" in event for event in silent if event != "[DONE]")
    assert told[-2]["choices"] == []
    assert told[-2]["usage"]["completion_tokens"] == 2


@pytest.mark.parametrize("protocol", ["responses", "messages"])
def test_the_other_streams_always_carry_usage(protocol: str) -> None:
    """Responses and Messages report usage in their last events."""
    with Gateway(text="One two.").in_thread() as gateway:
        stream = events(ask(gateway, protocol, stream=True))

    usage = stream[-1]["response"]["usage"] if protocol == "responses" else stream[-2]["usage"]
    assert output_tokens(protocol, usage) == 2


def test_responses_events_are_numbered_in_order() -> None:
    """`sequence_number` counts up from 0 without gaps."""
    with Gateway(reasoning="Well.", tool_calls=[WEATHER]).in_thread() as gateway:
        stream = events(ask(gateway, "responses", stream=True, tools=TOOL_LISTS["responses"]))

    assert [event["sequence_number"] for event in stream] == list(range(len(stream)))


@pytest.mark.parametrize(
    ("text", "tokens"), [("Hello there, you.", 3), ("你好，世界", 5), ("a 你好 b", 4), ("  \n", 1), ("", 0)]
)
def test_text_is_cut_at_words_and_cjk_characters(text: str, tokens: int) -> None:
    """The tokens put together are the text, whatever it is."""
    with Gateway(text=text).in_thread() as gateway:
        reply = events(ask(gateway, "chat", stream=True))

    assert streamed_text("chat", reply) == text
    assert gateway.requests[0].stamps.tokens == tokens


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_token_limit_cuts_the_reply(protocol: str, stream: bool) -> None:
    """The protocol's own limit field cuts the text and says so."""
    limit: dict[str, Any] = {"max_output_tokens" if protocol == "responses" else "max_tokens": 2}
    with Gateway(text="One two three four.").in_thread() as gateway:
        reply = ask(gateway, protocol, stream=stream, **limit)

    text = streamed_text(protocol, events(reply)) if stream else whole_text(protocol, reply.json())
    assert text == "One two "
    reason = {"chat": '"length"', "responses": '"max_output_tokens"', "messages": '"max_tokens"'}[protocol]
    assert reason in reply.text


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_reasoning_comes_first_and_counts(protocol: str, stream: bool) -> None:
    """Thinking is sent in the protocol's own fields and is part of the output tokens."""
    with Gateway(text="Yes.", reasoning="Let me think.").in_thread() as gateway:
        reply = ask(gateway, protocol, stream=stream)

    assert reply.text.index("reasoning" if protocol != "messages" else "thinking") < reply.text.index("Yes.")
    if not stream:
        assert output_tokens(protocol, reply.json()["usage"]) == 4
        assert "Let me think." in reply.text
    assert gateway.requests[0].stamps.tokens == 4


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_tool_call_is_made_when_the_tool_is_offered(protocol: str) -> None:
    """Streamed arguments put together are the call's arguments."""
    with Gateway(tool_calls=[WEATHER]).in_thread() as gateway:
        stream = events(ask(gateway, protocol, stream=True, tools=TOOL_LISTS[protocol]))
        whole = ask(gateway, protocol, tools=TOOL_LISTS[protocol]).json()

    assert streamed_arguments(protocol, stream) == WEATHER.arguments
    assert whole_call(protocol, whole) == ("weather", json.loads(WEATHER.arguments))
    assert gateway.requests[0].tools == 1


def streamed_arguments(protocol: str, stream: list[Any]) -> str:
    if protocol == "responses":
        return "".join(e["delta"] for e in stream if e["type"] == "response.function_call_arguments.delta")
    if protocol == "messages":
        return "".join(e["delta"].get("partial_json", "") for e in stream if e["type"] == "content_block_delta")
    deltas = [c["delta"] for e in stream if e != "[DONE]" for c in e["choices"]]
    return "".join(call["function"]["arguments"] for delta in deltas for call in delta.get("tool_calls", ()))


def whole_call(protocol: str, reply: Any) -> tuple[str, Any]:
    if protocol == "responses":
        return reply["output"][-1]["name"], json.loads(reply["output"][-1]["arguments"])
    if protocol == "messages":
        return reply["content"][-1]["name"], reply["content"][-1]["input"]
    function = reply["choices"][0]["message"]["tool_calls"][0]["function"]
    return function["name"], json.loads(function["arguments"])


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_an_agent_comes_to_an_end(protocol: str) -> None:
    """No call where the tool isn't offered, or where its result is already in."""
    with Gateway(text="Done.", tool_calls=[WEATHER]).in_thread() as gateway:
        not_offered = ask(gateway, protocol)
        result_in = ask(gateway, protocol, tools=TOOL_LISTS[protocol], **TOOL_RESULTS[protocol])

    for reply in (not_offered, result_in):
        assert "weather" not in reply.text
        assert whole_text(protocol, reply.json()) == "Done."


def test_the_text_may_be_a_function_of_the_request() -> None:
    """It gets the request as recorded so far."""

    def text(request: RecordedRequest) -> str:
        return f"{request.model} got {request.json['messages'][0]['content']}"

    with Gateway(text=text).in_thread() as gateway:
        assert whole_text("chat", ask(gateway, "chat").json()) == "demo-large got hi"


def test_what_the_script_raises_is_raised_at_the_end() -> None:
    """The client gets a 500; the test that owns the function gets its error."""

    def text(_: RecordedRequest) -> str:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"), Gateway(text=text).in_thread() as gateway:
        assert ask(gateway, "chat").status_code == 500


# Paths


@pytest.mark.parametrize(
    ("method", "path", "named"),
    [
        ("POST", "/api/v1/v1/messages", "POST /v1/v1/messages"),
        ("POST", "/api/messages", "POST /messages"),
        ("POST", "/v1/chat/completions", "POST /v1/chat/completions"),
        ("POST", "/apiary/v1/messages", "POST /apiary/v1/messages"),
        ("GET", "/api", "GET /api"),
        ("GET", "/api/v1/chat/completions", "GET /v1/chat/completions"),
        ("GET", "/api/v1/models/", "GET /v1/models/"),
        ("POST", "/api/v1/models", "POST /v1/models"),
        ("POST", "/api/v1/embeddings", "POST /v1/embeddings"),
        ("PUT", "/nowhere", "PUT /nowhere"),
    ],
)
def test_any_other_path_is_an_invalid_url(method: str, path: str, named: str) -> None:
    """Paths are strict, and the 404 has OpenAI's shape whatever the protocol."""
    with Gateway().in_thread() as gateway, client() as http:
        reply = http.request(method, gateway.origin + path, headers=BEARER)

    assert reply.status_code == 404
    assert reply.json()["error"]["message"] == f"Invalid URL ({named})"


@pytest.mark.parametrize("path", ["/", "/console", "/api-keys", "/models", "/doc", "/console/v1/messages"])
def test_the_site_answers_with_pages(path: str) -> None:
    """A page of the web site is HTML at 200 for any method, as people meet it who paste its address."""
    with Gateway().in_thread() as gateway, client() as http:
        for method in ("GET", "POST"):
            reply = http.request(method, gateway.origin + path)
            assert (reply.status_code, reply.headers["content-type"]) == (200, "text/html; charset=utf-8")
            assert reply.text.startswith("<!DOCTYPE html>")


def test_the_mount_answers_head_without_a_key() -> None:
    """Claude Code opens its connection that way."""
    with Gateway().in_thread() as gateway, client() as http:
        assert http.head(gateway.base_url).status_code == 200


@pytest.mark.parametrize("mount", ["", "/", "/gw/openai/"])
def test_the_mount_can_be_anywhere(mount: str) -> None:
    """The base URL follows it, without a slash at the end."""
    with Gateway(mount=mount).in_thread() as gateway:
        assert gateway.base_url == f"http://127.0.0.1:{gateway.port}{mount.rstrip('/')}"
        assert ask(gateway, "chat").status_code == 200


def test_a_mount_that_is_no_path_is_refused() -> None:
    """The mistake shows at once, not as a 404 later."""
    with pytest.raises(ValueError, match="must start with '/'"):
        Gateway(mount="api")


def test_query_strings_do_not_matter() -> None:
    """They are recorded apart from the path."""
    with Gateway().in_thread() as gateway, client() as http:
        url = f"{gateway.base_url}/v1/messages?beta=true"
        assert http.post(url, json=body("messages"), headers=BEARER).status_code == 200

    assert (gateway.requests[0].path, gateway.requests[0].query) == ("/api/v1/messages", "beta=true")


def test_count_tokens() -> None:
    """It needs no max_tokens and counts something."""
    with Gateway().in_thread() as gateway, client() as http:
        request = {"model": "demo-large", "messages": [{"role": "user", "content": "hi"}]}
        reply = http.post(f"{gateway.base_url}/v1/messages/count_tokens", json=request, headers=BEARER)

    assert reply.json()["input_tokens"] > 0


# Models


def test_the_model_list_reads_as_either_protocols() -> None:
    """OpenAI's and Anthropic's fields are both there, in the given order."""
    with Gateway(models=("b", "a")).in_thread() as gateway, client() as http:
        listed = http.get(f"{gateway.base_url}/v1/models", headers=BEARER).json()
        one = http.get(f"{gateway.base_url}/v1/models/a", headers=BEARER).json()

    assert [model["id"] for model in listed["data"]] == ["b", "a"]
    assert (listed["object"], listed["has_more"]) == ("list", False)
    assert (one["object"], one["type"]) == ("model", "model")


@pytest.mark.parametrize("model", ["nope", "", None])
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_an_unknown_model_is_a_404_in_the_protocols_shape(protocol: str, model: str | None) -> None:
    """OpenAI's wording in both shapes."""
    with Gateway().in_thread() as gateway:
        reply = ask(gateway, protocol, model=model)

    assert reply.status_code == 404
    assert f"The model `{model or ''}` does not exist" in reply.json()["error"]["message"]
    if protocol == "messages":
        assert reply.json()["error"]["type"] == "not_found_error"
    else:
        assert reply.json()["error"]["code"] == "model_not_found"


def test_an_unknown_model_by_its_own_path() -> None:
    """`GET /v1/models/<id>` too."""
    with Gateway().in_thread() as gateway, client() as http:
        assert http.get(f"{gateway.base_url}/v1/models/nope", headers=BEARER).status_code == 404


@pytest.mark.parametrize(
    ("protocol", "change"),
    [
        ("chat", {"messages": []}),
        ("chat", {"messages": "hi"}),
        ("responses", {"input": None}),
        ("messages", {"messages": None}),
        ("messages", {"max_tokens": None}),
    ],
)
def test_a_request_without_its_content_is_a_400(protocol: str, change: dict[str, Any]) -> None:
    """As the official APIs do."""
    with Gateway().in_thread() as gateway:
        reply = ask(gateway, protocol, **change)

    assert reply.status_code == 400
    assert reply.json()["error"]["type"] == "invalid_request_error"


# Keys

BOTH = {**BEARER, "x-api-key": KEY}
X_API_KEY = {"x-api-key": KEY}
WRONG = {"Authorization": "Bearer sk-wrong-0000000000000001"}
WRONG_X = {"x-api-key": "sk-wrong-0000000000000001"}


@pytest.mark.parametrize(
    ("options", "headers", "status"),
    [
        ({}, BEARER, 200),
        ({}, X_API_KEY, 200),
        ({}, {**WRONG, **X_API_KEY}, 200),
        ({}, {**BEARER, **WRONG_X}, 200),
        ({}, {**WRONG, **WRONG_X}, 401),
        ({}, {"Authorization": f"bearer  {KEY}"}, 200),
        ({}, {"Authorization": f"Basic {KEY}"}, 401),
        ({}, {"Authorization": KEY}, 401),
        ({}, {}, 401),
        ({"accepts": "bearer"}, BEARER, 200),
        ({"accepts": "bearer"}, BOTH, 200),
        ({"accepts": "bearer"}, X_API_KEY, 401),
        ({"accepts": "bearer"}, {**WRONG, **X_API_KEY}, 401),
        ({"accepts": "bearer", "strict_header": True}, BOTH, 401),
        ({"accepts": "bearer", "strict_header": True}, {**BEARER, "x-api-key": ""}, 200),
        ({"accepts": "x-api-key"}, X_API_KEY, 200),
        ({"accepts": "x-api-key"}, BEARER, 401),
        ({"accepts": "x-api-key"}, BOTH, 401),
        ({"accepts": "x-api-key", "strict_header": False}, BOTH, 200),
    ],
)
def test_which_header_opens_the_gateway(options: dict[str, Any], headers: dict[str, str], status: int) -> None:
    """`accepts` names the header; `strict_header` refuses the other one beside it."""
    with Gateway(**options).in_thread() as gateway, client() as http:
        reply = http.post(gateway.base_url + PATHS["chat"], json=body("chat"), headers=headers)
        models = http.get(f"{gateway.base_url}/v1/models", headers=headers)

    assert (reply.status_code, models.status_code) == (status, status)
    assert gateway.requests[0].key_ok == (status == 200)


@pytest.mark.parametrize(
    ("headers", "key_header", "key"),
    [
        (BEARER, "bearer", KEY),
        (X_API_KEY, "x-api-key", KEY),
        ({**WRONG, **X_API_KEY}, "both", "sk-wrong-0000000000000001"),
        ({"Authorization": "Bearer", "x-api-key": ""}, None, None),
        ({}, None, None),
    ],
)
def test_the_record_says_which_header_carried_the_key(
    headers: dict[str, str], key_header: str | None, key: str | None
) -> None:
    """Empty headers count as none."""
    with Gateway().in_thread() as gateway, client() as http:
        http.get(f"{gateway.base_url}/v1/models", headers=headers)

    assert (gateway.requests[0].key_header, gateway.requests[0].key) == (key_header, key)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_refused_key_is_told_in_the_protocols_shape(protocol: str) -> None:
    """The message shows no more of the key than its last four characters."""
    with Gateway(keys=("sk-another-000000000001",)).in_thread() as gateway:
        reply = ask(gateway, protocol)

    error = reply.json()["error"]
    assert reply.status_code == 401
    assert KEY not in reply.text
    assert error["type" if protocol == "messages" else "code"] in ("authentication_error", "invalid_api_key")


# Timing


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_tokens_come_when_they_are_due(protocol: str) -> None:
    """First token and the time between tokens, on the gateway's own stamps, in order."""
    with Gateway(text="a b c d e", timing=GatewayTiming(first_token=0.08, between=0.03)).in_thread() as gateway:
        ask(gateway, protocol, stream=True)
        ask(gateway, protocol)

    streamed, whole = (request.stamps for request in gateway.requests)
    assert streamed.ttft == pytest.approx(0.08, abs=0.05)
    assert streamed.tpot == pytest.approx(0.03, abs=0.012)
    assert whole.ttft == pytest.approx(0.08 + 4 * 0.03, abs=0.05)
    assert whole.tpot is None
    for stamps in (streamed, whole):
        times = [stamps.received, stamps.headers_sent, stamps.first_token, stamps.last_token, stamps.done]
        assert times == sorted(times, key=lambda time: time or 0)
        assert None not in times


def test_headers_do_not_wait_for_the_first_token() -> None:
    """A stream opens at once, so first byte and first token differ."""
    with Gateway(timing=GatewayTiming(first_token=0.2)).in_thread() as gateway:
        ask(gateway, "chat", stream=True)

    stamps = gateway.requests[0].stamps
    assert stamps.headers_sent is not None
    assert stamps.headers_sent - stamps.received < 0.15
