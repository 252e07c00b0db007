"""What the shape of a request says, as a table over made-up traces; and what repeating it says."""

from __future__ import annotations

from typing import Any

import pytest

from taotoken.measure import Engine, Failure, Handshake, Record, Timings, Trace, layers_of, shapes_of, warmth_of

WARM = Handshake(reused=True, sent=0.001)
NEW = Handshake(began=0.001, tcp=0.004, sent=0.006)


def made(
    *,
    ttfb: float = 0.02,
    ttft: float | None = 0.05,
    gaps: tuple[float, ...] = (0.02,) * 9,
    ttfo: float | None = -1.0,
    tail: float = 0.0,
    connection: Handshake = WARM,
    timings: Timings | None = None,
    engine: Engine | None = None,
    **record: Any,
) -> Trace:
    """A trace with ten pieces of text, unless said otherwise; `ttfo` is `ttft` unless given."""
    e2e = None if ttft is None else ttft + sum(gaps)
    tokens = record.pop("output_tokens", len(gaps) + 1)
    counts = {"input_tokens": 12, "tokens_source": "usage", "finish_reason": "stop", **record}
    return Trace(
        record=Record(
            model="m",
            intended_at=0.0,
            sent_at=0.0,
            ttfb=ttfb,
            ttfr=ttfb,
            ttft=ttft,
            ttfo=ttft if ttfo == -1.0 else ttfo,
            tpot=sum(gaps) / (tokens - 1) if tokens > 1 and sum(gaps) else None,
            itl=gaps,
            e2e=e2e,
            total=None if e2e is None else e2e + tail,
            output_tokens=tokens,
            chunks=0 if ttft is None else len(gaps) + 1,
            **counts,
        ),
        connection=connection,
        request_bytes=400,
        timings=timings,
        engine=engine,
    )


READ_SLOWLY = Timings(prompt_tokens=40, prompt_seconds=0.9, output_tokens=10, output_seconds=0.2)
READ_QUICKLY = Timings(prompt_tokens=40, prompt_seconds=0.05, output_tokens=10, output_seconds=0.2)
BROKEN = Failure(code="incomplete_stream", message="the stream broke off", cause="stream_cut")

