"""Goodput: the requests that were good enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from taotoken.measure._record import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class Objectives:
    """What a request has to keep to count as good, in seconds; None asks for nothing."""

    ttft: float | None = None
    tpot: float | None = None
    e2e: float | None = None

    def met_by(self, record: Record) -> bool:
        """Did this request succeed and keep every objective? One without a TPOT (a single token) keeps that one."""
        if record.failure is not None or record.ttft is None or record.e2e is None:
            return False
        return (
            (self.ttft is None or record.ttft <= self.ttft)
            and (self.tpot is None or record.tpot is None or record.tpot <= self.tpot)
            and (self.e2e is None or record.e2e <= self.e2e)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Goodput:
    """How many requests were good, which share of all that is, and how many that makes per second."""

    objectives: Objectives
    good: int
    share: float
    per_second: float | None


def goodput(records: Sequence[Record], objectives: Objectives, duration: float | None) -> Goodput:
    """The goodput of `records` over `duration` seconds."""
    good = sum(map(objectives.met_by, records))
    return Goodput(
        objectives=objectives,
        good=good,
        share=good / len(records) if records else 0.0,
        per_second=good / duration if duration else None,
    )
