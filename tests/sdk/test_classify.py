"""What answers that are no reply mean: the shapes gateways really send, in a table."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taotoken import Cause, Limit, RetryPolicy, TaoTokenError
from taotoken._classify import classify, classify_failure
from taotoken._transport import CutError
from taotoken._wire._failures import failure_of

KEY = "secret-key-of-no-known-shape-42"


def of(status: int, body: Any, headers: dict[str, str] | None = None, **options: Any) -> TaoTokenError:
    data = body if isinstance(body, bytes | str) else json.dumps(body, ensure_ascii=False)
    return classify(status, headers or {}, data, **options)


def openai(message: str, code: Any = None, kind: str | None = "invalid_request_error", **more: Any) -> dict[str, Any]:
    return {"error": {"message": message, "type": kind, "param": None, "code": code, **more}}


def new_api(message: str, code: Any = "", **more: Any) -> dict[str, Any]:
    return {
        "error": {
            "message": f"{message} (request id: 20261201000000abc)",
            "type": "new_api_error",
            "code": code,
            **more,
        }
    }


def anthropic(kind: str, message: str) -> dict[str, Any]:
    return {"type": "error", "error": {"type": kind, "message": message}, "request_id": "req_1"}


@pytest.mark.parametrize(
    ("status", "body", "code", "cause"),
    [
        # the key
        (401, openai("Incorrect API key provided: sk-…", "invalid_api_key"), "authentication", Cause.KEY_INVALID),
        (401, new_api("无效的令牌"), "authentication", Cause.KEY_INVALID),
        (401, new_api("该令牌已过期"), "authentication", Cause.KEY_INVALID),
        (401, new_api("未提供令牌"), "authentication", None),
        (401, anthropic("authentication_error", "invalid x-api-key"), "authentication", Cause.KEY_INVALID),
        (401, anthropic("authentication_error", "Invalid bearer token"), "authentication", Cause.KEY_INVALID),
        (401, {"code": "InvalidApiKey", "message": "Invalid API-key provided."}, "authentication", Cause.KEY_INVALID),
        (401, b"", "authentication", None),
        (403, b"", "permission", None),
        (403, new_api("该令牌无权访问模型 demo"), "permission", Cause.KEY_NOT_ALLOWED),
        (
            403,
            openai("Country, region, or territory not supported", "unsupported_country_region_territory"),
            "permission",
            Cause.REGION_BLOCKED_UPSTREAM,
        ),
        (403, openai("This group only allows Claude Code clients"), "permission", Cause.CLIENT_NOT_ALLOWED),
        # money
        (
            429,
            openai("You exceeded your current quota", "insufficient_quota"),
            "quota_exhausted",
            Cause.QUOTA_EXHAUSTED,
        ),
        (
            403,
            new_api("用户额度不足, 剩余额度: ¥0.000000", "insufficient_user_quota"),
            "quota_exhausted",
            Cause.QUOTA_EXHAUSTED,
        ),
        (401, new_api("该令牌额度已用尽"), "quota_exhausted", Cause.QUOTA_EXHAUSTED),
        (403, new_api("预扣费额度失败, 用户剩余额度: ¥0.1"), "quota_exhausted", Cause.QUOTA_EXHAUSTED),
        (
            402,
            openai("Insufficient Balance", "invalid_request_error", "unknown_error"),
            "quota_exhausted",
            Cause.QUOTA_EXHAUSTED,
        ),
        (
            402,
            openai("This request requires more credits, or fewer max_tokens. Get a key with a higher total limit", 402),
            "quota_exhausted",
            Cause.QUOTA_EXHAUSTED,
        ),
        (
            403,
            {"code": 30001, "message": "Sorry, your account balance is insufficient"},
            "quota_exhausted",
            Cause.QUOTA_EXHAUSTED,
        ),
        (429, openai("您的账户已欠费，请充值后重试", "1113", None), "quota_exhausted", Cause.QUOTA_EXHAUSTED),
        (
            429,
            openai("suspended, check your billing details", None, "exceeded_current_quota_error"),
            "quota_exhausted",
            Cause.QUOTA_EXHAUSTED,
        ),
        # speed and load
        (
            429,
            openai("Rate limit reached for demo", "rate_limit_exceeded", "tokens"),
            "rate_limited",
            Cause.RATE_LIMITED,
        ),
        (429, b"", "rate_limited", Cause.RATE_LIMITED),
        (429, new_api("您已达到请求数限制：1分钟内最多请求10次"), "rate_limited", Cause.RATE_LIMITED),
        (429, openai("您当前使用该 API 的并发数过高", "1302", None), "rate_limited", Cause.RATE_LIMITED),
        (
            429,
            {
                "error": {
                    "code": 429,
                    "message": "You exceeded your current quota. Please retry in 34.07s.",
                    "status": "RESOURCE_EXHAUSTED",
                }
            },
            "rate_limited",
            Cause.RATE_LIMITED,
        ),
        (
            429,
            {"code": "Throttling.RateQuota", "message": "Requests rate limit exceeded"},
            "rate_limited",
            Cause.RATE_LIMITED,
        ),
        (429, new_api("当前分组上游负载已饱和，请稍后再试"), "overloaded", Cause.OVERLOADED),
        (
            429,
            openai("The engine is currently overloaded", None, "engine_overloaded_error"),
            "overloaded",
            Cause.OVERLOADED,
        ),
        (529, anthropic("overloaded_error", "Overloaded"), "overloaded", Cause.OVERLOADED),
        (503, b"", "overloaded", Cause.OVERLOADED),
        (503, openai("Service is too busy."), "overloaded", Cause.OVERLOADED),
        # the model
        (
            404,
            openai("The model `demo` does not exist or you do not have access to it.", "model_not_found"),
            "model_unavailable",
            Cause.MODEL_ID_WRONG,
        ),
        (404, anthropic("not_found_error", "model: claude-demo"), "model_unavailable", Cause.MODEL_ID_WRONG),
        (
            400,
            {"code": 20012, "message": "Model does not exist. Please check it carefully."},
            "model_unavailable",
            Cause.MODEL_ID_WRONG,
        ),
        (404, {"error": 'model "demo" not found, try pulling it first'}, "model_unavailable", Cause.MODEL_ID_WRONG),
        (
            404,
            {"object": "error", "message": "The model `demo` does not exist.", "code": 404},
            "model_unavailable",
            Cause.MODEL_ID_WRONG,
        ),
        (503, new_api("当前分组 default 下对于模型 demo 无可用渠道"), "model_unavailable", Cause.MODEL_NO_CHANNEL),
        (
            503,
            new_api("分组 default 下模型 demo 的可用渠道不存在（distributor）"),
            "model_unavailable",
            Cause.MODEL_NO_CHANNEL,
        ),
        (503, new_api("当前分组 default 下对于模型  无可用渠道"), "model_unavailable", Cause.MODEL_FIELD_EMPTY),
        (404, openai("No endpoints found for vendor/demo.", 404, None), "model_unavailable", Cause.MODEL_NO_CHANNEL),
        (410, openai("The model `demo` has been deprecated"), "model_unavailable", None),
        # the path
        (404, openai("Invalid URL (POST /v1/v1/chat/completions)"), "endpoint_not_found", Cause.BASE_URL_V1_DOUBLED),
        (
            404,
            openai("Invalid URL (POST /v1/chat/completions/chat/completions)"),
            "endpoint_not_found",
            Cause.BASE_URL_HAS_ENDPOINT,
        ),
        (404, openai("Invalid URL (POST /chat/completions)"), "endpoint_not_found", None),
        (404, {"detail": "Not Found"}, "endpoint_not_found", None),
        (404, b"404 page not found", "endpoint_not_found", None),
        (405, {"detail": "Method Not Allowed"}, "endpoint_not_found", None),
        (404, {"timestamp": "…", "status": 404, "error": "Not Found", "path": "/v1"}, "endpoint_not_found", None),
        # the request
        (400, openai("Unknown parameter: 'foo'"), "invalid_request", None),
        (422, {"detail": [{"loc": ["body", "messages"], "msg": "field required"}]}, "invalid_request", None),
        (
            400,
            anthropic("invalid_request_error", "context_management: Extra inputs are not permitted"),
            "invalid_request",
            Cause.GATEWAY_REJECTS_BETA_FIELDS,
        ),
        (
            400,
            openai("This model's maximum context length is 8192 tokens.", "context_length_exceeded"),
            "context_length",
            Cause.PROMPT_TOO_LONG,
        ),
        (
            400,
            anthropic("invalid_request_error", "prompt is too long: 208310 tokens > 200000 maximum"),
            "context_length",
            Cause.PROMPT_TOO_LONG,
        ),
        (
            400,
            openai("input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000"),
            "context_length",
            Cause.PROMPT_TOO_LONG,
        ),
        (400, {"error": {"code": "1261", "message": "Prompt 超长"}}, "context_length", Cause.PROMPT_TOO_LONG),
        (
            400,
            openai("max_tokens is too large: 99999. This model supports at most 16384 completion tokens"),
            "invalid_request",
            Cause.MAX_TOKENS_TOO_LARGE,
        ),
        (
            413,
            anthropic("request_too_large", "Request exceeds the maximum size"),
            "payload_too_large",
            Cause.REQUEST_TOO_LARGE,
        ),
        (413, b"<html><head><title>413 Request Entity Too Large</title>", "payload_too_large", Cause.REQUEST_TOO_LARGE),
        (
            400,
            openai("triggering Azure OpenAI's content management policy", "content_filter", None),
            "content_filter",
            None,
        ),
        (
            400,
            {"code": "data_inspection_failed", "message": "Input data may contain inappropriate content."},
            "content_filter",
            None,
        ),
        (500, new_api("sensitive words detected", "sensitive_words_detected"), "content_filter", None),
        # the server
        (500, b"", "server_error", Cause.SERVER_ERROR),
        (500, openai("CUDA out of memory"), "server_error", Cause.SERVER_OUT_OF_MEMORY),
        (502, b"<html><head><title>502 Bad Gateway</title></head>", "server_error", Cause.SERVER_ERROR),
        (504, b"<html><title>504 Gateway Time-out</title>", "server_error", Cause.SERVER_ERROR),
        (524, b"error code: 524", "server_error", Cause.SERVER_ERROR),
        (503, b"upstream connect error or disconnect/reset before headers", "server_error", Cause.SERVER_ERROR),
        # pages
        (200, b"<!DOCTYPE html><html><head><title>Console</title>", "endpoint_not_found", Cause.BASE_URL_WRONG_HOST),
        (404, b"<html><body>Not here</body></html>", "endpoint_not_found", None),
        (
            403,
            b"<html><title>Just a moment...</title><script src=/cdn-cgi/challenge-platform>",
            "permission",
            Cause.WAF_BLOCKED,
        ),
        (407, b"", "proxy", Cause.PROXY_AUTH_REQUIRED),
    ],
)
def test_shapes_and_words(status: int, body: Any, code: str, cause: Cause | None) -> None:
    """Names beat words, words beat statuses; the cause is there where it is proved."""
    error = of(status, body)
    assert (error.code, error.cause) == (code, cause), str(error)
    assert (error.status, error.http_status) == (status, status)
    assert error.retryable == (code in ("rate_limited", "overloaded", "server_error"))


PLACE = "Timeout while downloading https://a.example/cat.png"


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("'timeout' must be less than 600", "invalid_request"),
        ("tool result too busy", "invalid_request"),
        ("internal error", "invalid_request"),
        ("Invalid image URL: server returned status code 404", "invalid_request"),
        ("tool 'context_window_manager' schema is invalid", "invalid_request"),
        ("The model x is not supported with the parameter logprobs", "invalid_request"),
        ("The model x is not supported", "model_unavailable"),
        # too long
        ("Your request exceeded model token limit: 8192", "context_length"),
        ("Range of input length should be [1, 30720]", "context_length"),
        ("The prompt is longer than the maximum model length of 4096", "context_length"),
        ("prompt tokens over max_seq_len", "context_length"),
        ("Input tokens exceed the configured limit of 272000 tokens", "context_length"),
        ("This model's maximum prompt length is 131072 but the request contains 140000", "context_length"),
        ("Total tokens of image and text exceed max message tokens", "context_length"),
        ("`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 4000 and 200", "context_length"),
        ("litellm.ContextWindowExceededError: too much", "context_length"),
        ("上下文过长", "context_length"),
        ("tokens数超限", "context_length"),
        ("prompt tokens too long", "context_length"),
        # money
        ("账户余额不够", "quota_exhausted"),
        ("账户余额为0", "quota_exhausted"),
        ("您的套餐已到期", "quota_exhausted"),
        ("您的 GLM 套餐已过期", "quota_exhausted"),
        ("Your prepayment credits are depleted.", "quota_exhausted"),
        ("You don't have any credits", "quota_exhausted"),
        ("You have reached your specified API usage limits.", "quota_exhausted"),
        ("Out of call volume quota. Quota will be replenished later.", "quota_exhausted"),
        ("not enough quota", "quota_exhausted"),
        ("The free tier of the model has been exhausted.", "quota_exhausted"),
        # content
        ("Content Exists Risk", "content_filter"),
        ("输入包含不当内容", "content_filter"),
        ("内容审核未通过", "content_filter"),
        ("input new_sensitive", "content_filter"),
        # the key
        ("login fail: Please carry the API secret key in the 'Authorization' field", "authentication"),
        ("Access token invalid", "authentication"),
        ("API Key 不正确或已失效", "authentication"),
        ("无效的API-KEY", "authentication"),
        # speed
        ("qps request limit reached", "rate_limited"),
        ("已触发限速", "rate_limited"),
        ("请求过快", "rate_limited"),
        # the model, the place
        ("The provided model identifier is invalid.", "model_unavailable"),
        ("不存在的模型", "model_unavailable"),
        ("模型 foo 暂不可用", "model_unavailable"),
        ("Model disabled.", "model_unavailable"),
        ("User location is not supported for the API use.", "permission"),
    ],
)
def test_words_of_a_refused_request(message: str, code: str) -> None:
    """At 400 the words say what is wrong with the request; those that blame the server don't count."""
    assert of(400, openai(message)).code == code


