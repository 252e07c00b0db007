"""A good answer's body, read without I/O: bytes and their arrival times in, events and one reply out.

What the body is (events, a whole reply, a web page) is seen from its first bytes; the content type only says what
the server believes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from taotoken._causes import Cause
from taotoken._errors import BadResponseError, IncompleteStreamError, TaoTokenError
from taotoken._events import StreamEvent
from taotoken._reply import Reply
from taotoken._request_id import request_id_of
from taotoken._sse import EventTooLargeError, SSEDecoder, SSEEvent
from taotoken._text import mask_keys_in, safe_text
from taotoken._timing import Stopwatch
from taotoken._wire import Wire
from taotoken._wire._assembly import MAX_REPLY, Assembly, ReplyTooLargeError
from taotoken._wire._failures import failure_of
from taotoken._wire._lenient import UnreadableError, WholeJson, parse

_BLANK = b"\xef\xbb\xbf \t\r\n"
_FIELDS = (b"data:", b"event:", b"id:", b"retry:", b":")
_ENOUGH = 6  # bytes that tell a field's name
_SHOWN = 200


class ReplyReader:
    """Reads one body. `feed` and `close` give the events; when `error` is set, it is to be raised after them."""

    def __init__(
        self, wire: Wire, *, status: int, headers: Mapping[str, str], watch: Stopwatch, now: float,
        secrets: tuple[str, ...],
    ) -> None:  # fmt: skip
        self.error: TaoTokenError | None = None
        self._wire = wire
        self._status = status
        self._headers = headers
        self._watch = watch
        self._now = now
        self._secrets = secrets
        self._decoder = wire.decoder()
        self._assembly: Assembly = self._decoder.assembly
        self._sse: SSEDecoder | None = None
        self._body = bytearray()
        self._is_whole = WholeJson()

    @property
    def done(self) -> bool:
        """Is everything here that counts?"""
        return self._assembly.ended or self.error is not None

    @property
    def complete(self) -> bool:
        """Has the server said that the reply is whole, though more may follow?"""
        return self._assembly.complete

    def feed(self, chunk: bytes, at: float) -> list[StreamEvent]:
        """More of the body, which came at `at` seconds."""
        if self.done:
            return []
        if self._sse is not None:
            return self._events(self._sse, chunk, at)
        self._body += chunk
        if len(self._body) > MAX_REPLY:
            return self._fail(self._bad("the reply is too large"))
        return self._first_bytes(at)

    def close(self, at: float) -> list[StreamEvent]:
        """The body has ended."""
        if self.done:
            return []
        if self._sse is None:
            return self._take_whole(at)
        last = self._sse.close()
        if last is not None and not self.complete:
            self._last_event(last, at)
        return self._out(self._unfinished("the stream ended"))

    def cut(self, why: str) -> list[StreamEvent]:
        """The connection broke: what had come may still be whole."""
        if self.done:
            return []
        if self._sse is None:
            return self._fail(self._incomplete(f"the reply broke off ({why})"))
        return self._out(self._unfinished(f"the stream broke off ({why})"))

    def silent(self) -> None:
        """Nothing more comes after a complete reply; it is taken as ended."""
        self._assembly.end()

    def reply(self) -> Reply:
        """The reply so far, without its attempts."""
        timing = self._watch.timing(self.output_tokens())
        return self._assembly.reply(request_id_of(self._headers, self._secrets), timing)

    def partial(self) -> Reply:
        """What came before an error."""
        self._assembly.close_whole()
        return self.reply()

    def output_tokens(self) -> int | None:
        """The output tokens so far, where the server told them."""
        return self._assembly.usage.output_tokens if self._assembly.usage else None

    def _first_bytes(self, at: float) -> list[StreamEvent]:
        start = bytes(self._body[:2048]).lstrip(_BLANK)
        if not start:
            return []
        if start[:1] == b"<":
            return self._fail(self._not_a_reply(bytes(self._body)))
        if start[:1] in (b"{", b"[") or not self._may_be_events(start):
            return self._take_value(self._is_whole.value, at) if self._is_whole(self._body) else []
        if len(start) < _ENOUGH and b":" not in start:
            return []
        self._sse, body, self._body = SSEDecoder(), bytes(self._body), bytearray()
        return self._events(self._sse, body, at)

    def _may_be_events(self, start: bytes) -> bool:
        """Does a body that begins so hold events? Without the content type its first field has to say so."""
        if "event-stream" in self._headers.get("content-type", ""):
            return True
        return any(start.startswith(field) or field.startswith(start) for field in _FIELDS)

    def _events(self, sse: SSEDecoder, chunk: bytes, at: float) -> list[StreamEvent]:
        problem = None
        try:
            self._take_events(sse, chunk, at)
        except EventTooLargeError:
            problem = self._bad("one event of the stream is too large")
        except ReplyTooLargeError:
            problem = self._bad("the reply is too large")
        except UnreadableError as unread:
            problem = self._bad(f"the stream holds an event that can't be read: {self._shown(unread.args[0])}")
        return self._out(problem)

    def _take_events(self, sse: SSEDecoder, chunk: bytes, at: float) -> None:
        plain = sse.plain(chunk)
        if plain is not None and (taken := self._decoder.feed_lines(plain[0], plain[1])) is not None:
            sse.skip()
            self._watch.events(at, *taken)
            chunk = plain[2]
            if not chunk or self.done or self._assembly.failure is not None:
                return
        for event in sse.feed(chunk):
            self._feed(event, at)
            if self._assembly.failure is not None:
                break

    def _feed(self, event: SSEEvent, at: float) -> None:
        try:
            self._decoder.feed(event)
        except UnreadableError:
            # Some servers leave out the blank line between events: then each line is one.
            lines = [line for line in event.data.split(b"\n") if line.strip()]
            if len(lines) < 2:
                raise
            for line in lines:
                self._decoder.feed(SSEEvent(event.event, line))
        self._watch.event(at, self._assembly.take_carried())

    def _last_event(self, event: SSEEvent, at: float) -> None:
        """An event without its blank line counts if it can be read."""
        try:
            self._feed(event, at)
        except (UnreadableError, ReplyTooLargeError):
            return

    def _out(self, problem: TaoTokenError | None) -> list[StreamEvent]:
        events = self._assembly.take_events()
        failure = self._assembly.failure
        if failure is not None and not self.complete:
            problem = self._classified(failure)
        elif self._sse is not None and self._assembly.ended and not self._assembly.known:
            problem = problem or self._bad(f"the stream holds nothing of a {self._wire.protocol} reply")
        if problem is not None:
            self._fail(problem)
        return events

    def _fail(self, error: TaoTokenError) -> list[StreamEvent]:
        error.partial = self.partial()
        self.error = error
        return []

    def _take_whole(self, at: float) -> list[StreamEvent]:
        body = bytes(self._body)
        try:
            value = parse(body)
        except UnreadableError:
            return self._fail(self._not_a_reply(body))
        return self._take_value(value, at)

    def _take_value(self, value: Any, at: float) -> list[StreamEvent]:
        failure = failure_of(value)
        if not isinstance(value, dict) or failure is not None or not self._decoder.whole(value):
            return self._fail(self._not_a_reply(bytes(self._body)))
        self._watch.event(at, self._assembly.take_carried())
        return self._out(None)

    def _not_a_reply(self, body: bytes) -> TaoTokenError:
        """The error that a body is which is no reply of the protocol."""
        if not body.strip(_BLANK):
            return self._bad("the reply is empty", Cause.EMPTY_REPLY)
        from taotoken._classify import classify
        from taotoken._error_body import is_html

        if is_html(body):
            return classify(self._status, self._headers, body, now=self._now, secrets=self._secrets)
        try:
            value = parse(body)
        except UnreadableError:
            value = None
        if (failure := failure_of(value)) is not None:
            return self._classified(failure)
        if isinstance(value, dict) and value.get("choices") == []:
            return self._bad("the reply has no choices", Cause.EMPTY_REPLY)
        return self._bad(f"not a {self._wire.protocol} reply: {self._shown(body)}")

    def _classified(self, failure: Any) -> TaoTokenError:
        """The error that an error object of the server is. What knows them all is loaded when there is one."""
        from taotoken._classify import classify_failure

        return classify_failure(failure, self._status, self._headers, now=self._now, secrets=self._secrets)

    def _unfinished(self, what: str) -> TaoTokenError | None:
        if self.complete:
            self._assembly.end()
            return None
        if self._assembly.foreign and not self._assembly.known:
            return self._bad(f"the stream holds nothing of a {self._wire.protocol} reply")
        return self._incomplete(f"{what} without {self._wire.terminal}")

    def _incomplete(self, text: str) -> TaoTokenError:
        return IncompleteStreamError(
            text,
            status=self._status,
            http_status=self._status,
            request_id=request_id_of(self._headers, self._secrets),
            cause=Cause.STREAM_CUT,
        )

    def _bad(self, text: str, cause: Cause = Cause.BAD_RESPONSE) -> TaoTokenError:
        return BadResponseError(
            text,
            status=self._status,
            http_status=self._status,
            request_id=request_id_of(self._headers, self._secrets),
            cause=cause,
        )

    def _shown(self, body: bytes) -> str:
        return safe_text(mask_keys_in(body[:_SHOWN].decode("utf-8", "replace"), *self._secrets), _SHOWN)
