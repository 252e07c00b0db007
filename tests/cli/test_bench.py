"""`taotoken bench`: what is sent, shown and written, and what is refused before anything is sent."""

from __future__ import annotations

import csv
import json
import re
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from cli_kit import argv, environment
from taotoken import Endpoint
from taotoken.measure import Record, Target, summarize
from taotoken.testing import Gateway, GatewayTiming
from taotoken_cli._bench._options import BenchOptions, joined_goodput
from taotoken_cli._bench._result import BenchResult, BenchRun
from taotoken_cli._render.bench_words import doubts

KEY = "sk-test-gateway-000001"
TIMING = GatewayTiming(first_token=0.02, between=0.002)
TEXT = "one two three four five six seven eight nine ten"
METRICS = ("ttfb_ms", "ttfr_ms", "ttft_ms", "ttfo_ms", "tpot_ms", "itl_ms", "e2e_ms", "total_ms", "send_lag_ms")


def place(gateway: Gateway) -> tuple[str, ...]:
    """Where to send, with which key."""
    return ("--base-url", gateway.base_url, "--api-key-env", "KEY_HERE")


ENV = {"KEY_HERE": KEY}


def bench(cli: Any, gateway: Gateway, *arguments: str) -> Any:
    """One bench of the gateway's first model."""
    return cli("bench", *place(gateway), "--model", "demo-large", *arguments, env=ENV)


def test_one_level_has_its_metrics_at_the_top_of_the_file(cli: Any, tmp_path: Path) -> None:
    """The file has every metric at the top and in its one run, in milliseconds, with the values behind them."""
    out = tmp_path / "r.json"
    with Gateway(text=TEXT, timing=TIMING).in_thread() as gateway:
        done = bench(cli, gateway, "-c", "4", "-n", "12", "--max-tokens", "10", "--out", str(out))
        asked = len(gateway.requests)
    assert (done.code, asked) == (0, 13), done.both
    result = json.loads(out.read_text())
    (run,) = result["runs"]
    assert result["schema"] == "taotoken.bench/1"
    assert all(result[name] == run[name] for name in METRICS)
    assert (result["requests"], result["succeeded"], result["concurrency"], result["rate"]) == (12, 12, 4, None)
    assert result["ttft_ms"]["mean"] >= 20
    assert result["ttft_ms"]["p99"] is None
    assert result["output_tokens"]["mean"] == 10
    assert result["output_token_throughput"] == pytest.approx(10 * result["request_throughput"], rel=1e-3)
    assert result["transport"] == "fast"
    assert {len(values) for values in run["samples"].values()} == {12}
    assert KEY not in out.read_text()


def test_what_is_shown_of_one_level(cli: Any) -> None:
    """A line for each metric, throughput, token counts with their source, and no p99 of few requests."""
    with Gateway(text=TEXT, timing=TIMING).in_thread() as gateway:
        done = bench(cli, gateway, "-c", "2", "-n", "6", "--max-tokens", "10")
    assert "direct connections (httptools, taotoken[fast])" in done.out.replace("\n", " ")
    assert all(len(line) < 80 for line in done.out.splitlines())
    assert "c=2: 6 of 6 succeeded in" in done.out
    for name in ("TTFT", "TPOT", "ITL", "E2E"):
        assert re.search(rf"^  {name} +[\d.,]+", done.out, re.M)
    assert "p99" not in done.out
    assert "no p99: it takes 100 answers, and there are 6" in done.err
    assert "10 out (counted by the gateway's usage); ended by: stop 6" in done.out.replace("\n", " ")


def test_answers_without_text_have_no_table(cli: Any) -> None:
    """Nothing came whose time could be told: counts, and no heading above nothing."""
    with Gateway(text="").in_thread() as gateway:
        done = bench(cli, gateway, "-c", "2", "-n", "4")
    assert "4 of 4 succeeded" in done.out
    assert "\n  ms" not in done.out
    assert "0 out" in done.out


def test_a_hundred_answers_have_a_p99(cli: Any) -> None:
    """From 100 requests on the column is there."""
    with Gateway(text="a b").in_thread() as gateway:
        done = bench(cli, gateway, "-c", "10", "-n", "100", "--max-tokens", "2")
    assert "p99" in done.out
    assert "no p99" not in done.err


