"""The text that servers give at ``/metrics`` (Prometheus's exposition format), as numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

Metrics = Mapping[str, tuple[float, ...]]
"""The samples of each name, one for each set of labels. A ``stage`` label is part of the name."""

_SAMPLE = re.compile(r"^([A-Za-z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)(?:\s+-?\d+)?\s*$")
_STATISTIC = re.compile(r"(_sum|_count|)$")
_STAGE = re.compile(r'(?:^|,)\s*stage="([\w.-]+)"')


def parse_metrics(text: str) -> Metrics:
    """The samples in `text`; lines that are none, buckets, and values that aren't numbers are passed over."""
    found: dict[str, list[float]] = {}
    for line in text.splitlines():
        sample = _SAMPLE.match(line)
        if sample is None or sample[1].endswith("_bucket"):
            continue
        try:
            value = float(sample[3])
        except ValueError:
            continue
        stage = _STAGE.search(sample[2] or "")
        name = _STATISTIC.sub(rf":{stage[1]}\1", sample[1], count=1) if stage else sample[1]
        if math.isfinite(value):
            found.setdefault(name, []).append(value)
    return {name: tuple(values) for name, values in found.items()}


def total(metrics: Metrics, *names: str) -> float | None:
    """The sum of the first of `names` that is there."""
    return next((math.fsum(metrics[name]) for name in names if name in metrics), None)


def highest(metrics: Metrics, *names: str) -> float | None:
    """The largest sample of the first of `names` that is there; for shares, which can't be added."""
    return next((max(metrics[name]) for name in names if name in metrics), None)


def grown(before: Metrics, after: Metrics, *names: str) -> float | None:
    """By how much the first of `names` that is there has grown; all of it where it was started anew in between."""
    now = total(after, *names)
    if now is None:
        return None
    then = total(before, *names) or 0.0
    return now - then if now >= then else now
