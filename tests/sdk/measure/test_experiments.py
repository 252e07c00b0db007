"""The experiments: against a gateway whose speed is known, and their judgements as tables."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from typing import Any

import pytest

from taotoken import AsyncTaoToken, ConfigurationError, EndpointNotFoundError, PermissionDeniedError
from taotoken.measure import EXPERIMENTS, Experiment, ExperimentPlan, Record, cost_of, run_experiment
from taotoken.measure._experiments import cache, context, decode, fit, prefill, sampling
from taotoken.measure._experiments._requests import Sized
from taotoken.testing import Gateway, GatewayTiming, RecordedRequest

LONG = "word " * 400


def run(gateway: Gateway, name: Any, **plan: Any) -> Experiment:
    """One experiment on a running gateway."""

    async def perform() -> Experiment:
        async with AsyncTaoToken(gateway.endpoint) as client:
            return await run_experiment(client, name, ExperimentPlan(**plan))

    return asyncio.run(perform())


def record(**fields: Any) -> Record:
    """A made-up request."""
    return Record(**{"model": "m", "intended_at": 0.0, "sent_at": 0.0, "tokens_source": "usage", **fields})


def sized(tokens: int, **fields: Any) -> Sized:
    """A made-up request with a prompt of that length."""
    return Sized(tokens=tokens, prompt="", record=record(input_tokens=tokens, **fields))


def check_words(found: Experiment) -> None:
    """Everything is there in both languages, and each row has a cell for each column."""
    for message in (found.did, found.means, found.advice, *found.saw):
        assert message.render("en")
        assert message.render("zh")
    assert found.rows
    assert all(len(row) == len(found.columns) for row in found.rows)


def test_prefill_sees_what_a_prompt_token_costs() -> None:
    """A gateway that reads 0.1 ms a token: the wait grows, and by about that much. No two prompts begin alike."""
    timing = GatewayTiming(first_token=0.02, per_prompt_token=0.0001, between=0.001)
    with Gateway(text=LONG, timing=timing).in_thread() as gateway:
        found = run(gateway, "prefill", prompt_tokens=(20, 1500), repeat=2)
        prompts = [request.json["messages"][0]["content"] for request in gateway.requests[1:]]
    check_words(found)
    assert found.figures["grew"] is True
    assert found.figures["seconds_per_prompt_token"] == pytest.approx(0.0001, rel=0.4)
    assert len(prompts) == 4
    assert len({prompt[:12] for prompt in prompts}) == 4
    assert [request.output_tokens for request in found.records] == [2] * 4


def test_fit_gives_the_line_and_sees_that_nothing_is_kept() -> None:
    """The slope of the gateway, a strong fit, and the longest prompt again: as slow as before."""
    timing = GatewayTiming(first_token=0.02, per_prompt_token=0.0002, between=0.001)
    with Gateway(text=LONG, timing=timing).in_thread() as gateway:
        found = run(gateway, "fit", prompt_tokens=(20, 300, 600, 900), repeat=2)
        prompts = [request.json["messages"][0]["content"] for request in gateway.requests]
    check_words(found)
    assert found.figures["refused"] is False
    assert found.figures["slope"] == pytest.approx(0.0002, rel=0.3)
    assert found.figures["prefill_tps_est"] == pytest.approx(1 / found.figures["slope"])
    assert found.figures["prefix_gift"] is False
    assert prompts[-1] in prompts[:-1]


def test_sampling_reads_temperature_and_seed() -> None:
    """A gateway that answers as sampling would: settled at 0 and with a seed, else another answer each time."""

    def answer(request: RecordedRequest) -> str:
        settled = not request.json.get("temperature") or "seed" in request.json
        return "the sea is wide and blue" if settled else " ".join(random.choices("abcdefghij", k=8))

    with Gateway(text=answer).in_thread() as gateway:
        found = run(gateway, "sampling")
        asked = {(r.json.get("temperature"), r.json.get("top_p"), r.json.get("seed")) for r in gateway.requests}
    check_words(found)
    assert asked == {(0.0, None, None), (1.2, None, None), (1.2, 0.1, None), (1.2, 1.0, None), (1.2, None, 7)}
    assert found.figures["cold"]["distinct"] == 1
    assert found.figures["hot"]["distinct"] > 1
    assert found.figures["seed"]["distinct"] == 1
    assert str(found.means).startswith("Temperature reaches the model")


def test_sampling_on_messages_stays_in_its_range_and_has_no_seed() -> None:
    """Messages takes temperatures up to 1 and no seed."""
    with Gateway(text="always the same").in_thread() as gateway:
        found = run(gateway, "sampling", protocol="messages", repeat=2)
        temperatures = {request.json["temperature"] for request in gateway.requests}
    assert temperatures == {0.0, 1.0}
    assert "seed" not in found.figures
    assert "whatever the temperature" in str(found.means)


def test_cache_tries_the_three_protocols_with_a_common_beginning() -> None:
    """Pairs begin alike and end differently; Messages marks the end of the prefix."""
    with Gateway(text=LONG).in_thread() as gateway:
        found = run(gateway, "cache", prompt_tokens=(60,), repeat=1)
        asked = [request for request in gateway.requests if "question" in request.body.decode()]
    check_words(found)
    assert {name: one["verdict"] for name, one in found.figures["protocols"].items()} == {
        "chat": "no_sign", "responses": "no_sign", "messages": "no_sign",
    }  # fmt: skip
    chat = [request.json["messages"] for request in asked if request.path.endswith("chat/completions")]
    assert chat[0][0] == chat[1][0]
    assert chat[0][1] != chat[1][1]
    messages = [request.json for request in asked if request.path.endswith("/messages")]
    assert messages[0]["system"][0]["cache_control"] == {"type": "ephemeral"}
    assert messages[0]["system"] == messages[1]["system"]
    assert len(messages[0]["messages"]) == 1


def test_cache_leaves_out_a_protocol_that_is_not_offered() -> None:
    """A gateway without Responses: told in its row, the others are tried."""
    with Gateway(text=LONG, fault="no-responses").in_thread() as gateway:
        found = run(gateway, "cache", prompt_tokens=(60,), repeat=1)
    verdicts = {name: one["verdict"] for name, one in found.figures["protocols"].items()}
    assert verdicts == {"chat": "no_sign", "responses": "not_offered", "messages": "no_sign"}


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_a_gateway_that_refuses_ends_every_experiment(name: Any) -> None:
    """The client's error is raised."""
    with Gateway(fault="403-key").in_thread() as gateway, pytest.raises(PermissionDeniedError):
        run(gateway, name)


