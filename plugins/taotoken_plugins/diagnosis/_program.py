"""A program that runs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """A program of the tool that is running; `daemon` is one that stays in the background."""

    pid: int
    started: datetime
    daemon: bool = False
