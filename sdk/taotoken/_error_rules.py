"""The tables of `classify`: which names, words and statuses mean what."""

from __future__ import annotations

import re
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
CONTEXT = Kind("context_length", 400, Cause.PROMPT_TOO_LONG)
TOO_LARGE = Kind("payload_too_large", 413, Cause.REQUEST_TOO_LARGE)
MAX_TOKENS = Kind("invalid_request", 400, Cause.MAX_TOKENS_TOO_LARGE)
BETA = Kind("invalid_request", 400, Cause.GATEWAY_REJECTS_BETA_FIELDS)
INVALID = Kind("invalid_request", 400)
CONTENT = Kind("content_filter", 400)
SERVER = Kind("server_error", 500, Cause.SERVER_ERROR)
SERVER_504 = Kind("server_error", 504, Cause.SERVER_ERROR)
OUT_OF_MEMORY = Kind("server_error", 500, Cause.SERVER_OUT_OF_MEMORY)

# Names that mean one thing only. Compared in lower case; they are stronger than the text.
_NAMES: dict[Kind, str] = {
    QUOTA: "insufficient_quota insufficient_user_quota insufficient_balance insufficient_credits billing_error"
    " insufficient_funds billing_insufficient_balance billing_hard_limit_reached billing_not_active"
    " exceeded_current_quota_error payment_required arrearage accountoverdueerror credit_balance_too_low"
    " pre_consume_token_quota_failed token_quota_exhausted insufficient_token_quota quota_exhausted",
    RATE: "rate_limit_exceeded rate_limit_error rate_limit_reached_error rate_limited ratelimiterror"
    " too_many_requests throttling throttling.ratequota requestburst limit_requests"
    " ratelimitexceeded throttlingexception ratelimitreached",
    OVERLOADED_529: "overloaded_error",
    OVERLOADED: "engine_overloaded_error engine_overloaded server_overloaded serveroverloaded model_overloaded"
    " service_unavailable serviceunavailable server_busy slow_down system_cpu_overloaded unavailable",
    KEY_INVALID: "invalid_api_key invalid_authentication_error incorrect_api_key invalidapikey api_key_invalid"
    " invalid_token",
    UNAUTHENTICATED: "authentication_error authenticationerror unauthorized unauthenticated missing_api_key"
    " invalid_authentication",
    FORBIDDEN: "permission_error permission_denied permissiondenied access_denied accessdenied forbidden"
    " request_forbidden permissiondeniederror",
    REGION: "unsupported_country_region_territory",
    MODEL_WRONG: "model_not_found model_not_exist modelnotfound model_not_found_error invalid_model"
    " model_does_not_exist unknown_model deploymentnotfound",
    NO_CHANNEL: "get_channel_failed channel:no_available_key no_available_channel channel_not_found",
    CONTEXT: "context_length_exceeded context_window_exceeded contextwindowexceedederror"
    " model_context_window_exceeded exceed_context_size_error",
    TOO_LARGE: "request_too_large payload_too_large read_request_body_failed_too_large",
    CONTENT: "content_filter content_policy_violation responsibleaipolicyviolation data_inspection_failed"
    " sensitive_words_detected prompt_blocked content_policy moderation_blocked datainspectionfailed"
    " contentfilter safety",
    SERVER: "server_error internal_error internal_server_error internalservererror internalerror"
    " do_request_failed",
    SERVER_504: "timeout_error gateway_timeout deadline_exceeded",
}
BY_NAME = {name: kind for kind, names in _NAMES.items() for name in names.split()}

_I = re.IGNORECASE