@pytest.mark.parametrize(
    ("status", "body", "code"),
    [
        (400, openai(PLACE, "invalid_image_url"), "invalid_request"),
        (422, openai("service unavailable: a tool said HTTP 503"), "invalid_request"),
        (400, new_api("status code 503", "bad_response_status_code"), "overloaded"),
        (400, new_api("upstream timeout"), "server_error"),
        (500, openai("status code 404"), "model_unavailable"),
        (429, openai("Too many tokens, please wait before trying again."), "rate_limited"),
        (429, {"__type": "ThrottlingException", "message": "Too many tokens, please wait."}, "rate_limited"),
        (400, {"__type": "com.amazon.coral#ThrottlingException", "message": "x"}, "rate_limited"),
        (403, openai("x", "quota_exceeded"), "quota_exhausted"),
        (429, openai("x", "SetLimitExceeded"), "quota_exhausted"),
        (403, {"code": "AllocationQuota.FreeTierOnly", "message": "x"}, "quota_exhausted"),
        (400, openai("x", "SensitiveContentDetected.SevereViolation"), "content_filter"),
        (400, openai("x", "InputTextSensitiveContentDetected"), "content_filter"),
        (400, openai("x", "OutputTextSensitiveContentDetected"), "content_filter"),
        (
            404,
            openai("Not found the model demo or Permission denied", None, "resource_not_found_error"),
            "model_unavailable",
        ),
    ],
)
def test_names_and_words_by_status(status: int, body: Any, code: str) -> None:
    """A gateway's code lets its words speak of the server behind; names count in every spelling."""
    assert of(status, body).code == code


