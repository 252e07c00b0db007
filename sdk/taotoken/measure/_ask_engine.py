"""Asking a self-hosted server for its own figures, over connections of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from taotoken._endpoint import Endpoint
from taotoken._errors import TaoTokenError
from taotoken.measure._engine import Engine, engine_of, tokens_in
from taotoken.measure._metrics import Metrics, parse_metrics

if TYPE_CHECKING:
    from taotoken._options import Messages
    from taotoken.measure._trace import Trace

_SECONDS = 3.0
_MAX_METRICS = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineSeat:
    """Where a server's own pages are, and the key for them."""

    endpoint: Endpoint
    model: str

    def url(self, path: str) -> str:
        """A page at the root of the host."""
        parts = urlsplit(self.endpoint.base_url)
        return f"{parts.scheme}://{parts.netloc}{path}"


def may_be_engine(trace: Trace) -> bool:
    """Does the answer look like one of vLLM, SGLang (both behind uvicorn) or llama.cpp? Others aren't bothered."""
    name = (trace.server_name or "").lower()
    return trace.timings is not None or name.startswith(("uvicorn", "llama.cpp"))


async def snapshot(seat: EngineSeat) -> Metrics | None:
    """The server's metrics now; None where it has none."""
    body = await _ask(seat, "GET", "/metrics", None)
    return parse_metrics(body.decode("utf-8", "replace")) or None if body is not None else None


async def engine_after(
    seat: EngineSeat, messages: Messages, trace: Trace, before: Metrics | None
) -> tuple[Engine | None, Metrics | None]:
    """What the server tells after a request, and its metrics for the next time."""
    now = await snapshot(seat)
    engine = engine_of(now, before) if now is not None else None
    if engine is None and (trace.server_name or "").startswith("llama.cpp"):
        engine = Engine(name="llama.cpp")  # its metrics are off unless it was started with them
    if engine is None:
        return None, now
    counted = await _tokenize(seat, engine, messages)
    if counted is not None:
        engine = replace(engine, text_tokens=counted[0], pieces=counted[1])
    return engine, now


async def _tokenize(seat: EngineSeat, engine: Engine, messages: Messages) -> tuple[int, tuple[str, ...]] | None:
    text = text_of(messages)
    question: dict[str, Any] = {"model": seat.model, "prompt": text, "return_token_strs": True}
    if engine.name == "llama.cpp":
        question = {"content": text, "with_pieces": True}
    body = await _ask(seat, "POST", "/tokenize", question)
    return None if body is None else tokens_in(body)


def text_of(messages: Messages) -> str:
    """The plain text of the messages."""
    if isinstance(messages, str):
        return messages
    contents: Sequence[Any] = [message.get("content") for message in messages]
    return "\n".join(content for content in contents if isinstance(content, str))


async def _ask(seat: EngineSeat, method: str, path: str, question: dict[str, Any] | None) -> bytes | None:
    """The body of a good answer, or None: whatever goes wrong here is no failure of the trace."""
    import json

    import anyio

    from taotoken._transport import Request
    from taotoken._transport.httpx import HttpxTransport

    headers = {"authorization": f"Bearer {seat.endpoint.api_key}", "content-type": "application/json"}
    body = None if question is None else json.dumps(question).encode()
    transport = HttpxTransport()
    request = Request(method=method, url=seat.url(path), headers=headers, body=body, connect_timeout=_SECONDS)
    try:
        with anyio.fail_after(_SECONDS):
            response = await transport.send(request)
            found = bytearray()
            while len(found) < _MAX_METRICS and (chunk := await response.read()):
                found += chunk
            await response.aclose()
            return bytes(found) if response.status == 200 else None
    except (TaoTokenError, TimeoutError):
        return None
    finally:
        await transport.aclose()
