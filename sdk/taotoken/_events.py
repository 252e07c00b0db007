"""What a stream hands out while it runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from taotoken._reply import ToolCall, Usage


@dataclass(frozen=True, slots=True)
class TextDelta:
    """More text of the answer; `text` is never empty."""

    text: str


@dataclass(frozen=True, slots=True)
class ReasoningDelta:
    """More of the model's thinking; `text` is never empty."""

    text: str


@dataclass(frozen=True, slots=True)
class UsageUpdate:
    """The token counts so far: a snapshot, not a difference."""

    usage: Usage


@dataclass(frozen=True, slots=True)
class ToolCallDelta:
    """A piece of a tool call, only with ``tool_deltas=True``; the whole `ToolCall` follows if the call gets whole.

    `index` counts the reply's calls from 0. The first piece of a call has its name (and its id, where the server
    sends one) and may have no arguments yet.
    """

    index: int
    id: str
    name: str
    arguments: str


StreamEvent: TypeAlias = TextDelta | ReasoningDelta | ToolCall | ToolCallDelta | UsageUpdate
