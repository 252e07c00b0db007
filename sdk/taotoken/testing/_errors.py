"""Error answers in the shapes clients know: OpenAI's, Anthropic's, and new-api's (OpenAI's with its own type)."""

from __future__ import annotations

from taotoken._protocol import Protocol
from taotoken.testing._response import Headers, Response, json_response

_ANTHROPIC_TYPES = {
    400: "invalid_request_error",
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    529: "overloaded_error",
}


def openai_error(
    status: int,
    message: str,
    *,
    code: str | None = None,
    kind: str | None = None,
    headers: Headers = (),
) -> Response:
    """``{"error": {"message", "type", "param", "code"}}``."""
    kind = kind or ("server_error" if status >= 500 else "invalid_request_error")
    error = {"message": message, "type": kind, "param": None, "code": code}
    return json_response({"error": error}, status=status, headers=headers)


def anthropic_error(status: int, message: str, *, request_id: str, headers: Headers = ()) -> Response:
    """``{"type": "error", "error": {"type", "message"}, "request_id"}``."""
    error = {"type": _ANTHROPIC_TYPES.get(status, "api_error"), "message": message}
    body = {"type": "error", "error": error, "request_id": request_id}
    return json_response(body, status=status, headers=headers)


def new_api_error(status: int, message: str, *, request_id: str, code: str = "") -> Response:
    """new-api's own errors: OpenAI's shape on every path, the request id inside the message."""
    error = {"message": f"{message} (request id: {request_id})", "type": "new_api_error", "param": "", "code": code}
    return json_response({"error": error}, status=status)


def protocol_error(
    protocol: Protocol,
    status: int,
    message: str,
    *,
    request_id: str,
    code: str | None = None,
    headers: Headers = (),
) -> Response:
    """An error in the shape of the protocol that was spoken."""
    if protocol == "messages":
        return anthropic_error(status, message, request_id=request_id, headers=headers)
    return openai_error(status, message, code=code, headers=headers)


def invalid_url(method: str, path: str) -> Response:
    """What relay gateways say for a path they don't have, in OpenAI's shape whatever the protocol."""
    return openai_error(404, f"Invalid URL ({method} {path})")


def model_not_found(protocol: Protocol, model: str, *, request_id: str) -> Response:
    """The model is not in the list."""
    message = f"The model `{model}` does not exist or you do not have access to it."
    return protocol_error(protocol, 404, message, request_id=request_id, code="model_not_found")
