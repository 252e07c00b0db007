"""What self-hosted servers tell of themselves, read from texts of the shapes that their documentation gives."""

from __future__ import annotations

import asyncio
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taotoken import Endpoint
from taotoken.measure import Trace, trace, trace_repeatedly
from taotoken.measure._engine import engine_of, timings_in, tokens_in
from taotoken.measure._metrics import parse_metrics
from vllm_server import VLLM, vllm_server

SGLANG = """\
# HELP sglang:num_running_reqs The number of running requests.
# TYPE sglang:num_running_reqs gauge
sglang:num_running_reqs{engine_type="unified",model_name="m",pp_rank="0",tp_rank="0"} 3.0
sglang:num_queue_reqs{model_name="m"} 11.0
sglang:token_usage{model_name="m"} 0.28
sglang:cache_hit_rate{model_name="m"} 0.75
sglang:time_to_first_token_seconds_sum{model_name="m"} 8.0
sglang:time_to_first_token_seconds_bucket{le="0.1",model_name="m"} 2.0
sglang:time_to_first_token_seconds_count{model_name="m"} 10.0
sglang:e2e_request_latency_seconds_sum{model_name="m"} 30.0
sglang:e2e_request_latency_seconds_count{model_name="m"} 10.0
sglang:queue_time_seconds_sum{model_name="m"} 4.0
sglang:queue_time_seconds_count{model_name="m"} 10.0
sglang:per_stage_req_latency_seconds_sum{model_name="m",stage="prefill_forward"} 3.0
sglang:per_stage_req_latency_seconds_count{model_name="m",stage="prefill_forward"} 10.0
sglang:per_stage_req_latency_seconds_sum{model_name="m",stage="tokenize"} 0.5
sglang:per_stage_req_latency_seconds_count{model_name="m",stage="tokenize"} 10.0
"""
LLAMA = """\
# HELP llamacpp:prompt_tokens_total Number of prompt tokens processed.
# TYPE llamacpp:prompt_tokens_total counter
llamacpp:prompt_tokens_total 6886
llamacpp:prompt_seconds_total 2903.63
llamacpp:tokens_predicted_total 3469
llamacpp:tokens_predicted_seconds_total 3544.27
llamacpp:requests_processing 1
llamacpp:requests_deferred 4
llamacpp:kv_cache_usage_ratio 0.5
"""
TIMINGS = {"cache_n": 10, "prompt_n": 40, "prompt_ms": 900.5, "predicted_n": 8, "predicted_ms": 160.0}


def test_vllm_since_it_started() -> None:
    """Means over all requests, the queue and the caches as they are now."""
    engine = engine_of(parse_metrics(VLLM.metrics(requests=4)))
    assert engine is not None
    assert (engine.name, engine.requests, engine.own) == ("vLLM", 4, False)
    assert (engine.queue, engine.prefill, engine.decode) == pytest.approx((0.25, 0.1, 0.6))
    assert (engine.running, engine.waiting) == (1, 2)
    assert engine.kv_cache_used == 0.42
    assert engine.prefix_hits == pytest.approx(0.5)


def test_vllm_between_two_readings() -> None:
    """With a reading before it, one request's figures are its own; with others in between they are a mean."""
    before = parse_metrics(VLLM.metrics(requests=4))
    own = engine_of(parse_metrics(VLLM.metrics(requests=5)), before)
    mixed = engine_of(parse_metrics(VLLM.metrics(requests=7)), before)
    assert own is not None
    assert mixed is not None
    assert (own.requests, own.own) == (1, True)
    assert own.prefill == pytest.approx(0.1)
    assert (mixed.requests, mixed.own) == (3, False)


def test_a_server_that_was_started_anew_in_between() -> None:
    """Counters that fell count from zero."""
    before = parse_metrics(VLLM.metrics(requests=400))
    engine = engine_of(parse_metrics(VLLM.metrics(requests=2)), before)
    assert engine is not None
    assert engine.requests == 2
    assert engine.prefill == pytest.approx(0.1)


def test_older_names_of_vllm() -> None:
    """What is called otherwise in older versions is found too."""
    old = VLLM.metrics(requests=1).replace("kv_cache_usage_perc", "gpu_cache_usage_perc")
    engine = engine_of(parse_metrics(old.replace("vllm:prefix_cache", "vllm:gpu_prefix_cache")))
    assert engine is not None
    assert engine.kv_cache_used == 0.42
    assert engine.prefix_hits == pytest.approx(0.5)


def test_sglang() -> None:
    """Its prefill is a stage, and its decode what is left after the first token."""
    engine = engine_of(parse_metrics(SGLANG))
    assert engine is not None
    assert (engine.name, engine.requests) == ("SGLang", 10)
    assert (engine.queue, engine.prefill, engine.ttft, engine.decode) == pytest.approx((0.4, 0.3, 0.8, 2.2))
    assert (engine.running, engine.waiting, engine.kv_cache_used, engine.prefix_hits) == (3, 11, 0.28, 0.75)


