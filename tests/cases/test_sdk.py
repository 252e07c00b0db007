"""The SDK cases, against a real server that sends their bytes: ``pytest tests/cases/test_sdk.py --cases DIR``."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import pytest

from sdk_case import (
    PROTOCOLS,
    Judge,
    answer_of,
    judge_calls,
    judge_error,
    judge_reply,
    time_of_day,
    unknown_keys,
)
from sdk_loops import LOOPS, chosen
from sdk_server import StepClock, serving
from taotoken import AsyncTaoToken, Endpoint, ReasoningDelta, Reply, RetryPolicy, TaoTokenError, TextDelta, ToolCall
from taotoken._protocol import Protocol

OWN_CASES = Path(__file__).parent / "data"
KEY = "sk-test-cases-000000000001"


@dataclass
class Count:
    """What this session did, for its last line."""

    files: set[str] = field(default_factory=set)
    cases: int = 0
    assertions: int = 0


@dataclass
class Outcome:
    """What the client gave, and what of it had been handed out before."""

    reply: Reply | None = None
    error: TaoTokenError | None = None
    text: str = ""
    reasoning: str = ""
    calls: tuple[ToolCall, ...] = ()
    delivered: bool = False
    seconds: float = 0.0


COUNT = Count()


def _folder(config: pytest.Config) -> Path:
    given = config.getoption("--cases")
    return (config.invocation_params.dir / given if given else OWN_CASES) / "sdk"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case_file" in metafunc.fixturenames:
        files = sorted(_folder(metafunc.config).glob("*.json"))
        metafunc.parametrize("case_file", files or [None], ids=lambda path: path.stem if path else "no-cases")


@pytest.fixture(params=LOOPS)
def anyio_backend(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    return chosen(request.param, monkeypatch)


@pytest.fixture(scope="module", autouse=True)
def _count_at_the_end(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    capture = request.config.pluginmanager.get_plugin("capturemanager")
    with capture.global_and_fixture_disabled() if capture else nullcontext():
        print(
            f"\nsdk cases: {len(COUNT.files)} files read, {COUNT.cases} runs (each case on asyncio, trio, and "
            "asyncio with aiohttp and with connections of our own), "
            f"{COUNT.assertions} assertions made"
        )


@pytest.mark.anyio
async def test_sdk_case(case_file: Path | None, pytestconfig: pytest.Config) -> None:
    """The client gives what the case expects, on both event loops."""
    if case_file is None:
        pytest.fail(f"no case files in {_folder(pytestconfig)}")
    case = _read(case_file)
    outcome = await _play(case["input"])
    judge = Judge()
    _judge(judge, outcome, case)
    COUNT.cases += 1
    COUNT.assertions += judge.made
    assert not judge.failed, "\n".join([f"{case['id']}: {case['what']}", *judge.failed])


def _read(case_file: Path) -> dict[str, Any]:
    case = json.loads(case_file.read_text("utf-8"))
    COUNT.files.add(case_file.name)
    assert case["surface"] == "sdk", f"{case_file.name} is no sdk case"
    unknown = unknown_keys(case)
    assert not unknown, f"keys or values that this runner doesn't interpret: {unknown}"
    assert ("error" in case["expect"]) == (case["expect"]["outcome"] == "error"), "outcome and error disagree"
    return dict(case)


async def _play(case_input: Mapping[str, Any]) -> Outcome:
    clock = StepClock()
    outcome = Outcome()
    async with serving(answer_of(case_input, clock)) as server:
        client = AsyncTaoToken(
            Endpoint.parse(server.base_url, KEY, "demo-model"),
            protocol=cast(Protocol, PROTOCOLS[case_input["protocol"]]),
            retry=RetryPolicy(max_retries=0),
            time_of_day=lambda: time_of_day(case_input),
            clock=clock if "chunk_at_ms" in case_input else time.perf_counter,
        )
        began = time.monotonic()
        async with client:
            try:
                if case_input["stream"]:
                    await _play_stream(client, outcome)
                else:
                    outcome.reply = await client.chat("hi", max_tokens=100)
            except TaoTokenError as error:
                outcome.error = error
        outcome.seconds = time.monotonic() - began
        assert len(server.seen) == 1, "the client asked more than once"
    return outcome


async def _play_stream(client: AsyncTaoToken, outcome: Outcome) -> None:
    async with client.stream("hi", max_tokens=100) as stream:
        try:
            async for event in stream:
                if isinstance(event, TextDelta):
                    outcome.text += event.text
                elif isinstance(event, ReasoningDelta):
                    outcome.reasoning += event.text
                elif isinstance(event, ToolCall):
                    outcome.calls += (event,)
            outcome.reply = await stream.reply()
        finally:
            outcome.delivered = stream.delivered


def _judge(judge: Judge, outcome: Outcome, case: Mapping[str, Any]) -> None:
    expect = case["expect"]
    judge.equal("outcome", "error" if outcome.error else "ok", expect["outcome"])
    if outcome.error is not None and "error" in expect:
        judge_error(judge, outcome.error, expect["error"], delivered=outcome.delivered, seconds=outcome.seconds)
    if outcome.reply is not None and expect["outcome"] == "ok":
        judge_reply(judge, outcome.reply, expect, case["input"]["protocol"])
        if case["input"]["stream"]:
            judge.equal("text of the events", outcome.text, outcome.reply.text)
            judge.equal("reasoning of the events", outcome.reasoning, outcome.reply.reasoning)
            judge.equal("calls of the events", outcome.calls, outcome.reply.tool_calls)
    if outcome.error is not None:
        judge.holds("the key stays hidden", KEY not in repr(vars(outcome.error)), "the key is in the error")


def test_runner_refuses_what_it_cannot_interpret() -> None:
    """A key that the runner doesn't know fails the case instead of being passed over."""
    case = json.loads((OWN_CASES / "sdk" / "html-200-spa.json").read_text("utf-8"))
    assert unknown_keys(case) == []
    case["expect"]["error"]["moon_phase"] = "full"
    case["input"]["wind"] = 3
    assert unknown_keys(case) == ["moon_phase", "wind"]


def test_judge_calls_sees_a_difference() -> None:
    """A call with other arguments is a failure, and so is one too few."""
    judge = Judge()
    call = ToolCall(id="a", name="n", arguments='{"x": 1}')
    judge_calls(judge, "calls", [call], [{"id": "a", "arguments_parsed": {"x": 2}}])
    judge_calls(judge, "calls", [], [{"id": "a"}])
    assert len(judge.failed) == 2
