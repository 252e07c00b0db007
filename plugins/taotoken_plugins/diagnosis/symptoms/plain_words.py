"""What programs and gateways say in plain words, in English and Chinese, where no status comes with it."""

from __future__ import annotations

from typing import Final

from taotoken_plugins._texts import diagnosis_steps as steps
from taotoken_plugins.diagnosis.symptoms._symptom import Symptom, symptom

_KEY: Final = r"(?:authorization|token|令牌|密钥|api[ _-]?key|鉴权|认证信息)"
_ADDRESS: Final = r"(?<![\d.])(?:\[?::1\]?|localhost|(?:\d{1,3}\.){3}\d{1,3}):\d{1,5}"

PLAIN_WORDS: Final[tuple[Symptom, ...]] = (
    symptom(
        "key-not-given",
        ("缺失", "为空", "未提供", "未携带", "未传", "缺少", "没有提供", "missing", "required", "not set", "not found"),
        "key_missing:78 value_not_expanded:20",
        pattern=rf"{_KEY}[^\n]{{0,10}}(?:缺失|为空|未提供|未携带|未传|不能为空)"
        rf"|(?:缺少|未提供|未携带|没有提供)[^\n]{{0,8}}{_KEY}"
        r"|api[ _-]?key (?:is |was )?(?:missing|required|not set|not found|not provided)|(?:missing|no) api[ _-]?key\b",
    ),
    symptom(
        "nothing-came",
        ("output generated", "object generated", "empty response", "empty message", "为空", "没有返回", "空回复"),
        "empty_reply:66 bad_response:50 stream_cut:44 base_url_v1_missing:34",
        pattern=r"no (?:output|object|content|text) (?:was )?generated"
        r"|(?:empty|blank) (?:response|message|completion|reply)"
        r"|(?:回复|回答|响应|内容|返回)[^\n]{0,6}为空|没有返回(?:任何)?(?:内容|结果|文本)|空(?:回复|响应)",
        decide=steps.SEE_ANSWER,
    ),
    symptom(
        "not-the-shape",
        ("type validation failed", "typevalidationerror", "unexpected response", "validation error", "响应格式"),
        "bad_response:60 empty_reply:44 base_url_v1_missing:42 base_url_wrong_host:34",
        pattern=r"type validation failed|typevalidationerror|unexpected response (?:format|shape|body|structure)"
        r"|validation errors? for (?:chat|completion|response)|响应格式(?:错误|不正确|异常)"
        r"|invalid response (?:format|object)",
        decide=steps.SEE_ANSWER,
    ),
    symptom(
        "stream-ended",
        ("[done]", "stream", "流"),
        "stream_cut:70",
        pattern=r"(?:missing|without|no|未收到|没有) ?(?:a )?(?:final )?\[done\]"
        r"|流式?\S{0,8}(?:中断|断开|提前结束|异常结束)"
        r"|stream (?:was )?(?:ended|closed|terminated|interrupted|aborted) (?:early|unexpectedly|prematurely|without)",
    ),
    symptom(
        "proxy-in-words",
        ("代理", "proxy"),
        "proxy_env_dead:84",
        pattern=r"代理(?:服务器)?[^\n]{0,10}(?:拒绝|连接失败|无法连接|连不上|不可用|未启动)"
        r"|(?:连接|连)\S{0,4}代理\S{0,6}(?:失败|超时)"
        r"|proxy (?:server )?(?:is )?(?:refus|unreachable|not reachable|down\b)",
    ),
    symptom(
        "connect-failed",
        (
            "failed to connect to",
            "couldn't connect",
            "could not connect",
            "无法连接",
            "连接失败",
            "unreachable",
            "cannot reach",
            "can't reach",
            "网络不可达",
            "连接服务器",
            "网络错误",
            "网络连接",
            "network error",
            "failed to fetch",
        ),
        "connect_refused:58 connect_timeout:50 local_gateway_not_running:48 proxy_env_dead:44",
        pattern=rf"(?:无法连接|连接)[^\n]{{0,12}}(?P<address>{_ADDRESS})"
        rf"|(?P<address2>{_ADDRESS})[^\n]{{0,30}}(?:无法连接|连接失败)"
        r"|(?:failed to|couldn't|could not) connect to (?P<peer>[\w.\-]{1,200})[ :]port (?P<port>\d{1,5})"
        r"(?![^\n]{0,60}time)"
        r"|(?:failed to|couldn't|could not) connect to (?:the )?server|(?:network|host) (?:is )?unreachable"
        r"|(?:cannot|can't) reach (?!the proxy)|网络不可达"
        r"|无法连接(?:到|至)?(?:服务器|网络|网关|接口|远程)|(?:连接服务器|连接网关|网络连接)失败|网络错误"
        r"|network error|failed to fetch",
        decide=steps.CONNECT,
    ),
    symptom(
        "name-in-words",
        ("域名解析", "解析域名", "dns"),
        "dns_failed:72 host_name_wrong:54",
        pattern=r"(?:域名|dns)\s?解析(?:失败|错误|超时)|解析域名\S{0,10}失败"
        r"|dns (?:lookup |resolution )?(?:failed|failure|error)",
        decide=steps.LOOK_UP_HOST,
    ),
    symptom(
        "json-in-words",
        ("json", "配置文件"),
        "json_syntax:74 config_wrong_type:40",
        pattern=r"(?:json|配置文件)[^\n]{0,40}(?:解析|格式|语法)(?:失败|错误|有误)|(?:无法解析|不是合法)\S{0,4}json"
        r"|json[^\n]{0,20}第 ?\d+ ?行",
        decide=steps.READ_FILE,
    ),
    symptom(
        "key-of-odd-form",
        ("密钥", "key", "令牌"),
        "key_whitespace:60 key_non_ascii:58 key_quoted:40",
        pattern=r"(?:密钥|令牌|api ?key)[^\n]{0,12}(?:空格|换行|空白|中文|全角|不可见|引号|非 ?ascii)"
        r"|key (?:contains|has) (?:an? )?(?:invalid|illegal|non-ascii|hidden|unexpected) char",
        decide=steps.READ_SETTINGS,
    ),
    symptom(
        "key-with-blanks",
        ("空格", "换行", "whitespace", "newline", "blank"),
        "key_whitespace:80",
        pattern=r"(?:密钥|令牌|api ?key)[^\n]{0,12}(?:空格|换行|空白)"
        r"|key[^\n]{0,20}(?:whitespace|newline|leading|trailing)",
    ),
    symptom(
        "key-not-latin",
        ("中文", "全角", "不可见", "non-ascii"),
        "key_non_ascii:80",
        pattern=r"(?:密钥|令牌|api ?key)[^\n]{0,16}(?:中文|全角|不可见|非 ?ascii)"
        r"|non-ascii[^\n]{0,20}key|key[^\n]{0,20}non-ascii",
    ),
    symptom(
        "key-is-example",
        ("your_api_key", "your-api-key", "<your", "替换为你的", "example key"),
        "key_placeholder:80",
        pattern=r"your[_-]api[_-]?key|<your[^>\n]{0,20}key>|替换为你的(?:密钥|key|令牌)|example key",
    ),
    symptom(
        "variable-not-set",
        ("环境变量",),
        "key_missing:74 codex_env_key_unset:56",
        pattern=r"环境变量\s?[\w`'\"“]{1,60}\s?(?:未设置|没有设置|不存在|未定义|为空)",
    ),
    symptom(
        "body-not-read",
        ("unmarshal", "deserialize", "field required", "无法解析请求", "请求参数"),
        "gateway_rejects_request_shape:72",
        pattern=r"cannot unmarshal|failed to deserialize|deserialize the json body|field required|无法解析请求"
        r"|请求参数(?:错误|不正确|有误|格式)",
    ),
    symptom(
        "call-not-read",
        ("tool call", "function call", "工具调用"),
        "bad_response:60 stream_cut:52",
        pattern=r"(?:tool|function) calls?[^\n]{0,40}(?:not valid|invalid|parse|unexpected end|truncated)"
        r"|(?:parse|invalid)[^\n]{0,20}(?:tool|function) calls?|工具调用[^\n]{0,20}(?:解析失败|不完整|格式错误)",
        decide=steps.SEE_ANSWER,
    ),
    symptom(
        "another-endpoint-asked",
        ("please use /v1/", "only supports the", "仅支持 /v1/", "请使用 /v1/"),
        "endpoint_not_supported:72 gateway_rejects_request_shape:44",
        pattern=r"(?:please use|请使用|仅支持) /v1/\w"
        r"|only supports the (?:responses|chat completions|messages) (?:api|endpoint)",
    ),
    symptom(
        "certificate-in-words",
        ("证书",),
        "tls_untrusted_ca:62 tls_expired:40 tls_wrong_name:36 clock_skew:30",
        pattern=r"证书\S{0,4}(?:验证|校验)\S{0,2}(?:失败|不通过|错误)|证书(?:无效|不合法|有问题)",
        decide=steps.CONNECT,
    ),
    symptom(
        "gateway-late",
        ("网关超时", "gateway timeout", "gateway time-out"),
        "server_error:60 response_timeout:52 overloaded:40",
    ),
    symptom(
        "no-logins-here",
        ("oauth",),
        "oauth_vs_api_key:80",
        pattern=r"不支持\s?oauth|oauth[^\n]{0,10}不支持"
        r"|oauth[^\n]{0,40}not (?:currently )?(?:supported|allowed|accepted)",
    ),
    symptom(
        "v1-too-much",
        ("/v1",),
        "base_url_v1_doubled:74",
        pattern=r"(?:不要|不需要|无需|请去掉|请删除)[^\n]{0,8}/v1\b"
        r"|(?:remove|without|drop|must not (?:end|contain)[^\n]{0,12}) /v1\b",
    ),
    symptom(
        "v1-wanted",
        ("/v1",),
        "base_url_v1_missing:74",
        pattern=r"(?:需要|必须|请)(?:加上|包含|补上|以)[^\n]{0,6}/v1\b|(?:缺少|少了)\s?/v1\b"
        r"|(?:missing|must (?:end|contain)[^\n]{0,12}) /v1\b",
    ),
    symptom(
        "log-in-again",
        ("登录", "log in", "login", "session", "sign in"),
        "oauth_token_expired:60 key_missing:48 oauth_vs_api_key:40",
        pattern=r"请先?(?:重新)?登录|登录(?:已|状态)?(?:过期|失效)|会话(?:已)?过期"
        r"|(?:login|session|sign-?in) (?:has |is )?expired"
        r"|please (?:re-?)?(?:log|sign) ?in (?:again|first)",
        decide=steps.READ_SETTINGS,
    ),
)
