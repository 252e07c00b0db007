"""The three protocols, each as four functions from a reply to its wire form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from taotoken._protocol import Protocol
from taotoken.testing import _chat, _messages, _responses
from taotoken.testing._reply import Answer
from taotoken.testing._response import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoder:
    """How one protocol says a reply, whole or streamed, and how it says nothing at all."""

    body: Callable[[Answer], dict[str, Any]]
    events: Callable[[Answer], list[Event]]
    empty_body: Callable[[Answer], dict[str, Any]]
    empty_events: Callable[[Answer], list[Event]]


ENCODERS: Mapping[Protocol, Encoder] = {
    "chat": Encoder(body=_chat.body, events=_chat.events, empty_body=_chat.empty_body, empty_events=_chat.empty_events),
    "responses": Encoder(
        body=_responses.body,
        events=_responses.events,
        empty_body=_responses.empty_body,
        empty_events=_responses.empty_events,
    ),
    "messages": Encoder(
        body=_messages.body,
        events=_messages.events,
        empty_body=_messages.empty_body,
        empty_events=_messages.empty_events,
    ),
}