def test_a_sweep_has_a_run_for_each_level_and_names_its_knee(cli: Any) -> None:
    """One run for each level in order, none of it at the top, and a sentence about the knee."""
    with Gateway(text=TEXT, timing=TIMING).in_thread() as gateway:
        done = bench(cli, gateway, "-c", "1,2,4", "-n", "8", "--max-tokens", "10", "--json")
        shown = bench(cli, gateway, "-c", "1,2", "-n", "4", "--max-tokens", "10")
    data = done.json["data"]
    assert [run["concurrency"] for run in data["runs"]] == [1, 2, 4]
    assert "ttft_ms" not in data
    assert [knee["label"] for knee in data["knees"]] == ["demo-large"]
    assert "samples" not in data["runs"][0]
    assert re.search(r"^  c=1 +4/4 ", shown.out, re.M)
    assert "knee of demo-large" in shown.out


def test_an_open_loop_by_time(cli: Any) -> None:
    """`--rate` and `--duration`: the run says its rate, and requests came over the time."""
    with Gateway(text="a b").in_thread() as gateway:
        done = bench(cli, gateway, "--rate", "50.5", "--duration", "0.5", "--json")
    (run,) = done.json["data"]["runs"]
    assert (run["rate"], run["concurrency"]) == (50.5, None)
    assert 5 < run["requests"] < 60


def test_models_take_turns(cli: Any) -> None:
    """Several models are asked alternately in one run, and each has its own figures."""
    with Gateway(text="a b").in_thread() as gateway:
        done = bench(cli, gateway, "--model", "demo-small", "-n", "3", "--warmup", "0", "--json")
        models = [request.model for request in gateway.requests]
    assert models == ["demo-large", "demo-small"] * 3
    assert [run["label"] for run in done.json["data"]["runs"]] == ["demo-large", "demo-small"]


@pytest.mark.parametrize("protocol", ["chat", "responses", "messages"])
def test_each_protocol(cli: Any, protocol: str) -> None:
    """`--protocol` decides where requests go."""
    with Gateway(text="a b").in_thread() as gateway:
        done = bench(cli, gateway, "--protocol", protocol, "-n", "2", "--json")
        paths = {request.path for request in gateway.requests}
    assert done.json["data"]["runs"][0]["succeeded"] == 2
    ends = {"chat": "/chat/completions", "responses": "/responses", "messages": "/messages"}
    assert paths == {f"/api/v1{ends[protocol]}"}


def test_prompts_differ_and_have_the_wanted_length(cli: Any, tmp_path: Path) -> None:
    """Each prompt begins differently; with --same-prompt a file is sent as it is."""
    question = tmp_path / "q.txt"
    question.write_text("What is DNS?", encoding="utf-8")
    with Gateway(text="a b").in_thread() as gateway:
        bench(cli, gateway, "-n", "5", "--warmup", "0", "--prompt-tokens", "50")
        sent = [request.json["messages"][0]["content"] for request in gateway.requests]
        gateway.clear()
        bench(cli, gateway, "-n", "2", "--warmup", "0", "--prompt-file", str(question), "--same-prompt")
        same = [request.json["messages"][0]["content"] for request in gateway.requests]
        gateway.clear()
        bench(cli, gateway, "-n", "2", "--warmup", "0", "--prompt-file", str(question))
        behind = [request.json["messages"][0]["content"] for request in gateway.requests]
    assert len({text[:20] for text in sent}) == 5
    assert all(abs(len(text.split()) - 50) < 3 for text in sent)
    assert same == ["What is DNS?"] * 2
    assert all(text.endswith("\nWhat is DNS?") for text in behind)
    assert behind[0] != behind[1]


def test_goodput_as_it_is_written_everywhere(cli: Any) -> None:
    """`--goodput ttft:500 tpot:50` takes its bounds as several words, and counts who keeps them."""
    with Gateway(text=TEXT, timing=TIMING).in_thread() as gateway:
        done = bench(cli, gateway, "-n", "4", "--goodput", "ttft:9000", "tpot:9000", "--json")
        shown = bench(cli, gateway, "-n", "4", "--goodput", "ttft:1", "e2e:9000", "-c", "2")
    goodput = done.json["data"]["goodput"]
    assert goodput["objectives"] == {"ttft_ms": 9000, "tpot_ms": 9000}
    assert (goodput["good"], goodput["share"]) == (4, 1)
    assert "goodput: 0 of 4 requests (0%) kept TTFT ≤ 1 ms, E2E ≤ 9.00 s" in shown.out.replace("\n", " ")


