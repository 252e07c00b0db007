"""What is known of one request after it was measured."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from taotoken._protocol import Protocol

TokensSource = Literal["usage", "chunks"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """Why a request has no whole answer.

    Attributes:
        code: the error's `TaoTokenError.code`, such as ``rate_limited``.
        message: what it says, in English, with keys masked.
        cause: the proven cause's id (`Cause`), or None.
        http_status: the status on the wire, or None where no answer came.
    """

    code: str
    message: str
    cause: str | None = None
    http_status: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One streamed request as measured.

    `intended_at` and `sent_at` are seconds on `time.perf_counter`; the other times are seconds after `sent_at`,
    which is just before the request was sent. A time is None where its event did not happen. After a failure the
    record holds what had come until then.

    Attributes:
        label: which of several targets this was.
        model: the model that was asked.
        protocol: ``chat``, ``responses`` or ``messages``.
        intended_at: when the request should have been sent; later than that, `sent_at`, is the client's own delay.
        sent_at: when it was sent.
        ttfb: response headers (time to first byte).
        ttfr: first event of any kind (time to first response), also one without text.
        ttft: first chunk with text: content, reasoning, refusal or tool-call arguments (time to first token).
        ttfo: first such chunk that is not reasoning (time to first output).
        tpot: seconds per output token after the first, ``(t_last - t_first) / (N - 1)``; None below two tokens, or
            where one chunk carried them all.
        itl: the gaps between chunks with text (inter-token latency; between chunks where a chunk has several tokens).
        e2e: last chunk with text.
        total: the body read to its end.
        input_tokens, output_tokens, reasoning_tokens, cached_tokens: as the server's usage says; `output_tokens` is
            the number of chunks with text where it says nothing. Reasoning is part of the output, cached of the input.
        tokens_source: where `output_tokens` is from: ``usage`` or ``chunks``; None without an answer.
        chunks: how many chunks carried text.
        max_tokens: the bound that was asked for.
        finish_reason: ``stop``, ``length``, ``tool_calls`` or ``content_filter``; None where the server gave none.
        text: the answer, where the caller wanted it kept.
        answered_by: the model that the server says it used.
        request_id: the server's id of the request.
        failure: why there is no whole answer, or None.
    """

    label: str = ""
    model: str
    protocol: Protocol = "chat"
    intended_at: float
    sent_at: float
    ttfb: float | None = None
    ttfr: float | None = None
    ttft: float | None = None
    ttfo: float | None = None
    tpot: float | None = None
    itl: tuple[float, ...] = field(default=(), repr=False)
    e2e: float | None = None
    total: float | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    reasoning_tokens: int | None = None
    cached_tokens: int | None = None
    tokens_source: TokensSource | None = None
    chunks: int = 0
    max_tokens: int | None = None
    finish_reason: str | None = None
    text: str | None = field(default=None, repr=False)
    answered_by: str | None = None
    request_id: str | None = None
    failure: Failure | None = None

    @property
    def ok(self) -> bool:
        """Did a whole answer come?"""
        return self.failure is None

    @property
    def send_lag(self) -> float:
        """Seconds that the request was sent later than intended: the client's delay, not the server's."""
        return self.sent_at - self.intended_at

    @property
    def e2e_incl_queue(self) -> float | None:
        """`e2e` counted from the moment the request should have been sent (free of coordinated omission)."""
        return None if self.e2e is None else self.e2e + self.send_lag

    @property
    def ended_at(self) -> float:
        """When it was over, on the clock of `sent_at`."""
        return self.sent_at + (self.total or self.e2e or self.ttfb or 0.0)

    @property
    def output_tps(self) -> float | None:
        """Tokens per second of this answer after its first token (decode speed): 1 / `tpot`."""
        return 1.0 / self.tpot if self.tpot else None

    @property
    def e2e_tps(self) -> float | None:
        """Tokens per second of this answer from the request to the last token."""
        return self.output_tokens / self.e2e if self.output_tokens and self.e2e else None