def test_the_place_is_the_cause() -> None:
    """A refused location is told apart from a refused key."""
    assert of(400, openai("User location is not supported for the API use.")).cause is Cause.REGION_BLOCKED_UPSTREAM


CHOICES = [{"index": 0, "message": {"role": "assistant", "content": "hi"}}]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"message": "Welcome to Demo API"}, None),
        ({"code": 0, "message": "ok", "data": {}}, None),
        ({"code": 200, "msg": "success", "data": None}, None),
        ({"choices": CHOICES, "error": {"code": 0, "message": ""}}, None),
        ({"choices": CHOICES, "error": {"code": 0, "message": "boom"}}, "server_error"),
        ({"detail": "Not Found"}, "endpoint_not_found"),
        ({"error": "not found"}, "endpoint_not_found"),
        ({"statusCode": 429, "message": "slow"}, "rate_limited"),
        ({"code": 0, "message": "余额不足"}, "quota_exhausted"),
        ({"code": 5001, "message": "x"}, "server_error"),
    ],
)
def test_which_object_is_an_error(body: dict[str, Any], code: str | None) -> None:
    """At HTTP 200 a greeting or a success is no error; one without an error's look is one by its code or words."""
    failure = failure_of(body)
    assert (None if failure is None else classify_failure(failure, 200, {}).code) == code


