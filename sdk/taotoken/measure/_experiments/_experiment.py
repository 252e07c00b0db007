"""What an experiment is given, and what it gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from taotoken._message import Message
from taotoken._protocol import Protocol
from taotoken.measure._record import Record

ExperimentName = Literal["prefill", "decode", "fit", "context", "cache", "sampling"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentPlan:
    """What may be chosen; None leaves it to the experiment.

    Attributes:
        model: the model; empty for the client's.
        protocol: ``chat``, ``responses`` or ``messages``. `cache` tries all three.
        prompt_tokens: lengths of prompts in tokens, about.
        max_tokens: the bound of each answer.
        repeat: how often each request is made.
    """

    model: str = ""
    protocol: Protocol = "chat"
    prompt_tokens: tuple[int, ...] | None = None
    max_tokens: int | None = None
    repeat: int | None = None

    def lengths(self, *default: int) -> tuple[int, ...]:
        """The lengths, each once and in ascending order."""
        return tuple(sorted(set(self.prompt_tokens or default)))


Cell = str | Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment:
    """What was done, what was seen, what it means, and one piece of advice.

    Attributes:
        name: which experiment.
        did: what was done, with the one thing that was varied.
        columns, rows: what was seen, as a table.
        saw: what was seen, in sentences.
        means: what that means.
        advice: what to do with it.
        figures: the same as numbers; times in seconds.
        records: the requests, in order; not the one that opened the connection.
    """

    name: str
    did: Message
    columns: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    saw: tuple[Message, ...]
    means: Message
    advice: Message
    figures: Mapping[str, Any]
    records: tuple[Record, ...] = field(default=(), repr=False)
