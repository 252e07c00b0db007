"""`taotoken experiment`: what is shown, and as JSON. The judgements are tested with the library."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from taotoken.measure import EXPERIMENTS, ExperimentPlan, cost_of
from taotoken.testing import Gateway, GatewayTiming
from taotoken_cli.commands.experiment import _NAMES

KEY = "sk-demo-7f3a99990000aaaa1111"


@pytest.fixture
def gateway() -> Iterator[Gateway]:
    """A gateway that reads a prompt token in 0.1 ms."""
    timing = GatewayTiming(first_token=0.01, per_prompt_token=0.0001, between=0.0005)
    with Gateway(keys=(KEY,), text="word " * 60, timing=timing).in_thread() as running:
        yield running


@pytest.fixture
def known(cli: Any, gateway: Gateway) -> Gateway:
    """The gateway, saved in our profile by setup."""
    arguments = ("--base-url", gateway.base_url, "--model", "demo-small", "--api-key-stdin", "--yes", "--no-smoke")
    assert cli("setup", "codex", *arguments, stdin=KEY).code == 0
    gateway.clear()
    return gateway


def sizes(name: str) -> tuple[str, ...]:
    """Short prompts, where there is something to choose."""
    return () if name == "sampling" else ("--prompt-tokens", "20,200")


def test_the_command_line_offers_every_experiment() -> None:
    """The names stand in the command so that its help needs no library."""
    assert _NAMES == EXPERIMENTS


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", EXPERIMENTS)
def test_each_shows_what_was_done_seen_and_meant(cli: Any, known: Gateway, name: str, language: str) -> None:
    """Four parts and a table within 80 columns, what it will cost before, in both languages."""
    done = cli("experiment", name, *sizes(name), "--repeat", "1", "--max-tokens", "20", "--lang", language)
    assert done.code == 0, done.both
    for label in {"en": ("Done: ", "Means: ", "Advice: "), "zh": ("做了什么：", "说明什么：", "建议：")}[language]:
        assert re.search(f"^{label}", done.out, re.MULTILINE)
    assert max(map(len, done.out.splitlines())) < 80
    assert re.search(r"\d+ (requests|次请求)", done.err)
    assert KEY not in done.both


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_it_asks_no_more_than_it_said(cli: Any, known: Gateway, name: Any) -> None:
    """The number of requests that is told before is the number that is sent, the first one included."""
    plan = ExperimentPlan(prompt_tokens=(20, 200), repeat=2, max_tokens=10)
    done = cli("experiment", name, *sizes(name), "--repeat", "2", "--max-tokens", "10")
    assert done.code == 0
    assert len(known.requests) == cost_of(name, plan).requests


def test_json_has_figures_and_requests(cli: Any, known: Gateway) -> None:
    """The slope as a number, each request with its times."""
    found = cli("experiment", "fit", "--prompt-tokens", "20,200,400,800", "--repeat", "2", "--json").json
    assert found["schema"] == "taotoken.experiment/1"
    assert found["data"]["figures"]["slope"] > 0
    assert len(found["data"]["requests"]) == 9
    assert found["data"]["requests"][0]["ttft"] > 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("sampling", "--prompt-tokens", "64"), "--prompt-tokens"),
        (("guess",), "guess"),
        ((), "NAME"),
        (("fit", "--prompt-tokens", "many"), "--prompt-tokens"),
        (("fit", "--prompt-tokens", "1.5"), "--prompt-tokens"),
        (("fit", "--repeat", "0"), "--repeat"),
    ],
)
def test_a_wrong_command_line_sends_nothing(cli: Any, known: Gateway, arguments: tuple[str, ...], says: str) -> None:
    """Exit code 2, and the option is named."""
    done = cli("experiment", *arguments)
    assert done.code == 2
    assert says in done.err
    assert known.requests == ()


def test_a_refusal_has_its_cause(cli: Any, known: Gateway) -> None:
    """The client's error with its next step, exit code 1."""
    known.set_fault("401")
    done = cli("experiment", "prefill")
    assert done.code == 1
    assert "next: " in done.err