@pytest.mark.parametrize(
    ("arguments", "joined"),
    [
        (["--goodput", "ttft:1", "tpot:2", "-c", "1"], ["--goodput", "ttft:1 tpot:2", "-c", "1"]),
        (["--goodput=ttft:1", "e2e:2"], ["--goodput=ttft:1 e2e:2"]),
        (["--goodput", "ttft:1", "compare"], ["--goodput", "ttft:1", "compare"]),
        (["--model", "ttft:1", "tpot:2"], ["--model", "ttft:1", "tpot:2"]),
        ([], []),
    ],
)
def test_only_bounds_after_goodput_are_joined(arguments: list[str], joined: list[str]) -> None:
    """Other words keep their places."""
    assert joined_goodput(arguments) == joined


def test_csv_has_a_line_for_each_request(cli: Any, tmp_path: Path) -> None:
    """Every request of every level, failures too, with times in milliseconds."""
    out = tmp_path / "r.csv"
    with Gateway(text=TEXT, timing=TIMING).in_thread() as gateway:
        gateway.set_fault("429", times=2)
        bench(cli, gateway, "-c", "1,2", "-n", "4", "--warmup", "0", "--max-tokens", "10", "--csv", str(out))
    with out.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["level"] for row in rows] == ["1"] * 4 + ["2"] * 4
    assert [row["error"] for row in rows[:3]] == ["rate_limited", "rate_limited", ""]
    assert float(rows[3]["ttft_ms"]) >= 20
    assert rows[3]["output_tokens"] == "10"


def test_csv_runs_nothing_in_a_spreadsheet(cli: Any, tmp_path: Path) -> None:
    """A model's name that begins like a formula is text."""
    out = tmp_path / "r.csv"
    with Gateway(text="a b", models=("=1+1",)).in_thread() as gateway:
        cli("bench", *place(gateway), "--model", "=1+1", "-n", "1", "--warmup", "0", "--csv", str(out), env=ENV)
    with out.open(encoding="utf-8", newline="") as file:
        (row,) = csv.DictReader(file)
    assert row["model"] == "'=1+1"


def test_failures_are_told(cli: Any) -> None:
    """Failed requests are counted by what they failed with, and the first is quoted; the rest is measured."""
    with Gateway(text="a b").in_thread() as gateway:
        gateway.set_fault("429", times=2)
        done = bench(cli, gateway, "-n", "6", "--warmup", "0")
    assert done.code == 0
    assert "4 of 6 succeeded" in done.out
    assert "failed: rate_limited 2" in done.err
    assert "the first failure:" in done.err


@pytest.mark.parametrize("as_json", [False, True])
def test_a_wrong_key_is_a_problem_after_one_request(cli: Any, as_json: bool) -> None:
    """The load is not started when the warm-up fails, and the cause and the next step are told."""
    with Gateway(fault="401").in_thread() as gateway:
        done = bench(cli, gateway, "-c", "8", "-n", "50", *(("--json",) if as_json else ()))
        asked = len(gateway.requests)
    assert (done.code, asked) == (1, 1)
    if as_json:
        assert done.json["status"] == "failed"
        assert done.json["errors"][0]["code"] == "key_invalid"
    else:
        assert "No request of the warm-up succeeded" in done.err
        assert "taotoken chat hello --model demo-large" in done.err


def test_all_failing_is_a_problem(cli: Any) -> None:
    """Where nothing was measured the exit code says so."""
    with Gateway(fault="500").in_thread() as gateway:
        done = bench(cli, gateway, "-n", "3", "--warmup", "0")
    assert done.code == 1
    assert "No request succeeded" in done.err


def test_another_model_answering_is_told() -> None:
    """A gateway that answers with another model than the one asked for is not what was meant to be measured."""
    record = Record(model="big", label="big", intended_at=0, sent_at=0, total=1, answered_by="small")
    target = Target(endpoint=Endpoint.parse("http://127.0.0.1:9", KEY, "big"))
    summary = summarize([record])
    result = BenchResult(
        options=BenchOptions(), targets=(target,), objectives=None, results=(), knees=(), started_at="",
        runs=(BenchRun(shape="concurrency", level=1, summary=summary, records=(record,)),),
    )  # fmt: skip
    assert "asked for big, and small answered" in [str(doubt) for doubt in doubts(result)]


