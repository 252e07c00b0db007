"""What a self-hosted server (vLLM, SGLang, llama.cpp) tells of itself: pure readers of its texts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from taotoken._text import safe_text
from taotoken.measure._metrics import Metrics, grown, highest, total

EngineName = Literal["vLLM", "SGLang", "llama.cpp"]
_SHOWN_PIECES = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Timings:
    """What llama.cpp's server says about one request, at the end of its stream; seconds and tokens."""

    prompt_tokens: int
    prompt_seconds: float
    output_tokens: int
    output_seconds: float
    cached_tokens: int | None = None

    @property
    def tpot(self) -> float | None:
        """Seconds per output token, as the server measured them."""
        return self.output_seconds / self.output_tokens if self.output_tokens else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """A server's own figures; times are means in seconds, None where it tells none.

    Attributes:
        name: which server it is.
        requests: how many requests the means are of.
        own: are they of this request alone? Otherwise they are of all since the server started, or of all that ended
            while this one ran.
        queue, prefill, decode, ttft: waiting for a place, reading the prompt, writing the answer, until the first
            token.
        running, waiting: how many requests it was working on, and how many waited, when it was asked.
        kv_cache_used: the share of the KV cache in use, 0 to 1.
        prefix_hits: the share of prompt tokens that came from the prefix cache, 0 to 1.
        text_tokens: how many tokens the text is without what the server puts around it.
        pieces: the first of these tokens as text.
    """

    name: EngineName
    requests: int = 0
    own: bool = False
    queue: float | None = None
    prefill: float | None = None
    decode: float | None = None
    ttft: float | None = None
    running: int | None = None
    waiting: int | None = None
    kv_cache_used: float | None = None
    prefix_hits: float | None = None
    text_tokens: int | None = None
    pieces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Names:
    """What one server calls its figures; several where versions differ."""

    name: EngineName
    prefix: str
    queue: str = ""
    prefill: str = ""
    decode: str = ""
    ttft: str = ""
    e2e: str = ""
    running: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    kv_cache: tuple[str, ...] = ()
    hit_rate: tuple[str, ...] = ()
    hits: tuple[str, ...] = ()
    queries: tuple[str, ...] = ()


_ENGINES: Final = (
    _Names(
        name="vLLM",
        prefix="vllm:",
        queue="vllm:request_queue_time_seconds",
        prefill="vllm:request_prefill_time_seconds",
        decode="vllm:request_decode_time_seconds",
        ttft="vllm:time_to_first_token_seconds",
        e2e="vllm:e2e_request_latency_seconds",
        running=("vllm:num_requests_running",),
        waiting=("vllm:num_requests_waiting",),
        kv_cache=("vllm:kv_cache_usage_perc", "vllm:gpu_cache_usage_perc"),
        hits=("vllm:prefix_cache_hits_total", "vllm:gpu_prefix_cache_hits_total"),
        queries=("vllm:prefix_cache_queries_total", "vllm:gpu_prefix_cache_queries_total"),
    ),
    _Names(
        name="SGLang",
        prefix="sglang:",
        queue="sglang:queue_time_seconds",
        prefill="sglang:per_stage_req_latency_seconds:prefill_forward",
        ttft="sglang:time_to_first_token_seconds",
        e2e="sglang:e2e_request_latency_seconds",
        running=("sglang:num_running_reqs",),
        waiting=("sglang:num_queue_reqs",),
        kv_cache=("sglang:token_usage",),
        hit_rate=("sglang:cache_hit_rate",),
    ),
    _Names(
        name="llama.cpp",
        prefix="llamacpp:",
        running=("llamacpp:requests_processing",),
        waiting=("llamacpp:requests_deferred",),
        kv_cache=("llamacpp:kv_cache_usage_ratio",),
    ),
)


def engine_of(metrics: Metrics, before: Metrics | None = None) -> Engine | None:
    """What the server's metrics say, since `before` if that is there; None where they are of no server known here."""
    names = next((names for names in _ENGINES if any(name.startswith(names.prefix) for name in metrics)), None)
    if names is None:
        return None
    since: Metrics = before if before is not None else {}
    ended = grown(since, metrics, f"{names.e2e}_count") or 0
    ttft, e2e = _mean(since, metrics, names.ttft), _mean(since, metrics, names.e2e)
    decode = _mean(since, metrics, names.decode)
    if decode is None and not names.decode and ttft is not None and e2e is not None:
        decode = max(0.0, e2e - ttft)
    queried = grown(since, metrics, *names.queries)
    rate = highest(metrics, *names.hit_rate)
    if rate is None and queried:
        rate = (grown(since, metrics, *names.hits) or 0.0) / queried
    return Engine(
        name=names.name,
        requests=int(ended),
        own=before is not None and ended == 1,
        queue=_mean(since, metrics, names.queue),
        prefill=_mean(since, metrics, names.prefill),
        decode=decode,
        ttft=ttft,
        running=_count(total(metrics, *names.running)),
        waiting=_count(total(metrics, *names.waiting)),
        kv_cache_used=highest(metrics, *names.kv_cache),
        prefix_hits=rate,
    )


def timings_in(body: bytes) -> Timings | None:
    """llama.cpp's ``timings`` in the last bytes of a stream, or None."""
    for line in reversed(body.splitlines()):
        if b'"timings"' not in line:
            continue
        value = _json(line.partition(b"data:")[2] or line)
        if isinstance(value, dict) and isinstance(value.get("timings"), dict):
            return _timings(value["timings"])
    return None


def tokens_in(body: bytes) -> tuple[int, tuple[str, ...]] | None:
    """How many tokens an answer of ``/tokenize`` has, and the first of them as text where it tells."""
    value = _json(body)
    if not isinstance(value, dict) or not isinstance(tokens := value.get("tokens"), list):
        return None
    pieces = value.get("token_strs") if isinstance(value.get("token_strs"), list) else tokens
    texts = [_piece(piece) for piece in (pieces or ())[:_SHOWN_PIECES]]
    return len(tokens), tuple(text for text in texts if text is not None)


def _timings(raw: Mapping[str, Any]) -> Timings | None:
    numbers = {name: raw.get(name) for name in ("prompt_n", "prompt_ms", "predicted_n", "predicted_ms")}
    if not all(isinstance(number, int | float) and number >= 0 for number in numbers.values()):
        return None
    cached = raw.get("cache_n")
    return Timings(
        prompt_tokens=int(raw["prompt_n"]),
        prompt_seconds=raw["prompt_ms"] / 1000,
        output_tokens=int(raw["predicted_n"]),
        output_seconds=raw["predicted_ms"] / 1000,
        cached_tokens=cached if isinstance(cached, int) and cached >= 0 else None,
    )


def _piece(token: Any) -> str | None:
    """A token's text: a string, or llama.cpp's ``{"id": …, "piece": …}``; bytes that are no text have none."""
    text = token.get("piece") if isinstance(token, dict) else token
    if not isinstance(text, str):
        return None
    return (" " if text.startswith(" ") else "") + safe_text(text, 20)


def _mean(before: Metrics, after: Metrics, name: str) -> float | None:
    count = grown(before, after, f"{name}_count") if name else None
    return (grown(before, after, f"{name}_sum") or 0.0) / count if count else None


def _count(value: float | None) -> int | None:
    return None if value is None else int(value)


def _json(text: bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None
