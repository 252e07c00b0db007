"""What the decoders of all protocols do alike: the words that end a stream, and events that say their type."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, TypeVar
from typing import Protocol as Interface

import msgspec

from taotoken._sse import SSEEvent
from taotoken._wire._assembly import Assembly
from taotoken._wire._failures import failure_in
from taotoken._wire._lenient import parse
from taotoken._wire._lines import Taken, is_done, is_foreign, is_ping, take_all, typed_lines


class Typed(Interface):
    """An event that says its type."""

    type: str | None
    error: Any


EventT = TypeVar("EventT", bound=Typed)


class EventDecoder:
    """Reads the events of one reply into its assembly."""

    def __init__(self) -> None:
        self.assembly = Assembly()

    def feed(self, event: SSEEvent) -> None:
        """Take one event; everything after the end is ignored."""
        if self.assembly.ended:
            return
        if is_done(event.data):
            self.assembly.end()
        elif is_ping(event.data):
            return
        elif event.event == "error":
            self.assembly.failure = failure_in(event)
        else:
            self._event(event)

    def _event(self, event: SSEEvent) -> None:
        raise NotImplementedError


class TypedDecoder(EventDecoder, Generic[EventT]):
    """For protocols whose events say their type: each type has its handler, those without one are passed over."""

    lane: ClassVar[msgspec.json.Decoder[Any]]  # the typed one
    handlers: ClassVar[Mapping[str, Callable[[Any, Any], None]]]
    foreign: ClassVar[tuple[bytes, ...]]  # what stands in the events of other protocols

    def feed_lines(self, lines: bytes, count: int) -> Taken | None:
        """See `Decoder.feed_lines`. An event of a type that isn't known may be an error, so it is left to `feed`."""
        events: list[EventT] | None = typed_lines(self.lane.decode_lines, lines, count)
        if events is None or any(event.type not in self.handlers for event in events):
            return None
        return take_all(self.assembly, self._take, events)

    def _take(self, event: EventT) -> None:
        self.assembly.known = True
        self.handlers[event.type or ""](self, event)

    def _event(self, event: SSEEvent) -> None:
        parsed: EventT
        try:
            parsed = self.lane.decode(event.data)
        except (msgspec.MsgspecError, RecursionError):
            parsed = self._tolerant(parse(event.data))
        kind = parsed.type or event.event
        handler = self.handlers.get(kind)
        if handler is not None:
            self.assembly.known = True
            handler(self, parsed)
            return
        if not kind or kind == "error" or self._is_failure(parsed):
            self.assembly.failure = failure_in(event)
        self.assembly.foreign |= is_foreign(event.data, *self.foreign)

    def _tolerant(self, value: Any) -> EventT:
        """The tolerant lane: an event read by meaning."""
        raise NotImplementedError

    def _is_failure(self, event: EventT) -> bool:
        """Is this event, of a type without a handler, an error?"""
        return bool(event.error)
