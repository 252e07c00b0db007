"""What the kinds of errors that the client tells apart can mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from taotoken._causes import Cause
from taotoken_plugins.diagnosis.facts import Failure

_BY_CODE: Final[Mapping[str, tuple[Cause, ...]]] = {
    "configuration": (Cause.BASE_URL_UNPARSABLE, Cause.KEY_MISSING),
    "proxy": (Cause.PROXY_ENV_DEAD,),
    "tls": (Cause.TLS_UNTRUSTED_CA,),
    "connection": (Cause.CONNECT_REFUSED,),
    "timeout": (Cause.RESPONSE_TIMEOUT, Cause.CONNECT_TIMEOUT),
    "authentication": (Cause.KEY_INVALID,),
    "permission": (Cause.KEY_NOT_ALLOWED,),
    "quota_exhausted": (Cause.QUOTA_EXHAUSTED,),
    "rate_limited": (Cause.RATE_LIMITED,),
    "overloaded": (Cause.OVERLOADED,),
    "model_unavailable": (Cause.MODEL_ID_WRONG,),
    "endpoint_not_found": (Cause.BASE_URL_WRONG_HOST, Cause.ENDPOINT_NOT_SUPPORTED),
    "invalid_request": (Cause.GATEWAY_REJECTS_REQUEST_SHAPE,),
    "context_length": (Cause.PROMPT_TOO_LONG,),
    "payload_too_large": (Cause.REQUEST_TOO_LARGE,),
    "server_error": (Cause.SERVER_ERROR,),
    "content_filter": (Cause.GATEWAY_REJECTS_REQUEST_SHAPE,),
    "bad_response": (Cause.BAD_RESPONSE,),
    "incomplete_stream": (Cause.STREAM_CUT,),
}


def causes_of_code(failure: Failure) -> tuple[Cause, ...]:
    """What a failure can mean before anything else is known, its own proven cause first."""
    by_code = _BY_CODE.get(failure.code, (Cause.SERVER_ERROR,))
    return (failure.cause, *by_code) if failure.cause else by_code
