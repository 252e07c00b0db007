"""Token counts, under every name that servers give them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from taotoken._reply import Usage
from taotoken._wire._lenient import as_dict, as_int

COUNTS = ("prompt_tokens", "input_tokens", "completion_tokens", "output_tokens")


def first_count(*values: Any) -> int | None:
    """The first of these that is a count."""
    return next((count for value in values if (count := as_int(value)) is not None), None)


def merge_counts(counts: dict[str, Any], raw: Mapping[str, Any]) -> None:
    """Counts come in pieces: later ones win, but a zero never replaces a real one."""
    for name, value in raw.items():
        if value or counts.get(name) is None:
            counts[name] = value


def total_of(total: int | None, prompt: int | None, output: int | None) -> int | None:
    """The server's total, or the sum where it gave none; zero beside real counts is none."""
    if prompt is None or output is None:
        return total
    return total or prompt + output


class _Prompt(msgspec.Struct):
    cached_tokens: int | None = None
    cache_write_tokens: int | None = None


class _Output(msgspec.Struct):
    reasoning_tokens: int | None = None


class _ChatCounts(msgspec.Struct):
    """Counts under OpenAI's own names, with nothing under the names of others. The converter checks that."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    total_tokens: int | None = None
    prompt_tokens_details: _Prompt | None = None
    completion_tokens_details: _Output | None = None
    input_tokens: None = None
    output_tokens: None = None
    input_tokens_details: None = None
    output_tokens_details: None = None
    prompt_cache_hit_tokens: None = None
    cached_tokens: None = None
    cache_read_input_tokens: None = None
    cache_creation_input_tokens: None = None
    cache_creation: None = None
    reasoning_tokens: None = None


_NO_PROMPT, _NO_OUTPUT = _Prompt(), _Output()


def chat_usage(raw: Mapping[str, Any]) -> Usage | None:
    """The counts of a completion, or None where the object has none."""
    try:
        counts = msgspec.convert(raw, _ChatCounts)
    except msgspec.MsgspecError:
        return tolerant_usage(raw)
    prompt, output = counts.prompt_tokens, counts.completion_tokens
    if prompt is None and output is None and counts.total_tokens is None:
        return None
    details = counts.prompt_tokens_details or _NO_PROMPT
    return Usage(
        input_tokens=prompt,
        output_tokens=output,
        total_tokens=total_of(counts.total_tokens, prompt, output),
        cached_input_tokens=details.cached_tokens,
        cache_write_tokens=details.cache_write_tokens,
        reasoning_tokens=(counts.completion_tokens_details or _NO_OUTPUT).reasoning_tokens,
        raw=raw,
    )


def tolerant_usage(raw: Mapping[str, Any]) -> Usage | None:
    """The same from counts under any name, read by meaning."""
    prompt = first_count(raw.get("prompt_tokens"), raw.get("input_tokens"))
    output = first_count(raw.get("completion_tokens"), raw.get("output_tokens"))
    total = as_int(raw.get("total_tokens"))
    if prompt is None and output is None and total is None:
        return None
    details = as_dict(raw.get("prompt_tokens_details")) or as_dict(raw.get("input_tokens_details"))
    spent = as_dict(raw.get("completion_tokens_details")) or as_dict(raw.get("output_tokens_details"))
    cached = ("prompt_cache_hit_tokens", "cached_tokens", "cache_read_input_tokens")
    return Usage(
        input_tokens=prompt,
        output_tokens=output,
        total_tokens=total_of(total, prompt, output),
        cached_input_tokens=first_count(details.get("cached_tokens"), *map(raw.get, cached)),
        cache_write_tokens=first_count(details.get("cache_write_tokens"), cache_written(raw)),
        reasoning_tokens=first_count(spent.get("reasoning_tokens"), raw.get("reasoning_tokens")),
        raw=raw,
    )


def cache_written(raw: Mapping[str, Any]) -> int | None:
    """What was written to the cache, also where only its parts are told."""
    written = as_int(raw.get("cache_creation_input_tokens"))
    if written:
        return written
    parts = as_dict(raw.get("cache_creation"))
    by_age = [as_int(parts.get(f"ephemeral_{age}_input_tokens")) for age in ("5m", "1h")]
    told = [count for count in by_age if count is not None]
    return sum(told) if told else written
