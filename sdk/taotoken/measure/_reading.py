"""From a reply of the client to a record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from taotoken._errors import TaoTokenError
from taotoken._protocol import Protocol
from taotoken._reply import Reply
from taotoken._timing import per_token
from taotoken.measure._record import Failure, Record


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """What is known of a request when it is sent; the fields are those of `Record`."""

    label: str
    model: str
    protocol: Protocol
    intended_at: float
    sent_at: float
    max_tokens: int | None


def measured(sent: Sent, reply: Reply, keep_text: bool) -> Record:
    """The record of a whole answer."""
    return Record(**_sent(sent), **_came(reply, keep_text))


def failed(sent: Sent, error: TaoTokenError, seconds: float, keep_text: bool) -> Record:
    """The record of a request that failed `seconds` after it was sent, with what had come."""
    came = _came(error.partial, keep_text) if error.partial is not None else {}
    failure = Failure(
        code=error.code,
        message=str(error),
        cause=str(error.cause) if error.cause else None,
        http_status=error.http_status,
    )
    came["total"] = seconds
    came.setdefault("request_id", error.request_id)
    return Record(**_sent(sent), **came, failure=failure)


def _sent(sent: Sent) -> dict[str, Any]:
    return {name: getattr(sent, name) for name in Sent.__slots__}


def _came(reply: Reply, keep_text: bool) -> dict[str, Any]:
    timing, usage = reply.timing, reply.usage
    chunks = 0 if timing.ttft is None else 1 + len(timing.itl)
    told = usage.output_tokens if usage is not None else None
    tokens = chunks if told is None else told
    return {
        "ttfb": timing.ttfb,
        "ttfr": timing.ttfr,
        "ttft": timing.ttft,
        "ttfo": timing.ttfo,
        "tpot": per_token(timing.ttft, timing.e2e, tokens),
        "itl": timing.itl,
        "e2e": timing.e2e,
        "total": timing.total,
        "input_tokens": usage.input_tokens if usage else None,
        "output_tokens": tokens,
        "reasoning_tokens": usage.reasoning_tokens if usage else None,
        "cached_tokens": usage.cached_input_tokens if usage else None,
        "tokens_source": "chunks" if told is None else "usage",
        "chunks": chunks,
        "finish_reason": reply.finish_reason,
        "text": reply.text if keep_text else None,
        "answered_by": reply.model,
        "request_id": reply.request_id,
    }
