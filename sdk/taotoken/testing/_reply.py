"""A scripted reply, cut into tokens; the protocol modules put it on the wire."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class AnsweredCall:
    """A tool call whose arguments are cut into tokens."""

    id: str
    name: str
    arguments: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One reply; `output_tokens` is what every protocol's usage reports and the stamps count.

    include_usage: a chat stream was asked for its usage (the other protocols always send it).
    """

    id: str
    model: str
    reasoning: tuple[str, ...]
    text: tuple[str, ...]
    calls: tuple[AnsweredCall, ...]
    input_tokens: int
    finish: Literal["stop", "length", "tool_calls"]
    include_usage: bool = False

    @property
    def output_tokens(self) -> int:
        return len(self.reasoning) + len(self.text) + sum(len(call.arguments) for call in self.calls)
