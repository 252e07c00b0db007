"""How gateways and clients refuse a request in their own words: keys, logins, addresses, shapes, firewalls."""

from __future__ import annotations

from typing import Final

from taotoken_plugins._texts import diagnosis_steps as steps
from taotoken_plugins.diagnosis.symptoms._symptom import Symptom, symptom

_KEY: Final = r"(?:api[ _-]?key|密钥|令牌|\bkey)"
_VARIABLE: Final = r"(?-i:\$\{?[A-Z_][A-Z0-9_]{2,80}\b|%[A-Z_][A-Z0-9_]{2,80}%)|\{env:|\$env:"

REFUSALS: Final[tuple[Symptom, ...]] = (
    symptom(
        "key-asked-for",
        (
            "auth credentials",
            "no key found",
            "authorization",
            "not set",
            "must specify",
            "填写",
            "配置",
            "设置",
            "locate credentials",
            "did not find",
            "received in header",
            "an api key first",
            "key must be",
        ),
        "key_missing:82 value_not_expanded:20",
        pattern=r"no (?:cookie )?auth(?:entication)? credentials|no key found|未收到\s?authorization"
        r"|_(?:key|token): not set|must specify the \w{1,60}_(?:key|token)|unable to locate credentials"
        rf"|(?:请先|需要先|尚未|没有|还没)[^\n]{{0,8}}(?:填写|配置|设置|输入)[^\n]{{0,6}}{_KEY}"
        r"|api key must be (?:set|provided|given)|parameter not received in header"
        r"|(?:set|enter|add) an api key first|未(?:配置|设置|填写)\s?api ?key"
        r"|did not find \w{1,60}_(?:key|token)",
    ),
    symptom(
        "key-header-form",
        ("authorization header", "x-api-key header"),
        "key_wrong_header:74 key_missing:68",
        pattern=r"(?:missing|invalid|malformed)[^\n]{0,20}authorization header|provide an? [^\n]{0,20}x-api-key header",
        decide=steps.READ_SETTINGS,
    ),
    symptom(
        "key-still-an-example",
        ("key", "密钥", "令牌", "token"),
        "key_placeholder:88",
        pattern=r"(?:key|token|密钥|令牌)[^\n]{0,20}[:：]\s?[\"'`]?(?:your[_-]|my[_-]|<your|sk-x{4,}|x{6,}|你的|替换|changeme)",
    ),
    symptom(
        "variable-as-value",
        ("$", "%", "{env:"),
        "value_not_expanded:90",
        pattern=rf"(?:(?:invalid|incorrect)[^\n]{{0,20}}(?:key|token|model)[^\n]{{0,20}}[:：]|lookup|unknown host:?)"
        rf"\s?[\"'`]?(?:{_VARIABLE})",
    ),
    symptom("key-in-quotes", "provided:", "key_quoted:84", pattern=r"key provided: [\"'“”]sk-"),
    symptom(
        "login-over",
        ("oauth token", "invalidated", "invalid_grant", "登录", "会话", "signing in again", "sign in again"),
        "oauth_token_expired:86",
        pattern=r"oauth token (?:is |was |has been )?(?:revoked|invalid|expired)|token has been invalidated"
        r"|invalid_grant|(?:登录|会话)(?:凭证|凭据|状态|信息)?(?:已)?(?:失效|过期)|(?:signing|sign) in again",
    ),
    symptom(
        "login-instead-of-key",
        ("api key", "oauth2"),
        "oauth_vs_api_key:86",
        pattern=r"(?:does not|doesn't) (?:accept|allow|support) api keys?|api keys are not accepted"
        r"|expected oauth2? ",
    ),
    symptom(
        "path-twice",
        ("/v1/v1/",),
        "base_url_v1_doubled:92",
    ),
    symptom(
        "endpoint-twice",
        ("/completions/", "/messages/", "/responses/"),
        "base_url_has_endpoint:92",
        pattern=r"/(chat/completions|messages|responses)/(?:v1/)?\1\b",
    ),
    symptom(
        "endpoint-not-here",
        ("responses", "messages", "completions", "v1/", "该接口"),
        "endpoint_not_supported:90",
        pattern=r"(?:不支持|尚未支持|没有实现)\s?(?:/v1/)?(?:responses|messages|completions)"
        r"|(?:responses|messages|completions)(?: (?:api|endpoint))?[\"'`]?"
        r" is not (?:supported|implemented|available|enabled)"
        r"|不支持该接口"
        r"|not (?:supported )?in (?:the )?v1/\w|supported in v1/\w",
    ),
    symptom(
        "shape-told",
        (
            "参数",
            "格式错误",
            "calling is not enabled",
            "validation error",
            "invalid field",
            "unknown name",
            "must alternate",
            "must be followed",
            "unexpected `tool",
            "requires --",
            "both be specified",
            "passed back",
            "by this model",
            "for this model",
        ),
        "gateway_rejects_request_shape:84",
        pattern=r"参数\s?\S{0,16}\s?(?:有误|错误|非法|不正确|无效|格式错)(?!码)|param(?:eter)? validation error"
        r"|invalid field|unknown name [\"'][^\n]{0,120}cannot find|roles must alternate|must be followed by tool"
        r"|unexpected `?tool_\w|tool\w{0,8} \S{0,10}requires --|cannot both be specified|must be passed back"
        r"|请求体?格式错误|calling is not enabled"
        r"|\w (?:is|are) not supported (?:by|for|with) this model",
    ),
    symptom(
        "memory-of-server",
        ("memory", "signal: killed", "cudamalloc", "内存不足"),
        "server_out_of_memory:88",
        pattern=r"requires more (?:system |gpu )?memory|no available memory for|cudamalloc failed"
        r"|(?:model|runner|llama)[^\n]{0,60}signal: killed|(?:服务器|模型)[^\n]{0,10}内存不足",
    ),
    symptom(
        "firewall",
        (
            "request was blocked",
            "blocked by",
            "rejected by",
            "error 10",
            "error code: 10",
            "incapsula",
            "enable javascript and cookies",
            "阻断",
            "已被拦截",
            "verifying you are human",
            "安全威胁",
        ),
        "waf_blocked:90",
        pattern=r"your request was blocked|(?:blocked|rejected) by (?:\S{1,20} ){0,2}"
        r"(?:waf|firewall|cloudflare|imperva|incapsula|akamai|security polic)"
        r"|error(?: code:)? 10(?:06|07|08|09|10|12|15|20)\b(?![\d:.])(?!\s?(?:files|items|rows))|incapsula incident"
        r"|enable javascript and cookies to continue|访问被阻断"
        r"|(?:请求|访问)[^\n]{0,12}已被拦截|verifying you are human|造成安全威胁",
    ),
    symptom(
        "stream-without-text",
        ("empty_stream", "before first", "返回", "no content", "is empty", "returned empty"),
        "empty_reply:88 bad_response:50",
        pattern=r"empty_stream|stream closed before first"
        r"|(?:模型|接口|上游)\S{0,4}(?:未|没有)返回(?:任何)?(?:内容|结果|文本)"
        r"|(?:model|provider|api) returned no (?:content|output|text|choices)|candidates is empty"
        r"|(?:模型|接口|上游)返回了?空|(?:model|provider|api) returned empty",
        decide=steps.SEE_ANSWER,
    ),
    symptom(
        "model-blank",
        ("model", "模型"),
        "model_field_empty:86",
        pattern=r"\bmodel: string should have at least 1"
        r"|\bmodel (?:name |id |field )?(?:must not|cannot|can't) be (?:empty|blank)"
        r"|you must provide a model|未(?:指定|填写|选择)模型(?!不)",
    ),
    symptom(
        "type-told",
        ("received",),
        "config_wrong_type:82",
        pattern=r"expected (?:string|object|array|boolean|number|record)\b,? (?:but )?received \w+ at \S",
    ),
)
