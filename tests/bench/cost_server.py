"""A loopback server that costs as little as can be, for measuring clients: `python tests/bench/cost_server.py`.

It prints its port. The model of a request says what comes: ``whole``; ``burst-N``, N chunks as fast as the socket
takes them; ``paced-N-MS``, N chunks, each written by itself MS milliseconds after the one before.
"""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

_MODEL = re.compile(rb'"model":\s*"([^"]*)"')
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_USAGE = {"prompt_tokens": 11, "completion_tokens": 100, "total_tokens": 111, "prompt_tokens_details": {"cached": 0}}
_WORDS = (" the", " token", "ing", " of", " caf\u00e9", " \u4f60\u597d", ".", "\n", " \U0001f600", " response")
_HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: %s\r\nx-request-id: req_0123456789\r\n"


def _chunk(delta: dict[str, Any], finish: str | None = None, usage: Any = None, *, choices: bool = True) -> bytes:
    body = {
        "id": "chatcmpl-BvQ3TYkXh2rGm0kZq8WcXn5LJd1aE",
        "object": "chat.completion.chunk",
        "created": 1765000000,
        "model": "demo-large-2026-06-01",
        "system_fingerprint": "fp_07871e2ad8",
        "choices": [{"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}] if choices else [],
        "usage": usage,
    }
    return _framed(b"data: %s\n\n" % json.dumps(body, ensure_ascii=False).encode())


def _framed(data: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(data), data)


def _chunks(number: int) -> list[bytes]:
    texts = [_chunk({"content": _WORDS[i % len(_WORDS)]}) for i in range(number - 3)]
    first = _chunk({"role": "assistant", "content": ""})
    return [first, *texts, _chunk({}, "stop"), _chunk({}, usage=_USAGE, choices=False), _framed(b"data: [DONE]\n\n")]


def _whole() -> bytes:
    message = {"role": "assistant", "content": "Hello! " + "lorem ipsum dolor sit amet " * 12}
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": "stop"}
    body = json.dumps({"id": "c1", "model": "demo-large", "choices": [choice], "usage": _USAGE}).encode()
    return _HEAD % b"application/json" + b"content-length: %d\r\n\r\n" % len(body) + body


_WHOLE = _whole()
_STREAM = _HEAD % b"text/event-stream" + b"transfer-encoding: chunked\r\n\r\n"


class _Connection(asyncio.Protocol):
    def __init__(self) -> None:
        self._buffer = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        head, found, rest = self._buffer.partition(b"\r\n\r\n")
        length = _LENGTH.search(head)
        size = int(length[1]) if length else 0
        if found and len(rest) >= size:
            self._buffer = rest[size:]
            model = _MODEL.search(rest[:size])
            self._answer(model[1].decode() if model else "whole")

    def _answer(self, model: str) -> None:
        kind, *numbers = model.split("-")
        if kind == "burst":
            self._transport.write(_STREAM + b"".join(_chunks(int(numbers[0]))) + b"0\r\n\r\n")
        elif kind == "paced":
            self._transport.write(_STREAM)
            loop = asyncio.get_running_loop()
            self._step(iter(_chunks(int(numbers[0]))), loop.time(), int(numbers[1]) / 1000)
        else:
            self._transport.write(_WHOLE)

    def _step(self, chunks: Any, due: float, pause: float) -> None:
        chunk = next(chunks, None)
        if self._transport.is_closing():
            return
        self._transport.write(b"0\r\n\r\n" if chunk is None else chunk)
        if chunk is not None:
            asyncio.get_running_loop().call_at(due + pause, self._step, chunks, due + pause, pause)


async def _main() -> None:
    server = await asyncio.get_running_loop().create_server(_Connection, "127.0.0.1", 0, backlog=1024)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(_main())