TARGETS = """
[[target]]
label = "first"
base_url = "{url}"
api_key_env = "KEY_HERE"
model = "demo-large"

[[target]]
base_url = "{url}"
api_key_env = "KEY_HERE"
model = "demo-small"
protocol = "messages"
"""


GOOD = "[[target]]\nbase_url = 'https://a.example'\nmodel = 'm'\napi_key_env = 'KEY_HERE'\n"


def test_a_file_of_targets(cli: Any, tmp_path: Path) -> None:
    """Endpoints of a file are measured alternately, each by its protocol and under its label."""
    file = tmp_path / "targets.toml"
    with Gateway(text="a b").in_thread() as gateway:
        file.write_text(TARGETS.format(url=gateway.base_url), encoding="utf-8")
        done = cli("bench", "--targets", str(file), "-n", "2", "--warmup", "0", "--json", env=ENV)
        paths = [request.path.rpartition("/")[2] for request in gateway.requests]
    assert [run["label"] for run in done.json["data"]["runs"]] == ["first", "demo-small"]
    assert paths == ["completions", "messages"] * 2


@pytest.mark.parametrize(
    ("text", "field", "line"),
    [
        ("[[target]\n", None, 1),
        ("a = 1\n", "a", None),
        ("", "target", None),
        ("[[target]]\nmodel = 3\n", "target[1].model", None),
        ("[[target]]\napi_key = 'x'\n", "target[1].api_key", None),
        ("[[target]]\nprotocol = 'soap'\n", "target[1].protocol", None),
        (GOOD.replace("api_key_env", "label"), "target[1].api_key_env", None),
        (GOOD.replace("KEY_HERE", "NOT_SET"), "target[1].api_key_env", None),
        (GOOD.replace("https://a.example", "nonsense nonsense"), "target[1]", None),
        (2 * GOOD, "target[2].label", None),
    ],
)
def test_a_bad_file_of_targets(cli: Any, tmp_path: Path, text: str, field: str | None, line: int | None) -> None:
    """File, field and line are named, and nothing is sent."""
    file = tmp_path / "targets.toml"
    file.write_text(text, encoding="utf-8")
    done = cli("bench", "--targets", str(file), "-n", "1", "--json", env=ENV)
    (problem,) = done.json["errors"]
    assert done.code == 3
    assert (problem["file"], problem.get("field"), problem.get("line")) == (str(file), field, line)
    assert problem["next"]


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        (("-c", "0"), "--concurrency"),
        (("-c", "1,x"), "--concurrency"),
        (("-c", "2,2"), "--concurrency"),
        (("-c", "1.5"), "--concurrency"),
        (("--rate", "0"), "--rate"),
        (("--rate", "1,,2"), "--rate"),
        (("--duration", "-1"), "--duration"),
        (("-c", "1", "--rate", "2"), "--rate"),
        (("--prompt-tokens", "5", "--prompt-file", "x"), "--prompt-file"),
        (("--goodput", "ttft"), "--goodput"),
        (("--goodput", "ttft:1", "ttft:2"), "--goodput"),
        (("--goodput", "ttft:0"), "--goodput"),
        (("--out", "no/such/folder/r.json"), "--out"),
        (("--csv", "."), "--csv"),
        (("--targets", "x", "--model", "y"), "--model"),
        (("--targets", "x"), "--base-url"),
    ],
)
def test_a_command_line_that_cannot_work(cli: Any, arguments: tuple[str, ...], field: str) -> None:
    """Refused as usage before anything is sent, with the option's name and what to do."""
    with Gateway().in_thread() as gateway:
        done = cli("bench", *place(gateway), *arguments, "--json", env=ENV)
        assert not gateway.requests
    (problem,) = done.json["errors"]
    assert (done.code, problem["code"], problem["field"]) == (2, "usage", field)
    assert problem["next"]


def test_an_empty_prompt_is_refused(cli: Any, tmp_path: Path) -> None:
    """So is a file that is no text; a missing one is named."""
    (tmp_path / "empty").write_text(" \n")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    for name, code in (("empty", "usage"), ("binary", "not_text"), ("missing", "file_error")):
        done = cli(
            "bench", "--prompt-file", str(tmp_path / name), "--base-url", "http://127.0.0.1:9", "--json", env=ENV
        )
        assert done.json["errors"][0]["code"] == code


