"""A call, made into one HTTP request."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import urlsplit

from taotoken._checks import TEXT, TOKEN, check, checked_headers
from taotoken._endpoint import Endpoint
from taotoken._errors import ConfigurationError
from taotoken._frozen import frozen
from taotoken._protocol import Protocol
from taotoken._urlpath import has_dot_segment
from taotoken._version import __version__
from taotoken._wire import Call, Wire, load

Auth = Literal["auto", "bearer", "x-api-key"]

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False, check_circular=False).encode

USER_AGENT = f"taotoken/{__version__} (python)"


@frozen
class Prepared:
    """One request, ready to be sent as often as needed."""

    method: str
    url: str
    headers: Mapping[str, str] = field(repr=False)
    body: Any = field(default=None, repr=False)
    model: str = ""
    streaming: bool = False
    wire: Wire | None = None

    def content(self) -> bytes | None:
        """The body as bytes."""
        if self.body is None:
            return None
        failed = False
        try:
            text = _encode(self.body)
        except (TypeError, ValueError, RecursionError):
            failed = True
        if failed:
            raise ConfigurationError("the request holds a value that JSON can't hold")
        return text.encode("utf-8", "replace")

    @property
    def shown_url(self) -> str:
        """The URL without its query, which may hold a secret."""
        return self.url.partition("?")[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """Who asks: the endpoint, which header takes the key, and the name we give ourselves."""

    endpoint: Endpoint
    auth: Auth = "auto"
    user_agent: str = USER_AGENT

    def headers(self, protocol: Protocol, extra: Mapping[str, str] | None) -> dict[str, str]:
        """The headers of a request, names in lower case; the caller's own come last."""
        by_key = self.auth == "x-api-key" or (self.auth == "auto" and protocol == "messages")
        key = self.endpoint.api_key
        headers = {
            "accept-encoding": "gzip, deflate",
            "user-agent": self.user_agent,
            **({"x-api-key": key} if by_key else {"authorization": f"Bearer {key}"}),
        }
        return headers | checked_headers(extra)


def checked_auth(auth: Auth) -> Auth:
    """One of the three ways to send a key."""
    if auth not in ("auto", "bearer", "x-api-key"):
        raise ConfigurationError("auth must be 'auto', 'bearer' or 'x-api-key'")
    return auth


def prepare_call(
    who: Identity, wire: Wire, call: Call, *, url: str | None, extra_headers: Mapping[str, str] | None
) -> Prepared:
    """The request for a chat call."""
    if not call.model:
        raise ConfigurationError("no model: give one with model=, or to the endpoint")
    headers = {
        "content-type": "application/json",
        "accept": "text/event-stream" if call.stream else "application/json",
        **wire.headers,
        **who.headers(wire.protocol, extra_headers),
    }
    if call.stream:
        headers["accept-encoding"] = "identity"  # compressing would hold tokens back
    target = who.endpoint.url(wire.protocol) if url is None else checked_url(who.endpoint, url)
    return Prepared(
        method="POST",
        url=target,
        headers=headers,
        body=wire.encode(call),
        model=call.model,
        streaming=call.stream,
        wire=wire,
    )


def prepare_plain(
    who: Identity, method: str, url: str, body: Any, *, protocol: Protocol = "chat",
    extra_headers: Mapping[str, str] | None = None,
) -> Prepared:  # fmt: skip
    """Any other request with the same key."""
    if not isinstance(method, str) or TOKEN.fullmatch(method) is None:
        raise ConfigurationError("method must be the name of an HTTP method, such as POST")
    headers = {"accept": "application/json", **load(protocol).headers, **who.headers(protocol, extra_headers)}
    if body is not None:
        headers["content-type"] = "application/json"
    return Prepared(method=method.upper(), url=url, headers=headers, body=body)


def url_of_path(endpoint: Endpoint, path: str) -> str:
    """The URL of a path such as ``/v1/embeddings`` under the base URL."""
    check("path", path, TEXT)
    if not path.startswith("/") or path.startswith("//") or not path.isascii() or not path.isprintable() or " " in path:
        raise ConfigurationError("path must begin with one slash, such as /v1/embeddings")
    if has_dot_segment(path.partition("?")[0]):
        raise ConfigurationError("path must not hold '.' or '..' between slashes: it would leave the base URL")
    if path == "/v1" or path.startswith("/v1/"):
        return endpoint.v1 + path[3:]
    return endpoint.root + path


def checked_url(endpoint: Endpoint, url: str) -> str:
    """A URL that the key may go to: on a host (scheme and port too) of the endpoint."""
    bases = [endpoint.base_url, endpoint.messages_base_url, endpoint.responses_base_url]
    if origin(url) not in {origin(base) for base in bases if base}:
        raise ConfigurationError("url is on another host than the endpoint; the key is not sent there")
    if "@" in urlsplit(url).netloc:
        raise ConfigurationError("url must not hold a login; give what the server wants as extra_headers")
    return url


def origin(url: str) -> tuple[str, str | None, int | None]:
    """Scheme, host and port."""
    try:
        parts = urlsplit(url)
        port = parts.port or {"http": 80, "https": 443}.get(parts.scheme)
    except ValueError:
        return "", None, None
    return parts.scheme, parts.hostname, port
