"""A typed client for OpenAI- and Anthropic-compatible gateways.

    from taotoken import AsyncTaoToken, Endpoint

    async with AsyncTaoToken(Endpoint.parse("https://gateway.example/api", key, "model-id")) as client:
        reply = await client.chat("Hello")
        print(reply.text, reply.usage, reply.timing)

`TaoToken` is the same without ``async``. Names are loaded when they are first used, so that importing this package
costs next to nothing.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from taotoken._causes import Cause
    from taotoken._client import AsyncTaoToken
    from taotoken._endpoint import Endpoint
    from taotoken._errors import (
        AuthenticationError,
        BadResponseError,
        ConfigurationError,
        ConnectionFailedError,
        ContentFilterError,
        ContextLengthError,
        EndpointNotFoundError,
        IncompleteStreamError,
        InvalidRequestError,
        Limit,
        ModelUnavailableError,
        OverloadedError,
        PayloadTooLargeError,
        PermissionDeniedError,
        ProxyFailedError,
        QuotaExhaustedError,
        RateLimitedError,
        ReplyError,
        ServerError,
        StatusError,
        TaoTokenError,
        TimedOutError,
        TLSError,
        TransportError,
    )
    from taotoken._events import ReasoningDelta, TextDelta, ToolCallDelta, UsageUpdate
    from taotoken._fallback import Fallback
    from taotoken._message import Message, Text
    from taotoken._reply import Attempt, Model, Reply, Timing, ToolCall, Usage
    from taotoken._retry import RetryPolicy
    from taotoken._stream import Stream
    from taotoken._sync import SyncStream, TaoToken
    from taotoken._version import __version__

__all__ = [
    "AsyncTaoToken",
    "Attempt",
    "AuthenticationError",
    "BadResponseError",
    "Cause",
    "ConfigurationError",
    "ConnectionFailedError",
    "ContentFilterError",
    "ContextLengthError",
    "Endpoint",
    "EndpointNotFoundError",
    "Fallback",
    "IncompleteStreamError",
    "InvalidRequestError",
    "Limit",
    "Message",
    "Model",
    "ModelUnavailableError",
    "OverloadedError",
    "PayloadTooLargeError",
    "PermissionDeniedError",
    "ProxyFailedError",
    "QuotaExhaustedError",
    "RateLimitedError",
    "ReasoningDelta",
    "Reply",
    "ReplyError",
    "RetryPolicy",
    "ServerError",
    "StatusError",
    "Stream",
    "SyncStream",
    "TLSError",
    "TaoToken",
    "TaoTokenError",
    "Text",
    "TextDelta",
    "TimedOutError",
    "Timing",
    "ToolCall",
    "ToolCallDelta",
    "TransportError",
    "Usage",
    "UsageUpdate",
    "__version__",
]

# Where the names live that aren't errors.
_MODULES = {
    "AsyncTaoToken": "_client",
    "Attempt": "_reply",
    "Cause": "_causes",
    "Endpoint": "_endpoint",
    "Fallback": "_fallback",
    "Message": "_message",
    "Model": "_reply",
    "ReasoningDelta": "_events",
    "Reply": "_reply",
    "RetryPolicy": "_retry",
    "Stream": "_stream",
    "SyncStream": "_sync",
    "TaoToken": "_sync",
    "Text": "_message",
    "TextDelta": "_events",
    "Timing": "_reply",
    "ToolCall": "_reply",
    "ToolCallDelta": "_events",
    "Usage": "_reply",
    "UsageUpdate": "_events",
    "__version__": "_version",
}


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(f"{__name__}.{_MODULES.get(name, '_errors')}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return list(__all__)
