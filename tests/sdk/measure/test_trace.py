"""`trace` against real servers that are slow in eight ways, cold and warm."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from sdk_server import completion
from sdk_tls import make_certificate, tls_server, tunnel
from slow_server import full_queue, slow_handshake
from taotoken import Endpoint
from taotoken.measure import Trace, layers_of, shapes_of, steps_of, trace, trace_repeatedly, warmth_of
from taotoken.testing import Gateway, GatewayTiming

KEY = "sk-test-trace-000000000001"
NINE = "one two three four five six seven eight nine"
WHOLE = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n" % len(completion())
LONG = "word " * 600
LAYERS = ["prompt", "network", "gateway", "queue", "tokenizer", "prefill", "decode", "stream"]


def traced(endpoint: Endpoint, prompt: str = "Hi", *, times: int = 1, **options: Any) -> tuple[Trace, ...]:
    """The request, `times` times."""
    return asyncio.run(trace_repeatedly(endpoint, prompt, times=times, **options))


def codes(one: Trace) -> list[str]:
    """What stands out, the most telling first."""
    return [shape.code for shape in shapes_of(one)]


@contextmanager
def gateway_of(**options: Any) -> Iterator[Endpoint]:
    """The endpoint of a gateway that answers in nine words."""
    with Gateway(**{"keys": (KEY,), "text": NINE, **options}).in_thread() as gateway:
        yield gateway.endpoint


def undisturbed(ask: Callable[[], tuple[Trace, ...]], expected: list[str]) -> tuple[Trace, ...]:
    """What is asked, again when a busy machine made a pause of its own (which is a stall, and rightly named)."""
    for _ in range(3):
        traces = ask()
        if [codes(one)[0] for one in traces] == expected:
            break
    return traces


SCRIPTED: dict[str, tuple[dict[str, Any], str]] = {
    "slow_headers": ({"timing": GatewayTiming(headers=0.5, first_token=0.5, between=0.01)}, "Hi"),
    "prefill_bound": ({"timing": GatewayTiming(per_prompt_token=0.0006, between=0.01)}, LONG),
    "queue_or_cold_start": ({"timing": GatewayTiming(first_token=0.5, between=0.01)}, "Hi"),
    "decode_bound": ({"timing": GatewayTiming(first_token=0.05, between=0.08)}, "Hi"),
    "buffered": ({"timing": GatewayTiming(first_token=0.1, between=0.05), "fault": "buffered"}, "Hi"),
    "stall": ({"timing": GatewayTiming(first_token=0.05, between=0.02, stall=0.5)}, "Hi"),
    "reasoning_first": ({"timing": GatewayTiming(first_token=0.05, between=0.04), "reasoning": f"{NINE} {NINE}"}, "Hi"),
    "cut": ({"timing": GatewayTiming(first_token=0.05, between=0.04), "fault": "stream-cut"}, "Hi"),
}


@pytest.mark.parametrize("shape", SCRIPTED)
def test_the_shape_of_a_scripted_server_is_named(shape: str) -> None:
    """Once, and again when the request is repeated on a warm connection."""
    options, prompt = SCRIPTED[shape]
    with gateway_of(**options) as endpoint:
        traces = undisturbed(lambda: traced(endpoint, prompt, times=2), [shape, shape])
    assert [codes(one)[0] for one in traces] == [shape, shape], [str(shapes_of(one)[0].message) for one in traces]


@pytest.mark.parametrize("protocol", ["chat", "responses", "messages"])
@pytest.mark.parametrize("shape", ["buffered", "stall", "reasoning_first", "queue_or_cold_start"])
def test_the_shape_is_the_same_in_every_protocol(shape: str, protocol: str) -> None:
    """What is named doesn't depend on how the model is asked."""
    options, prompt = SCRIPTED[shape]
    with gateway_of(**options) as endpoint:
        (one,) = undisturbed(lambda: traced(endpoint, prompt, protocol=protocol), [shape])
    assert codes(one)[0] == shape