TABLE: dict[str, tuple[Trace, str, str]] = {
    "quick": (made(gaps=(0.01,) * 9), "nothing_stands_out", "140 ms in all"),
    "long answer": (made(gaps=(0.02,) * 99), "decode_bound", "100 tokens in 1.98 s, 20 ms each (50 tokens per second)"),
    "slow answer": (made(gaps=(0.2,) * 9), "decode_bound", "and slow: 10 tokens in 1.80 s, 200 ms each (5.0 tokens"),
    "headers late": (made(ttfb=1.2, ttft=1.21), "slow_headers", "came 1.20 s after the request was out"),
    "few tokens, long wait": (made(ttft=1.0), "queue_or_cold_start", "for only 12 prompt tokens"),
    "a prompt that nobody counted": (
        made(ttft=9.0, input_tokens=None), "queue_or_cold_start", "for only about 100 prompt tokens"
    ),
    "many tokens, long wait": (
        made(ttft=1.0, input_tokens=4000), "prefill_bound", "4,000 prompt tokens (4,004 tokens per second)"
    ),
    "headers with the first token": (made(ttfb=1.0, ttft=1.0, input_tokens=4000), "prefill_bound", "4,000 prompt"),
    "many tokens, far too long a wait": (made(ttft=30.0, input_tokens=400), "queue_or_cold_start", "30.00 s"),
    "many tokens, all cached": (
        made(ttft=1.0, input_tokens=4000, cached_tokens=3990), "queue_or_cold_start", "only 10 prompt tokens"
    ),
    "uncounted prompt": (made(ttft=1.0, input_tokens=None), "prefill_bound", "for about 100 prompt tokens"),
    "the server says it read": (made(ttft=1.0, timings=READ_SLOWLY), "prefill_bound", "900 ms for 40 prompt"),
    "the server says it waited": (made(ttft=1.0, timings=READ_QUICKLY), "queue_or_cold_start", "50 ms for the prompt"),
    "all at once": (made(ttft=1.5, gaps=(0.0,) * 9), "buffered", "10 tokens came within <1 ms after a wait of 1.50 s"),
    "all in two reads": (made(ttft=1.5, gaps=(*(0.0,) * 8, 0.001, *(0.0,) * 8)), "buffered", "within 1 ms"),
    "one piece": (made(ttft=1.5, gaps=(), output_tokens=40), "buffered", "40 tokens came as one piece"),
    "bursts": (made(gaps=((0.0,) * 7 + (0.4,)) * 4 + (0.0,) * 7), "buffered", "5 bursts of about 8 pieces, 400 ms"),
    "stall": (made(gaps=(0.02,) * 5 + (0.9,) + (0.02,) * 5), "stall", "nothing came for 900 ms after piece 6 of 12"),
    "thinking": (made(gaps=(0.1,) * 9, ttfo=0.7499), "reasoning_first", "thought for 700 ms (7 pieces)"),
    "only thinking": (
        made(gaps=(0.1,) * 9, ttfo=None, finish_reason="length"), "reasoning_first", "the 10 pieces are all thinking"
    ),
    "hidden thinking": (
        made(ttft=2.0, reasoning_tokens=90, output_tokens=100), "reasoning_first", "90 of the 100 output tokens"
    ),
    "DNS": (made(connection=Handshake(dns=0.8, tcp=0.01, sent=0.82), ttft=0.85), "slow_connect", "(DNS)"),
    "TCP": (made(connection=Handshake(dns=0.01, tcp=0.8, sent=0.82), ttft=0.85), "slow_connect", "(TCP)"),
    "tunnel": (made(connection=Handshake(tcp=0.01, tunnel=0.8, sent=0.82), ttft=0.85), "slow_connect", "(CONNECT)"),
    "TLS": (made(connection=Handshake(tcp=0.01, tls=0.8, sent=0.82), ttft=0.85), "slow_connect", "TLS handshake"),
    "cut": (made(failure=BROKEN, finish_reason=None), "cut", "after 10 pieces of text"),
    "an error in the middle": (made(failure=Failure(code="server_error", message="x")), "cut", "sent an error instead"),
    "silence": (made(failure=Failure(code="timeout", message="x"), tail=5.0), "cut", "gone quiet: 10 pieces"),
    "late end": (made(tail=2.0), "late_end", "stayed open for 2.00 s after the last token"),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLE)
def test_the_most_telling_thing_comes_first(name: str) -> None:
    """What is named first, with the numbers behind it; in both languages, with something to do."""
    one, code, numbers = TABLE[name]
    first = shapes_of(one)[0]
    assert (first.code, numbers in str(first.message)) == (code, True), str(first.message)
    assert first.message.render("zh")
    assert str(first.advice)


def test_a_buffered_wait_is_not_called_prefill() -> None:
    """Behind a buffer nobody can tell waiting from writing, so neither is named."""
    assert [shape.code for shape in shapes_of(made(ttft=3.0, gaps=(0.0,) * 9, input_tokens=4000))] == ["buffered"]


def test_fast_separate_pieces_are_no_buffer() -> None:
    """A quick model's pieces come one by one, however quickly."""
    assert "buffered" not in [shape.code for shape in shapes_of(made(ttft=0.5, gaps=(0.0005,) * 9))]


def test_a_stall_is_not_counted_as_writing() -> None:
    """The pause stands by itself; the rest of the answer was usual."""
    shapes = shapes_of(made(gaps=(0.02,) * 30 + (3.0,) + (0.02,) * 30))
    assert [shape.code for shape in shapes] == ["stall", "decode_bound"]
    assert "62 tokens in 1.22 s, 20 ms each" in str(shapes[1].message)


def test_several_things_are_ordered_by_what_they_cost() -> None:
    """A slow connection, then a wait, then writing that is long but usual."""
    one = made(connection=Handshake(tcp=1.0, sent=1.0), ttfb=1.1, ttft=2.0, gaps=(0.02,) * 60)
    assert [shape.code for shape in shapes_of(one)] == ["slow_connect", "queue_or_cold_start", "decode_bound"]


