"""Connections of the load loop, against servers that answer byte for byte what a test says."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from sdk_tls import make_certificate, tls_server
from taotoken import Cause, Endpoint, TLSError
from taotoken.measure import Load, LoadResult, Target, run_load
from taotoken.measure._http import AnswerParser, BadHTTPError, H11Parser, HttptoolsParser

PARSERS = [HttptoolsParser, H11Parser]
EVENTS = (
    b'data: {"id":"1","model":"m","choices":[{"index":0,"delta":{"content":"a"}}]}\n\n'
    b'data: {"id":"1","model":"m","choices":[{"index":0,"delta":{"content":"b"},"finish_reason":"stop"}]}\n\n'
    b"data: [DONE]\n\n"
)
LENGTH = b"Content-Length: %d\r\n\r\n" % len(EVENTS)
CHUNKS = b"Transfer-Encoding: chunked\r\n\r\n"
SSE = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
KEY = "sk-test-gateway-000001"


def chunked(body: bytes, size: int = 40) -> bytes:
    """A body in chunks."""
    pieces = [body[start : start + size] for start in range(0, len(body), size)]
    return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"


WHOLE = {
    "chunked": SSE + CHUNKS + chunked(EVENTS),
    "with a length": SSE + LENGTH + EVENTS,
    "with trailers": SSE + CHUNKS + chunked(EVENTS)[:-2] + b"X-Cost: 1\r\n\r\n",
    "after an early hint": b"HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" + SSE + LENGTH + EVENTS,
    "compressed": SSE + b"Content-Encoding: gzip\r\n" + CHUNKS + chunked(gzip.compress(EVENTS)),
}


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize("size", [1, 7, 100_000])
@pytest.mark.parametrize("answer", [bytes_ for name, bytes_ in WHOLE.items() if name != "compressed"])
def test_both_parsers_find_the_same_end(parser: Callable[[], AnswerParser], size: int, answer: bytes) -> None:
    """However the bytes are cut: the status, the body, the end not before the last byte, and that the connection
    can go on."""
    made = parser()
    body = bytearray()
    for start in range(0, len(answer), size):
        assert not made.ended
        made.feed(answer[start : start + size])
        body += b"".join(made.body)
        made.body.clear()
    assert (made.status, bytes(body), made.ended, made.reusable) == (200, EVENTS, True, True)
    assert made.headers["content-type"] == "text/event-stream"


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize(
    ("answer", "ended", "reusable"),
    [
        (SSE + b"\r\n" + EVENTS, True, False),  # no length: the connection's end is its end
        (SSE + b"Content-Length: 500\r\n\r\n" + EVENTS, False, False),
        (SSE + b"Transfer-Encoding: chunked\r\n\r\n" + chunked(EVENTS)[:-5], False, False),
        (SSE + b"Connection: close\r\nContent-Length: 2\r\n\r\nab", True, False),
        (b"HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nab", True, False),
        (b"HTTP/1.1 204 No Content\r\n\r\n", True, None),
        (b"", False, False),
    ],
)
def test_what_the_end_of_a_connection_means(
    parser: Callable[[], AnswerParser], answer: bytes, ended: bool, reusable: bool | None
) -> None:
    """It ends a body of unknown length, cuts one of known length, and nothing follows on such a connection."""
    made = parser()
    if answer:
        made.feed(answer)
    made.close()
    assert made.ended is ended
    assert reusable is None or made.reusable is reusable


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize(
    "answer",
    [b"SSH-2.0-OpenSSH_9.6\r\n\r\n", b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", b"A" * 200_000],
)
def test_what_is_no_http_is_said(parser: Callable[[], AnswerParser], answer: bytes) -> None:
    """Another protocol, a broken chunk, a head without end."""
    with pytest.raises(BadHTTPError):
        parser().feed(answer)


async def served(
    answers: Sequence[bytes], requests: int, *, close_after: int | None = None, transport: str = "fast",
    pause: float = 0.0,
) -> tuple[LoadResult, list[int]]:  # fmt: skip
    """A load of `requests`, one after another, on a server that gives the answers in turn and closes after so many on
    a connection; and how many requests each connection brought."""
    brought: list[int] = []
    given = 0

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal given
        place = len(brought)
        brought.append(0)
        try:
            while close_after is None or brought[place] < close_after:
                head = await reader.readuntil(b"\r\n\r\n")
                lines = head.lower().split(b"\r\n")
                await reader.readexactly(int(next(line[15:] for line in lines if line.startswith(b"content-length:"))))
                brought[place] += 1
                answer = answers[min(given, len(answers) - 1)]
                given += 1
                for start in range(0, len(answer), 64):
                    writer.write(answer[start : start + 64])
                    await asyncio.sleep(pause)
                if b"content-length" not in answer.lower() and b"chunked" not in answer.lower():
                    break
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()
            closed.append(asyncio.ensure_future(_gone(writer)))

    closed: list[asyncio.Future[None]] = []
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        endpoint = Endpoint.parse(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", KEY, "m")
        load = Load(concurrency=1, requests=requests, warmup=0, keep_text=True)
        result = await run_load(Target(endpoint=endpoint), load, transport=transport)  # type: ignore[arg-type]  # of the test
        await asyncio.sleep(0.02)
        await asyncio.gather(*closed)
    return result, brought


async def _gone(writer: asyncio.StreamWriter) -> None:
    try:
        await writer.wait_closed()
    except ConnectionError:
        return


@pytest.mark.parametrize("transport", ["fast", "direct"])
@pytest.mark.parametrize("answer", WHOLE.values(), ids=WHOLE.keys())
def test_every_way_to_end_a_body_is_read(transport: str, answer: bytes) -> None:
    """The answer is whole, its tokens are counted, and the connection is used again."""
    result, brought = asyncio.run(served([answer], 2, transport=transport))
    assert [(r.failure, r.text, r.chunks, r.finish_reason) for r in result.records] == [(None, "ab", 2, "stop")] * 2
    assert brought == [2]


@pytest.mark.parametrize("transport", ["fast", "direct"])
def test_pieces_have_their_own_moments(transport: str) -> None:
    """Bytes that come later are later: the gaps between chunks are what the server waited."""
    slow = SSE + b"Transfer-Encoding: chunked\r\n\r\n" + chunked(EVENTS)
    result, _ = asyncio.run(served([slow], 1, transport=transport, pause=0.03))
    (record,) = result.records
    times = [record.ttfb or 0, record.ttfr or 0, record.e2e or 0]
    assert all(later - earlier >= 0.025 for earlier, later in pairwise([0, *times]))
    assert (record.total or 0) >= times[-1]
    assert record.itl[0] >= 0.025


@pytest.mark.parametrize("transport", ["fast", "direct"])
def test_a_connection_that_was_closed_meanwhile_is_no_failure(transport: str) -> None:
    """A server that closes after each answer, or without saying so, costs a new connection and nothing else."""
    result, brought = asyncio.run(served([WHOLE["chunked"]], 4, close_after=1, transport=transport))
    assert all(record.ok for record in result.records)
    assert [count for count in brought if count] == [1] * 4
    until_end = SSE + b"\r\n" + EVENTS
    result, brought = asyncio.run(served([until_end], 3, transport=transport))
    assert all(record.ok for record in result.records)
    assert brought == [1] * 3


@pytest.mark.parametrize("transport", ["fast", "direct"])
@pytest.mark.parametrize(
    ("answer", "code", "chunks"),
    [
        (SSE + b"Content-Length: 500\r\n\r\n" + EVENTS[:100], "incomplete_stream", 1),
        (b"SSH-2.0-OpenSSH_9.6\r\n", "connection", 0),
        (b"", "connection", 0),
        (SSE + b"Content-Encoding: br\r\nContent-Length: 3\r\n\r\nabc", "bad_response", 0),
        (SSE + b"Content-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc", "bad_response", 0),
        (b"HTTP/1.1 503 Busy\r\nContent-Length: 2\r\n\r\n{}", "overloaded", 0),
    ],
)
def test_a_broken_answer_is_its_own_failure(transport: str, answer: bytes, code: str, chunks: int) -> None:
    """What a server did wrong is in the record, with what had come; the next request is measured as ever."""
    good = WHOLE["chunked"]
    result, _ = asyncio.run(served([answer, good], 2, close_after=1, transport=transport))
    broken, fine = sorted(result.records, key=lambda record: record.sent_at)
    assert broken.failure is not None
    assert broken.failure.code == code, broken.failure
    assert broken.chunks == chunks
    assert fine.ok


@pytest.mark.parametrize("transport", ["fast", "direct"])
def test_over_tls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, transport: str) -> None:
    """The same over TLS, with the authorities that the environment names; without them it is refused, with the
    cause."""
    certificate, context = make_certificate(tmp_path)

    async def load() -> LoadResult:
        async with tls_server(context, WHOLE["with a length"]) as port:
            target = Target(endpoint=Endpoint.parse(f"https://127.0.0.1:{port}", KEY, "m"))
            wanted = Load(concurrency=1, requests=1, warmup=0)
            with pytest.raises(TLSError) as refused:
                await run_load(target, wanted, transport=transport)  # type: ignore[arg-type]  # of the test
            assert refused.value.cause is Cause.TLS_UNTRUSTED_CA
            monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
            return await run_load(target, wanted, transport=transport)  # type: ignore[arg-type]  # of the test

    result = asyncio.run(load())
    assert [(record.failure, record.chunks) for record in result.records] == [(None, 2)]
    assert len(result.connects) == 1
