"""Helpers of the gateway's tests: one request per protocol, events out of a stream, a raw socket."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from taotoken.testing import Gateway

KEY = "sk-test-gateway-000001"
BEARER = {"Authorization": f"Bearer {KEY}"}
PATHS = {"chat": "/v1/chat/completions", "responses": "/v1/responses", "messages": "/v1/messages"}
PROTOCOLS = tuple(PATHS)
TERMINAL = {"chat": "[DONE]", "responses": "response.completed", "messages": "message_stop"}


def body(protocol: str, *, stream: bool = False, **more: Any) -> dict[str, Any]:
    """The least a request of this protocol needs."""
    content: dict[str, Any] = {"messages": [{"role": "user", "content": "hi"}]}
    if protocol == "responses":
        content = {"input": "hi"}
    if protocol == "messages":
        content["max_tokens"] = 100
    return {"model": "demo-large", "stream": stream, **content, **more}


def client(**options: Any) -> httpx.Client:
    """A client for plain http; loading the CA store would be most of a test's time."""
    return httpx.Client(trust_env=False, verify=False, timeout=10, **options)


def ask(
    gateway: Gateway, protocol: str, *, stream: bool = False, base: str | None = None, **more: Any
) -> httpx.Response:
    """One POST of the protocol with the right key, read to its end."""
    with client() as http:
        url = (base or gateway.base_url) + PATHS[protocol]
        return http.post(url, json=body(protocol, stream=stream, **more), headers=BEARER)


def events(response: httpx.Response) -> list[Any]:
    """The data of each event, parsed; ``[DONE]`` stays text."""
    blocks = response.text.split("\n\n")
    assert blocks.pop() == ""
    datas = [line.removeprefix("data: ") for block in blocks for line in block.split("\n") if line.startswith("data: ")]
    return [data if data == "[DONE]" else json.loads(data) for data in datas]


def streamed_text(protocol: str, stream: list[Any]) -> str:
    """The text of the reply, put together from its deltas."""
    if protocol == "chat":
        choices = [c for event in stream if event != "[DONE]" for c in event["choices"]]
        return "".join(choice["delta"].get("content") or "" for choice in choices)
    if protocol == "responses":
        return "".join(e["delta"] for e in stream if e["type"] == "response.output_text.delta")
    return "".join(e["delta"].get("text", "") for e in stream if e["type"] == "content_block_delta")


def whole_text(protocol: str, reply: Any) -> str:
    """The text of a whole reply."""
    if protocol == "chat":
        return str(reply["choices"][0]["message"]["content"])
    if protocol == "responses":
        return "".join(p["text"] for i in reply["output"] if i["type"] == "message" for p in i["content"])
    return "".join(block["text"] for block in reply["content"] if block["type"] == "text")


def output_tokens(protocol: str, usage: Any) -> int:
    return int(usage["completion_tokens" if protocol == "chat" else "output_tokens"])


@contextmanager
def raw(gateway: Gateway) -> Iterator[socket.socket]:
    """A plain TCP connection to the gateway."""
    with socket.create_connection(("127.0.0.1", gateway.port), timeout=10) as connection:
        yield connection


def request_bytes(protocol: str, *, stream: bool, headers: str = "") -> bytes:
    """A whole HTTP/1.1 request as bytes."""
    content = json.dumps(body(protocol, stream=stream)).encode()
    head = f"POST /api{PATHS[protocol]} HTTP/1.1\r\nHost: gateway\r\nAuthorization: Bearer {KEY}\r\n{headers}"
    return head.encode() + f"Content-Length: {len(content)}\r\n\r\n".encode() + content


def read_to_end(connection: socket.socket) -> bytes:
    """Everything until the other side closes; ConnectionResetError where it resets."""
    received = b""
    while data := connection.recv(65536):
        received += data
    return received


def wait_until(true: Callable[[], bool], seconds: float = 5) -> None:
    """Wait for what another thread is about to do."""
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def read_until(connection: socket.socket, mark: bytes, times: int = 1) -> bytes:
    """Everything up to and with the given `mark` (and what came along)."""
    received = b""
    while received.count(mark) < times:
        data = connection.recv(65536)
        assert data, f"closed before {mark!r}; got {received!r}"
        received += data
    return received
