"""Judging an SDK case: what the client gave, compared with what the case expects."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, get_args

from sdk_server import Answer, Close, StepClock
from taotoken import Reply, RetryPolicy, TaoTokenError, ToolCall, Usage

CASE_KEYS = {"id", "surface", "source", "what", "input", "expect", "certain", "note"}
INPUT_KEYS = {
    *("protocol", "stream", "status", "headers", "body", "chunks_b64", "chunk_at_ms", "close", "hold_s", "now"),
}
OK_KEYS = {
    *("outcome", "text", "reasoning", "finish_reason", "raw_finish_reason", "tool_calls", "usage", "timing"),
    *("id", "model", "request_id"),
}
ERROR_KEYS = {
    *("class", "retryable", "auto_retry_ok", "status", "http_status", "upstream_status", "provider_code"),
    *("request_id", "limit", "fallback_ok", "retry_after_s", "retry_after_s_min", "retry_after_s_max"),
    *("partial_text", "partial_reasoning", "complete_tool_calls", "cause", "message_contains"),
    *("message_must_not_contain", "message_max_chars", "within_s"),
}
USAGE_KEYS = {
    *("input_tokens", "output_tokens", "total_tokens", "cached_input_tokens", "cache_write_tokens"),
    *("reasoning_tokens", "cache_read_input_tokens", "cache_creation_input_tokens", "total_input_tokens"),
}
TIMING_KEYS = {
    *("ttfb_ms", "ttfr_ms", "ttft_ms", "ttft_text_ms", "tpot_ms", "e2e_ms", "total_ms", "itl_ms"),
    *("tolerance_ms", "formula"),
}
CALL_KEYS = {"id", "name", "arguments", "arguments_parsed"}
PROTOCOLS = {"openai-chat": "chat", "anthropic-messages": "messages", "openai-responses": "responses"}


def unknown_keys(case: Mapping[str, Any]) -> list[str]:
    """Keys that nothing here interprets."""
    expect = case["expect"]
    error = expect.get("error") or {}
    calls = [*(expect.get("tool_calls") or []), *(error.get("complete_tool_calls") or [])]
    found = [
        *(set(case) - CASE_KEYS),
        *(set(case["input"]) - INPUT_KEYS),
        *(set(expect) - OK_KEYS - {"error"}),
        *(set(error) - ERROR_KEYS),
        *(set(expect.get("usage") or {}) - USAGE_KEYS),
        *(set(expect.get("timing") or {}) - TIMING_KEYS),
        *(set(error.get("limit") or {}) - {"param", "max"}),
        *(key for call in calls for key in set(call) - CALL_KEYS),
    ]
    if case["input"]["protocol"] not in PROTOCOLS:
        found.append(case["input"]["protocol"])
    if case["input"].get("close", "clean") not in get_args(Close):
        found.append(case["input"]["close"])
    return sorted(found)


def answer_of(case_input: Mapping[str, Any], clock: StepClock) -> Answer:
    """The server's part of a case. With chunk_at_ms the clock moves only when the client has read it."""
    chunks = [base64.b64decode(text) for text in case_input.get("chunks_b64", ())]
    if "body" in case_input:
        chunks = [case_input["body"].encode("utf-8", "surrogatepass")]
    times = case_input.get("chunk_at_ms", ())

    async def before(number: int) -> None:
        if number < 0:
            clock.move(0.0)
        else:
            await clock.seen()
            clock.move(times[number] / 1000)

    return Answer(
        status=case_input["status"],
        headers=case_input.get("headers", {}),
        chunks=chunks,
        close=case_input.get("close", "clean"),
        hold_s=case_input.get("hold_s", 30.0),
        pause=0.0 if times or len(chunks) == 1 else 0.002,
        before=before if times else None,
    )


def time_of_day(case_input: Mapping[str, Any]) -> float:
    """The case's clock in seconds since 1970."""
    return datetime.fromisoformat(case_input.get("now", "2026-12-01T00:00:00+00:00")).timestamp()


class Judge:
    """Collects the comparisons of one case."""

    def __init__(self) -> None:
        self.made = 0
        self.failed: list[str] = []

    def equal(self, what: str, got: Any, wanted: Any) -> None:
        """`got` must be `wanted`."""
        self.holds(what, got == wanted, f"{got!r}, wanted {wanted!r}")

    def holds(self, what: str, good: bool, told: str) -> None:
        """`good` must be true."""
        self.made += 1
        if not good:
            self.failed.append(f"{what}: {told}")


def judge_reply(judge: Judge, reply: Reply, expect: Mapping[str, Any], protocol: str) -> None:
    """A reply against the case's expectation."""
    for name in ("text", "reasoning", "finish_reason", "raw_finish_reason", "id", "model", "request_id"):
        if name in expect:
            judge.equal(name, getattr(reply, name), expect[name])
    if "tool_calls" in expect:
        judge_calls(judge, "tool_calls", reply.tool_calls, expect["tool_calls"])
    if "usage" in expect:
        _judge_usage(judge, reply.usage, expect["usage"], protocol)
    _judge_timing(judge, reply, expect.get("timing") or {})


