"""Names that are nearly right: hosts and models."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from taotoken._hosts import known_host
from taotoken._text import safe_text

_HOSTS: Final = (
    "taotoken.net",
    "api.anthropic.com",
    "api.openai.com",
    "openrouter.ai",
    "api.deepseek.com",
    "api.moonshot.cn",
    "api.siliconflow.cn",
)
_DATE: Final = re.compile(r"[-@:]?(?:20\d{6}|20\d\d-\d\d-\d\d|\d{4}|latest|preview)$")


def near_host(host: str) -> tuple[str, int] | None:
    """A known host that `host` misspells, and by how many letters; None when it is right or far from all."""
    if known_host(host) is not None or host in _HOSTS:
        return None
    parent = next((name for name in _HOSTS if host.endswith(f".{name}") and known_host(name)), None)
    if parent is not None:  # a name below a known host that is not one of its names
        return parent, len(host) - len(parent)
    best = min(((distance(host, name), name) for name in _HOSTS), default=None)
    return (best[1], best[0]) if best and 0 < best[0] <= 2 else None


def distance(one: str, other: str, limit: int = 4) -> int:
    """How many letters were added, left out, changed or swapped, at most `limit`."""
    if abs(len(one) - len(other)) >= limit or len(one) > 120:
        return limit
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        older, before, row = before, row, [i]
        for j, b in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
    return min(row[-1], limit)


def nearest(model: str, known: Sequence[str], count: int = 3) -> list[str]:
    """The `count` known ids most like `model`, best first."""
    from difflib import get_close_matches

    by_lower = {name.lower(): name for name in known}
    hits = [by_lower[hit] for hit in get_close_matches(model.lower(), list(by_lower), count, cutoff=0.0)]
    return [safe_text(hit, 100) for hit in hits]


def without_date(model: str) -> str:
    """A model's id without a date or the like at its end."""
    return _DATE.sub("", model)