def test_an_unknown_experiment_is_named() -> None:
    """With the ones there are."""
    with Gateway().in_thread() as gateway, pytest.raises(ConfigurationError, match="guess; one of prefill, decode"):
        run(gateway, "guess")


@pytest.mark.parametrize(
    ("waits", "says"),
    [
        ({32: (0.1, 0.11), 2048: (0.3, 0.31)}, "The wait grows with the prompt"),
        ({32: (0.1, 0.11), 2048: (0.105, 0.2)}, "makes no difference that shows"),
        ({32: (0.1, 0.1), 2048: (0.104, 0.105)}, "makes no difference that shows"),
        ({32: (0.1,), 2048: (0.3,)}, "makes no difference that shows"),
        ({2048: (0.1, 0.11)}, "One length alone"),
        ({32: (0.1, 0.1), 2048: (None, None)}, "no token came within"),
    ],
)
def test_prefill_judges(waits: dict[int, tuple[float | None, ...]], says: str) -> None:
    """Growth has to be clear: each long wait above each short one, and by a tenth."""
    asked = [sized(tokens, ttft=ttft, e2e=ttft) for tokens, several in waits.items() for ttft in several]
    found = prefill.judge(asked, 2)
    check_words(found)
    assert says in str(found.means)


@pytest.mark.parametrize(
    ("ttft", "tpot", "tokens", "says"),
    [
        (0.1, 0.02, 200, "decode-bound"),
        (3.0, 0.002, 200, "before the first token"),
        (0.1, 0.02, 8, "too short"),
        (None, None, None, "too short"),
    ],
)
def test_decode_judges(ttft: float | None, tpot: float | None, tokens: int | None, says: str) -> None:
    """By the share of time after the first token; short answers say nothing."""
    e2e = None if ttft is None or tpot is None or tokens is None else ttft + tpot * (tokens - 1)
    found = decode.judge([record(ttft=ttft, tpot=tpot, e2e=e2e, output_tokens=tokens)] * 3, 256)
    check_words(found)
    assert says in str(found.means)


LENGTHS = (100, 200, 400, 800, 1600)


