"""Words of `taotoken trace`."""

from __future__ import annotations

from taotoken._message import Text

HELP = Text(
    en="Ask TEXT once and show where the time went: a waterfall from DNS to the end of the stream, what its shape "
    "says, and the eight layers that the request passed. TEXT '-' reads the question from standard input. Uses the "
    "gateway saved by setup, unless a base URL is given.",
    zh="用 TEXT 提问一次，看时间花在哪里：从 DNS 到流结束的瀑布图、它的形状说明什么，以及请求经过的八层。TEXT 写 '-' "
    "时从标准输入读取问题。默认使用 setup 保存的网关，也可以另外给出 Base URL。",
)
EXAMPLES = Text(
    en='  taotoken trace "Hi"\n  taotoken trace "Hi" --repeat 3\n  taotoken trace - --max-tokens 50 < prompt.txt',
    zh='  taotoken trace "你好"\n  taotoken trace "你好" --repeat 3\n  taotoken trace - --max-tokens 50 < prompt.txt',
)
QUESTION = Text(en="The question.", zh="问题。")
MODEL = Text(en="Model id; default: the saved one.", zh="模型 ID；默认用已保存的。")
PROTOCOL = Text(en="How to ask; default: chat (Chat Completions).", zh="使用哪种协议；默认 chat（Chat Completions）。")
MAX_TOKENS = Text(en="The most tokens to generate.", zh="最多生成多少 token。")
REPEAT = Text(
    en="Ask so many times: the first cold, the others on the warm connection (1 to 100).",
    zh="重复提问的次数：第一次是冷的，之后用热连接（1 到 100）。",
)
ENGINE = Text(
    en="Ask a self-hosted server (vLLM, SGLang, llama.cpp) for its own figures before the first request too, on any "
    "host; without this, only afterwards, and only on this machine or a private network.",
    zh="在第一次请求之前也向自建服务器（vLLM、SGLang、llama.cpp）索取它自己的数据，主机不限；不加此项时只在之后索取，"
    "而且仅限本机或内网。",
)

TITLE = Text(en="{model} at {host}, {protocol}", zh="{model}，位于 {host}，协议 {protocol}")
HEAD = Text(en="step\tuntil\ttook", zh="步骤\t到\t用时")
CLIENT = Text(en="this program", zh="本程序")
DNS = Text(en="DNS", zh="DNS 解析")
TCP = Text(en="TCP", zh="TCP 连接")
TUNNEL = Text(en="proxy (CONNECT)", zh="代理（CONNECT）")
TLS = Text(en="TLS", zh="TLS 握手")
SENT = Text(en="request sent", zh="请求发出")
HEADERS = Text(en="headers (ttfb)", zh="响应头（ttfb）")
FIRST_EVENT = Text(en="first event (ttfr)", zh="首个事件（ttfr）")
FIRST_TOKEN = Text(en="first token (ttft)", zh="首个 token（ttft）")
FIRST_OUTPUT = Text(en="visible (ttfo)", zh="首个可见（ttfo）")
LAST_TOKEN = Text(en="last token (e2e)", zh="最后 token（e2e）")
DRAINED = Text(en="drained (total)", zh="读完（total）")