def test_a_missing_model_is_asked_for(cli: Any) -> None:
    """Nothing is guessed."""
    done = cli("bench", "--base-url", "http://127.0.0.1:9", "--api-key-env", "KEY_HERE", "--json", env=ENV)
    assert (done.code, done.json["errors"][0]["code"]) == (2, "missing_model")


def test_no_server_is_a_problem(cli: Any) -> None:
    """With and without a warm-up."""
    arguments = ("bench", "--base-url", "http://127.0.0.1:9", "--model", "m", "--api-key-env", "KEY_HERE", "--json")
    for warmup in ("0", "1"):
        done = cli(*arguments, "--warmup", warmup, env=ENV)
        assert (done.code, done.json["errors"][0]["code"]) == (1, "local_gateway_not_running")


def interrupted(home: Path, gateway: Gateway, *arguments: str, requests: int) -> subprocess.CompletedProcess[str]:
    """A bench that gets ^C once the gateway has seen so many requests."""
    process = subprocess.Popen(
        argv(("bench", *place(gateway), "--model", "demo-large", *arguments)),
        env={**environment(home), **ENV}, cwd=home, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    end = time.monotonic() + 30
    while len(gateway.requests) < requests and time.monotonic() < end:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    return subprocess.CompletedProcess(arguments, process.returncode, out, err)


def test_interrupting_keeps_what_was_measured(clean_home: Path) -> None:
    """^C ends the load at once; what was measured is shown and written, and the exit code says that it was stopped."""
    out = clean_home / "r.json"
    with Gateway(text=TEXT, timing=TIMING).in_thread() as gateway:
        done = interrupted(clean_home, gateway, "-c", "2", "-n", "5000", "--out", str(out), requests=12)
    assert done.returncode == 130, done.stderr
    assert "Traceback" not in done.stderr
    assert "stopped; 2 requests under way were let go" in done.stderr
    assert "succeeded in" in done.stdout
    result = json.loads(out.read_text())
    assert result["stopped"] is True
    assert 8 <= result["requests"] < 5000


@pytest.mark.parametrize("warmup", ["0", "1"])
def test_interrupting_before_any_answer(clean_home: Path, warmup: str) -> None:
    """Nothing is shown or written but that it was stopped, and that is no failure of the gateway."""
    out = clean_home / "r.json"
    with Gateway(fault="hang").in_thread() as gateway:
        arguments = ("-n", "5", "--warmup", warmup, "--out", str(out), "--json")
        done = interrupted(clean_home, gateway, *arguments, requests=1)
    assert done.returncode == 130, done.stderr
    assert "Traceback" not in done.stderr
    found = json.loads(done.stdout)
    assert (found["status"], found["errors"][0]["code"], found["data"]["runs"]) == ("partial", "interrupted", [])
    assert not out.exists()


def test_the_report_is_one_page_that_needs_nothing(cli: Any, tmp_path: Path) -> None:
    """Plots of both distributions, of the wait over time and of throughput over load, and no address to load from."""
    page = tmp_path / "r.html"
    with Gateway(text=TEXT, timing=TIMING).in_thread() as gateway:
        done = bench(cli, gateway, "-c", "1,2", "-n", "6", "--max-tokens", "10", "--report", str(page))
    assert done.code == 0, done.both
    text = page.read_text(encoding="utf-8")
    assert text.count("<svg") == 5
    assert "Time to first token" in text
    assert "Throughput" in text
    assert 'name="viewport"' in text
    assert not re.search(r"""(?:src|href)\s*=\s*["'](?!data:)|url\(|@import|<script""", text)
    assert KEY not in text


def test_the_report_shows_no_markup_of_others(cli: Any, tmp_path: Path) -> None:
    """A model's name can't become part of the page."""
    page = tmp_path / "r.html"
    name = "<script>alert(1)</script>"
    with Gateway(text="a b", models=(name,)).in_thread() as gateway:
        cli("bench", *place(gateway), "--model", name, "-n", "2", "--report", str(page), env=ENV)
    assert "<script" not in page.read_text(encoding="utf-8")


def test_in_chinese(cli: Any) -> None:
    """The same in the other language."""
    with Gateway(text="a b").in_thread() as gateway:
        done = bench(cli, gateway, "-c", "1,2", "-n", "3", "--lang", "zh")
    assert "并发 2" in done.out
    assert "没有 p99：至少要 100 个回答" in done.err