def test_writing_at_a_usual_speed_comes_after_a_wait() -> None:
    """A second of waiting is more telling than a second and a half of a normal answer; slow writing is not."""
    usual, slow = made(ttft=1.0, gaps=(0.02,) * 70), made(ttft=1.0, gaps=(0.1,) * 14)
    assert shapes_of(usual)[0].code == "queue_or_cold_start"
    assert shapes_of(slow)[0].code == "decode_bound"


def test_a_count_that_was_not_finished_is_not_believed() -> None:
    """Messages tells one output token at its start; where it was cut off after ten pieces, ten came."""
    shapes = shapes_of(made(failure=BROKEN, output_tokens=1))
    assert "10 tokens in 180 ms, 20 ms each" in str(shapes[1].message)


def test_without_an_answer_there_is_no_shape() -> None:
    """What failed before the first token has an error, not a shape."""
    assert shapes_of(made(ttft=None, gaps=(), failure=BROKEN)) == ()


COLD: dict[str, Any] = {"connection": NEW, "ttft": 1.0}
WARMTHS: dict[str, tuple[list[Trace], list[str]]] = {
    "one": ([made()], []),
    "the cold one failed": ([made(ttft=None, gaps=()), made()], []),
    "same": ([made(**COLD), made(ttft=0.95)], ["connection_reused", "no_change"]),
    "cache told": (
        [made(**COLD, input_tokens=4000, cached_tokens=0), made(input_tokens=4000, cached_tokens=3968)],
        ["connection_reused", "prefix_cache"],
    ),
    "cache told, and little saved": (
        [made(**COLD, input_tokens=28, cached_tokens=1), made(ttft=0.96, input_tokens=28, cached_tokens=23)],
        ["connection_reused", "prefix_cache"],
    ),
    "cache told, and nothing saved": (
        [made(**COLD, input_tokens=28, cached_tokens=1), made(ttft=1.2, input_tokens=28, cached_tokens=23)],
        ["connection_reused", "no_change"],
    ),
    "cache not told": (
        [made(**COLD, input_tokens=4000), made(input_tokens=4000)],
        ["connection_reused", "prefix_cache_or_cold_start"],
    ),
    "cold start": ([made(**COLD), made(), made()], ["connection_reused", "cold_start"]),
    "closed each time": ([made(**COLD), made(connection=NEW, ttft=1.0)], ["connection_not_reused", "no_change"]),
    "closed sometimes": ([made(**COLD), made(ttft=1.0), made(connection=NEW, ttft=1.0)], ["no_change"]),
}


@pytest.mark.parametrize("name", WARMTHS)
def test_what_repeating_shows(name: str) -> None:
    """The connection's part and the first token's, each told apart."""
    traces, expected = WARMTHS[name]
    assert [found.code for found in warmth_of(traces)] == expected


def test_what_the_server_tells_stands_in_its_layer() -> None:
    """Queue, prefill and decode are filled in by a server's own metrics, the tokenizer by its count of the text."""
    engine = Engine(
        name="vLLM", requests=1, own=True, queue=0.3, prefill=0.2, decode=0.5, running=2, waiting=7, text_tokens=5
    )
    said = {layer.name: str(layer.message) for layer in layers_of(made(engine=engine))}
    assert said["queue"] == "300 ms by the server's own metrics (this request alone); now 2 running, 7 waiting"
    assert said["prefill"] == "200 ms by the server's own metrics (this request alone)"
    assert said["tokenizer"] == "12 prompt tokens: 5 of your text, 7 that the chat template puts around it"
    assert all(layer.observed for layer in layers_of(made(engine=engine, connection=NEW)))


def test_what_llama_cpp_tells_of_the_request_is_exact() -> None:
    """Its timings are of this request, so what is left of the wait is at most the queue."""
    said = {layer.name: str(layer.message) for layer in layers_of(made(ttft=1.0, timings=READ_SLOWLY))}
    assert said["prefill"] == "900 ms by the server's own account, ? of the tokens from its cache"
    assert said["queue"].startswith("at most 99 ms")
    assert said["decode"] == "10 tokens, 20 ms each as they came here, 20 ms each by the server's own account"
