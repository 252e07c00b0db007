"""From what came to a record: of the client's reply, or of the bytes of a connection with their moments."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

from taotoken._causes import Cause
from taotoken._errors import BadResponseError, ConnectionFailedError, TaoTokenError, TimedOutError
from taotoken._protocol import Protocol
from taotoken._reader import ReplyReader
from taotoken._reply import Reply
from taotoken._timing import Stopwatch, per_token
from taotoken._transport._inflate import inflater_for
from taotoken._wire import Wire
from taotoken.measure._connection import Answer
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


_SENT = tuple(field.name for field in fields(Sent))


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


def read_answer(sent: Sent, wire: Wire, answer: Answer, secrets: tuple[str, ...], keep_text: bool) -> Record:
    """The record of what came on a connection."""
    ended = answer.ended_at if answer.ended_at is not None else answer.sent_at
    result = reply_of(wire, answer, secrets)
    if isinstance(result, TaoTokenError):
        return failed(sent, result, ended - answer.sent_at, keep_text)
    return measured(sent, result, keep_text)


def reply_of(wire: Wire, answer: Answer, secrets: tuple[str, ...]) -> Reply | TaoTokenError:
    """The reply that an answer holds, or the error that it is."""
    if not answer.status:
        if answer.late:
            return TimedOutError(answer.broken or "", cause=Cause.RESPONSE_TIMEOUT)
        return ConnectionFailedError(answer.broken or "no answer came")
    try:
        pieces = list(_opened(answer))
    except (ValueError, zlib.error):
        return BadResponseError("the body can't be decompressed", status=answer.status, http_status=answer.status)
    if not 200 <= answer.status < 300:
        from taotoken._classify import classify

        body = b"".join(piece for _, piece in pieces)
        return classify(answer.status, answer.headers, body, secrets=secrets)
    return _read(wire, answer, pieces, secrets)


def _read(
    wire: Wire, answer: Answer, pieces: list[tuple[float, bytes]], secrets: tuple[str, ...]
) -> Reply | TaoTokenError:
    moment = answer.sent_at
    watch = Stopwatch(lambda: moment)
    moment = answer.head_at or moment
    watch.headers()
    reader = ReplyReader(wire, status=answer.status, headers=answer.headers, watch=watch, now=0.0, secrets=secrets)
    for at, piece in pieces:
        reader.feed(piece, at - answer.sent_at)
    moment = answer.ended_at or moment
    if answer.late and not reader.done and not reader.complete:
        error = TimedOutError(answer.broken or "", cause=Cause.STREAM_IDLE_TIMEOUT)
        error.partial = reader.partial()
        return error
    if not reader.done and answer.broken:
        reader.cut(answer.broken)
    elif not reader.done:
        reader.close(watch.now())
    watch.finish()
    return reader.error or reader.reply()


def _opened(answer: Answer) -> Iterator[tuple[float, bytes]]:
    """The pieces of the body, decompressed."""
    inflater = inflater_for(answer.headers.get("content-encoding", ""))
    for at, piece in answer.pieces:
        if inflater is None:
            yield at, piece
            continue
        inflater.feed(piece)
        while opened := inflater.take():
            yield at, opened


def _sent(sent: Sent) -> dict[str, Any]:
    return {name: getattr(sent, name) for name in _SENT}


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
