"""Fallback: which error leads to which route, how long a failed route rests, and that a key stays at home."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import pytest

from sdk_server import JSON, SSE, WHOLE, Answer, Seen, StepClock, WireServer, chunk, completion, serving, sse
from taotoken import (
    AsyncTaoToken,
    Cause,
    ConfigurationError,
    Endpoint,
    Fallback,
    ReplyError,
    RetryPolicy,
    TaoTokenError,
    TextDelta,
    TimedOutError,
    ToolCallDelta,
)
from taotoken import _errors as errors
from taotoken._fallback import MAX_REST, Rests, Route, Routes, headers_elsewhere, helps

pytestmark = pytest.mark.anyio
KEY = "sk-test-fallback-00000000001"
OTHER_KEY = "sk-test-fallback-00000000002"
QUICK = RetryPolicy(base=0.001, jitter=0.0)
NO_RETRY = RetryPolicy(max_retries=0)
HOME = Endpoint.parse("https://gateway.example/api", KEY, "demo")
AWAY = Endpoint.parse("https://other.example/api", OTHER_KEY, "demo")


@pytest.fixture(params=["asyncio", "trio"])
def anyio_backend(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def failing(status: int, code: str = "x", **headers: str) -> Answer:
    body = b'{"error":{"message":"no","code":"%s"}}' % code.encode()
    return Answer(status=status, headers=JSON | headers, chunks=[body], framing="length")


GONE = failing(404, "model_not_found")
BUSY = failing(503, "overloaded_error")


def by_model(answers: dict[str, Answer]) -> Any:
    """The answer that the request's model has."""
    return lambda seen: answers[seen.json["model"]]


def client_of(server: WireServer, *routes: Any, **options: Any) -> AsyncTaoToken:
    options = dict[str, Any](retry=NO_RETRY, fallback=Fallback(routes)) | options
    return AsyncTaoToken(Endpoint.parse(server.base_url, KEY, "demo"), **options)


def models_of(seen: list[Seen]) -> list[str]:
    return [request.json["model"] for request in seen]


# Decisions --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "help_"),
    [
        (errors.ConfigurationError("x"), "nothing"),
        (errors.ConnectionFailedError("x"), "elsewhere"),
        (errors.ProxyFailedError("x"), "elsewhere"),
        (errors.TLSError("x"), "elsewhere"),
        (errors.TimedOutError("x"), "any"),
        (errors.ModelUnavailableError("x", fallback_ok=True), "any"),
        (errors.QuotaExhaustedError("x", fallback_ok=True), "any"),
        (errors.PermissionDeniedError("x", fallback_ok=True), "any"),
        (errors.PermissionDeniedError("x"), "nothing"),
        (errors.AuthenticationError("x"), "nothing"),
        (errors.EndpointNotFoundError("x"), "nothing"),
        (errors.InvalidRequestError("x"), "nothing"),
        (errors.ContextLengthError("x"), "nothing"),
        (errors.ContentFilterError("x"), "nothing"),
        (errors.RateLimitedError("x"), "any"),
        (errors.OverloadedError("x"), "any"),
        (errors.ServerError("x"), "any"),
        (errors.ServerError("x", retryable=False), "nothing"),
        (errors.BadResponseError("x"), "any"),
        (errors.IncompleteStreamError("x"), "any"),
    ],
)
def test_which_routes_help(error: TaoTokenError, help_: str) -> None:
    """What would fail anywhere stays an error; a network that fails makes the same host useless."""
    assert helps(error) == help_


def routes_of(*endpoints_and_models: tuple[Endpoint, str], rests: Rests | None = None, clock: Any = None) -> Routes:
    listed = [Route(endpoint=e, model=m, prepare=lambda: pytest.fail("not here")) for e, m in endpoints_and_models]
    return Routes(listed, {} if rests is None else rests, cooldown=30.0, clock=clock or (lambda: 0.0))


@pytest.mark.parametrize(
    ("error", "taken"),
    [
        (errors.OverloadedError("x"), (HOME, "small")),
        (errors.ConnectionFailedError("x"), (AWAY, "demo")),
        (errors.InvalidRequestError("x"), None),
    ],
)
def test_next_route(error: TaoTokenError, taken: tuple[Endpoint, str] | None) -> None:
    """The next one in order; after a connection failure the next on another host."""
    routes = routes_of((HOME, "demo"), (HOME, "small"), (AWAY, "demo"))
    routes.first()
    route = routes.next(error)
    assert (None if route is None else (route.endpoint, route.model)) == taken


