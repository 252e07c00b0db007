"""The load loop, against a gateway on the loopback interface."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Sequence
from importlib.util import find_spec
from itertools import pairwise
from typing import Any

import pytest
import trio

from taotoken import ConfigurationError, Endpoint, TransportError
from taotoken.measure import Load, LoadResult, Prompts, Record, Target, run_load, run_loads
from taotoken.testing import Gateway, GatewayTiming

QUICK = GatewayTiming(first_token=0.02, between=0.005)
SLOW = GatewayTiming(first_token=0.2, between=0.05)
TEXT = "one two three four five"


def load_on(gateway: Gateway, load: Load, **options: Any) -> LoadResult:
    """The result of a load on a running gateway's first model."""
    return asyncio.run(run_load(Target(endpoint=gateway.endpoint), load, **options))


def most_at_once(gateway: Gateway) -> int:
    """How many requests the gateway had under way at the same time."""
    stamps = [request.stamps for request in gateway.requests]
    edges = sorted([(s.received, 1) for s in stamps] + [(s.done or 0.0, -1) for s in stamps])
    under_way = most = 0
    for _, step in edges:
        under_way += step
        most = max(most, under_way)
    return most


def test_a_closed_loop_keeps_its_concurrency() -> None:
    """So many requests are under way at once, never more; each is recorded once, over as many connections."""
    with Gateway(text=TEXT, timing=QUICK).in_thread() as gateway:
        result = load_on(gateway, Load(concurrency=4, requests=20, warmup=0))
        most, connections = most_at_once(gateway), {request.connection for request in gateway.requests}
    assert most == 4
    assert len(connections) == len(result.connects) == 4
    assert len(result.records) == 20
    assert all(record.ok and record.output_tokens == 5 for record in result.records)
    assert (result.transport, result.stopped, result.unfinished) == ("fast", False, 0)


@pytest.mark.parametrize("transport", ["fast", "direct", "aiohttp", "httpx"])
def test_each_transport_measures_the_same_things(transport: Any) -> None:
    """Whatever sends, the records have every time, in order, no earlier than the gateway's own schedule."""
    with Gateway(text=TEXT, reasoning="well then", timing=QUICK).in_thread() as gateway:
        result = load_on(gateway, Load(concurrency=2, requests=4, max_tokens=50), transport=transport)
    assert result.transport == transport
    assert len(result.records) == 4
    for record in result.records:
        times = [record.ttfb, record.ttfr, record.ttft, record.ttfo, record.e2e, record.total]
        assert [time for time in times if time is not None] == sorted(time or 0 for time in times)
        assert (record.ttft or 0) >= QUICK.first_token
        assert (record.ttfo or 0) >= QUICK.first_token + 2 * QUICK.between
        assert (record.output_tokens, record.reasoning_tokens, record.tokens_source) == (7, 2, "usage")
        assert (record.finish_reason, record.failure, record.text) == ("stop", None, None)


@pytest.mark.parametrize("protocol", ["chat", "responses", "messages"])
def test_each_protocol_is_read(protocol: Any) -> None:
    """All three protocols give tokens, times and usage."""
    with Gateway(text=TEXT, timing=QUICK).in_thread() as gateway:
        target = Target(endpoint=gateway.endpoint, protocol=protocol)
        result = asyncio.run(run_load(target, Load(concurrency=1, requests=2, keep_text=True)))
    assert [(r.output_tokens, r.text, r.finish_reason) for r in result.records] == [(5, TEXT, "stop")] * 2
    assert all(record.tpot is not None and record.input_tokens for record in result.records)


def test_the_warm_up_stands_apart() -> None:
    """Warm-up requests are sent, and are not among the records."""
    with Gateway(text=TEXT).in_thread() as gateway:
        result = load_on(gateway, Load(concurrency=2, requests=6, warmup=3))
        asked = len(gateway.requests)
    assert (len(result.warmup), len(result.records), asked) == (3, 6, 9)


def test_an_open_loop_does_not_wait_for_answers() -> None:
    """Requests go out at their moments though none is answered yet; the schedule is the one of the seed."""
    with Gateway(text=TEXT, timing=SLOW).in_thread() as gateway:
        result = load_on(gateway, Load(rate=200, requests=20, warmup=0, prompts=Prompts(seed=1)))
        most = most_at_once(gateway)
    assert len(result.records) == 20
    assert most > 10
    assert all(record.send_lag >= 0 for record in result.records)
    intended = [record.intended_at for record in by_intent(result)]
    steps = [later - earlier for earlier, later in pairwise(intended)]
    assert len({round(step, 6) for step in steps}) > 10


