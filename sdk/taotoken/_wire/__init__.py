"""The three protocols, without I/O: a request to a body, a body or its events to a reply."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from typing import Protocol as Interface

from taotoken._frozen import frozen
from taotoken._protocol import Protocol

if TYPE_CHECKING:
    from taotoken._errors import TaoTokenError
    from taotoken._sse import SSEEvent
    from taotoken._wire._assembly import Assembly
    from taotoken._wire._lines import Taken


@frozen
class Call:
    """One request in words no protocol owns. Messages, tools and formats are written OpenAI's way."""

    messages: str | Sequence[Mapping[str, Any]] = field(repr=False)
    model: str
    stream: bool = False
    max_tokens: int | None = None
    temperature: float | None = None
    top_p: float | None = None
    stop: str | Sequence[str] | None = None
    seed: int | None = None
    tools: Sequence[Mapping[str, Any]] | None = field(default=None, repr=False)
    tool_choice: str | Mapping[str, Any] | None = None
    response_format: Mapping[str, Any] | None = None
    extra_body: Mapping[str, Any] | None = field(default=None, repr=False)


class Decoder(Interface):
    """Reads a stream's events into its assembly."""

    assembly: Assembly

    def feed(self, event: SSEEvent) -> None: ...

    def feed_lines(self, lines: bytes, count: int) -> Taken | None:
        """Read the data of `count` events, one a line; None, with nothing read, where they need `feed`."""

    def whole(self, body: Mapping[str, Any]) -> bool:
        """Read a reply that came in one piece; False, with nothing read, where it is none of this protocol."""


def _nothing_refused(_body: dict[str, Any], _error: TaoTokenError) -> dict[str, Any] | None:
    """For protocols where nothing of ours is optional."""
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Wire:
    """One protocol as functions."""

    protocol: Protocol
    headers: Mapping[str, str]
    terminal: str  # what its streams end with, for people
    encode: Callable[[Call], dict[str, Any]]
    decoder: Callable[[], Decoder]
    without_refused: Callable[[dict[str, Any], TaoTokenError], dict[str, Any] | None] = _nothing_refused
    """The same body without an option that the error says this server doesn't take, or None."""


_LOADED: dict[object, Wire] = {}


def load(protocol: Protocol) -> Wire:
    """The protocol's functions, imported on first use."""
    wire = _LOADED.get(protocol) if isinstance(protocol, str) else None
    if wire is None:
        wire = _LOADED[protocol] = _load(protocol)
    return wire


def _load(protocol: Protocol) -> Wire:
    if protocol == "chat":
        from taotoken._wire.chat import WIRE
    elif protocol == "responses":
        from taotoken._wire.responses import WIRE
    elif protocol == "messages":
        from taotoken._wire.messages import WIRE
    else:
        from taotoken._errors import ConfigurationError

        raise ConfigurationError(f"protocol must be 'chat', 'responses' or 'messages', not {protocol!r}")
    return WIRE


def merged(body: dict[str, Any], call: Call, options: Mapping[str, Any]) -> dict[str, Any]:
    """`body` with the options that are set, and the caller's own fields on top."""
    body.update({name: value for name, value in options.items() if value is not None})
    if call.extra_body:
        body.update(call.extra_body)
    return body
