"""Words of `taotoken.measure` about the layers that a request passes, and what was seen of each."""

from __future__ import annotations

from taotoken._message import Text

PROMPT = Text(en="{bytes} bytes of JSON", zh="{bytes} 字节的 JSON")
REUSED = Text(en="a connection that was open already, to {address}", zh="复用已打开的连接，对端 {address}")
CONNECTED = Text(
    en="connected to {address}: DNS {dns}, TCP {tcp}, TLS {tls}; HTTP/{http}",
    zh="连到 {address}：DNS {dns}，TCP {tcp}，TLS {tls}；HTTP/{http}",
)
CONNECTED_THROUGH = Text(
    en="through a proxy at {address}: DNS {dns}, TCP {tcp}, CONNECT {tunnel}, TLS {tls}; HTTP/{http}",
    zh="经由代理 {address}：DNS {dns}，TCP {tcp}，CONNECT {tunnel}，TLS {tls}；HTTP/{http}",
)
NO_ADDRESS = Text(en="an unknown address", zh="未知地址")
NOT_CONNECTED = Text(en="no connection was made", zh="没有建立连接")
NONE = Text(en="none", zh="无")
GATEWAY = Text(
    en="headers after {time}; server: {server}; request id: {request_id}",
    zh="{time} 后收到响应头；服务器：{server}；请求 ID：{request_id}",
)
GATEWAY_REFUSED = Text(en="answered with an error: {code}", zh="返回错误：{code}")
NO_HEADERS = Text(en="no headers came", zh="没有收到响应头")
QUEUE_TOLD = Text(
    en="{queue}; now {running} running, {waiting} waiting",
    zh="{queue}；现在 {running} 个在运行，{waiting} 个在等待",
)
QUEUE_HIDDEN = Text(
    en="not visible from outside: a part of the {wait} before the first token",
    zh="从外部看不到：包含在首个 token 之前的 {wait} 里",
)
QUEUE_REST = Text(
    en="at most {rest}: {wait} until the first token, less the prefill that the server told",
    zh="至多 {rest}：到首个 token 的 {wait} 减去服务器报告的预填充",
)
TOKENS = Text(en="{tokens} prompt tokens, counted by the server", zh="提示词 {tokens} 个 token（服务器计数）")
TOKENS_SPLIT = Text(
    en="{tokens} prompt tokens: {own} of your text, {around} that the chat template puts around it",
    zh="提示词 {tokens} 个 token：你的文本 {own} 个，对话模板另加 {around} 个",
)
TOKENS_UNKNOWN = Text(
    en="the server told no prompt tokens, and only it knows its tokenizer",
    zh="服务器没有报告提示词 token 数，而分词器只有它知道",
)
PREFILL_TOLD = Text(
    en="{time} by the server's own account, {cached} of the tokens from its cache",
    zh="服务器自己报告 {time}，其中 {cached} 个 token 来自缓存",
)
METRICS = Text(en="{time} by the server's own metrics ({requests})", zh="服务器指标：{time}（{requests}）")
PREFILL_HIDDEN = Text(
    en="not visible from outside: a part of the {wait} before the first token; cached tokens: {cached}",
    zh="从外部看不到：包含在首个 token 之前的 {wait} 里；缓存的 token：{cached}",
)
DECODE = Text(en="{tokens} tokens, {tpot} each as they came here", zh="{tokens} 个 token，到达这里时每个 {tpot}")
DECODE_TOLD = Text(
    en="{tokens} tokens, {tpot} each as they came here, {told} each by the server's own account",
    zh="{tokens} 个 token，到达这里时每个 {tpot}，服务器自己报告每个 {told}",
)
NO_TEXT = Text(en="no text came", zh="没有收到文本")
STREAM = Text(
    en="{chunks} pieces of text in {reads} reads; closed {tail} after the last one",
    zh="{chunks} 段文本，分 {reads} 次读到；最后一段之后 {tail} 关闭",
)
STREAM_BROKEN = Text(
    en="{chunks} pieces of text in {reads} reads, and no proper end",
    zh="{chunks} 段文本，分 {reads} 次读到，没有正常结束",
)
REQUESTS_OWN = Text(en="this request alone", zh="仅本次请求")
REQUESTS_MEAN = Text(en="mean of {count} requests", zh="{count} 次请求的平均值")