def test_same_route_twice_is_one() -> None:
    """A fallback that names the call's own route adds nothing."""
    routes = routes_of((HOME, "demo"), (HOME, "demo"))
    routes.first()
    assert routes.next(errors.ServerError("x")) is None


@pytest.mark.parametrize(("retry_after", "rest"), [(None, 30.0), (5.0, 5.0), (120.0, 120.0), (86_400.0, MAX_REST)])
def test_how_long_a_route_rests(retry_after: float | None, rest: float) -> None:
    """As long as the server said, up to an hour, else as long as the fallback says."""
    now, rests = [0.0], dict[Route, float]()
    pair = ((HOME, "demo"), (HOME, "small"))
    first = routes_of(*pair, rests=rests, clock=lambda: now[0])
    first.first()
    first.next(errors.RateLimitedError("x", retry_after=retry_after))
    taken = []
    for moment in (rest - 0.1, rest + 0.1):
        now[0] = moment
        taken.append(routes_of(*pair, rests=rests, clock=lambda: now[0]).first().model)
    assert taken == ["small", "demo"]


def test_one_call_tries_a_route_that_rested_and_only_once() -> None:
    """When the rest is over one call goes there, without retries; the others pass it over until it has answered."""
    now, rests = [0.0], dict[Route, float]()

    def call() -> Routes:
        made = routes_of((HOME, "demo"), (HOME, "small"), rests=rests, clock=lambda: now[0])
        made.first()
        return made

    first = call()
    assert first.patient
    first.next(errors.ServerError("x"))
    now[0] = 31.0
    probe, other = call(), call()
    assert (probe.route.model, probe.patient) == ("demo", False)
    assert (other.route.model, other.patient) == ("small", True)
    assert (probe.why, other.why) == (None, "resting")
    probe.answered()
    assert call().route.model == "demo"


def test_a_route_that_finds_a_request_wrong_works() -> None:
    """An error that no other route would heal ends the rest of the route that said so."""
    now, rests = [31.0], dict[Route, float]()
    pair = ((HOME, "demo"), (HOME, "small"))
    probe = routes_of(*pair, rests=rests, clock=lambda: now[0])
    rests[probe.route] = 30.0
    assert probe.first().model == "demo"
    assert probe.next(errors.InvalidRequestError("x")) is None
    assert rests == {}


def test_when_all_rest_the_first_to_wake_is_tried() -> None:
    """A call is never refused without a try; there is no second choice then, so retries go on."""
    now, rests = [0.0], dict[Route, float]()
    pair = ((HOME, "demo"), (HOME, "small"))
    routes = routes_of(*pair, rests=rests, clock=lambda: now[0])
    routes.first()
    routes.next(errors.ServerError("x"))
    now[0] = 1.0
    assert routes.next(errors.ServerError("x")) is None
    again = routes_of(*pair, rests=rests, clock=lambda: now[0])
    assert again.first().model == "demo"
    assert again.patient


@pytest.mark.parametrize("routes", [[""], [None], [b"demo"], [1]])
def test_what_is_no_route(routes: list[Any]) -> None:
    """Routes are models or endpoints."""
    with pytest.raises(ConfigurationError, match="models"):
        Fallback(routes)


def test_fallback_is_a_value() -> None:
    """One route may be given alone; equal ones are equal, and the repr shows no key."""
    assert Fallback("small") == Fallback(["small"])
    assert KEY not in repr(Fallback([HOME]))


def test_headers_with_secrets_stay_at_home() -> None:
    """A caller's own headers go along, those for the key and cookies don't."""
    given = {"Authorization": "Bearer a", "X-API-Key": "b", "Cookie": "c", "X-Trace": "1"}
    assert headers_elsewhere(given) == {"X-Trace": "1"}
    assert headers_elsewhere(None) is None


# Behaviour --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("streaming", [False, True])
async def test_a_model_that_is_gone_is_left_at_once(streaming: bool) -> None:
    """No retry is spent where none helps; all attempts are on the reply, and a note says what happened."""
    async with (
        serving(by_model({"demo": GONE, "small": WHOLE})) as server,
        client_of(server, "small", retry=QUICK) as client,
    ):
        if streaming:
            async with client.stream("hi") as stream:
                reply = await stream.reply()
        else:
            reply = await client.chat("hi")
    assert reply.text == "Hello"
    assert [(a.model, a.error, a.status) for a in reply.attempts] == [
        ("demo", "model_unavailable", 404),
        ("small", None, 200),
    ]
    assert "fallback small at 127.0.0.1; the first choice failed: model_unavailable" in reply.notes[0].render()