def test_fit_refuses_a_weak_line() -> None:
    """Waits that have nothing to do with the length give no speed."""
    asked = [sized(tokens, ttft=ttft) for tokens, ttft in zip(LENGTHS, (0.2, 0.1, 0.3, 0.1, 0.2), strict=True)]
    found = fit.judge(asked, record(ttft=0.1, input_tokens=1600), 2)
    check_words(found)
    assert found.figures["refused"] is True
    assert found.figures["prefill_tps_est"] is None
    assert found.figures["prefix_gift"] is None
    assert "No line can be told" in str(found.means)


@pytest.mark.parametrize(
    ("again", "cached", "gift", "says"),
    [
        (0.12, None, True, "though no cached tokens are reported"),
        (0.12, 1500, True, "1,500 cached tokens are reported"),
        (0.26, 1500, True, "1,500 cached tokens are reported"),
        (0.26, 0, False, "No prefix cache shows"),
    ],
)
def test_fit_shows_the_gift_of_a_prefix_cache(again: float, cached: int | None, gift: bool, says: str) -> None:
    """The longest prompt once more, quicker than the line or with cached tokens."""
    asked = [sized(tokens, ttft=0.1 + 0.0001 * tokens + 0.001 * (tokens % 3)) for tokens in LENGTHS]
    found = fit.judge(asked, record(ttft=again, input_tokens=1600, cached_tokens=cached), 2)
    assert found.figures["refused"] is False
    assert found.figures["prefix_gift"] is gift
    assert any(says in str(sentence) for sentence in found.saw)


@pytest.mark.parametrize(("cached", "told"), [(1, False), (300, True)])
def test_fit_tells_a_kept_beginning_but_not_the_first_token_of_a_template(cached: int, told: bool) -> None:
    """New prompts with many cached tokens have a beginning of the server's own."""
    asked = [sized(tokens, ttft=0.1 + 0.0001 * tokens, cached_tokens=cached) for tokens in LENGTHS]
    found = fit.judge(asked, record(ttft=0.26, input_tokens=1600, cached_tokens=cached), 2)
    assert any("a beginning of its own" in str(sentence) for sentence in found.saw) is told


@pytest.mark.parametrize(
    ("tpots", "grows", "says"),
    [
        ((0.020, 0.021, 0.023, 0.027, 0.035), True, "1.75 times as long"),
        ((0.020, 0.0201, 0.0199, 0.0201, 0.0199), False, "doesn't make the model write more slowly"),
        ((0.035, 0.027, 0.023, 0.021, 0.020), False, "doesn't make the model write more slowly"),
    ],
)
def test_context_judges(tpots: Sequence[float], grows: bool, says: str) -> None:
    """A slope that is not zero for certain is growth."""
    asked = [sized(n, ttft=0.1, tpot=tpot, output_tokens=64) for n, tpot in zip(LENGTHS, tpots, strict=True)]
    found = context.judge(asked, 64)
    check_words(found)
    assert found.figures["grows"] is grows
    assert says in str(found.means)


@pytest.mark.parametrize(
    ("first", "second", "cached", "verdict"),
    [
        ((0.5, 0.5, 0.6), (0.1, 0.1, 0.2), 1900, "told"),
        ((0.5, 0.5, 0.6), (0.5, 0.5, 0.6), 1900, "told_not_quicker"),
        ((0.5, 0.5, 0.6), (0.1, 0.1, 0.2), None, "quicker_not_told"),
        ((0.5, 0.5, 0.6), (0.4, 0.55, 0.6), 0, "no_sign"),
        ((0.5,), (0.1,), None, "no_sign"),
        ((0.005, 0.006), (0.002, 0.003), None, "no_sign"),
    ],
)
def test_cache_judges(first: Sequence[float], second: Sequence[float], cached: int | None, verdict: str) -> None:
    """By the usage and by the times, each on its own."""
    pairs = tuple(
        (record(ttft=a, cached_tokens=0), record(ttft=b, cached_tokens=cached))
        for a, b in zip(first, second, strict=True)
    )
    tried = cache_tried(pairs)
    assert cache.verdict_of(tried) == verdict
    check_words(cache.judge([tried], 2048, 3))


def cache_tried(pairs: tuple[tuple[Record, Record], ...]) -> cache.Tried:
    """Pairs on Chat Completions."""
    return cache.Tried(protocol="chat", pairs=pairs)


def test_cache_without_any_protocol_raises_the_first_refusal() -> None:
    """Nothing was tried, so there is nothing to say."""
    with Gateway(fault="404-path").in_thread() as gateway, pytest.raises(EndpointNotFoundError):
        run(gateway, "cache")


