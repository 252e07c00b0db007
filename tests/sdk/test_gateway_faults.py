"""Every fault of the test gateway, as a client meets it on the wire."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

import taotoken.testing
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
    raw,
    read_to_end,
    read_until,
    request_bytes,
    streamed_text,
    wait_until,
    whole_text,
)
from taotoken.testing import FAULTS, Gateway, GatewayTiming

# (fault, status, what the body must hold)
ERRORS = [
    ("401", 401, '"code": "invalid_api_key"'),
    ("401-anthropic", 401, '"type": "authentication_error"'),
    ("403-html", 403, "<title>403 Forbidden</title>"),
    ("403-quota", 403, '"code": "insufficient_user_quota"'),
    ("403-client", 403, "该渠道不允许当前客户端"),
    ("403-key", 403, "该令牌无权访问模型 demo-large"),
    ("404-path", 404, "Invalid URL (POST /v1/"),
    ("404-model", 404, "The model `demo-large` does not exist"),
    ("429", 429, "Rate limit reached"),
    ("429-quota", 429, '"code": "insufficient_quota"'),
    ("500", 500, "The server had an error"),
    ("503-no-channel", 503, "当前分组 default 下对于模型 demo-large 无可用渠道"),
    ("529", 529, "Overloaded"),
    ("html-200", 200, "<!DOCTYPE html>"),
    ("error-200", 200, '{"error": {"message"'),
    ("hostile-error", 400, "[bold red]markup[/bold red]"),
]
STREAM_FAULTS = ["stream-cut", "stream-ends-early", "idle-stream", "endless-pings", "buffered", "json-for-stream"]
EVERY_API_PATH = [
    "401",
    "401-anthropic",
    "403-html",
    "404-path",
    "429",
    "500",
    "html-200",
    "error-200",
    "hostile-error",
    "bad-json",
    "hang",
]


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize(("fault", "status", "content"), ERRORS)
def test_errors_come_in_place_of_a_reply(fault: str, status: int, content: str, protocol: str, stream: bool) -> None:
    """The same whether a stream was asked for or not, and recorded with the fault."""
    with Gateway(fault=fault).in_thread() as gateway:
        reply = ask(gateway, protocol, stream=stream)

    assert reply.status_code == status
    assert content in reply.text
    assert (gateway.requests[0].status, gateway.requests[0].fault) == (status, fault)


@pytest.mark.parametrize("fault", ["429", "500", "529", "404-model"])
def test_errors_of_the_upstream_have_the_protocols_shape(fault: str) -> None:
    """Anthropic's on Messages, OpenAI's elsewhere."""
    with Gateway(fault=fault).in_thread() as gateway:
        assert ask(gateway, "messages").json()["type"] == "error"
        assert set(ask(gateway, "chat").json()["error"]) == {"message", "type", "param", "code"}


def test_a_429_says_when_to_come_back() -> None:
    """Retry-After, in seconds."""
    with Gateway(fault="429").in_thread() as gateway:
        assert ask(gateway, "chat").headers["retry-after"] == "1"


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_hit_what_they_say(fault: str) -> None:
    """The model list fails only under faults of every API path (and its own)."""
    with Gateway(fault=fault).in_thread() as gateway, client() as http:
        http.timeout = httpx.Timeout(0.3)
        try:
            reply = http.get(f"{gateway.base_url}/v1/models", headers=BEARER)
            healthy = reply.status_code == 200 and "demo-large" in reply.text
        except httpx.TimeoutException:
            healthy = False

    assert healthy == (fault not in (*EVERY_API_PATH, "redirect-models"))
    assert gateway.requests[0].fault == (None if healthy else fault)


@pytest.mark.parametrize("fault", STREAM_FAULTS)
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_stream_faults_leave_whole_replies_alone(fault: str, protocol: str) -> None:
    """A client that falls back to a request without `stream` gets its answer."""
    with Gateway(fault=fault).in_thread() as gateway:
        assert whole_text(protocol, ask(gateway, protocol).json()) == "Hello from the gateway."

    assert gateway.requests[0].fault is None


def test_an_unauthorized_request_is_refused_as_ever() -> None:
    """Faults in how a reply is said need a request that gets one."""
    with Gateway(keys=("sk-another-000000000001",), fault="stream-cut").in_thread() as gateway:
        assert ask(gateway, "chat", stream=True).status_code == 401

    assert gateway.requests[0].fault is None


# Replies at 200 that are none


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_no_choices(protocol: str, stream: bool) -> None:
    """JSON with an id, a model and usage, and no reply."""
    with Gateway(fault="no-choices").in_thread() as gateway:
        reply = ask(gateway, protocol, stream=stream).json()

    assert {"id", "model", "usage"} <= set(reply)
    assert not {"choices", "content", "output"} & set(reply)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_empty_reply(protocol: str) -> None:
    """A well-formed reply with nothing in it; streamed, it even ends well."""
    with Gateway(fault="empty-reply").in_thread() as gateway:
        whole = ask(gateway, protocol).json()
        stream = events(ask(gateway, protocol, stream=True))

    field = {"chat": "choices", "responses": "output", "messages": "content"}[protocol]
    assert whole[field] == []
    assert streamed_text(protocol, stream) == ""
    assert (stream[-1] if protocol == "chat" else stream[-1]["type"]) == TERMINAL[protocol]


@pytest.mark.parametrize("stream", [False, True])
def test_empty_stream(stream: bool) -> None:
    """Not one byte of a body, at 200."""
    with Gateway(fault="empty-stream").in_thread() as gateway:
        reply = ask(gateway, "chat", stream=stream)

    assert (reply.status_code, reply.content) == (200, b"")


@pytest.mark.parametrize("stream", [False, True])
def test_bad_json(stream: bool) -> None:
    """JSON that stops in the middle, in the body or in an event."""
    with Gateway(fault="bad-json").in_thread() as gateway:
        text = ask(gateway, "chat", stream=stream).text

    with pytest.raises(json.JSONDecodeError):
        json.loads(text.removeprefix("data: "))


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_json_for_stream(protocol: str) -> None:
    """The whole reply as JSON although a stream was asked for."""
    with Gateway(fault="json-for-stream").in_thread() as gateway:
        reply = ask(gateway, protocol, stream=True)

    assert whole_text(protocol, reply.json()) == "Hello from the gateway."


def test_hostile_error_holds_everything_nasty() -> None:
    """Markup, escape codes, bidi marks, megabytes, and the caller's own key."""
    with Gateway(fault="hostile-error").in_thread() as gateway:
        reply = ask(gateway, "chat")

    message = reply.json()["error"]["message"]
    assert len(message) > 2_000_000
    for nasty in ("[bold red]", "<script>", "\x1b[31m", "\x1b]8;;", "\x9b", "\u202e", "\u200b", "\x00", "\u2028", KEY):
        assert nasty in message


