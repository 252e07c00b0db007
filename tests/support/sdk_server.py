"""A server that sends exact bytes at exact moments, on whichever event loop the test runs."""

from __future__ import annotations

import json
import socket
import struct
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Literal

import anyio
from anyio.abc import SocketStream

Close = Literal["clean", "hold", "reset"]
Framing = Literal["close", "length", "chunked"]

SSE = {"content-type": "text/event-stream; charset=utf-8"}
JSON = {"content-type": "application/json"}


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What goes out for one request: `chunks` are written one by one, `before` is awaited before each (and
    before the headers, with -1)."""

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    chunks: Sequence[bytes] = ()
    framing: Framing = "close"
    close: Close = "clean"
    hold_s: float = 0.0
    pause: float = 0.0
    raw_head: bytes | None = None
    before: Callable[[int], Awaitable[None]] | None = None


@dataclass(frozen=True, kw_only=True)
class Seen:
    """One request that came."""

    method: str
    target: str
    headers: Mapping[str, str] = field(repr=False)
    body: bytes = b""
    connection: int = 0

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(kw_only=True)
class WireServer:
    """The server: its address, what came, and how many connections are and were open."""

    answers: list[Answer | Callable[[Seen], Answer]]
    port: int = 0
    seen: list[Seen] = field(default_factory=list)
    connections: int = 0
    open_now: int = 0

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/api"

    def next_answer(self, seen: Seen) -> Answer:
        """The answers in turn; the last one again and again."""
        answer = self.answers[min(len(self.seen), len(self.answers)) - 1]
        return answer if isinstance(answer, Answer) else answer(seen)


@asynccontextmanager
async def serving(*answers: Answer | Callable[[Seen], Answer]) -> AsyncIterator[WireServer]:
    """A server that gives `answers` in turn, request by request."""
    server = WireServer(answers=list(answers))
    listener = await anyio.create_tcp_listener(local_host="127.0.0.1", local_port=0)
    server.port = listener.extra(anyio.abc.SocketAttribute.local_port)
    async with listener, anyio.create_task_group() as group:

        async def handle(stream: SocketStream) -> None:
            server.connections += 1
            server.open_now += 1
            try:
                await _connection(server, stream, server.connections)
            except (anyio.BrokenResourceError, anyio.EndOfStream, anyio.ClosedResourceError):
                pass
            finally:
                server.open_now -= 1
                with anyio.CancelScope(shield=True):
                    await stream.aclose()

        group.start_soon(listener.serve, handle)
        yield server
        group.cancel_scope.cancel()


async def _connection(server: WireServer, stream: SocketStream, number: int) -> None:
    buffer = b""
    while True:
        while b"\r\n\r\n" not in buffer:
            buffer += await stream.receive()
        head, _, buffer = buffer.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
        length = int(headers.get("content-length", "0"))
        while len(buffer) < length:
            buffer += await stream.receive()
        body, buffer = buffer[:length], buffer[length:]
        method, target, _ = lines[0].split(" ")
        seen = Seen(method=method, target=target, headers=headers, body=body, connection=number)
        server.seen.append(seen)
        answer = server.next_answer(seen)
        await _answer(answer, stream)
        if answer.framing == "close" or answer.close != "clean":
            return


async def _answer(answer: Answer, stream: SocketStream) -> None:
    if answer.before is not None:
        await answer.before(-1)
    await stream.send(answer.raw_head if answer.raw_head is not None else _head(answer))
    for number, chunk in enumerate(answer.chunks):
        if answer.before is not None:
            await answer.before(number)
        await stream.send(b"%x\r\n%s\r\n" % (len(chunk), chunk) if answer.framing == "chunked" else chunk)
        if answer.pause:
            await anyio.sleep(answer.pause)
    if answer.close == "hold":
        with anyio.move_on_after(answer.hold_s):
            await stream.receive()  # the client's end ends the wait
    elif answer.close == "reset":
        await anyio.sleep(0.02)  # what was sent shall arrive before the reset drops it
        linger = struct.pack("ii", 1, 0)
        stream.extra(anyio.abc.SocketAttribute.raw_socket).setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
    elif answer.framing == "chunked":
        await stream.send(b"0\r\n\r\n")


def _head(answer: Answer) -> bytes:
    lines = [f"HTTP/1.1 {answer.status} X", *(f"{name}: {value}" for name, value in answer.headers.items())]
    if answer.framing == "close":
        lines.append("connection: close")
    elif answer.framing == "length":
        lines.append(f"content-length: {sum(map(len, answer.chunks))}")
    else:
        lines.append("transfer-encoding: chunked")
    return "\r\n".join([*lines, "", ""]).encode("latin-1")


class StepClock:
    """A clock that stands still until it is moved; `seen` waits until somebody has read it since."""

    def __init__(self) -> None:
        self._time = 0.0
        self._read = anyio.Event()

    def __call__(self) -> float:
        self._read.set()
        return self._time

    def move(self, time: float) -> None:
        """Set the time."""
        self._time = time
        self._read = anyio.Event()

    async def seen(self) -> None:
        """Wait for a reading."""
        with anyio.fail_after(10):
            await self._read.wait()


def sse(*events: Any, done: bool = True, end: str = "\n") -> bytes:
    """Events of a stream: objects become data lines, with an event line where they have a type."""
    lines = []
    for event in events:
        name = event.get("type") if isinstance(event, dict) else None
        lines += [f"event: {name}"] * bool(name) + [f"data: {json.dumps(event, ensure_ascii=False)}", ""]
    if done:
        lines += ["data: [DONE]", ""]
    return "".join(line + end for line in lines).encode("utf-8", "surrogatepass")


def chunk(delta: Mapping[str, Any] | None = None, finish: str | None = None, **fields: Any) -> dict[str, Any]:
    """One chunk of a chat completion."""
    choice = {"index": 0, "delta": delta or {}, "finish_reason": finish}
    return {"id": "c1", "model": "demo", "choices": [choice]} | fields


def completion(text: str = "Hello", **fields: Any) -> bytes:
    """A whole chat completion."""
    message = {"role": "assistant", "content": text}
    body = {"id": "c1", "model": "demo", "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}
    return json.dumps(body | fields).encode()


HELLO = Answer(headers=SSE, chunks=[sse(chunk({"content": "Hel"}), chunk({"content": "lo"}), chunk({}, "stop"))])
WHOLE = Answer(headers=JSON, chunks=[completion()], framing="length")