TOKENS = Text(
    en="tokens: {input} in ({cached} from cache), {output} out ({reasoning} thinking); {tpot} each (tpot), {speed} per "
    "second",
    zh="token：输入 {input}（缓存 {cached}），输出 {output}（思考 {reasoning}）；每个 {tpot}（tpot），每秒 {speed} 个",
)
COUNTED = Text(
    en="the server sent no token counts; out are the pieces of text",
    zh="服务器没有给出 token 数；输出按收到的文本段数计",
)
FINISH = Text(en="finish reason: {reason}: {meaning}", zh="结束原因：{reason}：{meaning}")
STOP = Text(en="the model ended the answer by itself", zh="模型自己结束了回答")
LENGTH = Text(
    en="the answer was cut at the token limit, --max-tokens or the model's own",
    zh="回答到达 token 上限被截断（--max-tokens 或模型自身的上限）",
)
TOOL_CALLS = Text(en="the model wants tools to be called", zh="模型要求调用工具")
CONTENT_FILTER = Text(en="a filter of the provider stopped the answer", zh="服务商的内容过滤中止了回答")
NO_REASON = Text(
    en="the server named none, so nobody knows whether the answer is whole", zh="服务器没有给出，无法知道回答是否完整"
)
NONE = Text(en="none", zh="无")
SHAPE = Text(en="What the shape says", zh="形状说明什么")
WARM_SHAPE = Text(en="Of the last, warm request", zh="最后一次（热）请求")
POINT = Text(en="- {message}", zh="- {message}")
ADVICE = Text(en="next: {message}", zh="下一步：{message}")
LAYERS = Text(en="The eight layers of its way", zh="请求经过的八层")
PROMPT_LAYER = Text(en="1 prompt", zh="1 提示词")
NETWORK_LAYER = Text(en="2 network", zh="2 网络")
GATEWAY_LAYER = Text(en="3 gateway", zh="3 网关")
QUEUE_LAYER = Text(en="4 queue", zh="4 排队")
TOKENIZER_LAYER = Text(en="5 tokenizer", zh="5 分词")
PREFILL_LAYER = Text(en="6 prefill", zh="6 预填充")
DECODE_LAYER = Text(en="7 decode", zh="7 解码")
STREAM_LAYER = Text(en="8 stream", zh="8 流")
ENGINE_HEAD = Text(en="The server's own figures: {name}, {requests}", zh="服务器自己的数据：{name}，{requests}")
OWN = Text(en="of this request alone", zh="仅本次请求")
OWN_LAST = Text(en="of the last request alone", zh="仅最后一次请求")
MEAN = Text(en="the mean of {count} requests", zh="{count} 次请求的平均值")
NO_MEAN = Text(en="as it is now", zh="当前状态")
QUEUE = Text(en="queue", zh="排队")
PREFILL = Text(en="prefill", zh="预填充")
DECODE = Text(en="decode", zh="解码")
ENGINE_TTFT = Text(en="first token", zh="首个 token")
KV_CACHE = Text(en="KV cache", zh="KV 缓存")
KV_USED = Text(en="{used} in use", zh="已用 {used}")
KV_HITS = Text(
    en="{used} in use; {hits} of prompt tokens from the prefix cache",
    zh="已用 {used}；{hits} 的提示词 token 来自前缀缓存",
)
KV_ONLY_HITS = Text(en="{hits} of prompt tokens from the prefix cache", zh="{hits} 的提示词 token 来自前缀缓存")
LOAD = Text(en="load", zh="负载")
RUNNING = Text(en="{running} running, {waiting} waiting", zh="{running} 个在运行，{waiting} 个在等待")
PREFILL_TOLD = Text(
    en="{time}; prompt tokens read: {tokens}, from the KV cache: {cached}",
    zh="{time}；读取的提示词 token：{tokens}，来自 KV 缓存：{cached}",
)
DECODE_TOLD = Text(en="{time} for {tokens} tokens, {tpot} each", zh="{tokens} 个 token 用了 {time}，每个 {tpot}")
SPLIT = Text(en="{tokens} tokens: {pieces}", zh="{tokens} 个 token：{pieces}")
PIECES = Text(en="your text", zh="你的文本")
REPEATS = Text(en="Cold against warm", zh="冷与热")
REPEAT_HEAD = Text(en="#\tconnection\tttfb\tttft\ttpot\ttotal\tcached", zh="#\t连接\tttfb\tttft\ttpot\ttotal\t缓存")
REUSED = Text(en="reused", zh="复用")
NEW = Text(en="new, {setup}", zh="新建 {setup}")
FAILED = Text(en="failed", zh="失败")
