"""Records in a few figures: the definitions, on invented records."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from taotoken.measure import (
    Failure,
    Level,
    Load,
    LoadResult,
    Objectives,
    Record,
    Summary,
    knee_of_concurrency,
    knee_of_rate,
    samples_data,
    summaries,
    summarize,
    summary_data,
)


def record(sent: float = 0.0, **changed: Any) -> Record:
    """An answer of 11 tokens in 11 chunks: first after 100 ms, then one each 20 ms, drained after 310 ms."""
    known = Record(
        label="a",
        model="m",
        intended_at=sent - 0.01,
        sent_at=sent,
        ttfb=0.05,
        ttfr=0.06,
        ttft=0.1,
        ttfo=0.1,
        tpot=0.02,
        itl=(0.02,) * 10,
        e2e=0.3,
        total=0.31,
        input_tokens=20,
        output_tokens=11,
        tokens_source="usage",
        chunks=11,
        max_tokens=11,
        finish_reason="stop",
        answered_by="m",
    )
    return replace(known, **changed)


def broken(sent: float = 0.0, code: str = "rate_limited") -> Record:
    """A request that was refused."""
    return Record(
        label="a", model="m", intended_at=sent, sent_at=sent, total=0.1, failure=Failure(code=code, message="no")
    )


def test_throughput_counts_answers_over_the_time_from_first_to_last() -> None:
    """Two answers of 11 tokens, the second sent after 0.69 s: 22 tokens and 2 requests in one second."""
    summary = summarize([record(10.0), record(10.69)])
    assert summary.duration == pytest.approx(1.0)
    assert summary.output_token_throughput == pytest.approx(22)
    assert summary.request_throughput == pytest.approx(2)


def test_failures_are_counted_beside_and_change_no_figure() -> None:
    """A refused request is in `errors` and nowhere else, also where it came first and last."""
    alone = summarize([record(10.0)])
    among = summarize([broken(5.0), record(10.0), broken(20.0), broken(21.0, "timeout")])
    assert (among.requests, among.succeeded, among.errors) == (4, 1, {"rate_limited": 2, "timeout": 1})
    for name in ("ttft", "tpot", "itl", "e2e", "duration", "output_token_throughput", "finish_reasons"):
        assert getattr(among, name) == getattr(alone, name)


def test_nothing_but_failures_has_no_figures() -> None:
    """Where nothing succeeded the figures are None, and the JSON has every key."""
    summary = summarize([broken()])
    assert (summary.ttft, summary.duration, summary.output_token_throughput) == (None, None, None)
    assert summary_data(summary).keys() == summary_data(summarize([record()])).keys()


def test_no_records_are_no_summary() -> None:
    """An empty list is the caller's mistake."""
    with pytest.raises(ValueError, match="no records"):
        summarize([])


def test_gaps_are_pooled_and_times_are_per_request() -> None:
    """ITL has every gap of all requests; TTFT has one value for each."""
    summary = summarize([record(), record(itl=(0.04,) * 5)])
    assert summary.itl is not None
    assert summary.ttft is not None
    assert (summary.itl.n, summary.ttft.n) == (15, 2)
    assert summary.itl.mean == pytest.approx((10 * 0.02 + 5 * 0.04) / 15)


def test_send_lag_and_the_time_with_it() -> None:
    """What the client was late is told apart, and added where the whole wait is asked for."""
    summary = summarize([record()])
    assert summary.send_lag is not None
    assert summary.e2e_incl_queue is not None
    assert summary.send_lag.mean == pytest.approx(0.01)
    assert summary.e2e_incl_queue.mean == pytest.approx(0.31)


@pytest.mark.parametrize(
    ("changes", "diff", "doubted", "per_chunk", "source"),
    [
        ([{}], 0.0, 0, 1.0, "usage"),
        ([{"chunks": 3}], 3 / 11 - 1, 0, 11 / 3, "usage"),
        ([{"chunks": 22}], 1.0, 1, 0.5, "usage"),
        ([{"tokens_source": "chunks"}], None, 0, 1.0, "chunks"),
        ([{}, {"tokens_source": "chunks"}], 0.0, 0, 1.0, "mixed"),
    ],
)
def test_usage_is_checked_against_chunks(
    changes: list[dict[str, Any]], diff: float | None, doubted: int, per_chunk: float, source: str
) -> None:
    """Several tokens a chunk are normal; fewer tokens than chunks can't be, and are counted as doubted."""
    summary = summarize([record(**change) for change in changes])
    assert summary.usage_diff == (None if diff is None else pytest.approx(diff))
    assert summary.usage_doubted == doubted
    assert summary.tokens_per_chunk == pytest.approx(per_chunk)
    assert summary_data(summary)["tokens_source"] == source


@pytest.mark.parametrize(
    ("asked", "came", "misses"),
    [
        (100, 100, 0),
        (100, 96, 0),
        (100, 94, 1),
        (2000, 1951, 0),
        (2000, 1949, 1),
        (None, 5, 0),
        (50, None, 0),
    ],
)
def test_an_answer_misses_its_length(asked: int | None, came: int | None, misses: int) -> None:
    """More than 5 % or 50 tokens off, whichever is less."""
    assert summarize([record(max_tokens=asked, output_tokens=came)]).osl_mismatch == misses


