"""Where a sweep stops being worth it: the level after which more load buys little throughput."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

WORTH = 0.3
KEEPS_UP = 0.95


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """One level of a sweep.

    Attributes:
        load: its concurrency, or its rate in requests per second.
        throughput: what that gave, in any unit.
        ttft: what a request then waited for its first token (median, seconds).
        kept_up: of an open loop, the share of the requests offered per second that were answered per second.
    """

    load: float
    throughput: float
    ttft: float
    kept_up: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Knee:
    """The knee and the level after it; without a level after it throughput still grew at the end of the sweep."""

    at: Level
    after: Level | None


def knee_of_concurrency(levels: Sequence[Level]) -> Knee | None:
    """The first level whose next one gains less than 30 % of what the added load would give if it came for free.

    Twice the concurrency, say, that brings 10 % more throughput instead of 100 %. None for fewer than two levels.
    """
    ordered = sorted(levels, key=lambda level: level.load)
    if len(ordered) < 2:
        return None
    for level, after in pairwise(ordered):
        gain, added = after.throughput / level.throughput - 1, after.load / level.load - 1
        if gain < WORTH * added:
            return Knee(at=level, after=after)
    return Knee(at=ordered[-1], after=None)


def knee_of_rate(levels: Sequence[Level]) -> Knee | None:
    """The last rate that the server keeps up with: it answers 95 % of what is offered, or more. None for fewer than
    two levels, or when it keeps up with none."""
    ordered = sorted(levels, key=lambda level: level.load)
    if len(ordered) < 2 or ordered[0].kept_up < KEEPS_UP:
        return None
    for level, after in pairwise(ordered):
        if after.kept_up < KEEPS_UP:
            return Knee(at=level, after=after)
    return Knee(at=ordered[-1], after=None)
