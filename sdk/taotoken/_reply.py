"""What a request gives back: the reply, its usage and its timing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NoReturn

from taotoken._frozen import frozen
from taotoken._message import Message

FinishReason = Literal["stop", "length", "tool_calls", "content_filter"]


@frozen
class Usage:
    """Token counts as the server sent them; None where it sent none, never a made-up zero.

    `input_tokens` is the whole prompt, cached parts included, on every protocol (Anthropic's own figure leaves
    them out, so cache reads and writes are added); `cached_input_tokens`, `cache_write_tokens` and
    `reasoning_tokens` are subsets. This is also OpenTelemetry's rule for ``gen_ai.usage.*``.
    """

    input_tokens: int | None = None
    output_tokens: int | None = None
    total_tokens: int | None = None
    cached_input_tokens: int | None = None
    cache_write_tokens: int | None = None
    reasoning_tokens: int | None = None
    raw: Mapping[str, Any] = field(default_factory=dict, compare=False)


@frozen
class Timing:
    """Seconds on the monotonic clock, taken when bytes arrived; t0 is just before the request is sent.

    ttfb: response headers. ttfr: first event of any kind. ttft: first chunk with non-empty text (content,
    reasoning, refusal or tool-call arguments). ttfo: first chunk that is not reasoning. tpot: time per output
    token after the first, (t_last - t_first) / (N - 1) with N = usage.output_tokens; None when N < 2 or only one
    chunk carried text. itl: gaps between chunks that carry text. e2e: last such chunk. total: body drained.
    """

    ttfb: float | None = None
    ttfr: float | None = None
    ttft: float | None = None
    ttfo: float | None = None
    tpot: float | None = None
    itl: tuple[float, ...] = ()
    e2e: float | None = None
    total: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """One whole tool call; `arguments` is the JSON text as the model wrote it."""

    id: str
    name: str
    arguments: str


@frozen
class Attempt:
    """One try of a request: which model and URL, how long (seconds), and the error code if it failed."""

    model: str
    url: str
    seconds: float
    error: str | None = None
    status: int | None = None


@frozen
class Reply:
    """A whole answer, the same shape for every protocol. `choices` is not here: read `text`.

    `notes` says what is worth knowing though it is no error: the answer was cut, another model answered, a fallback
    did. `parsed` is the answer as the call's ``output_type``. `reasoning_blocks` is the thinking in the protocol's
    own words where it is signed or encrypted; `message` carries it back.
    """

    text: str = ""
    reasoning: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    finish_reason: FinishReason | None = None
    raw_finish_reason: str | None = None
    usage: Usage | None = None
    timing: Timing = field(default_factory=Timing, compare=False)
    model: str | None = None
    id: str | None = None
    request_id: str | None = None
    attempts: tuple[Attempt, ...] = field(default=(), compare=False)
    notes: tuple[Message, ...] = field(default=(), compare=False)
    raw: Any = field(default=None, compare=False, repr=False)
    parsed: Any = field(default=None, compare=False)
    reasoning_blocks: tuple[Mapping[str, Any], ...] = field(default=(), compare=False, repr=False)

    def message(self) -> dict[str, Any]:
        """This answer as a message for the next call's `messages`, on any protocol.

        Written OpenAI's way: ``role``, ``content`` and ``tool_calls``; and ``reasoning_blocks``, which goes out only
        on the protocol that it came from, where servers check it. Answer each tool call with a message
        ``{"role": "tool", "tool_call_id": call.id, "content": …}``.
        """
        message: dict[str, Any] = {"role": "assistant", "content": self.text}
        if self.tool_calls:
            message["tool_calls"] = [
                {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
                for call in self.tool_calls
            ]
        if self.reasoning_blocks:
            message["reasoning_blocks"] = [dict(block) for block in self.reasoning_blocks]
        return message

    @property
    def choices(self) -> NoReturn:
        """Not here: a reply has one answer, in `text`."""
        raise AttributeError("Reply has no 'choices': the answer is reply.text (tool calls in reply.tool_calls)")


def settled(reply: Reply, *, attempts: tuple[Attempt, ...], notes: tuple[Message, ...]) -> Reply:
    """A reply that nobody has yet, with what is known at its end. (`replace` would copy it field by field.)"""
    object.__setattr__(reply, "attempts", attempts)
    object.__setattr__(reply, "notes", notes)
    return reply


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """One entry of a gateway's model list."""

    id: str
    owned_by: str | None = None
    context_window: int | None = None
    max_output_tokens: int | None = None
