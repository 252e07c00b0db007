"""What changed since a baseline: of made-up runs as a table, and of a gateway that changes."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taotoken import AsyncTaoToken, AuthenticationError, ConfigurationError, RetryPolicy
from taotoken.measure import (
    Baseline,
    BaselineCheck,
    BaselineRun,
    BaselineSettings,
    baseline_from_json,
    baseline_to_json,
    check_baseline,
    take_baseline,
)
from taotoken.testing import Gateway, GatewayTiming

WHEN = datetime(2026, 12, 1, 8, 0, tzinfo=UTC)
SETTINGS = BaselineSettings(base_url="https://gw.example/api", model="demo-large")
RUN = BaselineRun(
    ttft=0.1, tpot=0.02, e2e=1.0, input_tokens=20, output_tokens=50, finish_reason="length",
    answered_by="demo-large", text="A bicycle stays upright because it is steered.",
)  # fmt: skip


def baseline(*runs: BaselineRun, **settings: Any) -> Baseline:
    """A baseline of these runs."""
    return Baseline(settings=replace(SETTINGS, **settings), taken_at=WHEN, runs=runs)


def noisy(
    seed: int, *, n: int = 10, slower: float = 1.0, spread: float = 0.05, **fields: Any
) -> tuple[BaselineRun, ...]:
    """Runs whose times scatter around those of `RUN`."""
    chance = random.Random(seed)
    return tuple(
        replace(RUN, **fields, ttft=0.1 * slower * chance.gauss(1, spread), tpot=0.02 * chance.gauss(1, spread / 3))
        for _ in range(n)
    )


def changed(check: BaselineCheck) -> list[str]:
    """What has changed, in order."""
    return [finding.name for finding in check.findings if finding.changed]


def test_the_same_again_is_the_same() -> None:
    """No change, no other settings, and a sentence for each thing compared."""
    check = check_baseline(baseline(*[RUN] * 5), baseline(*[RUN] * 5))
    assert check.same
    assert [finding.name for finding in check.findings] == [
        "text", "answered_by", "finish_reason", "input_tokens", "output_tokens", "ttft", "tpot",
    ]  # fmt: skip


def test_twenty_repeats_with_noise_give_no_false_alarm() -> None:
    """Times that scatter by 5 % are no change, twenty times."""
    before = baseline(*noisy(0))
    assert [changed(check_baseline(before, baseline(*noisy(seed)))) for seed in range(1, 21)] == [[]] * 20


@pytest.mark.parametrize("slower", [1.2, 0.8])
def test_a_fifth_more_or_less_of_ttft_is_seen(slower: float) -> None:
    """20 % of TTFT in ten runs, in either direction, and nothing else."""
    check = check_baseline(baseline(*noisy(1)), baseline(*noisy(2, slower=slower)))
    assert changed(check) == ["ttft"]
    assert check.findings[0].difference is not None
    assert check.findings[0].difference.verdict == ("slower" if slower > 1 else "faster")


def test_a_large_share_of_very_little_is_no_change() -> None:
    """A millisecond more or less is the machine, even where it is half of the TTFT."""
    quick = [replace(RUN, ttft=0.002 + 0.0001 * number) for number in range(10)]
    slower = [replace(run, ttft=(run.ttft or 0) + 0.001) for run in quick]
    assert changed(check_baseline(baseline(*quick), baseline(*slower))) == []


@pytest.mark.parametrize(
    ("fields", "names"),
    [
        ({"text": "Gyroscopes, mostly, though people argue about it."}, ["text"]),
        ({"answered_by": "demo-tiny"}, ["answered_by"]),
        ({"input_tokens": 23}, ["input_tokens"]),
        ({"output_tokens": 44}, ["output_tokens"]),
        ({"finish_reason": "stop"}, ["finish_reason"]),
        ({"text": "Other.", "input_tokens": 31, "tpot": 0.03}, ["text", "input_tokens", "tpot"]),
        ({"tpot": 0.0252}, ["tpot"]),
    ],
)
def test_each_change_is_named(fields: dict[str, Any], names: list[str]) -> None:
    """Another model behind the same name shows in text, counts or speed."""
    check = check_baseline(baseline(*[RUN] * 5), baseline(*[replace(RUN, **fields)] * 5))
    assert changed(check) == names
    assert not check.same


def test_answers_that_begin_to_vary_are_a_change() -> None:
    """A temperature that the gateway changed: five equal answers, then five different ones."""
    varied = [replace(RUN, text=text) for text in ("Steering.", "Balance does it.", "Physics!", "Trail.", "Luck?")]
    check = check_baseline(baseline(*[RUN] * 5), baseline(*varied))
    assert changed(check) == ["text"]
    assert check.findings[0].means is not None
    assert "temperature" in str(check.findings[0].means)
    one_odd = [*[RUN] * 9, replace(RUN, text="A bicycle stays upright because it is ridden.")]
    assert changed(check_baseline(baseline(*[RUN] * 10), baseline(*one_odd))) == []


def test_answers_that_settle_are_a_change() -> None:
    """Ten different answers, and now one of them each time: a temperature, or answers that are kept."""
    varied = [replace(RUN, text=f"{word} {word} does it.") for word in "abcdefghij"]
    check = check_baseline(baseline(*varied), baseline(*[varied[0]] * 10))
    assert changed(check) == ["text"]
    assert "now it is the same each time" in str(check.findings[0].message)


def test_a_changed_text_is_shown_where_it_differs() -> None:
    """Two answers that begin alike for long: what follows is shown, not the same words twice."""
    start = "word " * 40
    before, now = replace(RUN, text=f"{start}is steered."), replace(RUN, text=f"{start}leans.")
    message = str(check_baseline(baseline(*[before] * 5), baseline(*[now] * 5)).findings[0].message)
    assert 'Before: "…word word is steered." Now: "…word word leans."' in message


def test_the_least_runs_are_enough_to_tell_a_change() -> None:
    """Five before and five now: other times and varying answers are told; with fewer no test could."""
    slower = [replace(run, text=f"{number} {number + 1}") for number, run in enumerate(noisy(2, n=5, slower=1.5))]
    assert changed(check_baseline(baseline(*noisy(1, n=5)), baseline(*slower))) == ["text", "ttft"]


@pytest.mark.parametrize(
    ("field", "before", "now", "is_changed", "says"),
    [
        ("answered_by", ["a"], ["a", "b"], True, "the server said a, and now says a, b"),
        ("answered_by", ["a", "b"], ["b"], False, "said a, b, and now says b"),
        ("answered_by", ["a"], [None], True, "said a, and now says not told"),
        ("input_tokens", [14], [14, 17], True, "14 before, 14-17 now"),
        ("input_tokens", [14], [None], True, "14 before, not told now"),
        ("input_tokens", [None], [14], True, "not told before, 14 now"),
        ("output_tokens", [50], [48, 50], False, "48-50, 50 before; no change that can be told"),
        ("output_tokens", [40, 50], [45], False, "45, 40-50 before; no change that can be told"),
        ("output_tokens", [50], [40, 60], True, "50 before, 40-60 now"),
        ("finish_reason", ["length"], ["stop", "length"], False, "no change that can be told"),
    ],
)
def test_what_is_told_is_compared_value_by_value(
    field: str, before: list[Any], now: list[Any], is_changed: bool, says: str
) -> None:
    """Nothing new stays hidden behind an old value, and no sentence says more than was seen."""

    def runs(values: list[Any]) -> list[BaselineRun]:
        return [replace(RUN, **{field: values[number % len(values)]}) for number in range(6)]

    check = check_baseline(baseline(*runs(before)), baseline(*runs(now)))
    (finding,) = [one for one in check.findings if one.name == field]
    assert finding.changed is is_changed
    assert says in str(finding.message)


def test_a_real_change_that_is_too_small_is_told_as_that() -> None:
    """Eight per cent for certain: not called chance, and no change."""
    check = check_baseline(baseline(*noisy(1, spread=0.001)), baseline(*noisy(2, spread=0.001, slower=1.08)))
    (finding,) = [one for one in check.findings if one.name == "ttft"]
    assert not finding.changed
    assert "too little to count (p" in str(finding.message)


def test_answers_without_text_are_not_called_the_same() -> None:
    """A model that thought until the bound: there was no text to compare."""
    silent = baseline(*[replace(RUN, text="")] * 5)
    assert "none is compared" in str(check_baseline(silent, silent).findings[0].message)


def test_other_settings_are_told_and_explain_what_changed() -> None:
    """Asked with another temperature and prompt: both are named, and no other meaning is claimed."""
    other = [replace(RUN, text=f"answer {number}") for number in range(5)]
    check = check_baseline(baseline(*[RUN] * 5), baseline(*other, temperature=0.9, prompt="Why?"))
    assert not check.same
    assert [str(message) for message in check.settings] == [
        f"asked differently: prompt was {SETTINGS.prompt}, now Why?",
        "asked differently: temperature was 0.0, now 0.9",
    ]
    assert all(finding.means is None for finding in check.findings)


def test_what_the_server_does_not_tell_is_not_compared() -> None:
    """Without usage and model there are no findings about them."""
    silent = replace(RUN, input_tokens=None, output_tokens=None, answered_by=None, tpot=None)
    check = check_baseline(baseline(*[silent] * 5), baseline(*[silent] * 5))
    assert [finding.name for finding in check.findings] == ["text", "finish_reason", "ttft"]


def test_times_below_a_millisecond_are_not_told_as_nothing() -> None:
    """A quick TPOT keeps its digits."""
    quick = baseline(*[replace(RUN, tpot=0.00012)] * 5)
    told = {finding.name: str(finding.message) for finding in check_baseline(quick, quick).findings}
    assert told["tpot"].startswith("TPOT: 0.120 ms, 0.120 ms before")
    assert told["ttft"].startswith("TTFT: 100.0 ms, 100.0 ms before")


RUNS = st.builds(
    BaselineRun,
    ttft=st.none() | st.floats(0, 100), tpot=st.none() | st.floats(0, 100), e2e=st.none() | st.floats(0, 100),
    input_tokens=st.none() | st.integers(0, 10**6), output_tokens=st.none() | st.integers(0, 10**6),
    finish_reason=st.none() | st.text(max_size=5), answered_by=st.none() | st.text(max_size=5),
    text=st.text(max_size=9),
)  # fmt: skip


@given(st.lists(RUNS, min_size=5, max_size=6), st.lists(RUNS, min_size=5, max_size=6), st.text(max_size=20))
def test_files_give_back_the_baseline_and_any_two_can_be_compared(
    one: Sequence[BaselineRun], other: Sequence[BaselineRun], prompt: str
) -> None:
    """Written and read, it is the same; comparing never fails, and sentences exist in both languages."""
    before, now = baseline(*one, prompt=prompt), baseline(*other)
    assert baseline_from_json(baseline_to_json(before)) == before
    for finding in check_baseline(before, now).findings:
        assert finding.message.render("en")
        assert finding.message.render("zh")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (b'"max_tokens": 50', b'"max_tokens": "many"', "$.baseline.settings.max_tokens"),
        (b'"taotoken.baseline/1"', b'"taotoken.baseline/9"', "$.schema"),
        (b'"ttft": 0.1', b'"ttft": [1]', "$.baseline.runs[0].ttft"),
        (b"{\n", b"", "not a baseline"),
        (b'"ttft": 0.1', b'"ttft": -0.1', "$.baseline.runs[0].ttft"),
        (b'"ttft": 0.1', b'"ttft": 1e300', "$.baseline.runs[0].ttft"),
        (b'"output_tokens": 50', b'"output_tokens": 1' + b"0" * 400, "$.baseline.runs[0].output_tokens"),
        (b'"max_tokens": 50', b'"max_tokens": -50', "$.baseline.settings.max_tokens"),
        (b'"2026-12-01', b'"0001-01-01', "$.baseline.taken_at"),
        (b'"2026-12-01', b'"9999-12-31', "$.baseline.taken_at"),
    ],
)
def test_a_file_that_is_none_is_refused_with_the_field(old: bytes, new: bytes, told: str) -> None:
    """The error names where it went wrong."""
    content = baseline_to_json(baseline(*[RUN] * 5))
    assert old in content
    with pytest.raises(ConfigurationError) as refused:
        baseline_from_json(content.replace(old, new))
    assert told in str(refused.value)
    with pytest.raises(ConfigurationError, match="fewer than 5 runs"):
        baseline_from_json(baseline_to_json(baseline(RUN)))


def test_taken_from_a_gateway_one_request_is_left_out() -> None:
    """Runs are asked as the settings say; the first request only opens the connection."""
    with Gateway(text="A short answer.", timing=GatewayTiming(first_token=0.01, between=0.002)).in_thread() as gateway:
        seen: list[str] = []
        settings = BaselineSettings(base_url=gateway.base_url, model="demo-small", max_tokens=20, prompt="Why?")

        async def take() -> Baseline:
            async with AsyncTaoToken(gateway.endpoint) as client:
                return await take_baseline(
                    client, settings, taken_at=WHEN, runs=5, on_record=lambda record: seen.append(record.model)
                )

        taken = asyncio.run(take())
        requests = gateway.requests
    assert len(taken.runs) == 5
    assert seen == ["demo-small"] * 6
    assert len(requests) == 6
    assert {request.connection for request in requests} == {1}
    assert requests[0].json["temperature"] == 0.0
    assert requests[0].json["messages"][0]["content"] == "Why?"
    assert {run.text for run in taken.runs} == {"A short answer."}
    assert all(run.output_tokens == 3 and run.ttft and run.tpot for run in taken.runs)


def test_a_request_that_keeps_failing_ends_it() -> None:
    """The error is raised as the client raises it; one that passes is tried again."""
    with Gateway(text="Yes.").in_thread() as gateway:

        async def take() -> Baseline:
            async with AsyncTaoToken(gateway.endpoint, retry=RetryPolicy()) as client:
                return await take_baseline(client, replace(SETTINGS, base_url=gateway.base_url), taken_at=WHEN, runs=5)

        gateway.set_fault("500", times=1)
        assert len(asyncio.run(take()).runs) == 5
        gateway.set_fault("401")
        with pytest.raises(AuthenticationError):
            asyncio.run(take())
    with pytest.raises(ValueError, match="5 runs"):
        asyncio.run(_two())


async def _two() -> None:
    async with AsyncTaoToken(base_url="http://127.0.0.1:9", api_key="sk-demo-000000000001") as client:
        await take_baseline(client, SETTINGS, taken_at=WHEN, runs=4)
