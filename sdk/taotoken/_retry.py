"""When a request is tried again, as a pure decision."""

from __future__ import annotations

from dataclasses import dataclass

from taotoken._checks import COUNT, SHARE, SPAN, check
from taotoken._errors import TaoTokenError


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryPolicy:
    """How often and how patiently a failed request is repeated. All times are in seconds.

    Attributes:
        max_retries: attempts after the first; 0 turns retries off.
        base: the wait before the first retry; it doubles with each further one.
        cap: the longest such wait.
        jitter: the share of the wait that chance may take off, so that clients don't return all at once.
        max_wait: the longest wait that a server may ask for; a longer one is not waited for.

    Raises:
        ConfigurationError: a value that is no such number.
    """

    max_retries: int = 2
    base: float = 0.5
    cap: float = 8.0
    jitter: float = 0.25
    max_wait: float = 60.0

    def __post_init__(self) -> None:
        check("max_retries", self.max_retries, COUNT)
        for name in ("base", "cap", "max_wait"):
            check(name, getattr(self, name), SPAN)
        check("jitter", self.jitter, SHARE)

    def delay(self, error: TaoTokenError, *, retries: int, delivered: bool, luck: float = 0.0) -> float | None:
        """Seconds to wait before the next attempt, or None to give up.

        `retries` counts those already made; `delivered` says that output has reached the caller, after which
        nothing is repeated; `luck` is a random number from 0 to 1.
        """
        if delivered or not error.retryable or retries >= self.max_retries:
            return None
        if error.retry_after is not None:
            return error.retry_after if error.retry_after <= self.max_wait else None
        wait = min(self.cap, self.base * 2.0 ** min(retries, 60))
        return wait * (1 - self.jitter * luck)