# Words, in this order: the first that is found counts.
BY_TEXT: tuple[tuple[re.Pattern[str], Kind], ...] = tuple(
    (re.compile(pattern, _I), kind)
    for pattern, kind in (
        (r"invalid url \((?:get|post) /(?:\S*/)?v1/v1/", V1_DOUBLED),
        (r"invalid url \((?:get|post) |no route (?:for|matches)|route \S+ not found|unknown (?:request )?url|接口不存在", NO_ENDPOINT),
        (r"country, region, or territory|region is not supported|not available in your (?:country|region)|地区不支持", REGION),
        (r"extra inputs are not permitted|unexpected value\(s\).{0,80}anthropic-beta|unsupported beta", BETA),
        (r"maximum context length|context (?:length|window|size)|prompt is too long|input is too long|上下文(?:长度|窗口)"
         r"|(?:input|prompt)(?: token)?s?(?: count| length)? (?:\S+ )?(?:exceeds|is longer than|is larger than)"
         r"|too many (?:input |prompt )?tokens|reduce the length of the (?:messages|prompt|input)"
         r"|(?:输入|提示词|prompt)\S{0,12}(?:过长|超长|超出|超过)", CONTEXT),
        (r"max_(?:completion_|output_|new_)?tokens\b.{0,120}(?:range|at most|too (?:large|high|big)|exceed|maximum|less than"
         r"|<=|must be|limit| > |超过|范围|不能大于)", MAX_TOKENS),
        (r"request (?:body|entity)?\s?(?:is )?too large|payload too large|body (?:size )?(?:is )?too large"
         r"|request size exceeds|请求体过大|请求过大", TOO_LARGE),
        (r"out of memory|cuda error", OUT_OF_MEMORY),
        (r"insufficient (?:account )?(?:balance|quota|credit|fund)|no credits|out of credits?|credit balance|not enough credits?"
         r"|exceeded your current quota|payment required|unpaid|overdue|额度不足|余额不足|欠费|额度已用[尽完]|额度已?耗尽|剩余额度"
         r"|配额(?:不足|已用[尽完])|quota (?:is )?(?:exhausted|used up|not enough)|requires more credits|充值", QUOTA),
        (r"该令牌无权|无权(?:访问|使用)|令牌\S{0,6}(?:没有|无)权限|not allowed to (?:use|access)|(?:key|token)\S* (?:does not|doesn't) have access"
         r"|(?:api )?key (?:is )?not (?:allowed|permitted|authorized)", KEY_NOT_ALLOWED),
        (r"(?:only|仅)\S{0,4}(?: be used (?:with|by)| available (?:to|for)|支持|允许|限)\S{0,4} ?(?:claude code|codex)", CLIENT_NOT_ALLOWED),
        (r"无效的令牌|令牌(?:已过期|已失效|验证失败|状态不可用|不可用|无效)|(?:invalid|incorrect|wrong|expired|unknown) (?:x-)?(?:api[- _]?key|token|bearer token|access token|authentication token)"
         r"|api[- ]?key (?:is )?(?:not valid|invalid|expired)|无效的? ?(?:api ?)?key|密钥(?:无效|错误)", KEY_INVALID),
        (r"未提供令牌|未登录|(?:no|missing|didn't provide an?|without) (?:api[- ]?key|authorization|authentication|token|bearer)"
         r"|(?:api[- ]?key|authorization header|x-api-key).{0,20} (?:is )?(?:required|missing)|unauthorized|not authenticated", UNAUTHENTICATED),
        (r"对于模型\s*(?:无可用|没有可用)|for model\s*(?:,|\(|$)", MODEL_EMPTY),
        (r"无可用(?:的)?渠道|没有可用(?:的)?渠道|no available channel|no (?:available )?(?:channels?|deployments?|providers?|endpoints?) (?:available |found )?for", NO_CHANNEL),
        (r"model\b.{0,120}\b(?:does not exist|doesn't exist|not found|not exist|is not supported|not supported|is not available|not a valid|unknown|decommissioned|deprecated)"
         r"|(?:no such|unknown|invalid|unsupported) model|not a valid model|模型\S{0,40}(?:不存在|未找到|不支持|已下线)|不支持的?模型|^model: \S+$", MODEL_WRONG),
        (r"content (?:management |usage )?polic|content[ _]filter|敏感(?:词|内容)|违规|风控|flagged (?:as|by)|inappropriate content|safety system", CONTENT),
        (r"overloaded|负载(?:已)?饱和|饱和|over capacity|at capacity|high demand|server is busy|temporarily unavailable|currently unavailable"
         r"|(?:服务|系统|模型)\S{0,6}(?:繁忙|过载)|service unavailable", OVERLOADED),
        (r"rate[- _]?limit|too many requests|请求(?:过于|太)频繁|频率(?:限制|超限)|限流|请求数限制|并发(?:数)?(?:限制|超限|已达)"
         r"|(?:requests|tokens) per (?:min|minute|day|second)|\b[rt]pm\b|quota exceeded|resource (?:has been )?exhausted|concurren\w+ (?:limit|request)", RATE),
        (r"internal (?:server )?error|upstream (?:connect|error|failure|timed? ?out)|bad gateway|connection reset|内部错误", SERVER),
        (r"gateway time-?out|timed out|超时", SERVER_504),
    )
)  # fmt: skip

# What a bare status means.
BY_STATUS: dict[int, Kind] = {
    400: INVALID,
    401: UNAUTHENTICATED,
    402: QUOTA,
    403: FORBIDDEN,
    404: NO_ENDPOINT,
    405: NO_ENDPOINT,
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

# Pages that firewalls put before a server.
WAF = re.compile(
    rb"cf-browser-verification|cf-error-details|challenge-platform|attention required! \| cloudflare|just a moment"
    rb"|sorry, you have been blocked|request unsuccessful. incapsula|aliyun.{0,40}waf|errors.aliyun.com|safedog|captcha"
    rb"|access denied.{0,200}(?:akamai|edgesuite)",
    re.IGNORECASE | re.DOTALL,
)

# The most that a parameter takes, as servers say it.
LIMITS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("max_tokens", re.compile(r"max_(?:completion_|output_|new_)?tokens\b.{0,80}?\[\s*\d+\s*,\s*(\d+)\s*\]", _I)),
    ("max_tokens", re.compile(r"max_(?:completion_|output_|new_)?tokens\b.{0,40}?\d+ > (\d+)", _I)),
    ("max_tokens", re.compile(r"max_(?:completion_|output_|new_)?tokens\b.{0,140}?(?:at most|<=|less than or equal to|up to"
                              r"|maximum(?: value)?(?: of| is)?|limit(?: of| is)?|不能大于|不能超过|最大为?)\s*[:=]?\s*(\d+)", _I)),
    ("context_tokens", re.compile(r"maximum context length (?:is|of) (\d+)", _I)),
    ("context_tokens", re.compile(r"prompt is too long: \d+ tokens > (\d+)", _I)),
    ("context_tokens", re.compile(r"(?:context (?:length|window|size)|上下文长度)\D{0,40}?(\d{4,})", _I)),
)  # fmt: skip

TRY_AGAIN = re.compile(
    r"(?:try again|retry) (?:in|after) (\d+(?:\.\d+)?)\s*(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?)?\b", _I
)
