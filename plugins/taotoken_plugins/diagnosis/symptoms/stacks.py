"""What HTTP libraries and operating systems print: Java, .NET, Go, Rust, curl, aiohttp, browsers, Windows in Chinese.

Each phrase is an exception's name, an error number or a system's own sentence, so it means the same in any program.
"""

from __future__ import annotations

from typing import Final

from taotoken_plugins._texts import diagnosis_steps as steps
from taotoken_plugins.diagnosis.symptoms._symptom import Symptom, symptom

_HOST: Final = r"[\"']?(?P<host>[a-z0-9](?:[a-z0-9.\-]{0,200}[a-z0-9])?\.[a-z]{2,24})\b"

STACKS: Final[tuple[Symptom, ...]] = (
    symptom(
        "stack-dns",
        (
            "unknownhostexception",
            "unresolvedaddressexception",
            "wsahost_not_found",
            "server misbehaving",
            "gaierror",
            "dns_probe_",
            "resolve host",
            "to resolve",
            "could not be resolved",
            "no such host is known",
            "不知道这样的主机",
            "远程名称",
            "找不到主机",
            "无法解析",
            "error 11001",
            "errno 11001",
        ),
        "dns_failed:70 host_name_wrong:55 proxy_env_dead:20",
        pattern=rf"(?:unknownhostexception:?|failed to resolve|远程名称:?|找不到主机|lookup) {_HOST}"
        r"|unknownhostexception|unresolvedaddressexception|wsahost_not_found|lookup[^\n]{1,100}server misbehaving"
        r"|gaierror|dns_probe_"
        r"|(?:failed to|couldn't|could not|unable to) resolve (?!api key|secret|auth|dep|module)\S*host"
        r"|failed to resolve ['\"]|host(?:name)? could not be resolved|remote name could not be resolved"
        r"|no such host is known|不知道这样的主机|(?:未能|无法)解析此远程名称|找不到主机|(?:域名|主机名?)无法解析"
        r"|(?:error|errno) 11001",
        decide=steps.LOOK_UP_HOST,
    ),
    symptom(
        "stack-unreachable",
        (
            "connectexception",
            "no route to host",
            "host unreachable",
            "errno 113",
            "error 113",
            "all connection attempts failed",
            "拒绝连接",
            "拒绝了连接",
            "连接被拒",
            "远程服务器",
            "remote server",
            "error 10051",
            "error 10065",
            "无法连接的网络",
            "curl: (7)",
        ),
        "connect_refused:56 connect_timeout:50 local_gateway_not_running:48 proxy_env_dead:44",
        pattern=r"connectexception|no route to host|host unreachable|err(?:or|no) 113\b|all connection attempts failed"
        r"|拒绝了?连接|连接被拒|无法连接(?:到)?远程服务器|unable to connect to the remote server|error 100(?:51|65)\b"
        r"|无法连接的网络|curl: \(7\)",
        decide=steps.CONNECT,
    ),
    symptom(
        "is-it-running",
        ("running?", "could not connect to"),
        "local_gateway_not_running:78 connect_refused:60",
        pattern=r"connect[^\n]{0,80}\bis (?:it|\S{1,20}|the \S{1,20}) running\?|could not connect to \S{1,20} app\b",
    ),
    symptom(
        "stack-connect-timeout",
        (
            "connect timed out",
            "connecttimeoutexception",
            "i/o timeout",
            "connected party",
            "没有正确答复",
            "连接尝试失败",
            "error 10060",
            "connection timeout to host",
            "timeout was reached",
            "服务器超时",
        ),
        "connect_timeout:80 proxy_env_dead:40 dns_failed:20",
        pattern=r"connect timed out|connecttimeoutexception|dial [^\n]{0,100}i/o timeout|connected party did not"
        r"|没有正确答复|连接尝试失败|error 10060\b|connection timeout to host"
        r"|failed to connect[^\n]{0,100}timeout was reached|连接服务器超时",
        decide=steps.CONNECT,
    ),
    symptom(
        "stack-read-timeout",
        (
            "awaiting headers",
            "httptimeoutexception",
            "httpclient.timeout",
            "ms exceeded",
            "sockettimeoutexception",
            "bytes received",
            "streaming is",
            "等待",
            "upstream request timeout",
            "aborted due to timeout",
            "i/o timeout",
        ),
        "response_timeout:74 stream_idle_timeout:50 connect_timeout:44",
        pattern=r"awaiting headers|upstream request timeout|aborted due to timeout"
        r"|(?<!connect)httptimeoutexception|httpclient\.timeout of"
        r"|timeout of \d{1,8} ?ms exceeded"
        r"|sockettimeoutexception(?![^\n]{0,20}connect)|timed out after \d{1,9} milliseconds with \d{1,12} bytes"
        r"|streaming is (?:strongly )?(?:recommended|required) for operations|等待\S{0,10}(?:响应|回复|返回)\S{0,2}超时"
        r"|read [^\n]{0,100}i/o timeout",
        decide=steps.SEE_ANSWER,
    ),
    symptom(
        "stack-idle",
        ("chunk", "event", "no data", "stream", "sse", "没有", "无数据", "未收到"),
        "stream_idle_timeout:78",
        pattern=r"no (?:new )?(?:chunk|event|data|output)s?\b[^\n]{0,24}\b(?:for|within|in) \d{1,6} ?(?:s\b|ms|sec|min)"
        r"|长时间没有收到|\b(?:sse|stream)\b[^\n]{0,16}timed? ?out"
        r"|\d{1,6} ?(?:秒|s|分钟)[^\n]{0,6}(?:没有|未收到|无)(?:任何|新|新的)?"
        r"(?:数据|内容|输出)",
    ),
    symptom(
        "stack-cut",
        (
            "err_incomplete_chunked",
            "err_http2",
            "err_connection_reset",
            "err_connection_closed",
            "err_empty_response",
            "unexpected end of stream",
            "forcibly closed",
            "强迫关闭",
            "10054",
            "10053",
            "ended prematurely",
            "transfer closed",
            "curl: (",
            "stream error: stream id",
            "goaway",
            "rst_stream",
            "without sending any chunks",
            "context canceled",
            "error in input stream",
            "other side closed",
            "eofexception",
            "连接",
            "os error 104",
        ),
        "stream_cut:74 proxy_env_dead:30",
        pattern=r"err_(?:incomplete_chunked|http2_|connection_(?:reset|closed)|empty_response)|unexpected end of stream"
        r"|forcibly closed|强迫关闭|(?:error|errno|winerror) (?:10054|10053|104)\b|ended prematurely"
        r"|transfer closed with|curl: \((?:18|52|55|92)\)|curl: \(56\)(?![^\n]{0,60}tunnel)|stream error: stream id"
        r"|(?:received|sent) goaway|rst_stream|without sending any chunks|context canceled[^\n]{0,60}(?:stream|read)"
        r"|error in input stream|other side closed|eofexception|连接(?:已|被|意外)(?:关闭|中断|断开|重置)",
        decide=steps.SEE_ANSWER,
    ),
    symptom(
        "stack-no-end",
        ("ended before", "closed before", "stopped before", "not completed"),
        "stream_cut:92",
        pattern=r"stream (?:was )?(?:ended|closed|stopped) before (?:a |the |any )?"
        r"(?:terminal|final|finish|done|end|completion|message_stop|stop)"
        r"|payload is not completed",
    ),
    symptom(
        "stack-address",
        (
            "protocol",
            "scheme",
            "empty host",
            "path segment",
            "curl: (3)",
            "malformedurl",
            "urisyntax",
            "uriformat",
            "invalid uri",
            "地址",
            "网址",
        ),
        "base_url_unparsable:80",
        pattern=r"unsupported protocol scheme|scheme must be http"
        r"|expected url scheme|no protocol: |only http\(s\) protocols"
        r"|(?:invalid|bad) ur[il]: ?empty host|url, scheme is not http|first path segment in url|curl: \(3\)"
        r"|protocol \"[^\"\n]{0,20}\" (?:is )?not supported|malformedurlexception|urisyntaxexception"
        r"|uriformatexception|invalid uri: "
        r"|(?:接口|api|请求|服务器)\s?(?:地址|网址)[^\n]{0,6}(?:格式(?:不正确|错误|有误)|不合法)"
        r"|(?:地址|网址)[^\n]{0,16}(?:必须|请|需要?)以 ?https?",
    ),
    symptom(
        "header-blank-char",
        ("unexpected char 0x",),
        "key_whitespace:84",
        pattern=r"unexpected char 0x(?:0[0-9a-f]|20|7f) at",
    ),
    symptom(
        "header-foreign-char",
        ("unexpected char 0x", "iso-8859-1"),
        "key_non_ascii:84",
        pattern=r"unexpected char 0x(?:[89a-f][0-9a-f]|[1-9a-f][0-9a-f]{2,4}) at|non iso-8859-1 code point",
    ),
    symptom(
        "html-for-json",
        ("text/html", "('<'", "html"),
        "base_url_wrong_host:60 base_url_v1_missing:56 bad_response:48 waf_blocked:36 base_url_is_web_page:34",
        pattern=r"(?:content type|got|received|returned|but was)[^\n]{0,20}text/html|expected json[^\n]{0,60}html"
        r"|html (?:page |document )?instead of|返回(?:了|的是|的)?\s?html|unexpected character \('<'",
        decide=steps.SEE_ANSWER,
    ),
    symptom(
        "not-the-members",
        ("undefined", "of null", "not iterable", "has no attribute", "keyerror", "response"),
        "bad_response:54 base_url_v1_missing:48 empty_reply:46 quota_exhausted:36",
        pattern=r"undefined is not an object \(evaluating [^\n]{0,80}(?:choices|delta|message|content|usage|output)"
        r"|of (?:undefined|null) \(reading '(?:choices|message|content|delta|type|usage|text|role|0|output|error)'"
        r"|(?:choices|candidates|output)\S{0,4} is not iterable|non-json response"
        r"|parse (?:the )?response body|invalid json response"
        r"|response is missing the ['\"`]?(?:choices|content)"
        r"|'(?:dict|list|generator)' object has no attribute '(?:choices|message|content|usage|output)'"
        r"|keyerror: ['\"](?:choices|message|content|usage|candidates|output)['\"]",
        decide=steps.SEE_ANSWER,
    ),
)