@pytest.mark.parametrize(
    ("cold", "hot", "says"),
    [
        (("a b", "a b"), ("a c", "d e"), "Temperature reaches the model"),
        (("a b", "a b"), ("a b", "a b"), "whatever the temperature"),
        (("a b", "a c"), ("a c", "d e"), "Even temperature 0"),
        ((), (), "refuses to be told"),
        (("a b", "a b"), ("c d", "c d"), "Each temperature has an answer of its own"),
        (("", ""), ("", ""), "No visible text came within max_tokens = 40"),
        (("a b",), ("a b",), "One answer under each setting says nothing"),
    ],
)
def test_sampling_judges(cold: Sequence[str], hot: Sequence[str], says: str) -> None:
    """What settled and varied answers mean."""
    settings = {setting.name: setting for setting in sampling.settings_of("chat")}
    found = sampling.judge(
        [
            sampling.Sampled(setting=settings[name], records=tuple(record(text=text) for text in answers))
            for name, answers in (("cold", cold), ("hot", hot))
        ],
        40,
    )
    check_words(found)
    assert says in str(found.means)


@pytest.mark.parametrize(
    ("hot", "seed", "says"),
    [
        (("a b", "c d"), ("a b", "a b"), "seed: honoured"),
        (("a b", "c d"), ("a b", "c e"), "seed: not honoured"),
        (("a b", "a b"), ("a b", "a b"), "seed: can't be told"),
    ],
)
def test_sampling_calls_a_seed_honoured_only_where_answers_vary_without_it(
    hot: Sequence[str], seed: Sequence[str], says: str
) -> None:
    """The same answer each time says nothing of the seed where it would come anyway."""
    settings = {setting.name: setting for setting in sampling.settings_of("chat")}
    answers = {"cold": ("a b", "a b"), "hot": hot, "seed": seed}
    found = sampling.judge(
        [
            sampling.Sampled(setting=settings[name], records=tuple(record(text=text) for text in texts))
            for name, texts in answers.items()
        ],
        40,
    )
    assert any(says in str(sentence) for sentence in found.saw)


def test_a_line_that_is_refused_is_not_shown_either() -> None:
    """No column by a line that says nothing, and the slope's interval has its unit."""
    asked = [sized(tokens, ttft=ttft) for tokens, ttft in zip(LENGTHS, (0.2, 0.1, 0.3, 0.1, 0.2), strict=True)]
    found = fit.judge(asked, record(ttft=0.1), 2)
    assert {row[2] for row in found.rows} == {"-"}
    assert str(found.rows[-1][0]) == "1,600, again"
    assert " ms to " in str(found.means)


@pytest.mark.parametrize("name", ["prefill", "fit", "context"])
def test_lengths_that_nobody_counted_are_said_to_be_meant(name: str) -> None:
    """Without usage the lengths are guesses, and what was refused is named."""
    module = {"prefill": prefill, "fit": fit, "context": context}[name]
    asked = [Sized(tokens=n, prompt="", record=record(ttft=0.1 + n / 1e4, e2e=1.0, tpot=0.01)) for n in LENGTHS]
    rest: tuple[Any, ...] = (record(ttft=0.2), 2) if name == "fit" else (2,)
    found = module.judge(asked, *rest, [9000])
    check_words(found)
    said = " ".join(map(str, found.saw))
    assert "those that were meant" in said
    assert "too long: 9,000 tokens" in said


def test_a_beginning_of_the_gateways_own_is_not_taken_for_our_prefix() -> None:
    """As many cached tokens in the first request as in the second: something else is kept."""
    pair = (record(ttft=0.5, cached_tokens=300), record(ttft=0.5, cached_tokens=300))
    assert cache.verdict_of(cache_tried((pair, pair))) == "no_sign"


def test_every_request_that_was_announced_is_counted() -> None:
    """Progress ends where the announced number is: the request that opens the connection is one of them."""
    seen: list[Record] = []
    plan = ExperimentPlan(prompt_tokens=(20, 60), repeat=1)
    with Gateway(text=LONG).in_thread() as gateway:

        async def perform() -> None:
            async with AsyncTaoToken(gateway.endpoint) as client:
                for name in ("prefill", "fit", "cache"):
                    await run_experiment(client, name, plan, on_record=seen.append)

        asyncio.run(perform())
    assert len(seen) == sum(cost_of(name, plan).requests for name in ("prefill", "fit", "cache"))