# Streams that go wrong


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_stream_cut_is_a_reset_after_three_events(protocol: str) -> None:
    """The events arrive, then the connection breaks."""
    with Gateway(fault="stream-cut").in_thread() as gateway, raw(gateway) as connection:
        connection.sendall(request_bytes(protocol, stream=True))
        received = read_until(connection, b"data: ", times=3)
        with pytest.raises(ConnectionResetError):
            read_to_end(connection)

    assert received.count(b"data: ") == 3
    assert TERMINAL[protocol].encode() not in received


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_stream_ends_early_is_a_clean_end_without_a_terminal_event(protocol: str) -> None:
    """All the text, no finish reason, and HTTP sees nothing wrong."""
    with Gateway(fault="stream-ends-early").in_thread() as gateway:
        reply = ask(gateway, protocol, stream=True)

    assert streamed_text(protocol, events(reply)) == "Hello from the gateway."
    assert TERMINAL[protocol] not in reply.text
    assert '"finish_reason": "stop"' not in reply.text
    assert "end_turn" not in reply.text


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_idle_stream_stalls_after_two_events(protocol: str) -> None:
    """Then silence, with the connection open, until the client leaves."""
    with Gateway(fault="idle-stream").in_thread() as gateway:
        with raw(gateway) as connection:
            connection.sendall(request_bytes(protocol, stream=True))
            received = read_until(connection, b"data: ", times=2)
            connection.settimeout(0.3)
            with pytest.raises(TimeoutError):
                connection.recv(65536)
        assert received.count(b"data: ") == 2
        wait_until(lambda: gateway.requests[0].hung_up)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_endless_pings_never_bring_a_token(protocol: str) -> None:
    """Keep-alives flow in the protocol's own form; the text doesn't come."""
    ping = b'data: {"type": "ping"}' if protocol == "messages" else b": keep-alive"
    with (
        Gateway(fault="endless-pings", timing=GatewayTiming(ping=0.02)).in_thread() as gateway,
        raw(gateway) as connection,
    ):
        connection.sendall(request_bytes(protocol, stream=True))
        received = b""
        while received.count(ping) < 5:
            received += connection.recv(65536)

    assert b"Hello" not in received
    assert gateway.requests[0].stamps.first_token is None


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_buffered_delivers_all_at_the_end(protocol: str) -> None:
    """Nothing but the headers until the last token is due; then everything at once."""
    timing = GatewayTiming(first_token=0.05, between=0.05)
    with Gateway(fault="buffered", timing=timing).in_thread() as gateway:
        reply = ask(gateway, protocol, stream=True)

    stamps = gateway.requests[0].stamps
    assert streamed_text(protocol, events(reply)) == "Hello from the gateway."
    assert stamps.ttft == pytest.approx(0.05 + 3 * 0.05, abs=0.05)
    assert (stamps.first_token, stamps.tokens) == (stamps.last_token, 4)