def test_llama_cpp() -> None:
    """Its metrics tell of the queue and, in some versions, of the cache; times of a request are in its stream."""
    engine = engine_of(parse_metrics(LLAMA))
    assert engine is not None
    assert (engine.name, engine.running, engine.waiting, engine.kv_cache_used) == ("llama.cpp", 1, 4, 0.5)
    assert (engine.queue, engine.prefill, engine.requests) == (None, None, 0)


@pytest.mark.parametrize("text", ["", "<html>not found</html>", '{"error": "no"}', "process_cpu_seconds_total 12.5"])
def test_metrics_of_nothing_known(text: str) -> None:
    """Pages that are no metrics, and metrics of something else, name no server."""
    assert engine_of(parse_metrics(text)) is None


@settings(deadline=None)
@given(st.text(max_size=400))
def test_any_text_can_be_read(text: str) -> None:
    """No answer of a server can break the trace."""
    engine_of(parse_metrics("vllm:num_requests_running " + text))
    timings_in(b'data: {"timings": ' + text.encode("utf-8", "surrogatepass"))
    tokens_in(text.encode("utf-8", "surrogatepass"))


def test_timings_at_the_end_of_a_stream() -> None:
    """The last event with timings counts."""
    events = [{"timings": TIMINGS | {"prompt_n": 1}}, {"usage": {}, "timings": TIMINGS}, {"usage": {}}]
    body = "".join(f"data: {json.dumps(event)}\n\n" for event in events).encode() + b"data: [DONE]\n\n"
    timings = timings_in(body)
    assert timings is not None
    assert (timings.prompt_tokens, timings.prompt_seconds, timings.cached_tokens) == (40, 0.9005, 10)
    assert timings.tpot == pytest.approx(0.02)


@pytest.mark.parametrize("broken", [{"prompt_n": "40"}, {"prompt_ms": -1}, {"predicted_ms": None}])
def test_timings_that_are_none(broken: dict[str, object]) -> None:
    """Figures of a wrong kind are no figures."""
    assert timings_in(f"data: {json.dumps({'timings': TIMINGS | broken})}".encode()) is None
    assert timings_in(b"data: [DONE]") is None


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ({"count": 2, "tokens": [1, 2], "token_strs": ["Hi", "!"]}, (2, ("Hi", "!"))),
        ({"tokens": [{"id": 1, "piece": "Hi"}, {"id": 2, "piece": [195]}]}, (2, ("Hi",))),
        ({"tokens": [1, 2, 3]}, (3, ())),
        ({"error": "no"}, None),
    ],
)
def test_tokens_of_a_text(answer: dict[str, object], expected: object) -> None:
    """vLLM's, llama.cpp's and plain ids; a piece that is half a character has no text."""
    assert tokens_in(json.dumps(answer).encode()) == expected


KEY = "sk-test-engine-000000000001"


def traced(port: int, **options: object) -> Trace:
    endpoint = Endpoint.parse(f"http://127.0.0.1:{port}/v1", KEY, "m")
    return asyncio.run(trace(endpoint, "Hi there", **options))  # type: ignore[arg-type]  # options of the test


def test_a_real_socket_with_vllms_pages() -> None:
    """Asked before and after, the figures are of this request alone; its own pages come with the key."""
    with vllm_server() as server:
        one = traced(server.port, engine="around")
    assert one.engine is not None
    assert (one.engine.own, one.engine.text_tokens) == (True, 3)
    assert one.engine.queue == pytest.approx(0.25)
    assert one.engine.pieces == ("Hi", " there", "!")
    assert server.asked == ["/metrics", "/v1/chat/completions", "/metrics", "/tokenize"]
    assert server.keys == {f"Bearer {KEY}"}


def test_nothing_comes_before_the_first_request_unless_it_is_wanted() -> None:
    """Asked only after, the first request meets a server that nobody has touched; the second's figures are its own."""
    with vllm_server() as server:
        endpoint = Endpoint.parse(f"http://127.0.0.1:{server.port}/v1", KEY, "m")
        first, second = asyncio.run(trace_repeatedly(endpoint, "Hi", times=2, engine="after"))
    assert server.asked[0] == "/v1/chat/completions"
    assert first.engine is not None
    assert second.engine is not None
    assert (first.engine.own, second.engine.own) == (False, True)


def test_a_server_that_looks_like_none_of_them_is_not_asked() -> None:
    """Only the request itself arrives."""
    with vllm_server(name="nginx") as server:
        assert traced(server.port, engine="after").engine is None
        assert traced(server.port).engine is None
    assert server.asked == ["/v1/chat/completions"] * 2


def test_a_server_that_hides_its_metrics() -> None:
    """Refused or absent pages are no failure of the trace."""
    with vllm_server(hides=True) as server:
        one = traced(server.port, engine="around")
    assert one.engine is None
    assert one.record.failure is None