@pytest.mark.parametrize(
    ("objectives", "good"),
    [
        (Objectives(), 3),
        (Objectives(ttft=0.15), 2),
        (Objectives(tpot=0.03), 2),
        (Objectives(ttft=0.15, tpot=0.03), 1),
        (Objectives(e2e=0.2), 0),
    ],
)
def test_goodput_asks_for_every_objective(objectives: Objectives, good: int) -> None:
    """A request counts when it succeeded and kept all of them; the share is of all requests."""
    records = [record(), record(ttft=0.2), record(tpot=0.04), broken()]
    found = summarize(records, objectives=objectives).goodput
    assert found is not None
    assert (found.good, found.share) == (good, good / 4)
    assert found.per_second == pytest.approx(good / 0.31)


def test_an_answer_of_one_token_keeps_the_tpot_objective() -> None:
    """It has no TPOT that could be too long."""
    assert Objectives(tpot=0.001).met_by(record(tpot=None, output_tokens=1, chunks=1))


@pytest.mark.parametrize(("lag", "saturated"), [(0.009, False), (0.011, True)])
def test_a_late_client_is_saturated(lag: float, saturated: bool) -> None:
    """Above a tenth of TTFT (or half of the gaps) the client's own delay is in the figures."""
    summary = summarize([record(itl=(1.0,))], loop_lag=[lag])
    assert summary.saturation is not None
    assert summary.saturation.saturated is saturated
    assert summary_data(summary)["client_saturated"] is saturated
    by_gaps = summarize([record(ttft=10.0)], loop_lag=[lag]).saturation
    assert by_gaps is not None
    assert by_gaps.saturated is saturated


def test_the_json_is_in_milliseconds() -> None:
    """Names that end in ``_ms`` hold milliseconds, and p99 is null below 100 values."""
    data = summary_data(summarize([record(), record(ttft=0.2)]))
    assert data["ttft_ms"] == {
        "n": 2, "mean": 150.0, "std": 50.0, "min": 100.0, "p50": 150.0, "p90": 190.0, "p95": 195.0, "p99": None,
        "max": 200.0,
    }  # fmt: skip
    assert summary_data(summarize([record()] * 100))["ttft_ms"]["p99"] == 100.0


def test_samples_leave_out_failures_and_what_is_missing() -> None:
    """The values that runs are compared by are those of good answers."""
    samples = samples_data([record(), broken(), record(tpot=None)])
    assert samples == {"ttft_ms": [100.0] * 2, "ttfo_ms": [100.0] * 2, "tpot_ms": [20.0], "e2e_ms": [300.0] * 2}


def test_a_load_is_summarized_by_target() -> None:
    """One summary for each target that has records, in the targets' order."""
    records = (record(label="b"), record(), record(label="b"))
    result = LoadResult(load=Load(concurrency=1, requests=1), labels=("a", "b", "c"), records=records)
    found: list[Summary] = summaries(result)
    assert [(summary.label, summary.requests) for summary in found] == [("a", 1), ("b", 2)]


@pytest.mark.parametrize(
    ("throughputs", "knee", "after"),
    [
        ([10, 20, 40, 80], 8, None),  # grows as fast as the load to the end
        ([10, 20, 40, 42], 4, 8),
        ([10, 10, 10, 10], 1, 2),
        ([10, 19, 15, 12], 2, 4),  # falls
        ([10, 14, 19, 25], 8, None),  # each doubling still brings 30 % or more
    ],
)
def test_the_knee_of_concurrency(throughputs: list[float], knee: float, after: float | None) -> None:
    """The first level after which doubling the load brings less than 30 % of a doubling."""
    levels = [Level(load=2**i, throughput=value, ttft=0.1) for i, value in enumerate(throughputs)]
    found = knee_of_concurrency(list(reversed(levels)))
    assert found is not None
    assert (found.at.load, found.after.load if found.after else None) == (knee, after)


@pytest.mark.parametrize(
    ("kept_up", "knee", "after"),
    [([1.0, 1.0, 0.96], 4, None), ([1.0, 0.97, 0.7], 2, 4), ([0.9, 1.0, 1.0], None, None)],
)
def test_the_knee_of_rate(kept_up: list[float], knee: float | None, after: float | None) -> None:
    """The last rate of which 95 % are answered."""
    levels = [Level(load=2**i, throughput=1, ttft=0.1, kept_up=value) for i, value in enumerate(kept_up)]
    found = knee_of_rate(levels)
    assert (found.at.load if found else None) == knee
    assert (found.after.load if found and found.after else None) == after


@pytest.mark.parametrize(("each", "kept_up"), [(0.3, 1.0), (None, 0.5)])
def test_keeping_up_is_answering_as_fast_as_is_asked(each: float | None, kept_up: float) -> None:
    """Ten requests a second that take 0.3 s each are kept up with; where five are answered a second, half."""
    records = []
    for number in range(101):
        total = each if each is not None else 0.2 + number * 0.1
        records.append(record(number * 0.1, intended_at=number * 0.1, total=total))
    found = summarize(records).kept_up
    assert found is not None
    assert found == pytest.approx(kept_up, rel=0.4 if each is None else 0.02)
    assert (found >= 0.95) is (each is not None)


def test_one_level_has_no_knee() -> None:
    """There is nothing to compare it with."""
    level = Level(load=1, throughput=1, ttft=1)
    assert knee_of_concurrency([level]) is None
    assert knee_of_rate([level]) is None