@pytest.mark.parametrize("stream", [False, True])
def test_slow_first_token(stream: bool) -> None:
    """The wait is added before the first token; the reply is whole."""
    with Gateway(fault="slow-first-token", timing=GatewayTiming(slow_first_token=0.2)).in_thread() as gateway:
        assert ask(gateway, "chat", stream=stream).status_code == 200

    ttft = gateway.requests[0].stamps.ttft
    assert ttft is not None
    assert ttft > 0.19


def test_hang_answers_nothing_until_the_client_leaves() -> None:
    """No status, no headers; the record says who gave up."""
    with Gateway(fault="hang").in_thread() as gateway:
        with client() as http, pytest.raises(httpx.ReadTimeout):
            http.post(gateway.base_url + PATHS["chat"], json=body("chat"), headers=BEARER, timeout=0.2)
        wait_until(lambda: gateway.requests[0].hung_up)

    assert (gateway.requests[0].status, gateway.requests[0].fault) == (None, "hang")
    assert gateway.requests[0].stamps.headers_sent is None


# Paths that go wrong


def test_no_responses_leaves_the_other_protocols_alone() -> None:
    """As a gateway that only has Chat Completions and Messages."""
    with Gateway(fault="no-responses").in_thread() as gateway:
        assert ask(gateway, "responses").json()["error"]["message"] == "Invalid URL (POST /v1/responses)"
        assert [ask(gateway, protocol).status_code for protocol in ("chat", "messages")] == [200, 200]


@pytest.mark.parametrize("by_url", [False, True])
def test_redirect_models_is_a_loop(by_url: bool) -> None:
    """Each spelling of the list sends the client to the other one; asking a model works."""
    with Gateway(fault=None if by_url else "redirect-models").in_thread() as gateway:
        base = gateway.fault_url("redirect-models") if by_url else gateway.base_url
        with client(follow_redirects=True, max_redirects=6) as http, pytest.raises(httpx.TooManyRedirects):
            http.get(f"{base}/v1/models", headers=BEARER)
        assert ask(gateway, "chat", base=base).status_code == 200

    assert len({request.path for request in gateway.requests[:-1]}) == 2
    assert {request.status for request in gateway.requests[:-1]} == {301}


# Choosing a fault


def test_a_fault_can_be_named_in_the_url() -> None:
    """The prefix before the mount goes for that client alone and beats the gateway's own fault."""
    with Gateway(fault="500").in_thread() as gateway:
        assert gateway.fault_url("429") == f"{gateway.origin}/_fault/429/api"
        assert ask(gateway, "chat", base=gateway.fault_url("429")).status_code == 429
        assert ask(gateway, "chat").status_code == 500

    assert [request.fault for request in gateway.requests] == ["429", "500"]
    assert gateway.requests[0].path == "/_fault/429/api/v1/chat/completions"


def test_a_fault_can_change_while_the_gateway_runs() -> None:
    """Setting `fault` takes effect with the next request."""
    with Gateway().in_thread() as gateway:
        statuses = []
        for fault in (None, "500", "401", None):
            gateway.fault = fault
            assert gateway.fault == fault
            statuses.append(ask(gateway, "chat").status_code)

    assert statuses == [200, 500, 401, 200]


def test_a_fault_can_end_after_some_requests() -> None:
    """Only the requests it hits are counted; then the gateway is healthy."""
    with Gateway(fault="503-no-channel", times=2).in_thread() as gateway:
        with client() as http:
            assert http.get(f"{gateway.base_url}/v1/models", headers=BEARER).status_code == 200
        first = [ask(gateway, "chat").status_code for _ in range(3)]
        gateway.set_fault("529", times=1)
        second = [ask(gateway, "chat").status_code for _ in range(2)]

    assert (first, second) == ([503, 503, 200], [529, 200])


def test_an_unknown_fault_is_refused_with_the_names_there_are() -> None:
    """In the constructor, at run time, and as a 404 in the URL."""
    with pytest.raises(ValueError, match=r"no fault '418'.*choose one of 401"):
        Gateway(fault="418")
    with Gateway().in_thread() as gateway:
        with pytest.raises(ValueError, match="no fault"):
            gateway.fault = "418"
        with pytest.raises(ValueError, match="no fault"):
            gateway.fault_url("418")
        with client() as http:
            assert http.get(f"{gateway.origin}/_fault/418/api/v1/models").status_code == 404


def test_every_fault_is_explained() -> None:
    """The documentation's table has one row for each fault and no other."""
    rows: Any = taotoken.testing.__doc__
    table = rows.split("\n====", 2)[1].splitlines()[1:]

    assert [row.split()[0] for row in table] == list(FAULTS)
