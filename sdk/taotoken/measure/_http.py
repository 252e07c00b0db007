"""The bytes of one answer, parsed: by httptools where it is installed (extra ``fast``), else by h11.

Both say the same of an answer. httptools, which is written in C, takes a twentieth of the time for a piece of a stream.
"""

from __future__ import annotations

from contextlib import suppress
from importlib.util import find_spec
from typing import Protocol

from taotoken._transport import MAX_HEADERS

_NO_BODY = (204, 304)


class BadHTTPError(Exception):
    """What came is no HTTP answer."""


class AnswerParser(Protocol):
    """Parses one answer. `status` is 0 until its headers are here; `body` has what came since it was last cleared."""

    status: int
    headers: dict[str, str]
    body: list[bytes]
    ended: bool

    @property
    def reusable(self) -> bool:
        """May another request follow on this connection, once this answer has ended?"""

    def feed(self, data: bytes) -> None:
        """More bytes.

        Raises:
            BadHTTPError: they are no HTTP.
        """

    def close(self) -> None:
        """The connection has ended; that ends a body of unknown length."""


def has_httptools() -> bool:
    """Is the quicker parser installed?"""
    return find_spec("httptools") is not None


def headers_read(raw: list[tuple[bytes, bytes]]) -> dict[str, str]:
    """Headers by their names in lower case; the last of several counts."""
    return {name.decode("latin-1").lower(): value.decode("utf-8", "replace") for name, value in raw}


class HttptoolsParser:
    """By httptools."""

    def __init__(self) -> None:
        import httptools

        self.status = 0
        self.headers: dict[str, str] = {}
        self.body: list[bytes] = []
        self.ended = False
        self.reusable = False
        self._raw: list[tuple[bytes, bytes]] = []
        self._head_size = 0
        self._parser = httptools.HttpResponseParser(self)
        self._errors = (httptools.HttpParserError, httptools.HttpParserUpgrade)

    def feed(self, data: bytes) -> None:
        """See `AnswerParser.feed`."""
        if not self.status:
            self._head_size += len(data)
        try:
            self._parser.feed_data(data)
        except self._errors as error:
            raise BadHTTPError(str(error)) from None
        if not self.status and self._head_size > MAX_HEADERS:
            raise BadHTTPError("the headers of the answer are too large")

    def close(self) -> None:
        """See `AnswerParser.close`."""
        if self.status and not self.headers.keys() & {"content-length", "transfer-encoding"}:
            self.ended = True
        self.reusable = False

    def on_header(self, name: bytes, value: bytes) -> None:
        """What the parser calls for each header."""
        self._raw.append((name, value))

    def on_headers_complete(self) -> None:
        """What it calls at the end of the headers; those of a 1xx are only a sign of life."""
        status = self._parser.get_status_code()
        if status < 200:
            self._raw.clear()
            return
        self.status, self.headers = status, headers_read(self._raw)
        self.reusable = self._parser.should_keep_alive()
        if status in _NO_BODY:
            self.ended = True

    def on_body(self, body: bytes) -> None:
        """What it calls for each part of the body."""
        self.body.append(body)

    def on_message_complete(self) -> None:
        """What it calls at the end of an answer, a 1xx too."""
        if self.status:
            self.ended = True


class H11Parser:
    """By h11."""

    def __init__(self) -> None:
        import h11

        self.status = 0
        self.headers: dict[str, str] = {}
        self.body: list[bytes] = []
        self.ended = False
        self._h11 = h11
        self._closed = False
        self._http = h11.Connection(h11.CLIENT, max_incomplete_event_size=MAX_HEADERS)
        # It wants to know that something was asked; the bytes of the request are made elsewhere.
        self._http.send(h11.Request(method="POST", target="/", headers=[("host", "-"), ("content-length", "0")]))
        self._http.send(h11.EndOfMessage())

    @property
    def reusable(self) -> bool:
        """See `AnswerParser.reusable`."""
        done = self._h11.DONE
        return not self._closed and self._http.their_state is done and self._http.our_state is done

    def feed(self, data: bytes) -> None:
        """See `AnswerParser.feed`."""
        h11 = self._h11
        try:
            self._http.receive_data(data)
            while not self.ended:
                event = self._http.next_event()
                if isinstance(event, h11.Data):
                    self.body.append(bytes(event.data))
                elif isinstance(event, h11.Response):
                    self.status, self.headers = event.status_code, headers_read(list(event.headers))
                elif isinstance(event, h11.EndOfMessage):
                    self.ended = True
                elif not isinstance(event, h11.InformationalResponse):
                    return
        except h11.RemoteProtocolError as error:
            raise BadHTTPError(str(error)) from None

    def close(self) -> None:
        """See `AnswerParser.close`."""
        with suppress(BadHTTPError):  # the body did not come to its end
            self.feed(b"")
        self._closed = True