def by_intent(result: LoadResult) -> list[Record]:
    """The records in the order in which they should have been sent."""
    return sorted(result.records, key=lambda record: record.intended_at)


def test_time_ends_a_load_and_what_is_under_way_is_waited_for() -> None:
    """After the seconds nothing new is sent, and every request that was sent is in the records."""
    with Gateway(text=TEXT, timing=QUICK).in_thread() as gateway:
        result = load_on(gateway, Load(concurrency=2, seconds=0.3, warmup=0))
        asked = len(gateway.requests)
    assert len(result.records) == asked > 2
    began = min(record.sent_at for record in result.records)
    assert max(record.sent_at for record in result.records) - began <= 0.3


def test_several_targets_take_turns() -> None:
    """Two models are asked alternately, each as often as was said, and their records can be told apart."""
    with Gateway(text=TEXT).in_thread() as gateway:
        targets = [Target(endpoint=gateway.endpoint, model=model) for model in ("demo-large", "demo-small")]
        result = asyncio.run(run_load(targets, Load(concurrency=1, requests=5, warmup=0)))
        asked = [request.model for request in gateway.requests]
    assert asked == ["demo-large", "demo-small"] * 5
    assert {label: len(records) for label, records in result.by_label().items()} == {"demo-large": 5, "demo-small": 5}


def test_loads_follow_each_other_over_the_same_connections() -> None:
    """A sweep opens only the connections that are missing, and asks nothing twice: a later level finds no prompt of an
    earlier one, or of a warm-up, in a cache."""

    async def sweep(endpoint: Endpoint) -> list[LoadResult]:
        prompts = Prompts(tokens=40)
        loads = [Load(concurrency=level, requests=8, warmup=1, prompts=prompts) for level in (1, 2, 4)]
        return [result async for result in run_loads([Target(endpoint=endpoint)], loads)]

    with Gateway(text=TEXT).in_thread() as gateway:
        results = asyncio.run(sweep(gateway.endpoint))
        asked = [request.json["messages"][0]["content"].split()[:6] for request in gateway.requests]
    assert [len(result.connects) for result in results] == [1, 1, 2]
    assert len({" ".join(start) for start in asked}) == len(asked) == 27


@pytest.mark.parametrize(
    ("missing", "transport"), [(set(), "fast"), ({"httptools"}, "direct"), ({"httptools", "aiohttp"}, "direct")]
)
def test_what_is_installed_decides(monkeypatch: pytest.MonkeyPatch, missing: set[str], transport: str) -> None:
    """Without httptools the same connections are parsed by h11; asking for what isn't there says what to install."""
    from taotoken.measure import _http, _senders

    def find(name: str) -> object:
        return None if name in missing else find_spec(name)

    monkeypatch.setattr(_http, "find_spec", find)
    monkeypatch.setattr(_senders, "find_spec", find)
    with Gateway(text=TEXT).in_thread() as gateway:
        assert load_on(gateway, Load(concurrency=1, requests=1)).transport == transport
        if missing:
            with pytest.raises(ConfigurationError, match=r"taotoken\[fast\]"):
                load_on(gateway, Load(concurrency=1, requests=1), transport="fast")


def test_failures_are_counted_not_raised() -> None:
    """A gateway that refuses some requests gives records with their error, beside the good ones."""
    with Gateway(text=TEXT).in_thread() as gateway:
        gateway.set_fault("429", times=3)
        result = load_on(gateway, Load(concurrency=1, requests=6, warmup=0))
    assert Counter(r.failure.code if r.failure else "ok" for r in result.records) == {"rate_limited": 3, "ok": 3}


@pytest.mark.parametrize(
    ("fault", "code", "chunks"),
    [("stream-cut", "incomplete_stream", True), ("empty-stream", "bad_response", False), ("html-200", None, False)],
)
def test_a_broken_answer_is_a_failure_with_what_came(fault: str, code: str | None, chunks: bool) -> None:
    """A cut stream keeps its first tokens; an empty body and a web page are no answers."""
    with Gateway(text=TEXT, fault=fault).in_thread() as gateway:
        (record,) = load_on(gateway, Load(concurrency=1, requests=1, warmup=0)).records
    assert record.failure is not None
    assert code is None or record.failure.code == code
    assert bool(record.chunks) is chunks