def judge_calls(judge: Judge, what: str, calls: Sequence[ToolCall], wanted: Sequence[Mapping[str, Any]]) -> None:
    """Tool calls in order; arguments as text, or parsed with exact integers."""
    judge.equal(f"{what}: how many", len(calls), len(wanted))
    for call, expected in zip(calls, wanted, strict=False):
        for name in ("id", "name", "arguments"):
            if name in expected:
                judge.equal(f"{what}.{name}", getattr(call, name), expected[name])
        if "arguments_parsed" in expected:
            judge.equal(f"{what}.arguments", json.loads(call.arguments), expected["arguments_parsed"])


def _judge_usage(judge: Judge, usage: Usage | None, wanted: Mapping[str, Any] | None, protocol: str) -> None:
    if wanted is None or usage is None:
        judge.equal("usage", usage, wanted)
        return
    cached = (usage.cached_input_tokens or 0) + (usage.cache_write_tokens or 0)
    uncached = None if usage.input_tokens is None else usage.input_tokens - cached
    got: dict[str, Any] = {
        "input_tokens": uncached if protocol == "anthropic-messages" else usage.input_tokens,
        "total_input_tokens": usage.input_tokens,
        "cache_read_input_tokens": usage.cached_input_tokens,
        "cache_creation_input_tokens": usage.cache_write_tokens,
    }
    for name, value in wanted.items():
        judge.equal(f"usage.{name}", got[name] if name in got else getattr(usage, name), value)


def _judge_timing(judge: Judge, reply: Reply, wanted: Mapping[str, Any]) -> None:
    slack = wanted.get("tolerance_ms", 0) + 1e-6
    fields = {"ttft_text_ms": "ttfo"} | {f"{n}_ms": n for n in ("ttfb", "ttfr", "ttft", "tpot", "e2e", "total")}
    for name, field in fields.items():
        if name in wanted:
            seconds = getattr(reply.timing, field)
            good = seconds is not None and abs(seconds * 1000 - wanted[name]) <= slack
            judge.holds(name, good, f"{seconds} s, wanted {wanted[name]} ms")
    if "itl_ms" in wanted:
        judge.equal("itl_ms", [round(gap * 1000) for gap in reply.timing.itl], wanted["itl_ms"])


def judge_error(
    judge: Judge, error: TaoTokenError, wanted: Mapping[str, Any], *, delivered: bool, seconds: float
) -> None:
    """An error against the case's expectation."""
    partial = error.partial or Reply()
    policy = RetryPolicy()
    limit = {"param": error.limit.param, "max": error.limit.max} if error.limit else None
    got: dict[str, Callable[[], Any]] = {
        "class": lambda: error.code,
        "auto_retry_ok": lambda: policy.delay(error, retries=0, delivered=delivered) is not None,
        "limit": lambda: limit,
        "retry_after_s": lambda: error.retry_after,
        "partial_text": lambda: partial.text,
        "partial_reasoning": lambda: partial.reasoning,
    }
    same_name = ("retryable", "status", "http_status", "upstream_status", "provider_code", "request_id")
    for name in (*got, *same_name, "fallback_ok", "cause"):
        if name in wanted:
            judge.equal(name, got[name]() if name in got else getattr(error, name), wanted[name])
    if "complete_tool_calls" in wanted:
        judge_calls(judge, "complete_tool_calls", partial.tool_calls, wanted["complete_tool_calls"])
    _judge_bounds(judge, error, wanted, seconds)


def _judge_bounds(judge: Judge, error: TaoTokenError, wanted: Mapping[str, Any], seconds: float) -> None:
    wait = error.retry_after
    if "retry_after_s_min" in wanted:
        judge.holds("retry_after", wait is not None and wait >= wanted["retry_after_s_min"], f"{wait}")
    if "retry_after_s_max" in wanted:
        judge.holds("retry_after", wait is not None and wait <= wanted["retry_after_s_max"], f"{wait}")
    if "within_s" in wanted:
        judge.holds("within_s", seconds <= wanted["within_s"], f"{seconds:.2f} s")
    text = str(error)
    for part in wanted.get("message_contains", ()):
        judge.holds("message_contains", part in text, f"{part!r} not in {text!r}")
    for part in wanted.get("message_must_not_contain", ()):
        judge.holds("message_must_not_contain", part not in f"{text} {error!r} {error.body}", f"{part!r} in {text!r}")
    if "message_max_chars" in wanted:
        judge.holds("message_max_chars", len(text) <= wanted["message_max_chars"], f"{len(text)}")
