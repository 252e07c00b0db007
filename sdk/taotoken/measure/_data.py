"""Summaries as JSON: the keys that every command and file has, times in milliseconds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from taotoken.measure._distribution import Distribution
from taotoken.measure._goodput import Goodput
from taotoken.measure._record import Record
from taotoken.measure._saturation import Saturation
from taotoken.measure._summary import Summary

MS = 1000.0
_TIMES = ("ttfb", "ttfr", "ttft", "ttfo", "tpot", "itl", "e2e", "total", "send_lag", "e2e_incl_queue", "loop_lag")
_PLAIN = ("output_tps", "e2e_tps", "input_tokens", "output_tokens", "reasoning_tokens", "cached_tokens")
_SAMPLES: Mapping[str, Callable[[Record], float | None]] = {
    "ttft_ms": lambda record: record.ttft,
    "ttfo_ms": lambda record: record.ttfo,
    "tpot_ms": lambda record: record.tpot,
    "e2e_ms": lambda record: record.e2e,
}


def distribution_data(of: Distribution | None, scale: float = 1.0) -> dict[str, float | int | None] | None:
    """``{n, mean, std, min, p50, p90, p95, p99, max}``; `p99` is null below 100 values."""
    if of is None:
        return None
    names = ("mean", "std", "min", "p50", "p90", "p95", "p99", "max")
    return {"n": of.n, **{name: rounded(getattr(of, name), scale) for name in names}}


def summary_data(summary: Summary) -> dict[str, Any]:
    """The metrics of a summary: names that end in ``_ms`` hold milliseconds, throughputs are per second."""
    return {
        "requests": summary.requests,
        "succeeded": summary.succeeded,
        "errors": dict(summary.errors),
        "finish_reasons": dict(summary.finish_reasons),
        "duration_s": rounded(summary.duration),
        **{f"{name}_ms": distribution_data(getattr(summary, name), MS) for name in _TIMES},
        "connect_ms": distribution_data(summary.connects, MS),
        **{name: distribution_data(getattr(summary, name)) for name in _PLAIN},
        "output_token_throughput": rounded(summary.output_token_throughput),
        "request_throughput": rounded(summary.request_throughput),
        "kept_up": rounded(summary.kept_up),
        "tokens_per_chunk": rounded(summary.tokens_per_chunk),
        "tokens_source": _source(summary),
        "usage_diff_pct": rounded(summary.usage_diff, 100),
        "usage_doubted": summary.usage_doubted,
        "osl_mismatch": summary.osl_mismatch,
        "goodput": _goodput_data(summary.goodput),
        "client_saturated": summary.saturation.saturated if summary.saturation else None,
        "saturation": _saturation_data(summary.saturation),
        "models_answering": dict(summary.models_answering),
    }


def samples_data(records: Sequence[Record]) -> dict[str, list[float]]:
    """The single values of requests that succeeded, in milliseconds and in the order in which they were sent: what two
    runs are compared by."""
    good = sorted((record for record in records if record.ok), key=lambda record: record.sent_at)
    return {
        name: [round(value * MS, 3) for record in good if (value := of(record)) is not None]
        for name, of in _SAMPLES.items()
    }


def rounded(value: float | None, scale: float = 1.0) -> float | None:
    """`value` times `scale` to a millionth; None stays."""
    return None if value is None else round(value * scale, 6)


def _source(summary: Summary) -> str | None:
    if not summary.succeeded:
        return None
    if summary.tokens_from_usage == summary.succeeded:
        return "usage"
    return "mixed" if summary.tokens_from_usage else "chunks"


def _goodput_data(goodput: Goodput | None) -> dict[str, Any] | None:
    if goodput is None:
        return None
    wanted = goodput.objectives
    objectives = {"ttft_ms": wanted.ttft, "tpot_ms": wanted.tpot, "e2e_ms": wanted.e2e}
    return {
        "objectives": {name: rounded(value, MS) for name, value in objectives.items() if value is not None},
        "good": goodput.good,
        "share": rounded(goodput.share),
        "request_throughput": rounded(goodput.per_second),
    }


def _saturation_data(saturation: Saturation | None) -> dict[str, Any] | None:
    if saturation is None:
        return None
    return {
        "loop_lag_ms": rounded(saturation.lag, MS),
        "share_of_ttft": rounded(saturation.ttft_share),
        "share_of_itl": rounded(saturation.itl_share),
    }
