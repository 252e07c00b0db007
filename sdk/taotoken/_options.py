"""The options of a call, the same for `chat` and `stream`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypedDict

from taotoken._protocol import Protocol

if TYPE_CHECKING:
    from taotoken._fallback import Fallback

Messages = str | Sequence[Mapping[str, Any]]


class CallOptions(TypedDict, total=False):
    """Keyword arguments of `AsyncTaoToken.chat` and `AsyncTaoToken.stream`; None is the same as left out.

    Attributes:
        model: the model, instead of the client's.
        protocol: ``chat``, ``responses`` or ``messages``, instead of the client's.
        max_tokens: the most tokens to generate. ``messages`` demands a bound and gets 4096 by default.
        temperature, top_p: sampling, as the model takes them.
        stop: one text or several that end the answer; not on ``responses``.
        seed: for repeatable sampling; only on ``chat``.
        tools: function tools, written OpenAI's way: ``{"type": "function", "function": {"name": …,
            "description": …, "parameters": JSON schema}}``. Tools of other kinds are passed on as they are.
        tool_choice: ``auto``, ``none``, ``required``, or ``{"type": "function", "function": {"name": …}}``.
        response_format: ``{"type": "json_object"}`` (not on ``messages``) or
            ``{"type": "json_schema", "json_schema": {"name": …, "schema": …}}``.
        output_type: a pydantic model, a dataclass, a msgspec Struct or a TypedDict: its JSON schema is asked for,
            and `Reply.parsed` is the answer as such an object. Instead of `response_format`.
        fallback: other models and endpoints for when the first can't answer, instead of the client's;
            ``Fallback([])`` for none.
        tool_deltas: of `stream` only: hand out `ToolCallDelta` fragments too. They count as output: after one,
            nothing is tried again.
        extra_body: fields for the body as it is, over everything else.
        extra_headers: headers, over everything else.
        url: posted to instead of the protocol's own URL; on the endpoint's host only.
        timeout: seconds for the whole call, retries included.
        first_token_timeout: seconds from the request to the first token.
        idle_timeout: seconds without a token.
    """

    model: str | None
    protocol: Protocol | None
    max_tokens: int | None
    temperature: float | None
    top_p: float | None
    stop: str | Sequence[str] | None
    seed: int | None
    tools: Sequence[Mapping[str, Any]] | None
    tool_choice: str | Mapping[str, Any] | None
    response_format: Mapping[str, Any] | None
    output_type: Any
    fallback: Fallback | None
    tool_deltas: bool | None
    extra_body: Mapping[str, Any] | None
    extra_headers: Mapping[str, str] | None
    url: str | None
    timeout: float | None
    first_token_timeout: float | None
    idle_timeout: float | None