def test_a_slow_handshake_is_a_slow_connect(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The TLS handshake has a time of its own, and is named."""
    certificate, context = make_certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    with slow_handshake(context, 0.4) as port:
        (one,) = traced(Endpoint.parse(f"https://127.0.0.1:{port}", KEY, "slow"))
    assert one.record.failure is None
    assert one.connection.tls is not None
    assert one.connection.tls >= 0.4
    assert one.connection.tls_version == "TLSv1.3"
    assert codes(one)[0] == "slow_connect"
    assert "for the TLS handshake" in str(shapes_of(one)[0].message)


def test_a_proxys_tunnel_has_a_time_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Through a proxy the connection is TCP to the proxy, its CONNECT, and TLS with the server behind it."""
    certificate, context = make_certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    heads: list[bytes] = []

    async def through() -> Trace:
        async with tls_server(context, WHOLE + completion()) as port, tunnel(heads, port) as proxy:
            monkeypatch.setenv("HTTPS_PROXY", f"http://127.0.0.1:{proxy}")
            return await trace(Endpoint.parse(f"https://127.0.0.1:{port}", KEY, "m"), "Hi")

    one = asyncio.run(through())
    assert heads[0].startswith(b"CONNECT 127.0.0.1:")
    assert one.record.failure is None
    parts = (one.connection.tcp, one.connection.tunnel, one.connection.tls)
    assert all(part is not None and part > 0 for part in parts)
    assert one.connection.sent is not None
    assert one.connection.setup <= one.connection.sent
    assert [step.name for step in steps_of(one) if step.name in ("tcp", "tunnel", "tls")] == ["tcp", "tunnel", "tls"]
    network = layers_of(one)[1]
    assert "through a proxy at 127.0.0.1" in str(network.message)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems answer when the queue is full")
def test_a_full_queue_of_connections_is_a_slow_connect() -> None:
    """A server that is slow to accept: the time is TCP's, and every request pays it that finds no open connection."""
    with full_queue(0.3) as port:
        cold, warm = traced(Endpoint.parse(f"http://127.0.0.1:{port}", KEY, "slow"), times=2)
    assert cold.connection.tcp is not None
    assert cold.connection.tcp >= 0.9
    assert codes(cold)[0] == "slow_connect"
    assert "to reach the server (TCP)" in str(shapes_of(cold)[0].message)
    assert "connection_not_reused" in [found.code for found in warmth_of((cold, warm))]


def test_a_name_is_looked_up_apart_from_the_connection() -> None:
    """DNS and TCP have times of their own; an address needs no look-up."""
    with Gateway(keys=(KEY,)).in_thread() as gateway:
        (named,) = traced(Endpoint.parse(f"http://localhost:{gateway.port}/api", KEY, "demo-large"))
        (plain,) = traced(gateway.endpoint)
    assert named.connection.dns is not None
    assert named.connection.tcp is not None
    assert named.connection.address in ("127.0.0.1", "::1")
    assert plain.connection.dns is None
    assert plain.connection.tcp is not None
    assert plain.connection.setup == plain.connection.tcp


def test_cold_and_warm_are_told_apart() -> None:
    """The first request opens the connection, the second finds it open and the model loaded."""
    timing = GatewayTiming(first_token=0.02, between=0.01, slow_first_token=0.6)
    with Gateway(keys=(KEY,), fault="slow-first-token", times=1, timing=timing).in_thread() as gateway:
        traces = traced(gateway.endpoint, times=3)
    assert [one.connection.reused for one in traces] == [False, True, True]
    assert traces[1].connection.setup == 0
    found = {warmth.code: warmth for warmth in warmth_of(traces)}
    assert set(found) == {"connection_reused", "cold_start"}
    assert found["cold_start"].seconds >= 0.5
    assert codes(traces[0])[0] == "queue_or_cold_start"


def test_a_server_that_is_as_slow_when_warm_had_no_cold_start() -> None:
    """What repeats isn't a cold start."""
    with gateway_of(timing=GatewayTiming(first_token=0.3, between=0.01)) as endpoint:
        found = warmth_of(traced(endpoint, times=2))
    assert [warmth.code for warmth in found] == ["connection_reused", "no_change"]


@pytest.mark.parametrize("fault", ["401", "hang", "empty-stream", "html-200"])
def test_a_request_without_an_answer_is_a_trace_too(fault: str) -> None:
    """What went wrong is in the record; nothing is said of a shape, and all layers are listed."""
    with Gateway(keys=(KEY,), fault=fault).in_thread() as gateway:
        (one,) = traced(gateway.endpoint, first_token_timeout=0.3)
    assert one.record.failure is not None
    assert shapes_of(one) == ()
    assert [layer.name for layer in layers_of(one)] == LAYERS
    assert warmth_of((one, one)) == ()


def test_nothing_listens() -> None:
    """No connection at all: the layers say so."""
    with Gateway(keys=(KEY,)).in_thread() as gateway:
        endpoint = gateway.endpoint
    (one,) = traced(endpoint)
    assert one.record.failure is not None
    assert one.connection.tcp is None
    assert not one.connection.reused
    assert [layer.observed for layer in layers_of(one)][:3] == [True, False, False]


def test_every_layer_says_what_was_seen() -> None:
    """Of a good answer all eight are listed; a client can't see queue and prefill from outside."""
    with gateway_of(timing=GatewayTiming(first_token=0.05, between=0.01)) as endpoint:
        layers = layers_of(asyncio.run(trace(endpoint, "Hi", max_tokens=5)))
    assert [layer.name for layer in layers] == LAYERS
    assert [layer.name for layer in layers if not layer.observed] == ["queue", "prefill"]
    said = {layer.name: str(layer.message) for layer in layers}
    assert "127.0.0.1: DNS none, TCP" in said["network"]
    assert "request id: req_00000001" in said["gateway"]
    assert "5 tokens" in said["decode"]
    assert "5 pieces of text" in said["stream"]


def test_no_request_is_made_for_no_times() -> None:
    """A trace of nothing is refused."""
    with gateway_of() as endpoint, pytest.raises(ValueError, match="one request or more"):
        traced(endpoint, times=0)


def test_the_key_is_in_no_trace() -> None:
    """A trace can be shown: its repr has no key."""
    with gateway_of() as endpoint:
        assert KEY not in repr(traced(endpoint))


def test_nobody_else_pays_for_tracing() -> None:
    """A client that isn't traced sends no trace extension, and its pool keeps httpx's own backend."""
    from taotoken._transport._watch import Resolving, Watch
    from taotoken._transport.httpx import HttpxTransport

    def backend(transport: HttpxTransport) -> object:
        pool: Any = transport._pool(("http://127.0.0.1:1", None))
        return pool._pool._network_backend

    assert not isinstance(backend(HttpxTransport()), Resolving)
    assert isinstance(backend(HttpxTransport(watch=Watch())), Resolving)