@pytest.mark.parametrize(
    ("failure", "code", "status"),
    [
        ({"error": {"type": "overloaded_error", "message": "Overloaded"}}, "overloaded", 529),
        ({"error": {"type": "rate_limit_error", "message": "slow"}}, "rate_limited", 429),
        ({"error": {"type": "api_error", "message": "Internal server error"}}, "server_error", 500),
        ({"error": {"type": "invalid_request_error", "message": "bad"}}, "server_error", 500),
        ({"error": {"code": 400, "message": "bad"}}, "invalid_request", 400),
        ({"error": {"code": "503", "message": "x"}}, "overloaded", 503),
        ({"error": {"code": "invalid_api_key", "message": "x"}}, "authentication", 401),
        ({"error": "用户额度不足"}, "quota_exhausted", 402),
        ({"message": "request body too large"}, "payload_too_large", 413),
        ({"base_resp": {"status_code": 1008, "status_msg": "insufficient balance"}}, "quota_exhausted", 402),
        ("boom", "server_error", 500),
        ({"error": {"message": "x"}}, "server_error", 500),
    ],
)
def test_errors_inside_a_good_status(failure: Any, code: str, status: int) -> None:
    """An error at HTTP 200 has the status it speaks of, or the one of its class."""
    error = classify_failure(failure, 200, {})
    assert (error.code, error.status, error.http_status) == (code, status, 200)