async def test_a_busy_model_is_left_after_its_retries() -> None:
    """Retries come first, and start anew on the next route."""
    async with (
        serving(by_model({"demo": BUSY, "small": BUSY, "tiny": WHOLE})) as server,
        client_of(server, "small", "tiny", retry=QUICK) as client,
    ):
        reply = await client.chat("hi")
    assert models_of(server.seen) == ["demo"] * 3 + ["small"] * 3 + ["tiny"]
    assert len(reply.attempts) == 7


async def test_each_key_goes_to_its_own_endpoint_only() -> None:
    """Another endpoint gets its own key and model, and neither the first key nor the headers that may hold one."""
    async with serving(WHOLE) as away, serving(GONE) as home:
        other = Endpoint.parse(away.base_url, OTHER_KEY, "large")
        async with client_of(home, other) as client:
            reply = await client.chat("hi", extra_headers={"Cookie": f"session={KEY}", "X-Trace": "1"})
    (first,), (second,) = home.seen, away.seen
    assert (first.headers["authorization"], second.headers["authorization"]) == (f"Bearer {KEY}", f"Bearer {OTHER_KEY}")
    assert KEY not in str(second.headers)
    assert OTHER_KEY not in str(first.headers)
    assert second.headers["x-trace"] == "1"
    assert second.json["model"] == "large"
    assert [attempt.url.startswith(s.base_url) for attempt, s in zip(reply.attempts, (home, away), strict=True)]


async def test_an_endpoint_without_a_model_gets_the_calls() -> None:
    """The model of the call goes along."""
    async with (
        serving(WHOLE) as away,
        serving(GONE) as home,
        client_of(home, Endpoint.parse(away.base_url, OTHER_KEY)) as client,
    ):
        await client.chat("hi", model="mine")
    assert models_of(away.seen) == ["mine"]


async def test_a_host_that_is_down_is_left_for_another_host(unused_port: int) -> None:
    """Other models of an endpoint that can't be reached are not tried."""
    async with serving(WHOLE) as away:
        home = Endpoint.parse(f"http://127.0.0.1:{unused_port}/api", KEY, "demo")
        fallback = Fallback(["small", Endpoint.parse(away.base_url, OTHER_KEY, "demo")])
        async with AsyncTaoToken(home, retry=NO_RETRY, fallback=fallback) as client:
            reply = await client.chat("hi")
    assert [attempt.error for attempt in reply.attempts] == ["connection", None]


@pytest.fixture
def unused_port() -> int:
    import socket

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


async def test_when_no_route_answers_the_last_error_tells_all() -> None:
    """The error is that of the last route, with every attempt."""
    async with serving(by_model({"demo": GONE, "small": BUSY})) as server, client_of(server, "small") as client:
        with pytest.raises(errors.OverloadedError) as caught:
            await client.chat("hi")
    assert [(a.model, a.error) for a in caught.value.attempts] == [
        ("demo", "model_unavailable"),
        ("small", "overloaded"),
    ]


async def test_a_bad_request_is_no_reason_to_go_elsewhere() -> None:
    """What every route would refuse is an error at once."""
    async with serving(failing(400, "invalid_value")) as server, client_of(server, "small") as client:
        with pytest.raises(errors.InvalidRequestError):
            await client.chat("hi")
    assert len(server.seen) == 1


CUT = Answer(headers=SSE, chunks=[sse(chunk({"content": "Hel"}), done=False)])
CUT_CALL = {"tool_calls": [{"index": 0, "id": "c", "function": {"name": "ls", "arguments": '{"a'}}]}
CUT_IN_CALL = Answer(headers=SSE, chunks=[sse(chunk(CUT_CALL), done=False)])


@pytest.mark.parametrize(
    ("answer", "options", "repeated"),
    [
        (CUT, {}, False),
        (CUT_IN_CALL, {}, True),
        (CUT_IN_CALL, {"tool_deltas": True}, False),
        (Answer(headers=SSE, chunks=[sse(chunk({"role": "assistant"}), done=False)]), {}, True),
    ],
)
async def test_nothing_is_repeated_after_output(answer: Answer, options: dict[str, Any], repeated: bool) -> None:
    """Text, or a piece of a call where pieces are handed out, ends the search for another route."""
    async with (
        serving(by_model({"demo": answer, "small": WHOLE})) as server,
        client_of(server, "small") as client,
        client.stream("hi", **options) as stream,
    ):
        events = [await anext(stream)]
        with nullcontext() if repeated else pytest.raises(ReplyError):
            await stream.reply()
    assert models_of(server.seen) == ["demo", "small"][: 1 + repeated]
    assert isinstance(events[0], TextDelta | ToolCallDelta)