@pytest.mark.parametrize(("fault", "cause"), [("hang", "response_timeout"), ("idle-stream", "stream_idle_timeout")])
def test_a_silent_request_is_given_up(fault: str, cause: str) -> None:
    """A server that says nothing at all, or nothing more, ends as a time-out after the bound for silence."""
    with Gateway(text=TEXT, fault=fault).in_thread() as gateway:
        (record,) = load_on(gateway, Load(concurrency=1, requests=1, warmup=0, silence=0.3)).records
    assert record.failure is not None
    assert (record.failure.code, record.failure.cause) == ("timeout", cause)
    assert "nothing came for 0.3 s" in record.failure.message


def test_a_gateway_that_refuses_all_is_not_loaded() -> None:
    """When no warm-up request succeeds there is no load, and the failure says why."""
    with Gateway(fault="401").in_thread() as gateway:
        result = load_on(gateway, Load(concurrency=8, requests=100, warmup=2))
        asked = len(gateway.requests)
    assert (asked, result.records) == (2, ())
    assert result.gave_up is not None
    assert result.gave_up.code == "authentication"


def test_too_many_failures_in_a_row_end_the_load() -> None:
    """Without a warm-up a load on a broken gateway ends long before its number."""
    with Gateway(fault="500").in_thread() as gateway:
        result = load_on(gateway, Load(concurrency=2, requests=2000, warmup=0))
    assert result.gave_up is not None
    assert 100 <= len(result.records) < 2000


def test_stopping_keeps_what_was_measured() -> None:
    """When told to stop, requests under way are let go and counted, and the records until then are the result."""

    async def stopped(endpoint: Endpoint) -> LoadResult:
        stop = asyncio.Event()
        seen: list[Record] = []

        def on_record(record: Record) -> None:
            seen.append(record)
            if len(seen) == 3:
                stop.set()

        load = Load(concurrency=3, requests=1000, warmup=0)
        return await run_load(Target(endpoint=endpoint), load, on_record=on_record, stop=stop)

    with Gateway(text=TEXT, timing=QUICK).in_thread() as gateway:
        result = asyncio.run(stopped(gateway.endpoint))
    assert result.stopped
    assert 3 <= len(result.records) < 1000
    assert result.unfinished == 3


def test_cancelling_leaves_nothing_behind() -> None:
    """A cancelled load ends at once, with its connections closed and no task left."""

    async def cancelled(endpoint: Endpoint) -> set[str]:
        before = asyncio.all_tasks()
        load = asyncio.create_task(run_load(Target(endpoint=endpoint), Load(concurrency=3, requests=1000, warmup=0)))
        await asyncio.sleep(0.2)
        load.cancel()
        with pytest.raises(asyncio.CancelledError):
            await load
        await asyncio.sleep(0)
        return {task.get_name() for task in asyncio.all_tasks() - before}

    with Gateway(text=TEXT, fault="hang").in_thread() as gateway:
        assert asyncio.run(cancelled(gateway.endpoint)) == set()
        assert len(gateway.requests) == 3


def test_a_load_runs_on_asyncio_only() -> None:
    """On trio that is said, instead of failing inside of asyncio."""
    target = Target(endpoint=Endpoint.parse("http://127.0.0.1:9", "sk-test-gateway-000001", "m"))
    with pytest.raises(ConfigurationError, match="asyncio"):
        trio.run(run_load, target, Load(concurrency=1, requests=1))


def test_a_refused_token_count_is_no_failure() -> None:
    """Where a gateway refuses to be asked for usage, requests go without, and chunks are counted."""
    requests: list[dict[str, Any]] = []
    records = asyncio.run(_against_old_server(requests))
    assert all(record.ok and record.tokens_source == "chunks" and record.output_tokens == 2 for record in records)
    assert ["stream_options" in request for request in requests] == [True, False, False, False]