@pytest.mark.parametrize(
    ("body", "code", "status", "upstream"),
    [
        (new_api("x", "bad_response_status_code", param="404"), "model_unavailable", 429, 404),
        (new_api("bad response status code 503", "bad_response_status_code"), "overloaded", 429, 503),
        (
            openai(
                "Provider returned error",
                502,
                None,
                metadata={"raw": json.dumps(anthropic("overloaded_error", "Overloaded"))},
            ),
            "overloaded",
            429,
            None,
        ),
        (
            openai(json.dumps({"error": {"message": "no money", "code": "insufficient_quota", "status": 403}})),
            "quota_exhausted",
            429,
            403,
        ),
        (
            openai('upstream said: {"error": {"message": "The model `x` does not exist", "code": 404}}'),
            "model_unavailable",
            429,
            404,
        ),
        ({"error": {"message": "x", "upstream_status": 401}}, "authentication", 429, 401),
    ],
)
def test_errors_of_a_server_behind_the_gateway(body: Any, code: str, status: int, upstream: int | None) -> None:
    """An upstream's error inside the gateway's own says what is wrong; its status is told apart."""
    error = of(429, body)
    assert (error.code, error.status, error.upstream_status) == (code, status, upstream)


@pytest.mark.parametrize(
    ("message", "limit"),
    [
        ("Invalid max_tokens value, the valid range of max_tokens is [1, 8192]", Limit("max_tokens", 8192)),
        ("Range of max_tokens should be [1, 8192]", Limit("max_tokens", 8192)),
        ("max_tokens: 64000 > 32000, which is the maximum allowed number of output tokens", Limit("max_tokens", 32000)),
        (
            "max_tokens is too large: 99999. This model supports at most 16384 completion tokens",
            Limit("max_tokens", 16384),
        ),
        ("This model's maximum context length is 8192 tokens.", Limit("context_tokens", 8192)),
        ("prompt is too long: 208310 tokens > 200000 maximum", Limit("context_tokens", 200000)),
        ("This model's maximum context length is 4,096 tokens.", Limit("context_tokens", 4096)),
        ("prompt is too long: 208,310 tokens > 200,000 maximum", Limit("context_tokens", 200000)),
        ("max_tokens is too large: 99,999. It supports at most 16,384 completion tokens", Limit("max_tokens", 16384)),
        ("Range of input length should be [1, 30720]", Limit("context_tokens", 30720)),
        ("longer than the maximum model length of 4096", Limit("context_tokens", 4096)),
        ("maximum prompt length is 131072", Limit("context_tokens", 131072)),
        ("`inputs` tokens + `max_new_tokens` must be <= 4096.", Limit("context_tokens", 4096)),
        ("max_tokens must be an integer", None),
    ],
)
def test_limits(message: str, limit: Limit | None) -> None:
    """A bound that the server names is given as a number."""
    assert of(400, openai(message)).limit == limit