async def test_a_route_that_failed_rests() -> None:
    """The next calls pass it over until its rest is over; then it is tried, and stays when it answers."""
    clock = StepClock()
    answers = {"demo": GONE, "small": WHOLE}
    async with serving(by_model(answers)) as server, client_of(server, "small", clock=clock) as client:
        await client.chat("hi")
        resting = await client.chat("hi")
        answers["demo"] = WHOLE
        clock.move(29.0)
        await client.chat("hi")
        clock.move(31.0)
        back = await client.chat("hi")
        await client.chat("hi")
    assert models_of(server.seen) == ["demo", "small", "small", "small", "demo", "demo"]
    assert "the first choice rests" in resting.notes[0].render()
    assert back.notes == ()


async def test_a_route_tried_again_gets_no_retries() -> None:
    """A call that finds out that a route is still down loses one attempt to it, not three."""
    clock = StepClock()
    server_answers = by_model({"demo": BUSY, "small": WHOLE})
    async with serving(server_answers) as server, client_of(server, "small", clock=clock, retry=QUICK) as client:
        await client.chat("hi")
        clock.move(31.0)
        await client.chat("hi")
    assert models_of(server.seen) == ["demo"] * 3 + ["small", "demo", "small"]


async def test_a_call_may_have_its_own_fallback_or_none() -> None:
    """The call's wins over the client's; an empty one turns it off."""
    answers = by_model({"demo": GONE, "small": WHOLE, "tiny": WHOLE})
    async with serving(answers) as server, client_of(server, "small") as client:
        await client.chat("hi", fallback=Fallback(["tiny"]))
        with pytest.raises(errors.ModelUnavailableError):
            await client.chat("hi", fallback=Fallback([]))
    assert models_of(server.seen) == ["demo", "tiny", "demo"]


async def test_the_deadline_holds_for_all_routes() -> None:
    """There is no further route when the time is up."""
    hanging = Answer(close="hold", hold_s=5.0, raw_head=b"")
    async with serving(hanging) as server, client_of(server, "small", timeout=0.2) as client:
        with pytest.raises(TimedOutError) as caught:
            await client.chat("hi")
    assert models_of(server.seen) == ["demo"]
    assert caught.value.cause is Cause.RESPONSE_TIMEOUT


async def test_slow_to_begin_is_a_reason() -> None:
    """A first token that doesn't come in time leads on."""
    hanging = Answer(headers=SSE, chunks=[b": ping\n\n"], close="hold", hold_s=5.0)
    async with (
        serving(by_model({"demo": hanging, "small": WHOLE})) as server,
        client_of(server, "small") as client,
        client.stream("hi", first_token_timeout=0.2) as stream,
    ):
        reply = await stream.reply()
    assert [attempt.error for attempt in reply.attempts] == ["timeout", None]


async def test_an_endpoint_that_cant_serve_the_protocol_is_told_at_once() -> None:
    """No request is made where a route could never work."""
    versioned = Endpoint.parse("https://gateway.example/api/v4", OTHER_KEY, "demo")
    async with serving(WHOLE) as server, client_of(server, versioned, protocol="messages") as client:
        with pytest.raises(ConfigurationError):
            await client.chat("hi")
    assert server.seen == []


async def test_other_keys_never_show() -> None:
    """A server that repeats the key of a fallback's endpoint doesn't get it into the error."""
    echo = Answer(status=400, headers=JSON, chunks=[b'{"error":{"message":"bad key %s"}}' % OTHER_KEY.encode()])
    async with (
        serving(echo) as away,
        serving(GONE) as home,
        client_of(home, Endpoint.parse(away.base_url, OTHER_KEY, "demo")) as client,
    ):
        with pytest.raises(errors.InvalidRequestError) as caught:
            await client.chat("hi")
    assert OTHER_KEY not in f"{caught.value!r} {caught.value.body} {vars(caught.value)}"


async def test_usage_counts_for_the_model_that_answered() -> None:
    """Totals are kept under the fallback's model."""
    counted = Answer(headers=JSON, chunks=[completion(usage={"prompt_tokens": 1, "completion_tokens": 2})])
    async with serving(by_model({"demo": GONE, "small": counted})) as server, client_of(server, "small") as client:
        await client.chat("hi")
    assert list(client.usage) == ["small"]
