"""Servers that are slow to be reached: a TLS handshake that takes its time, and a queue of connections that is full."""

from __future__ import annotations

import json
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

WORDS = ("One ", "two ", "three ", "four ", "five.")


def chat_stream(words: tuple[str, ...] = WORDS) -> str:
    """The body of a whole Chat Completions stream."""
    choices: list[dict[str, Any]] = [{"index": 0, "delta": {"content": word}, "finish_reason": None} for word in words]
    choices.append({"index": 0, "delta": {}, "finish_reason": "stop"})
    events = [{"id": "x", "model": "slow", "choices": [choice]} for choice in choices]
    return "".join(f"data: {json.dumps(event)}\n\n" for event in events) + "data: [DONE]\n\n"


@contextmanager
def slow_handshake(context: ssl.SSLContext, seconds: float) -> Iterator[int]:
    """A TLS server that waits before each handshake; its port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            with suppress(OSError):
                while True:
                    plain, _ = listener.accept()
                    time.sleep(seconds)
                    with suppress(OSError), context.wrap_socket(plain, server_side=True) as connection:
                        _answer(connection)

        threading.Thread(target=serve, daemon=True).start()
        yield listener.getsockname()[1]
        listener.shutdown(socket.SHUT_RDWR)


@contextmanager
def full_queue(seconds: float) -> Iterator[int]:
    """A server whose queue of connections is full for `seconds`, so that a new one has to knock twice; its port."""
    with socket.socket() as listener, socket.socket() as first, socket.socket() as second:
        listener.bind(("127.0.0.1", 0))
        listener.listen(0)
        for filler in (first, second):
            filler.setblocking(False)
            filler.connect_ex(listener.getsockname())

        def serve() -> None:
            time.sleep(seconds)
            with suppress(OSError):
                while True:
                    connection, _ = listener.accept()
                    threading.Thread(target=_answer, args=(connection,), daemon=True).start()

        threading.Thread(target=serve, daemon=True).start()
        yield listener.getsockname()[1]
        listener.shutdown(socket.SHUT_RDWR)


def _answer(connection: socket.socket) -> None:
    """Read one request and answer it."""
    with suppress(OSError), connection:
        received = b""
        while b"\r\n\r\n" not in received:
            if not (more := connection.recv(65536)):
                return
            received += more
        body = chat_stream()
        head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n"
        connection.sendall(f"{head}content-length: {len(body)}\r\n\r\n{body}".encode())
        connection.recv(65536)
