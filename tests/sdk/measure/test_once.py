"""One measured request."""

from __future__ import annotations

import asyncio
import math

import pytest

from taotoken import AsyncTaoToken, ConfigurationError, Endpoint, RetryPolicy
from taotoken.measure import Record, measure_once
from taotoken.testing import Gateway, GatewayTiming

SLOW = GatewayTiming(first_token=0.1, between=0.02)


def record_of(gateway: Gateway, **options: object) -> Record:
    """One request to a running gateway."""

    async def ask() -> Record:
        async with AsyncTaoToken(gateway.endpoint, retry=RetryPolicy()) as client:
            return await measure_once(client, "Hi", label="a", **options)  # type: ignore[arg-type]  # options of the test

    return asyncio.run(ask())


def test_the_times_stand_in_the_order_of_the_events() -> None:
    """Headers, first event, thinking, output, last token and the end of the body follow each other."""
    with Gateway(text="one two three four five", reasoning="well then", timing=SLOW).in_thread() as gateway:
        record = record_of(gateway, max_tokens=50)
    times = [record.ttfb, record.ttfr, record.ttft, record.ttfo, record.e2e, record.total]
    known = [time for time in times if time is not None]
    assert known == sorted(known)
    assert len(known) == 6
    assert record.ttft is not None
    assert record.ttft >= SLOW.first_token
    assert record.ttfo is not None
    assert record.ttfo >= SLOW.first_token + 2 * SLOW.between
    assert record.send_lag == 0
    assert record.ended_at > record.sent_at


def test_the_counts_are_those_of_the_usage() -> None:
    """Tokens are what the server told, chunks are what came; TPOT is the time between over the tokens after the
    first."""
    with Gateway(text="one two three four five", reasoning="well then", timing=SLOW).in_thread() as gateway:
        record = record_of(gateway, max_tokens=50)
    assert (record.output_tokens, record.reasoning_tokens, record.tokens_source) == (7, 2, "usage")
    assert (record.chunks, len(record.itl), record.max_tokens) == (7, 6, 50)
    assert record.tpot is not None
    assert record.ttft is not None
    assert record.e2e is not None
    assert math.isclose(record.tpot, (record.e2e - record.ttft) / 6)
    assert math.isclose(sum(record.itl), record.e2e - record.ttft)
    assert record.output_tps == 1 / record.tpot
    assert record.e2e_tps == 7 / record.e2e
    assert (record.finish_reason, record.text, record.label) == ("stop", "one two three four five", "a")


def test_a_failure_is_in_the_record_and_is_not_tried_again() -> None:
    """A refused request gives a record with the error's code, after one request, whatever the client's policy says."""
    with Gateway(fault="429").in_thread() as gateway:
        record = record_of(gateway)
        asked = len(gateway.requests)
    assert record.failure is not None
    assert (record.failure.code, record.failure.http_status, asked) == ("rate_limited", 429, 1)
    assert not record.ok
    assert record.ttft is None
    assert record.total is not None


def test_a_cut_stream_keeps_what_came() -> None:
    """What arrived before the connection broke is in the record, with the failure."""
    with Gateway(text="one two three four five", fault="stream-cut").in_thread() as gateway:
        record = record_of(gateway)
    assert record.failure is not None
    assert record.failure.code == "incomplete_stream"
    assert record.ttft is not None
    assert record.chunks > 0


def test_without_usage_chunks_are_counted() -> None:
    """A stream that ends without its usage has its tokens counted by chunks, and says so."""
    with Gateway(text="one two three four five", timing=SLOW, fault="stream-ends-early").in_thread() as gateway:
        record = record_of(gateway)
    assert (record.output_tokens, record.tokens_source) == (5, "chunks")
    assert record.tpot is not None


def test_an_endpoint_alone_is_enough() -> None:
    """Given an endpoint, a client is made for the one request."""
    with Gateway(text="hello").in_thread() as gateway:
        record = asyncio.run(measure_once(gateway.endpoint, "Hi", keep_text=False))
    assert record.ok
    assert record.text is None


def test_what_cannot_be_sent_is_raised() -> None:
    """A call without a model is a mistake of the caller, not a measurement."""
    endpoint = Endpoint.parse("http://127.0.0.1:9", "sk-test-gateway-000001")
    with pytest.raises(ConfigurationError, match="no model"):
        asyncio.run(measure_once(endpoint, "Hi"))


def test_the_public_names_of_measuring() -> None:
    """Each name resolves and is documented, `dir` shows exactly these, and importing them loads nothing heavy."""
    import subprocess
    import sys

    from taotoken import measure

    assert set(dir(measure)) == set(measure.__all__)
    assert len(measure.__all__) == len(set(measure.__all__))
    assert all(getattr(measure, name).__doc__ for name in measure.__all__)
    script = (
        "import sys, taotoken.measure; print([m for m in ('asyncio', 'h11', 'msgspec', 'anyio') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