NOW = 1796040000.0  # Mon, 30 Nov 2026 12:00:00 GMT


@pytest.mark.parametrize(
    ("headers", "message", "seconds"),
    [
        ({"retry-after": "7"}, "", 7.0),
        ({"retry-after": "0.5"}, "", 0.5),
        ({"retry-after-ms": "1500", "retry-after": "9"}, "", 1.5),
        ({"retry-after-ms": "soon", "retry-after": "9"}, "", 9.0),
        ({"retry-after": "Mon, 30 Nov 2026 12:00:07 GMT"}, "", 7.0),
        ({"retry-after": "Mon, 30 Nov 2026 11:00:00 GMT"}, "", 0.0),
        ({"retry-after": "Mon, 30 Nov 2026 12:00:07 GMT", "date": "Mon, 30 Nov 2026 12:00:05 GMT"}, "", 2.0),
        ({"retry-after": "-1"}, "", None),
        ({"retry-after": "nan"}, "", None),
        ({"retry-after": "inf"}, "", None),
        ({"retry-after": "later"}, "", None),
        ({"retry-after": ""}, "", None),
        ({}, "Please try again in 6s.", 6.0),
        ({}, "Please try again in 250ms.", 0.25),
        ({}, "please try again after 1 seconds", 1.0),
        ({}, "Please retry in 34.07s.", 34.07),
        ({}, "try again in 2 minutes", 120.0),
        ({}, "try again in 2 hours", 7200.0),
        ({}, "Please try again in 1m26.4s.", 86.4),
        ({}, "try again in 6m0s", 360.0),
        ({}, "try again in 1h2m3s", 3723.0),
        ({}, "请在 20 秒后重试", 20.0),
        ({"retry-after": "5s"}, "", 5.0),
        ({"retry-after": "Mon Nov 30 12:00:07 2026"}, "", 7.0),
        ({"retry-after": "Mon, 30 Nov 2026 12:00:07"}, "", 7.0),
        ({}, "try again later", None),
    ],
)
def test_retry_after(headers: dict[str, str], message: str, seconds: float | None) -> None:
    """Milliseconds, seconds, a date or a sentence; what can't be a wait is none."""
    error = of(429, openai(message, "rate_limit_exceeded"), headers, now=NOW)
    assert error.retry_after == seconds


def test_a_delay_in_the_details() -> None:
    """Google names the wait in the error's details, and means a quota per minute by it."""
    details = [{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "34s"}]
    error = of(429, {"error": {"code": 429, "message": "You exceeded your current quota.", "details": details}})
    assert (error.code, error.retry_after) == ("rate_limited", 34.0)


@pytest.mark.parametrize(
    ("status", "message", "headers", "retryable"),
    [
        (409, "conflict", {}, True),
        (408, "timeout", {}, True),
        (400, "bad", {}, False),
        (400, "bad", {"x-should-retry": "true"}, True),
        (500, "bad", {"x-should-retry": "false"}, False),
        (429, "TPM: Limit 30000, Requested 45000", {}, False),
        (429, "TPM: Limit 30000, Used 29000, Requested 2000", {}, True),
    ],
)
def test_retryable(status: int, message: str, headers: dict[str, str], retryable: bool) -> None:
    """The server's word on retries counts; a request that never fits is not retried."""
    assert of(status, openai(message), headers).retryable == retryable


@pytest.mark.parametrize(
    ("body", "headers", "wanted"),
    [
        (new_api("x"), {}, "20261201000000abc"),
        (anthropic("api_error", "x"), {"request-id": "other"}, "req_1"),
        (b"", {"x-request-id": "h1"}, "h1"),
        (b"", {"x-oneapi-request-id": "h2"}, "h2"),
        (b"", {}, None),
    ],
)
def test_request_id(body: Any, headers: dict[str, str], wanted: str | None) -> None:
    """The id stands in the body, the message or a header."""
    assert of(500, body, headers).request_id == wanted


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (openai("x", "rate_limit_exceeded", "tokens"), "rate_limit_exceeded"),
        (openai("x", None, "server_error"), "server_error"),
        (openai("x", 400, "BadRequestError"), "400"),
        (anthropic("overloaded_error", "x"), "overloaded_error"),
        ({"error": "x", "code": "billing"}, "billing"),
        ({"message": "x"}, None),
    ],
)
def test_provider_code(body: Any, code: str | None) -> None:
    """What the server called the error: its code, else its type."""
    assert of(500, body).provider_code == code


