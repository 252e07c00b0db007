"""What a stream hands out while it runs."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from itertools import repeat
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

# A frozen dataclass sets its fields the slow way round. These set the one slot they have.
_new = object.__new__
_set_text = TextDelta.__dict__["text"].__set__
_set_reasoning = ReasoningDelta.__dict__["text"].__set__


def text_deltas(texts: list[str]) -> list[TextDelta]:
    """One `TextDelta` for each text, without a step of Python in between."""
    deltas = list(map(_new, repeat(TextDelta, len(texts))))
    deque(map(_set_text, deltas, texts), maxlen=0)
    return deltas


def text_delta(text: str) -> TextDelta:
    """`TextDelta(text)`, several times faster: there is one for each token."""
    delta = _new(TextDelta)
    _set_text(delta, text)
    return delta


def reasoning_delta(text: str) -> ReasoningDelta:
    """`ReasoningDelta(text)`, several times faster."""
    delta = _new(ReasoningDelta)
    _set_reasoning(delta, text)
    return delta
