"""The options of a call, the same for `chat` and `stream`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from taotoken._reply import Protocol

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
        response_format: ``{"type": "json_object"}`` or ``{"type": "json_schema", "json_schema": {…}}``; not on
            ``messages``.
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
    extra_body: Mapping[str, Any] | None
    extra_headers: Mapping[str, str] | None
    url: str | None
    timeout: float | None
    first_token_timeout: float | None
    idle_timeout: float | None
