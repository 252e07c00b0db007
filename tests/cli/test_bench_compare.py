"""`taotoken bench compare`: a difference is told only where there is one."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from taotoken.testing import Gateway, GatewayTiming
from taotoken_cli._bench._compare import compare

KEY = "sk-test-gateway-000001"


def saved(path: Path, *runs: dict[str, Any], **changed: Any) -> str:
    """A result file."""
    value = {"schema": "taotoken.bench/1", "transport": "direct", "load": {"max_tokens": 50}, "runs": list(runs)}
    path.write_text(json.dumps(value | changed), encoding="utf-8")
    return str(path)


def run(ttft: float, *, seed: int, level: int = 1, label: str = "m", count: int = 80) -> dict[str, Any]:
    """A run whose TTFT spreads by 10 % around `ttft` milliseconds."""
    chance = random.Random(seed)
    samples = {
        "ttft_ms": [chance.gauss(ttft, ttft / 10) for _ in range(count)],
        "tpot_ms": [chance.gauss(20, 1) for _ in range(count)],
        "e2e_ms": [chance.gauss(1000, 50) for _ in range(count)],
    }
    return {"label": label, "concurrency": level, "rate": None, "output_token_throughput": 500.0, "samples": samples}


@pytest.mark.parametrize(("ttft", "verdict"), [(100, "undecided"), (130, "slower"), (75, "faster")])
def test_a_difference_is_told_only_where_there_is_one(cli: Any, tmp_path: Path, ttft: float, verdict: str) -> None:
    """30 % more is slower, 25 % less is faster, another sample of the same is neither."""
    a, b = saved(tmp_path / "a.json", run(100, seed=1)), saved(tmp_path / "b.json", run(ttft, seed=2))
    done = cli("bench", "compare", a, b, "--json")
    assert done.code == 0
    assert done.json["schema"] == "taotoken.bench-compare/1"
    (pair,) = done.json["data"]["pairs"]
    found = pair["metrics"]["ttft_ms"]
    assert found["verdict"] == verdict
    assert found["test"] == "Mann-Whitney U, two-sided"
    assert {"p_value", "cliffs_delta", "change", "shift_interval", "why"} <= found.keys()
    assert pair["metrics"]["tpot_ms"]["verdict"] == "undecided"


def test_what_is_shown(cli: Any, tmp_path: Path) -> None:
    """Medians, change, interval and effect of each metric, and the verdict with its reason."""
    a, b = saved(tmp_path / "a.json", run(100, seed=1)), saved(tmp_path / "b.json", run(130, seed=2))
    done = cli("bench", "compare", a, b)
    assert "TTFT: slower: " in done.out
    assert "TPOT: no difference told: " in done.out
    assert "so it is not tested" in done.out
    assert "TTFT：更慢：" in cli("bench", "compare", a, b, "--lang", "zh").out


def in_rounds(ttft: float, *, seed: int, rounds: int = 12, level: int = 16) -> dict[str, Any]:
    """A run whose requests come in rounds that share their luck: 15 % from round to round, 1 % within one."""
    chance = random.Random(seed)
    times: list[float] = []
    for _ in range(rounds):
        shared = chance.gauss(ttft, ttft * 0.15)
        times += [chance.gauss(shared, ttft * 0.01) for _ in range(level)]
    samples = {"ttft_ms": times, "tpot_ms": [20.0] * len(times), "e2e_ms": [value + 1000 for value in times]}
    return {"label": "m", "concurrency": level, "rate": None, "output_token_throughput": 1.0, "samples": samples}


def test_requests_under_way_together_count_once(tmp_path: Path) -> None:
    """Rounds of requests that shared a slow moment don't make a difference: no false alarm in 60 pairs, while 60 % more
    is found."""
    verdicts = []
    for seed in range(60):
        a = saved(tmp_path / "a.json", in_rounds(100, seed=seed))
        b = saved(tmp_path / "b.json", in_rounds(100, seed=1000 + seed))
        found = compare(Path(a), Path(b)).pairs[0].differences["ttft_ms"]
        assert found is not None
        verdicts.append(found.verdict)
    assert verdicts.count("undecided") >= 59
    a, b = saved(tmp_path / "a.json", in_rounds(100, seed=1)), saved(tmp_path / "b.json", in_rounds(160, seed=2))
    slower = compare(Path(a), Path(b)).pairs[0].differences["ttft_ms"]
    assert slower is not None
    assert (slower.verdict, slower.n_a) == ("slower", 12)


def test_files_of_real_runs_are_compared(cli: Any, tmp_path: Path) -> None:
    """What bench writes, compare reads: the same settings, and a file against itself differs in nothing."""
    files = [str(tmp_path / name) for name in ("a.json", "b.json")]
    with Gateway(text="a b c d e", timing=GatewayTiming(first_token=0.02, between=0.005)).in_thread() as gateway:
        for file in files:
            arguments = ("--base-url", gateway.base_url, "--api-key-env", "K", "--model", "demo-large", "-n", "12")
            assert cli("bench", *arguments, "-c", "2", "--out", file, env={"K": KEY}).code == 0
    done = cli("bench", "compare", *files, "--json")
    assert done.json["data"]["changed_settings"] == {}
    assert {found["n_a"] for found in done.json["data"]["pairs"][0]["metrics"].values()} == {6}
    same = cli("bench", "compare", files[0], files[0], "--json").json["data"]["pairs"][0]["metrics"]
    assert {found["verdict"] for found in same.values()} == {"undecided"}


def test_a_saturated_client_is_told(cli: Any, tmp_path: Path) -> None:
    """A run whose client was too slow itself is no good witness."""
    a = saved(tmp_path / "a.json", run(100, seed=1))
    b = saved(tmp_path / "b.json", {**run(100, seed=2), "client_saturated": True})
    assert "in b.json the client itself was too slow" in cli("bench", "compare", a, b).err


def test_runs_are_paired_by_level_and_label(cli: Any, tmp_path: Path) -> None:
    """What both have is compared, what only one has is named."""
    a = saved(tmp_path / "a.json", run(100, seed=1), run(200, seed=2, level=2), run(100, seed=3, label="n"))
    b = saved(tmp_path / "b.json", run(300, seed=4, level=2), run(100, seed=5))
    done = cli("bench", "compare", a, b, "--json")
    pairs = done.json["data"]["pairs"]
    assert [(pair["a"]["concurrency"], pair["metrics"]["ttft_ms"]["verdict"]) for pair in pairs] == [
        (1, "undecided"), (2, "slower"),
    ]  # fmt: skip
    assert [run["label"] for run in done.json["data"]["alone"]] == ["n"]
    assert "n is only in a.json" in cli("bench", "compare", a, b).err


def test_single_runs_are_compared_whatever_their_names(cli: Any, tmp_path: Path) -> None:
    """Another model or level is what one may want to compare; the settings that differ are named."""
    a = saved(tmp_path / "a.json", run(100, seed=1, label="old"))
    b = saved(tmp_path / "b.json", run(100, seed=2, label="new", level=8), load={"max_tokens": 99})
    done = cli("bench", "compare", a, b)
    assert "c=1, old (80 answers) against c=8, new (80 answers)" in done.out
    assert "max_tokens differs: 50 and 99" in done.err


def test_too_little_is_no_comparison(cli: Any, tmp_path: Path) -> None:
    """A metric with fewer than two values says so."""
    a, b = saved(tmp_path / "a.json", run(100, seed=1, count=1)), saved(tmp_path / "b.json", run(130, seed=2))
    done = cli("bench", "compare", a, b)
    assert "TTFT: too little was measured in one of the two" in done.out
    assert cli("bench", "compare", a, b, "--json").json["data"]["pairs"][0]["metrics"]["ttft_ms"] is None


def test_nothing_in_common_is_refused(cli: Any, tmp_path: Path) -> None:
    """Several runs of which none has a counterpart."""
    a = saved(tmp_path / "a.json", run(100, seed=1), run(100, seed=2, level=8))
    b = saved(tmp_path / "b.json", run(100, seed=3, level=16))
    done = cli("bench", "compare", a, b, "--json")
    assert (done.code, done.json["errors"][0]["code"]) == (3, "nothing_to_compare")


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("{", None),
        ("[]", None),
        ('{"schema": "taotoken.doctor/1"}', None),
        ('{"schema": "taotoken.bench/1", "runs": []}', "runs"),
        ('{"schema": "taotoken.bench/1", "runs": [{"label": "m"}]}', "runs[0].samples"),
        ('{"schema": "taotoken.bench/1", "runs": [{"label": 1, "samples": {}}]}', "runs[0].label"),
        ('{"schema": "taotoken.bench/1", "runs": [{"label": "m", "rate": "x", "samples": {}}]}', "runs[0].rate"),
        (
            '{"schema": "taotoken.bench/1", "runs": [{"label": "m", "samples": {"ttft_ms": [1, "x"]}}]}',
            "runs[0].samples.ttft_ms",
        ),
        (
            '{"schema": "taotoken.bench/1", "runs": [{"label": "m", "samples": {"ttft_ms": [NaN]}}]}',
            "runs[0].samples.ttft_ms",
        ),
    ],
)
def test_what_is_no_result_is_refused(cli: Any, tmp_path: Path, text: str, field: str | None) -> None:
    """With the file and the field that is wrong."""
    good, bad = saved(tmp_path / "a.json", run(100, seed=1)), tmp_path / "b.json"
    bad.write_text(text, encoding="utf-8")
    done = cli("bench", "compare", good, str(bad), "--json")
    (problem,) = done.json["errors"]
    assert (done.code, problem["code"], problem["file"], problem.get("field")) == (3, "bad_result", str(bad), field)
    assert "taotoken bench --out b.json" in problem["next"]


def test_a_missing_file_is_named(cli: Any, tmp_path: Path) -> None:
    """As everywhere."""
    done = cli("bench", "compare", str(tmp_path / "a.json"), str(tmp_path / "b.json"), "--json")
    assert (done.code, done.json["errors"][0]["code"]) == (3, "file_error")
