"""The event decoder: every way lines can end and be cut, and bounds."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taotoken._sse import EventTooLargeError, SSEDecoder, SSEEvent


def decode(*chunks: bytes, max_event: int = 1 << 20) -> list[SSEEvent]:
    decoder = SSEDecoder(max_event)
    events = [event for chunk in chunks for event in decoder.feed(chunk)]
    last = decoder.close()
    return events if last is None else [*events, last]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    ("lines", "events"),
    [
        (["data: a", ""], [("", "a")]),
        (["data:a", ""], [("", "a")]),
        (["data:  a", ""], [("", " a")]),
        (["event: x", "data: a", ""], [("x", "a")]),
        (["event:x", "data: a", "", "data: b", ""], [("x", "a"), ("", "b")]),
        (["data: a", "event: late", ""], [("late", "a")]),
        (["data: a", "data: b", ""], [("", "a\nb")]),
        (["data: a", "data:", "data: b", ""], [("", "a\n\nb")]),
        (["data: a", "data", "data: b", ""], [("", "a\n\nb")]),
        (["event: x", "event", "data: a", ""], [("", "a")]),
        ([": comment", "", ":", "", "data: a", ": inside", ""], [("", "a")]),
        (["id: 7", "retry: 3000", "data: a", "unknown: x", ""], [("", "a")]),
        (["data", "", "data:", "", "data: ", "", "data: a", ""], [("", "a")]),
        (["event: only-a-name", "", "data: a", ""], [("", "a")]),
        (["", "", "data: a", "", "", ""], [("", "a")]),
        (["data: a\u2028b\u2029c\u0085d\x0be\x1cf", ""], [("", "a\u2028b\u2029c\u0085d\x0be\x1cf")]),
        (["data: unterminated"], [("", "unterminated")]),
        (["data: a", "", "data: unterminated"], [("", "a"), ("", "unterminated")]),
        ([], []),
    ],
)
def test_lines_make_events(lines: list[str], events: list[tuple[str, str]], end: str) -> None:
    """Fields, comments, empty and many data lines, with each line end, whole and byte by byte."""
    body = end.join(lines).encode()
    wanted = [SSEEvent(name, data.encode()) for name, data in events]
    assert decode(body) == wanted
    assert decode(*(body[i : i + 1] for i in range(len(body)))) == wanted


def test_byte_order_mark_is_dropped_once() -> None:
    """A mark at the start belongs to nothing, also when it is cut; later ones are data."""
    body = b"\xef\xbb\xbfdata: \xef\xbb\xbfa\n\n"
    assert decode(body) == [SSEEvent("", b"\xef\xbb\xbfa")]
    assert decode(*(body[i : i + 1] for i in range(len(body)))) == [SSEEvent("", b"\xef\xbb\xbfa")]
    assert decode(b"\xef\xbb\xbfdata: only") == [SSEEvent("", b"only")]


def test_events_come_as_soon_as_they_are_whole() -> None:
    """A blank line of CR only is enough: the LF that may follow is not waited for."""
    decoder = SSEDecoder()
    assert decoder.feed(b"data: a\r\n\r") == [SSEEvent("", b"a")]
    assert decoder.feed(b"\ndata: b\n") == []
    assert decoder.feed(b"\n") == [SSEEvent("", b"b")]


_LINES = st.lists(
    st.sampled_from(
        [
            "data: x",
            "data:",
            "data: \u4f60\U0001f600",
            "data: [DONE]",
            "data",
            "event: e",
            "event",
            ": c",
            "",
            "",
            "id: 1",
        ]
    ),
    max_size=12,
)


@given(lines=_LINES, ends=st.lists(st.sampled_from(["\n", "\r\n", "\r"]), min_size=12, max_size=12), data=st.data())
@settings(max_examples=150, deadline=None)
def test_cuts_change_nothing(lines: list[str], ends: list[str], data: st.DataObject) -> None:
    """However a body is cut, its events are the same as those of the whole, read by a plain reference."""
    body = "".join(line + end for line, end in zip(lines, ends, strict=False)).encode()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(body)), max_size=6)))
    bounds = [0, *cuts, len(body)]
    chunks = [body[a:b] for a, b in pairwise(bounds)]
    assert decode(*chunks) == decode(body) == reference(body)


_MOSTLY_LF = st.lists(st.sampled_from(["\n", "\n", "\n", "\r\n", "\r"]), min_size=12, max_size=12)


@given(lines=_LINES, ends=_MOSTLY_LF, data=st.data())
@settings(max_examples=300, deadline=None)
def test_the_short_way_finds_the_same_data(lines: list[str], ends: list[str], data: st.DataObject) -> None:
    """Where `plain` gives an answer, it is what the long way would have found, wherever the reads are cut."""
    body = "".join(line + end for line, end in zip(lines, ends, strict=False)).encode()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(body)), max_size=4)))
    decoder, found = SSEDecoder(), list[bytes]()
    for start, end in pairwise([0, *cuts, len(body)]):
        chunk = body[start:end]
        plain = decoder.plain(chunk)
        if plain is not None:
            given_lines, number, chunk = plain
            assert given_lines.count(b"\n") == number - 1
            found += [line for line in given_lines.split(b"\n") if line.strip()]
            decoder.skip()
        found += [event.data for event in decoder.feed(chunk)]
    last = decoder.close()
    assert found + ([last.data] if last else []) == [event.data for event in reference(body)]


@pytest.mark.parametrize(
    ("body", "plain"),
    [
        (b"data: {}\n\n", (b"{}", 1, b"")),
        (b"data: 1\n\ndata: 2\n\nda", (b"1\n2", 2, b"da")),
        (b"event: a.b_c\ndata: 1\n\nevent: d\ndata: 2\n\n", (b"1\n2", 2, b"")),
        (b"data: 1\n\ndata: [DONE]\n\n", (b"1", 1, b"data: [DONE]\n\n")),
        (b"data: 1\n\n: ping\n\n", None),
        (b"data: {\ndata: }\n\n", None),
        (b"data: 1\nid: 7\n\n", None),
        (b"data: {\n}\n\ndata: 2\n\n", None),
        (b"data: 1\rdata: 2\n\n", None),
        (b"event: error\ndata: 1\n\n", None),
        (b"data:1\n\n", None),
        (b"data: 1", None),
        (b"\xef\xbb\xbfdata: 1\n\n", None),
    ],
)
def test_what_takes_the_short_way(body: bytes, plain: object) -> None:
    """Whole events of one data line, named or not; all else is left to the long way."""
    assert SSEDecoder().plain(body) == plain


def reference(body: bytes) -> list[SSEEvent]:
    """The standard's algorithm, as short as it goes."""
    events, name, data = [], "", list[str]()
    text = body.decode().replace("\r\n", "\n").replace("\r", "\n")
    for line in [*text.split("\n"), ""]:
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if line == "":
            if "\n".join(data).strip():
                events.append(SSEEvent(name, "\n".join(data).encode()))
            name, data = "", []
        elif field == "data":
            data.append(value)
        elif field == "event":
            name = value
    return events


@pytest.mark.parametrize(
    "chunks",
    [
        pytest.param([b"data: " + b"x" * 1100 + b"\n\n"], id="one-line"),
        pytest.param([b"data: "] + [b"x" * 100] * 11, id="a-line-without-end"),
        pytest.param([b"data: xxxxxxxxxx\n"] * 110, id="many-lines"),
        pytest.param([b"x" * 1100], id="no-field"),
    ],
)
def test_large_events_are_refused(chunks: list[bytes]) -> None:
    """An event beyond the bound is refused when it passes it, not when it ends."""
    with pytest.raises(EventTooLargeError):
        decode(*chunks, max_event=1000)


def test_many_small_reads_cost_no_more_than_their_bytes() -> None:
    """A long line in one-byte reads keeps its buffer: nothing is copied again and again."""
    decoder = SSEDecoder()
    decoder.feed(b"data: ")
    before = id(decoder._tail)
    for _ in range(200_000):
        decoder.feed(b"x")
    assert id(decoder._tail) == before
    assert decoder.feed(b"\n\n") == [SSEEvent("", b"x" * 200_000)]
