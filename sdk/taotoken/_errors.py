"""The error tree.

    TaoTokenError
    ├── ConfigurationError          configuration     settings that can't work: bad URL, key, consent missing
    ├── TransportError
    │   ├── ConnectionFailedError   connection        refused, reset, DNS
    │   ├── ProxyFailedError        proxy             the proxy refused or can't be used
    │   ├── TLSError                tls               certificate not trusted, expired, wrong name
    │   └── TimedOutError           timeout           connect, first token, idle or total deadline
    ├── StatusError                                   the server said no
    │   ├── AuthenticationError     authentication
    │   ├── PermissionDeniedError   permission
    │   ├── QuotaExhaustedError     quota_exhausted
    │   ├── RateLimitedError        rate_limited
    │   ├── OverloadedError         overloaded
    │   ├── ModelUnavailableError   model_unavailable
    │   ├── EndpointNotFoundError   endpoint_not_found
    │   ├── InvalidRequestError     invalid_request
    │   ├── ContextLengthError      context_length
    │   ├── PayloadTooLargeError    payload_too_large
    │   ├── ServerError             server_error
    │   └── ContentFilterError      content_filter
    └── ReplyError
        ├── BadResponseError        bad_response      not a reply of the protocol
        └── IncompleteStreamError   incomplete_stream the stream ended without a terminal event

`str(error)` is English, stable and at most 400 characters; no error text, repr or traceback holds a key.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from taotoken._text import safe_text

if TYPE_CHECKING:
    from taotoken._causes import Cause
    from taotoken._message import Message
    from taotoken._reply import Attempt, Reply

MAX_MESSAGE = 400


@dataclass(frozen=True, slots=True)
class Limit:
    """A bound the server named: which parameter, and the most it takes."""

    param: str
    max: int


class TaoTokenError(Exception):
    """Root of everything this package raises on purpose.

    Attributes:
        code: stable id of the class, such as ``rate_limited``.
        retryable: could a new attempt succeed without the user changing anything?
        status: the status that counts (a status inside an error object at HTTP 200 included), or None.
        http_status: the status on the wire, or None when no answer came.
        upstream_status: the status of a server behind the gateway, where the gateway told it.
        provider_code: what the server called the error.
        request_id: the server's id of the request.
        retry_after: seconds the server asked to wait, or None.
        limit: a bound the server named, or None.
        fallback_ok: may another model or endpoint help where a retry can't?
        partial: what had arrived of the reply (whole tool calls only), or None.
        cause: an id of `Cause` where the failure proves one, or None.
        body: the server's body, bounded and without secrets.
        detail: the same failure as a `Message` in both languages, where there is one.
        attempts: every try of the request, the last one included; empty where none was made.
    """

    code: ClassVar[str] = "error"
    default_retryable: ClassVar[bool] = False

    def __init__(
        self,
        message: str,
        *,
        retryable: bool | None = None,
        status: int | None = None,
        http_status: int | None = None,
        upstream_status: int | None = None,
        provider_code: str | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
        limit: Limit | None = None,
        fallback_ok: bool = False,
        partial: Reply | None = None,
        cause: Cause | None = None,
        body: str | None = None,
        detail: Message | None = None,
    ) -> None:
        super().__init__(safe_text(message, MAX_MESSAGE))
        self.retryable: bool = self.default_retryable if retryable is None else retryable
        self.status = status
        self.http_status = http_status
        self.upstream_status = upstream_status
        self.provider_code = provider_code
        self.request_id = request_id
        self.retry_after = retry_after
        self.limit = limit
        self.fallback_ok = fallback_ok
        self.partial = partial
        self.cause = cause
        self.body = body
        self.detail = detail
        self.attempts: tuple[Attempt, ...] = ()

    @property
    def message(self) -> str:
        """The text of the error, the same as `str(error)`."""
        return str(self.args[0])


class ConfigurationError(TaoTokenError, ValueError):
    """Settings that can't work: a bad base URL or key, a missing consent, a key for another host."""

    code = "configuration"


class TransportError(TaoTokenError, OSError):
    """No answer came: the network, a proxy, TLS or a deadline."""

    default_retryable = True


class ConnectionFailedError(TransportError):
    """The server could not be reached: refused, reset or unknown host."""

    code = "connection"


class ProxyFailedError(TransportError):
    """The proxy refused, is unreachable or can't be used."""

    code = "proxy"
    default_retryable = False


class TLSError(TransportError):
    """The certificate is not trusted, is expired or is for another name."""

    code = "tls"
    default_retryable = False


class TimedOutError(TransportError, TimeoutError):
    """A connect, first-token, idle or total deadline passed."""

    code = "timeout"


class StatusError(TaoTokenError):
    """The server answered with an error."""


class AuthenticationError(StatusError):
    """The key was refused (401)."""

    code = "authentication"


class PermissionDeniedError(StatusError):
    """The key is good but may not do this (403)."""

    code = "permission"


class QuotaExhaustedError(StatusError):
    """The balance or quota is used up; waiting does not help."""

    code = "quota_exhausted"


class RateLimitedError(StatusError):
    """Too many requests or tokens; waiting helps."""

    code = "rate_limited"
    default_retryable = True


class OverloadedError(StatusError):
    """The server or its upstream is busy."""

    code = "overloaded"
    default_retryable = True


class ModelUnavailableError(StatusError):
    """The model is unknown here, or the gateway has no channel for it."""

    code = "model_unavailable"


class EndpointNotFoundError(StatusError):
    """The path does not exist: a wrong base URL, or an HTML page where an API should be."""

    code = "endpoint_not_found"


class InvalidRequestError(StatusError):
    """The server refused the request's content."""

    code = "invalid_request"


class ContextLengthError(InvalidRequestError):
    """The prompt is longer than the model takes."""

    code = "context_length"


class PayloadTooLargeError(InvalidRequestError):
    """The request body is larger than the server takes."""

    code = "payload_too_large"


class ServerError(StatusError):
    """A fault on the server's side."""

    code = "server_error"
    default_retryable = True


class ContentFilterError(StatusError):
    """The server refused the content of the request."""

    code = "content_filter"


class ReplyError(TaoTokenError):
    """An answer came, but it is not a whole reply."""


class BadResponseError(ReplyError):
    """The body is not a reply of the protocol."""

    code = "bad_response"
    default_retryable = True


class IncompleteStreamError(ReplyError):
    """The stream ended without a terminal event; `partial` holds what came."""

    code = "incomplete_stream"
    default_retryable = True
