"""What the gateway saw: one record per request, its time stamps, and the log line that holds no key."""

from __future__ import annotations

import json as jsonlib
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from taotoken._text import mask_key, mask_keys_in, safe_text

KeyHeader = Literal["bearer", "x-api-key", "both"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamps:
    """The gateway's own clock (`time.monotonic`, seconds); None for what did not happen (yet).

    received: the last byte of the request was read. headers_sent, first_token, last_token: just before those
    bytes were written; a token is a piece of reasoning, text or tool-call arguments, never a role or a ping.
    done: just before the end of the body was written, the connection cut, or the client found gone.
    tokens: how many tokens were written.
    """

    received: float
    headers_sent: float | None = None
    first_token: float | None = None
    last_token: float | None = None
    done: float | None = None
    tokens: int = 0

    @property
    def ttft(self) -> float | None:
        """Seconds from the request to the first token."""
        return None if self.first_token is None else self.first_token - self.received

    @property
    def tpot(self) -> float | None:
        """Seconds per token after the first; None below two tokens or when one write carried them all."""
        if self.first_token is None or self.last_token is None or self.tokens < 2:
            return None
        return (self.last_token - self.first_token) / (self.tokens - 1) if self.last_token > self.first_token else None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class RecordedRequest:
    """One request as the gateway saw it. The repr holds no key; `key`, `headers`, `body` and `json` may.

    path: as on the wire, fault prefix included, without the query (of CONNECT: ``host:port``).
    headers: pairs in the order and case of the wire. body: decoded (gzip, deflate). json: parsed, or None.
    key: the credential sent, from ``Authorization: Bearer`` if there is one, else ``x-api-key``.
    key_ok: would the gateway's keys and `accepts` mode admit it?
    tools: how many tool definitions. status: what was answered, None while nothing was.
    fault: the fault played. hung_up: the client left before the end. connection: number of the TCP connection,
    from 1; equal numbers mean it was reused.
    """

    method: str
    path: str
    query: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    json: Any = None
    key: str | None = None
    key_header: KeyHeader | None = None
    key_ok: bool = False
    model: str | None = None
    stream: bool = False
    tools: int = 0
    status: int | None = None
    fault: str | None = None
    hung_up: bool = False
    request_id: str = ""
    connection: int = 0
    stamps: Stamps

    def header(self, name: str) -> str | None:
        """The first header of that name in any case, or None."""
        return find_header(self.headers, name)

    def __repr__(self) -> str:
        return f"RecordedRequest({', '.join(f'{name}={value!r}' for name, value in shown(self).items())})"


@dataclass(slots=True, kw_only=True, repr=False)
class Exchange:
    """A request while it is being answered: the mutable form of `RecordedRequest`."""

    method: str
    path: str
    query: str
    headers: tuple[tuple[str, str], ...]
    connection: int
    request_id: str
    body: bytes = b""
    json: Any = None
    key: str | None = None
    key_header: KeyHeader | None = None
    key_ok: bool = False
    model: str | None = None
    stream: bool = False
    tools: int = 0
    status: int | None = None
    fault: str | None = None
    hung_up: bool = False
    received: float = field(default_factory=time.monotonic)
    headers_sent: float | None = None
    first_token: float | None = None
    last_token: float | None = None
    done: float | None = None
    tokens: int = 0

    def header(self, name: str) -> str | None:
        """The first header of that name in any case, or None."""
        return find_header(self.headers, name)

    def read_body(self, body: bytes) -> None:
        """Take the decoded body and what it asks for."""
        self.body = body
        try:
            self.json = jsonlib.loads(body) if body else None
        except (ValueError, RecursionError):
            self.json = None
        if isinstance(self.json, dict):
            model, tools = self.json.get("model"), self.json.get("tools")
            self.model = model if isinstance(model, str) else None
            self.stream = self.json.get("stream") is True
            self.tools = len(tools) if isinstance(tools, list) else 0

    def stamp_tokens(self, count: int) -> None:
        """Note that `count` tokens are about to be written."""
        now = time.monotonic()
        if self.first_token is None:
            self.first_token = now
        self.last_token = now
        self.tokens += count

    def snapshot(self) -> RecordedRequest:
        """The record as it stands now."""
        stamps = Stamps(
            received=self.received,
            headers_sent=self.headers_sent,
            first_token=self.first_token,
            last_token=self.last_token,
            done=self.done,
            tokens=self.tokens,
        )
        same = {name: getattr(self, name) for name in _SAME_FIELDS}
        return RecordedRequest(**same, stamps=stamps)


def find_header(headers: tuple[tuple[str, str], ...], name: str) -> str | None:
    """The first header of that name in any case, or None."""
    wanted = name.lower()
    return next((value for key, value in headers if key.lower() == wanted), None)


def shown(request: RecordedRequest) -> Mapping[str, object]:
    """The fields that may be shown, the key masked wherever the client put it."""

    def clean(text: str | None) -> str | None:
        if text is None:
            return None
        for key in credentials(request.headers):
            text = text.replace(key, mask_key(key))
        return safe_text(mask_keys_in(text), 300)

    return {
        "method": clean(request.method),
        "path": clean(request.path),
        "query": clean(request.query),
        "key": mask_key(request.key) if request.key else None,
        "key_ok": request.key_ok,
        "key_header": request.key_header,
        "model": clean(request.model),
        "status": request.status,
        "stream": request.stream,
        "tools": request.tools,
        "fault": request.fault,
        "user_agent": clean(request.header("user-agent")),
        "connection": request.connection,
    }


def credentials(headers: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """Every secret the headers carry, the longest first, so that none is masked only in part."""
    found = {bearer_token(value) or value for name, value in headers if name.lower() in _SECRET_HEADERS}
    return tuple(sorted((key for key in found if len(key) > 3), key=len, reverse=True))


def bearer_token(authorization: str | None) -> str | None:
    """The token of a ``Bearer`` authorization, or None."""
    scheme, _, token = (authorization or "").strip().partition(" ")
    return token.strip() or None if scheme.lower() == "bearer" else None


def log_line(request: RecordedRequest, now: float) -> str:
    """One JSON line for the log file; `now` is seconds since the epoch."""
    return jsonlib.dumps({"time": round(now, 3), **shown(request)}, ensure_ascii=False)


_SECRET_HEADERS = frozenset({"authorization", "x-api-key", "proxy-authorization", "x-goog-api-key"})
_SAME_FIELDS = tuple(field.name for field in fields(RecordedRequest) if field.name != "stamps")