async def _against_old_server(requests: list[dict[str, Any]]) -> Sequence[Record]:
    """Three requests to a server that knows no ``stream_options``."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while head := await _head(reader):
            size = int(
                next(line.split(b":")[1] for line in head.split(b"\r\n") if line.lower().startswith(b"content-l"))
            )
            request = json.loads(await reader.readexactly(size))
            requests.append(request)
            writer.write(_refusal() if "stream_options" in request else _stream())
            await writer.drain()
        writer.close()
        closed.set()

    closed = asyncio.Event()
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        endpoint = Endpoint.parse(f"http://127.0.0.1:{port}", "sk-test-gateway-000001", "m")
        result = await run_load(Target(endpoint=endpoint), Load(concurrency=1, requests=3, warmup=0))
        await closed.wait()
    return result.records


async def _head(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        return b""


def _refusal() -> bytes:
    body = (
        b'{"error":{"message":"Unrecognized request argument supplied: stream_options","type":"invalid_request_error"}}'
    )
    return b"HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (
        len(body), body,
    )  # fmt: skip


def _stream() -> bytes:
    events = [
        b'data: {"id":"1","model":"m","choices":[{"index":0,"delta":{"content":"a"}}]}\n\n',
        b'data: {"id":"1","model":"m","choices":[{"index":0,"delta":{"content":"b"}}]}\n\n',
        b'data: {"id":"1","model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
    ]
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(event), event) for event in events)
    return (
        b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
        + chunks
        + b"0\r\n\r\n"
    )


def test_no_server_is_an_error_at_the_start() -> None:
    """Where nothing listens the load fails as every request would, with a cause."""
    endpoint = Endpoint.parse("http://127.0.0.1:9", "sk-test-gateway-000001", "m")
    with pytest.raises(TransportError, match="refused"):
        asyncio.run(run_load(Target(endpoint=endpoint), Load(concurrency=1, requests=1, warmup=0)))


def test_a_proxy_of_the_environment_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a proxy on the way the client sends, over what is installed; direct connections are refused."""
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    target = Target(endpoint=Endpoint.parse("http://gateway.test", "sk-test-gateway-000001", "m", allow_http=True))
    result = asyncio.run(run_load(target, Load(concurrency=1, requests=1)))
    assert result.transport == "aiohttp"
    assert result.gave_up is not None
    assert "127.0.0.1:9" in result.gave_up.message
    with pytest.raises(ConfigurationError, match="proxy"):
        asyncio.run(run_load(target, Load(concurrency=1, requests=1), transport="direct"))


@pytest.mark.parametrize(
    ("variables", "missing", "transport"),
    [
        ({"HTTP_PROXY": "http://127.0.0.1:9"}, "", "aiohttp"),
        ({"HTTP_PROXY": "http://127.0.0.1:9"}, "aiohttp", "httpx"),
        ({"ALL_PROXY": "socks5://127.0.0.1:9"}, "", "httpx"),
        ({"HTTP_PROXY": "http://127.0.0.1:9", "NO_PROXY": "gateway.test"}, "", "fast"),
    ],
)
def test_what_sends_past_a_proxy(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], missing: str, transport: str
) -> None:
    """A proxy on the way decides: aiohttp, or httpx where that is missing or can't (SOCKS); NO_PROXY counts."""
    from taotoken.measure import _senders

    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(_senders, "find_spec", lambda name: None if name == missing else find_spec(name))
    target = Target(endpoint=Endpoint.parse("http://gateway.test", "sk-test-gateway-000001", "m", allow_http=True))

    async def sender() -> str:
        made = _senders.make_sender([target], "auto", time.perf_counter)
        await made.aclose()
        return made.name

    assert asyncio.run(sender()) == transport


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"requests": 1}, "concurrency or rate"),
        ({"concurrency": 1, "rate": 1.0, "requests": 1}, "concurrency or rate"),
        ({"concurrency": 1}, "requests or seconds"),
        ({"concurrency": 0, "requests": 1}, "concurrency must be"),
        ({"rate": 1.0, "seconds": -1.0}, "seconds must be"),
    ],
)
def test_a_load_that_cannot_be_is_refused(options: dict[str, Any], words: str) -> None:
    """A shape that is missing, double, endless or nothing is a ConfigurationError."""
    with pytest.raises(ConfigurationError, match=words):
        Load(**options)


def test_a_target_knows_its_options() -> None:
    """A misspelled option is refused when the target is made, not when it is asked."""
    endpoint = Endpoint.parse("http://127.0.0.1:9", "sk-test-gateway-000001", "m")
    with pytest.raises(ConfigurationError, match="temprature"):
        Target(endpoint=endpoint, options={"temprature": 0})
