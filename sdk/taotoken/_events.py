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


StreamEvent: TypeAlias = TextDelta | ReasoningDelta | ToolCall | UsageUpdate