def test_fallback_helps_where_a_retry_does_not() -> None:
    """Another model or endpoint helps when this one has no money or no such model."""
    assert of(429, openai("x", "insufficient_quota")).fallback_ok
    assert of(404, openai("x", "model_not_found")).fallback_ok
    assert not of(429, openai("x", "rate_limit_exceeded")).fallback_ok
    assert not of(401, b"").fallback_ok


def test_secrets_are_masked_everywhere() -> None:
    """A key of any shape that the server repeats is masked in text, body, code and id."""
    body = openai(f"bad key {KEY}", KEY, request_id=KEY)
    error = of(401, body, {"x-request-id": KEY, "location": KEY}, secrets=(KEY,))
    page = of(500, f"<html><title>{KEY}</title>{KEY}", {}, secrets=(KEY,))
    moved = of(302, b"", {"location": f"https://a.example/{KEY}"}, secrets=(KEY,))
    for shown in (error, page, moved):
        assert KEY not in f"{shown} {shown!r} {vars(shown)}"


@pytest.mark.parametrize("shown", ["\\/", "\\u002f", "\\u002F", "\\\\/"])
def test_a_key_that_json_escaped_is_masked(shown: str) -> None:
    """The body is kept as it came: a key in it is found however JSON wrote it."""
    key = "gw-demo/part-of-a-long-key"
    written = key.replace("/", shown).replace("-", "\\u002d")
    error = of(401, f'{{"error": {{"message": "bad {written}"}}}}', secrets=(key,))
    assert "demo" not in f"{error} {error.body}"


def test_hostile_text_is_bounded_and_plain() -> None:
    """Escape codes, markup and megabytes become one short plain line."""
    text = "\x1b[31m[bold red]boom\x1b[0m\n\u202e" + "x" * 1_000_000
    error = of(400, openai(text, text))
    assert str(error).startswith("[bold red]boom")
    assert len(str(error)) <= 400
    assert not set("\x1b\n\u202e") & set(str(error))
    assert len(error.provider_code or "") <= 100


@given(
    st.binary(max_size=300)
    | st.recursive(
        st.none() | st.text() | st.integers(),
        lambda x: (
            st.dictionaries(
                st.sampled_from(["error", "message", "code", "type", "detail", "errors", "base_resp", "param"]), x
            )
            | st.lists(x)
        ),
    ),
    st.integers(200, 599),
)
@settings(max_examples=150, deadline=None)
def test_any_body_gives_an_error(body: Any, status: int) -> None:
    """Nothing a server can send makes the classification fail."""
    error = of(status, body)
    assert error.http_status == status
    assert len(str(error)) <= 400


@pytest.mark.parametrize(
    ("status", "retries", "delivered", "headers", "delay"),
    [
        (503, 0, False, {}, 0.5),
        (503, 1, False, {}, 1.0),
        (503, 2, False, {}, None),
        (503, 0, True, {}, None),
        (400, 0, False, {}, None),
        (429, 0, False, {"retry-after": "20"}, 20.0),
        (429, 0, False, {"retry-after": "60"}, 60.0),
        (429, 0, False, {"retry-after": "61"}, None),
    ],
)
def test_retry_decisions(
    status: int, retries: int, delivered: bool, headers: dict[str, str], delay: float | None
) -> None:
    """Twice by default, never after output, as long as the server asks but not longer than a minute."""
    assert RetryPolicy().delay(of(status, b"", headers), retries=retries, delivered=delivered) == delay


def test_backoff_is_capped_and_jittered() -> None:
    """The wait doubles up to its cap; chance takes off its share."""
    policy = RetryPolicy(max_retries=1000, base=1, cap=8, jitter=0.5)
    waits = [policy.delay(CutError("x"), retries=n, delivered=False, luck=0) for n in (0, 1, 2, 3, 4, 999)]
    assert waits == [1, 2, 4, 8, 8, 8]
    assert policy.delay(CutError("x"), retries=0, delivered=False, luck=1) == 0.5
