"""Server-sent events from bytes: every line end, byte order mark, one-byte reads, in linear time.

Works on bytes, because a text line splitter also splits at U+2028 and U+0085, which JSON may hold raw.
"""

from __future__ import annotations

import re
from typing import NamedTuple

MAX_EVENT = 32 * 1024 * 1024
_BOM = b"\xef\xbb\xbf"
_LF = 10
_DONE = b"\n\ndata: [DONE]"
_NAMED = re.compile(rb"(?:\A|\n\n)event: (?!error)[a-z._]+\ndata: ")


class SSEEvent(NamedTuple):
    """One event: the value of its last `event:` line and its `data:` lines joined by line feeds."""

    event: str
    data: bytes


Plain = tuple[bytes, int, bytes]
"""Events of one `data:` line each: their data one a line, how many there are, and the bytes after them."""


class EventTooLargeError(Exception):
    """One event is larger than `MAX_EVENT`."""


def _data_lines(events: bytes) -> tuple[bytes, int]:
    """What is left of events that are one `data:` line each, or that and an `event:` line, and how many they are."""
    if events.startswith(b"data: "):
        data = events[6:].split(b"\n\ndata: ")
        return b"\n".join(data), len(data)
    lines, number = _NAMED.subn(b"\n", events)
    return lines[1:], number


class SSEDecoder:
    """Turns the bytes of a body into events; `feed` as they come, `close` once at the end."""

    __slots__ = ("_data", "_event", "_first", "_max", "_size", "_skip_lf", "_tail")

    def __init__(self, max_event: int = MAX_EVENT) -> None:
        self._max = max_event
        self._tail = bytearray()  # a line whose end has not come yet
        self._skip_lf = False  # the last line ended in CR: a LF now belongs to it
        self._first = True
        self._event = ""
        self._data: list[bytes] = []
        self._size = 0

    def feed(self, chunk: bytes) -> list[SSEEvent]:
        """The events that `chunk` completes."""
        if self._skip_lf and chunk:
            self._skip_lf = False
            if chunk[0] == 10:
                chunk = chunk[1:]
        if b"\n" not in chunk and b"\r" not in chunk:
            self._keep(chunk)
            return []
        return self._lines(self._split(chunk))

    def plain(self, chunk: bytes) -> Plain | None:
        """The events that `chunk` completes, if they are written as nearly every server writes them; else None.

        Nothing changes until the answer is used: then call `skip`, and feed the rest. An event name other than
        ``error`` is left out, so this is for data that say their type.
        """
        if self._data or self._event:
            return None
        if not self._tail and chunk.startswith(b"data: ") and chunk.find(b"\n") == len(chunk) - 2:
            lines, number, rest = chunk[6:-2], 1, b""
            if chunk[-1] != _LF:
                return None
        else:
            end = chunk.rfind(b"\n\n")
            if end < 0:
                return None
            head = bytes(self._tail) + chunk[:end] if self._tail else chunk[:end]
            rest = chunk[end + 2 :]
            if head.endswith(_DONE):
                head, rest = head[: -len(_DONE)], _DONE[2:] + b"\n\n" + rest
            lines, number = _data_lines(head)
        if b"\r" in lines or lines.count(b"\n") != number - 1 or len(lines) > self._max:
            return None
        return lines, number, rest

    def skip(self) -> None:
        """The answer of `plain` was used."""
        self._tail.clear()
        self._first = self._skip_lf = False

    def close(self) -> SSEEvent | None:
        """The event the body ended in without its blank line, if it had data."""
        if self._tail:
            self._field(self._first_line(bytes(self._tail)))
            self._tail.clear()
        return self._take()

    def _keep(self, chunk: bytes) -> None:
        self._tail += chunk
        if len(self._tail) + self._size > self._max:
            raise EventTooLargeError

    def _split(self, chunk: bytes) -> list[bytes]:
        if self._tail:
            chunk = bytes(self._tail) + chunk
            self._tail.clear()
        self._skip_lf = chunk.endswith(b"\r")
        if b"\r" in chunk:
            lines = chunk.splitlines()
            if not chunk.endswith((b"\n", b"\r")):
                self._keep(lines.pop())
        else:
            lines = chunk.split(b"\n")
            self._keep(lines.pop())
        if self._first and lines:
            lines[0] = self._first_line(lines[0])
        return lines

    def _first_line(self, line: bytes) -> bytes:
        first, self._first = self._first, False
        return line.removeprefix(_BOM) if first else line

    def _lines(self, lines: list[bytes]) -> list[SSEEvent]:
        events = []
        for line in lines:
            if line:
                self._field(line)
            elif (event := self._take()) is not None:
                events.append(event)
        return events

    def _field(self, line: bytes) -> None:
        if line.startswith(b"data:"):
            data = line[6:] if line[5:6] == b" " else line[5:]
            self._data.append(data)
            self._size += len(data) + 1
            if self._size > self._max:
                raise EventTooLargeError
        elif line.startswith(b"event:"):
            self._event = line[6:].decode("utf-8", "replace").strip()
        elif line in (b"data", b"event"):  # without a colon, a field is empty
            self._field(line + b":")

    def _take(self) -> SSEEvent | None:
        data, self._data = self._data, []
        event, self._event = self._event, ""
        self._size = 0
        if not data:
            return None
        whole = data[0] if len(data) == 1 else b"\n".join(data)
        return SSEEvent(event, whole) if whole.strip() else None
