"""A request as a waterfall: what began when another thing ended."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from taotoken.measure._trace import Trace

StepName = Literal[
    "client", "dns", "tcp", "tunnel", "tls", "sent",
    "headers", "first_event", "first_token", "first_output", "last_token", "drained",
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step: from `start` to `end`, in seconds after the request's start."""

    name: StepName
    start: float
    end: float

    @property
    def took(self) -> float:
        """How long it took."""
        return self.end - self.start


def steps_of(trace: Trace) -> tuple[Step, ...]:
    """The steps that a request made, in the order of time; each begins where the one before it ended.

    ``client`` is this program's own work before it knocks, where there was any worth a millisecond. After a failure the
    steps end where the request did.
    """
    steps: list[Step] = []
    at = 0.0
    for name, end in _ends(trace):
        end = max(end, at)  # two clocks' worth of rounding never turns time back
        if name == "client" and end < 0.001:
            continue
        steps.append(Step(name=name, start=at, end=end))
        at = end
    return tuple(steps)


def _ends(trace: Trace) -> Iterator[tuple[StepName, float]]:
    """Each step that happened, and when it ended."""
    connection, record = trace.connection, trace.record
    at = connection.began or 0.0
    if connection.began is not None:
        yield "client", at
    durations: tuple[tuple[StepName, float | None], ...] = (
        ("dns", connection.dns),
        ("tcp", connection.tcp),
        ("tunnel", connection.tunnel),
        ("tls", connection.tls),
    )
    for name, duration in durations:
        if duration is not None:
            at += duration
            yield name, at
    moments: tuple[tuple[StepName, float | None], ...] = (
        ("sent", connection.sent),
        ("headers", record.ttfb),
        ("first_event", record.ttfr),
        ("first_token", record.ttft),
        ("first_output", record.ttfo if record.ttfo != record.ttft else None),
        ("last_token", record.e2e),
        ("drained", record.total),
    )
    for name, moment in moments:
        if moment is not None:
            yield name, moment
