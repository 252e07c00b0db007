"""The meanings an error can have, and the names and statuses that say which. The words are in `_error_words`."""

from __future__ import annotations

from dataclasses import dataclass

from taotoken._causes import Cause


@dataclass(frozen=True, slots=True)
class Kind:
    """One meaning: the error's `code`, the status it has where the wire had none, and the cause it proves."""

    code: str
    status: int
    cause: Cause | None = None


QUOTA = Kind("quota_exhausted", 402, Cause.QUOTA_EXHAUSTED)
RATE = Kind("rate_limited", 429, Cause.RATE_LIMITED)
OVERLOADED = Kind("overloaded", 503, Cause.OVERLOADED)
OVERLOADED_529 = Kind("overloaded", 529, Cause.OVERLOADED)
KEY_INVALID = Kind("authentication", 401, Cause.KEY_INVALID)
UNAUTHENTICATED = Kind("authentication", 401)
FORBIDDEN = Kind("permission", 403)
KEY_NOT_ALLOWED = Kind("permission", 403, Cause.KEY_NOT_ALLOWED)
CLIENT_NOT_ALLOWED = Kind("permission", 403, Cause.CLIENT_NOT_ALLOWED)
REGION = Kind("permission", 403, Cause.REGION_BLOCKED_UPSTREAM)
MODEL_WRONG = Kind("model_unavailable", 404, Cause.MODEL_ID_WRONG)
NO_CHANNEL = Kind("model_unavailable", 503, Cause.MODEL_NO_CHANNEL)
MODEL_EMPTY = Kind("model_unavailable", 503, Cause.MODEL_FIELD_EMPTY)
MODEL_GONE = Kind("model_unavailable", 404)
NO_ENDPOINT = Kind("endpoint_not_found", 404)
V1_DOUBLED = Kind("endpoint_not_found", 404, Cause.BASE_URL_V1_DOUBLED)
ENDPOINT_DOUBLED = Kind("endpoint_not_found", 404, Cause.BASE_URL_HAS_ENDPOINT)
CONTEXT = Kind("context_length", 400, Cause.PROMPT_TOO_LONG)
TOO_LARGE = Kind("payload_too_large", 413, Cause.REQUEST_TOO_LARGE)
MAX_TOKENS = Kind("invalid_request", 400, Cause.MAX_TOKENS_TOO_LARGE)
BETA = Kind("invalid_request", 400, Cause.GATEWAY_REJECTS_BETA_FIELDS)
INVALID = Kind("invalid_request", 400)
CONTENT = Kind("content_filter", 400)
SERVER = Kind("server_error", 500, Cause.SERVER_ERROR)
SERVER_504 = Kind("server_error", 504, Cause.SERVER_ERROR)
OUT_OF_MEMORY = Kind("server_error", 500, Cause.SERVER_OUT_OF_MEMORY)
PROXY_LOGIN = Kind("proxy", 407, Cause.PROXY_AUTH_REQUIRED)

# Names that mean one thing only, in lower case. They are stronger than the words.
_NAMES: tuple[tuple[Kind, str], ...] = (
    (
        QUOTA,
        """
        insufficient_quota insufficient_user_quota insufficient_token_quota insufficient_balance
        insufficient_credits insufficient_funds billing_error billing_insufficient_balance
        billing_hard_limit_reached billing_not_active exceeded_current_quota_error payment_required
        arrearage accountoverdueerror quotaexceeded quota_exhausted credit_balance_too_low
        pre_consume_token_quota_failed token_quota_exhausted budget_exceeded quota_exceeded
        setlimitexceeded allocationquota.freetieronly
        """,
    ),
    (
        RATE,
        """
        rate_limit_exceeded rate_limit_error rate_limit_reached_error rate_limited ratelimiterror
        too_many_requests throttling throttlingexception requestburst limit_requests ratelimitexceeded
        ratelimitreached
        """,
    ),
    (OVERLOADED_529, "overloaded_error"),
    (
        OVERLOADED,
        """
        engine_overloaded_error engine_overloaded server_overloaded serveroverloaded model_overloaded
        server_busy service_unavailable serviceunavailable slow_down system_cpu_overloaded unavailable
        """,
    ),
    (
        KEY_INVALID,
        """
        invalid_api_key invalid_authentication_error incorrect_api_key invalidapikey api_key_invalid
        invalid_token
        """,
    ),
    (
        UNAUTHENTICATED,
        """
        authentication_error authenticationerror unauthorized unauthenticated missing_api_key
        invalid_authentication
        """,
    ),
    (
        FORBIDDEN,
        """
        permission_error permission_denied permissiondenied permissiondeniederror access_denied accessdenied
        forbidden request_forbidden
        """,
    ),
    (REGION, "unsupported_country_region_territory"),
    (
        MODEL_WRONG,
        """
        model_not_found model_not_exist modelnotfound model_not_found_error model_does_not_exist
        invalid_model unknown_model deploymentnotfound invalidendpointormodel
        """,
    ),
    (MODEL_GONE, "modelnotopen model_not_available"),
    (NO_CHANNEL, "get_channel_failed channel:no_available_key no_available_channel channel_not_found"),
    (
        CONTEXT,
        """
        context_length_exceeded context_window_exceeded contextwindowexceedederror
        model_context_window_exceeded exceed_context_size_error
        """,
    ),
    (TOO_LARGE, "request_too_large payload_too_large"),
    (
        CONTENT,
        """
        content_filter contentfilter content_policy_violation content_policy responsibleaipolicyviolation
        data_inspection_failed datainspectionfailed sensitive_words_detected prompt_blocked
        moderation_blocked sensitivecontentdetected
        inputtextsensitivecontentdetected inputimagesensitivecontentdetected
        inputvideosensitivecontentdetected outputtextsensitivecontentdetected
        outputimagesensitivecontentdetected outputvideosensitivecontentdetected
        """,
    ),
    (
        SERVER,
        """
        server_error internal_error internal_server_error internalservererror internalerror
        do_request_failed
        """,
    ),
    (SERVER_504, "timeout_error gateway_timeout deadline_exceeded"),
)
_BY_NAME = {name: kind for kind, names in _NAMES for name in names.split()}

# What a bare status means.
BY_STATUS: dict[int, Kind] = {
    400: INVALID,
    401: UNAUTHENTICATED,
    402: QUOTA,
    403: FORBIDDEN,
    404: NO_ENDPOINT,
    405: NO_ENDPOINT,
    407: PROXY_LOGIN,
    408: SERVER_504,
    410: MODEL_GONE,
    413: TOO_LARGE,
    429: RATE,
    451: CONTENT,
    498: UNAUTHENTICATED,
    501: NO_ENDPOINT,
    503: OVERLOADED,
    504: SERVER_504,
    524: SERVER_504,
    529: OVERLOADED_529,
}


def by_name(name: str) -> Kind | None:
    """The meaning of a code or type; of ``A.B``, where only A is known, that of A; of ``space#A`` that of A."""
    name = name.lower().rpartition("#")[2]
    return _BY_NAME.get(name) or _BY_NAME.get(name.partition(".")[0])


def by_status(status: int) -> Kind:
    """The meaning of a status, the plain one where there is no other."""
    return BY_STATUS.get(status) or (NO_ENDPOINT if status < 400 else INVALID if status < 500 else SERVER)
