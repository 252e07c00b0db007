"""What gateways and local switchers say that the client's own classification doesn't settle."""

from __future__ import annotations

from typing import Final

from taotoken_plugins._texts import diagnosis_steps as steps
from taotoken_plugins.diagnosis.symptoms._symptom import Symptom, symptom

GATEWAY: Final[tuple[Symptom, ...]] = (
    symptom(
        "switcher-failed",
        ("local proxy failed",),
        "key_invalid:40 endpoint_not_supported:38 bad_response:34 oauth_vs_api_key:30 quota_exhausted:26",
        hides=True,
        decide=steps.READ_SWITCHER,
    ),
    symptom(
        "oauth-only",
        (
            "api keys are not supported by this endpoint",
            "api key is not supported",
            "use an oauth token",
            "oauth access token is required",
            "this endpoint requires oauth",
            "only authorized for use with claude code",
            "oauth authentication is not supported",
            "oauth authentication is currently not supported",
            "oauth tokens are not supported",
            "oauth login is not supported",
            "requires chatgpt login",
            "does not support api key",
        ),
        "oauth_vs_api_key:86 client_not_allowed:20",
    ),
    symptom(
        "console-api",
        ("new-api-user",),
        "base_url_wrong_host:62 base_url_is_web_page:50 key_not_allowed:34",
        decide=steps.READ_SETTINGS,
    ),
    symptom(
        "count-tokens",
        ("count_tokens",),
        "endpoint_not_supported:90",
        pattern=r"(?:404|405|not found|invalid url|no route)[^\n]{0,200}count_tokens|count_tokens[^\n]{0,200}"
        r"(?:404|405|not found|not supported|invalid url|no route)",
    ),
    symptom("redirect-uri", ("redirect_uri", "redirect uri"), "oauth_vs_api_key:76 base_url_missing:40"),
    symptom(
        "unauthorized-client-oauth",
        "unauthorized_client",
        "oauth_vs_api_key:72 client_not_allowed:60",
        decide=steps.RUN_TOOL_ITSELF,
    ),
    symptom(
        "unauthorized-client",
        (
            "unauthorized client",
            "client not allowed",
            "client is not allowed",
            "only allows claude code",
            "only supports claude code",
            "only claude code",
            "仅允许",
            "仅支持",
            "仅限",
            "未授权的客户端",
            "不允许的客户端",
            "client restricted",
            "unsupported client",
            "请使用claude code",
            "请使用 claude code",
            "please use the claude code",
            "please use claude code",
        ),
        "client_not_allowed:84 oauth_vs_api_key:30",
        pattern=r"unauthorized client|client (?:is )?not allowed|only (?:allows|supports"
        r"|admits)?\s?claude code|(?:仅允许|仅支持|仅限|请使用)[^\n]{0,30}(?:claude|codex|客户端|client)|未授权的客户端"
        r"|不允许的客户端|client restricted|unsupported client|please use (?:the )?claude code",
    ),
    symptom(
        "official-anthropic",
        ("invalid x-api-key", "invalid bearer token"),
        "key_invalid:60 base_url_missing:56 key_of_another_gateway:40",
        decide=steps.READ_SETTINGS,
    ),
    symptom(
        "official-openai",
        ("platform.openai.com/account/api-keys", "platform.openai.com/api-keys"),
        "base_url_missing:72 key_invalid:56 key_of_another_gateway:40",
        decide=steps.READ_SETTINGS,
    ),
    symptom(
        "wrong-header",
        (
            "x-api-key header is required",
            "missing x-api-key",
            "x-api-key is required",
            "authorization header is required",
            "missing authorization header",
            "expected bearer",
            "use the authorization header",
            "缺少authorization",
            "authorization header is missing",
        ),
        "key_wrong_header:72 key_missing:66",
        decide=steps.READ_SETTINGS,
    ),
    symptom(
        "quota",
        ("余额不足", "额度不足", "额度已用尽", "insufficient_quota", "insufficient balance", "欠费"),
        "quota_exhausted:84",
    ),
    symptom("saturated", ("上游负载已饱和", "负载已饱和"), "overloaded:70 model_no_channel:50"),
    symptom(
        "bad-token",
        ("无效的令牌", "无效令牌", "无效的api key", "令牌已过期", "令牌状态不可用"),
        "key_invalid:74 key_of_another_gateway:30 key_wrong_header:26",
    ),
    symptom(
        "oom",
        (
            "cuda out of memory",
            "cuda error: out of memory",
            "outofmemoryerror",
            "out of memory",
            "显存不足",
            "failed to allocate memory",
        ),
        "server_out_of_memory:86",
        pattern=r"cuda|outofmemory|显存|(?:gpu|model|llama|ggml|server)[^\n]{0,200}(?:out of memory"
        r"|allocate memory)|(?:out of memory|allocate memory)[^\n]{0,200}(?:gpu|kv cache|device)",
    ),
    symptom(
        "waf",
        (
            "cloudflare",
            "just a moment",
            "attention required",
            "access denied",
            "sorry, you have been blocked",
            "cf-ray",
            "safedog",
            "web application firewall",
            "访问被拦截",
        ),
        "waf_blocked:76",
        pattern=r"just a moment|attention required|sorry, you have been blocked|cf-browser|web "
        r"application firewall|访问被拦截|safedog|(?:403|forbidden|blocked)[\s\S]{0,200}cloudflare"
        r"|cloudflare[\s\S]{0,200}(?:403|forbidden|blocked)|<title>access denied",
    ),
    symptom(
        "output-budget",
        ("exceed context limit", "in the completion"),
        "output_budget_too_large:88",
        pattern=r"input length and `?max_tokens`? exceed|\(\d+ in (?:the|your) "
        r"messages?,[^)]{0,60}\d+ in the completion\)|max_tokens[^\n]{0,120}exceed context limit",
    ),
    symptom(
        "body-limit",
        (
            "request body too large",
            "request entity too large",
            "payload too large",
            "status code 413",
            "413",
            "请求体过大",
            "request_too_large",
        ),
        "request_too_large:84",
        pattern=r"(?:request|payload|entity|body)[^\n]{0,30}too large|\b413\b[^\n]{0,60}(?:large"
        r"|entity|payload)|status(?: code)?:? 413|请求体过大|request_too_large",
    ),
    symptom(
        "beta",
        ("extra inputs are not permitted", "anthropic-beta", "unexpected value(s)", "unsupported beta"),
        "gateway_rejects_beta_fields:86",
        pattern=r"(?P<field>[a-z_.0-9]{1,60}): extra inputs are not permitted|extra inputs are not "
        r"permitted|anthropic-beta|unsupported beta",
    ),
    symptom(
        "shape",
        (
            "unsupported parameter",
            "unknown parameter",
            "unrecognized request argument",
            "unsupported value",
            "is not supported with this model",
            "supported by this model",
            "supported for this model",
            "does not support tools",
            "tool_choice",
            "unexpected role",
            "developer role",
            "不支持的参数",
        ),
        "gateway_rejects_request_shape:76",
        pattern=r"unsupported (?:parameter|value)|unknown parameter|unrecognized request argument|not "
        r"supported (?:with|by|for) (?:this|the) model|does not support (?:tools|tool|function|image|parameter|stream)"
        r"|unexpected role|invalid value: 'developer'|'developer' is not|不支持的参数",
    ),
    symptom(
        "empty-model",
        ("模型 ", "model ", "model:", "model `", "model '"),
        "model_field_empty:88",
        pattern=r"(?:模型|\bmodel)(?:\s{2,}|\s?(?:``|''|\"\"|“”)\s?)"
        r"(?:无|没有|不存在|under|has no|does|not|is not|doesn't)",
    ),
    symptom(
        "model-required",
        (
            "model is required",
            "must provide a model",
            "model parameter is required",
            "missing required parameter: 'model'",
            "model name is required",
            "model field is required",
            "required field: model",
            "required field 'model'",
            "缺少模型",
            "模型不能为空",
            "未指定模型",
            "模型名称为空",
        ),
        "model_field_empty:84",
    ),
    symptom(
        "foreign-host",
        ("comes from a less trusted", "key never goes to", "less trusted source"),
        "key_to_foreign_host:80",
    ),
)
