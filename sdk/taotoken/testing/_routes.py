"""Where a request leads: strict paths under the mount, keys, models; everything healthy is answered here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from taotoken._protocol import Protocol
from taotoken._text import mask_key
from taotoken.testing._answers import Script, answer, complaint, model_body, models_body, respond
from taotoken.testing._errors import anthropic_error, invalid_url, model_not_found, openai_error, protocol_error
from taotoken.testing._record import Exchange, KeyHeader, bearer_token
from taotoken.testing._reply import Answer
from taotoken.testing._response import HTML_TYPE, GatewayTiming, Response, json_response, whole_response

Accepts = Literal["any", "bearer", "x-api-key"]
Kind = Literal["ask", "models", "model", "count_tokens", "mount", "page", "outside", "unknown"]

FAULT_PREFIX = "/_fault/"
SITE_PAGES = ("/console", "/api-keys", "/models", "/doc")
PAGE = (
    '<!DOCTYPE html><html lang="zh"><head><meta charset="utf-8"><title>Gateway console</title></head>'
    '<body><div id="app"></div><script type="module" src="/assets/index.js"></script></body></html>'
)
_ASKS: Mapping[str, Protocol] = {
    "/v1/chat/completions": "chat",
    "/v1/responses": "responses",
    "/v1/messages": "messages",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """What the gateway knows and how it behaves when nothing is wrong."""

    keys: tuple[str, ...] = field(repr=False)
    models: tuple[str, ...]
    mount: str
    accepts: Accepts
    strict_header: bool
    script: Script
    timing: GatewayTiming
    clients: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One request on its way: what was asked, where it leads, and what the gateway knows.

    path: without a fault prefix. inner: below the mount as well. protocol: whose error shape to use.
    """

    config: Config
    exchange: Exchange
    kind: Kind
    path: str
    inner: str
    protocol: Protocol = "chat"

    @property
    def prefix(self) -> str:
        """What stood before `inner` on the wire: fault prefix and mount."""
        return self.exchange.path.removesuffix(self.inner)


Say = Callable[[Answer, Call], Response]


def split_fault(path: str) -> tuple[str | None, str]:
    """The fault named by a ``/_fault/<name>`` prefix, and the path after it."""
    if not path.startswith(FAULT_PREFIX):
        return None, path
    name, _, rest = path.removeprefix(FAULT_PREFIX).partition("/")
    return name, f"/{rest}"


def find(config: Config, exchange: Exchange, path: str) -> Call:
    """Where `path` leads."""
    kind: Kind
    inner = path.removeprefix(config.mount) if path.startswith(f"{config.mount}/") else ""
    method = exchange.method
    protocol: Protocol = "messages" if exchange.header("anthropic-version") else "chat"
    if method == "CONNECT" or not path.startswith("/"):
        kind = "outside"
    elif method == "HEAD" and path in (config.mount, f"{config.mount}/"):
        kind = "mount"
    elif method == "POST" and inner in _ASKS:
        kind, protocol = "ask", _ASKS[inner]
    elif method == "POST" and inner == "/v1/messages/count_tokens":
        kind, protocol = "count_tokens", "messages"
    elif method in ("GET", "HEAD") and inner in ("/v1/models", "/v1/models/"):
        kind = "models"
    elif method == "GET" and inner.startswith("/v1/models/"):
        kind = "model"
    elif path == "/" or any(path == page or path.startswith(f"{page}/") for page in SITE_PAGES):
        kind = "page"
    else:
        kind, protocol = "unknown", _ASKS.get(inner, protocol)
    return Call(config=config, exchange=exchange, kind=kind, path=path, inner=inner, protocol=protocol)


def say_reply(reply: Answer, call: Call) -> Response:
    """A reply as a healthy gateway sends it."""
    return respond(reply, call.protocol, call.config.timing, stream=call.exchange.stream)


def healthy(call: Call, say: Say = say_reply) -> Response:
    """The answer of a gateway that has no fault, except perhaps in how it says a reply."""
    if call.kind == "outside":
        refused = openai_error(502, "This gateway is not a proxy.", code="no_proxy")
        return replace(refused, close=True)
    if call.kind == "page":
        return whole_response(PAGE.encode(), content_type=HTML_TYPE)
    if call.kind == "mount":
        return whole_response(b"", content_type=HTML_TYPE)
    if call.inner in _ASKS and (call.exchange.header("upgrade") or "").lower() == "websocket":
        return _upgrade_refused()
    if call.kind == "unknown" or call.inner == "/v1/models/":
        return invalid_url(call.exchange.method, call.inner or call.path)
    if not call.exchange.key_ok:
        return _unauthorized(call)
    return _admitted(call, say)


def read_key(config: Config, exchange: Exchange) -> None:
    """Note which credential came, in which header, and whether it opens this gateway."""
    bearer = bearer_token(exchange.header("authorization"))
    x_api_key = (exchange.header("x-api-key") or "").strip() or None
    exchange.key = bearer or x_api_key
    exchange.key_header = _key_header(bearer, x_api_key)
    if config.accepts == "any":
        exchange.key_ok = bearer in config.keys or x_api_key in config.keys
        return
    wanted, other = (bearer, x_api_key) if config.accepts == "bearer" else (x_api_key, bearer)
    exchange.key_ok = wanted in config.keys and not (other and config.strict_header)


def _key_header(bearer: str | None, x_api_key: str | None) -> KeyHeader | None:
    if bearer and x_api_key:
        return "both"
    if bearer:
        return "bearer"
    return "x-api-key" if x_api_key else None


def _upgrade_refused() -> Response:
    return openai_error(426, "WebSocket is not supported here.", headers=(("Upgrade", "HTTP/1.1"),))


def _unauthorized(call: Call) -> Response:
    key, request_id = call.exchange.key, call.exchange.request_id
    if call.protocol == "messages":
        message = "invalid x-api-key" if key else "x-api-key header is required"
        return anthropic_error(401, message, request_id=request_id)
    message = f"Incorrect API key provided: {mask_key(key)}." if key else "You didn't provide an API key."
    return openai_error(401, message, code="invalid_api_key")


def _admitted(call: Call, say: Say) -> Response:
    config, exchange = call.config, call.exchange
    if call.kind == "models":
        return json_response(models_body(config.models))
    if call.kind == "model":
        model = call.inner.removeprefix("/v1/models/")
        known = model in config.models
        return json_response(model_body(model)) if known else _unknown_model(call, model)
    wrong = complaint(exchange.json, call.protocol, counting=call.kind == "count_tokens")
    if wrong:
        return protocol_error(call.protocol, 400, wrong, request_id=exchange.request_id)
    if exchange.model not in config.models:
        return _unknown_model(call, exchange.model or "")
    reply = answer(config.script, exchange, call.protocol)
    if call.kind == "count_tokens":
        return json_response({"input_tokens": reply.input_tokens})
    return say(reply, call)


def _unknown_model(call: Call, model: str) -> Response:
    return model_not_found(call.protocol, model, request_id=call.exchange.request_id)
