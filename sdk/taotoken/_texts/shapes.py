"""Words of `taotoken.measure` about what the shape of one request says."""

from __future__ import annotations

from taotoken._message import Text

# What was seen, with the numbers behind it

CUT = Text(
    en="cut: the connection broke after {chunks} pieces of text, {time} after the start; the answer is not whole",
    zh="被切断：开始 {time} 后、收到 {chunks} 段文本时连接断开；回答不完整",
)
BROKEN_OFF = Text(
    en="cut: after {chunks} pieces of text the server sent an error instead of the rest ({time} after the start)",
    zh="被切断：收到 {chunks} 段文本后，服务器发来的是错误而不是余下的内容（开始后 {time}）",
)
TIMED_OUT = Text(
    en="gone quiet: {chunks} pieces of text came, the last one after {time}; then nothing until our own time limit",
    zh="中途没有下文：收到 {chunks} 段文本，最后一段在 {time}；之后直到本端超时都没有新内容",
)
BUFFERED = Text(
    en="buffered by a proxy: {tokens} tokens came within {span} after a wait of {wait}; no model writes {speed} tokens "
    "per second, so something on the way collected the stream",
    zh="被代理缓冲：等待 {wait} 后，{tokens} 个 token 在 {span} 内一起到达；没有模型能每秒写出 {speed} 个 "
    "token，说明途中有环节把流攒在一起了",
)
ONE_PIECE = Text(
    en="buffered by a proxy, or not streamed at all: {tokens} tokens came as one piece after {wait}",
    zh="被代理缓冲，或者根本没有流式输出：等待 {wait} 后，{tokens} 个 token 一次到达",
)
BURSTS = Text(
    en="buffered in part: the text comes in {bursts} bursts of about {size} pieces, {gap} apart; something on the way "
    "collects before it passes on",
    zh="部分缓冲：文本分 {bursts} 批到达，每批约 {size} 段，间隔 {gap}；途中有环节先攒后发",
)
STALL = Text(
    en="a stall in the middle: nothing came for {gap} after piece {at} of {chunks} ({time} after the start); between "
    "the others lie {typical}",
    zh="中途停顿：第 {at} 段（共 {chunks} 段，开始后 {time}）之后有 {gap} 没有任何内容；其余间隔是 {typical}",
)
SLOW_DNS = Text(
    en="slow connect: {setup} until the connection stood, {part} of it to look up the name (DNS)",
    zh="建立连接慢：用了 {setup} 才建好连接，其中 {part} 用于解析域名（DNS）",
)
SLOW_TCP = Text(
    en="slow connect: {setup} until the connection stood, {part} of it to reach the server (TCP)",
    zh="建立连接慢：用了 {setup} 才建好连接，其中 {part} 用于连到服务器（TCP）",
)
SLOW_TUNNEL = Text(
    en="slow connect: {setup} until the connection stood, {part} of it for the proxy to open the way (CONNECT)",
    zh="建立连接慢：用了 {setup} 才建好连接，其中 {part} 用于代理打通线路（CONNECT）",
)
SLOW_TLS = Text(
    en="slow connect: {setup} until the connection stood, {part} of it for the TLS handshake",
    zh="建立连接慢：用了 {setup} 才建好连接，其中 {part} 用于 TLS 握手",
)
SLOW_HEADERS = Text(
    en="slow headers: the response's headers came {headers} after the request was out, and the first token {after} "
    "later; all of that time lies behind the gateway's door",
    zh="响应头慢：请求发出 {headers} 后才收到响应头，再过 {after} 就有首个 token；时间都花在网关这道门之后",
)
PREFILL = Text(
    en="prefill-bound: {wait} from the request to the first token for {prompt} prompt tokens ({speed} tokens per "
    "second); a prompt of this length has to be read first",
    zh="受限于预填充（prefill）：从请求到首个 token 用了 {wait}，提示词有 {prompt} 个 token（每秒 {speed} "
    "个）；这么长的提示词要先读完",
)
PREFILL_SEEN = Text(
    en="prefill-bound: the server itself says {prefill} for {prompt} prompt tokens ({speed} tokens per second), of "
    "{wait} until the first token",
    zh="受限于预填充（prefill）：服务器自己报告 {prompt} 个提示词 token 用了 {prefill}（每秒 {speed} "
    "个），而到首个 token 共 {wait}",
)
ABOUT = Text(en="about {tokens}", zh="约 {tokens}")
QUEUE = Text(
    en="queue or cold start: {wait} from the request to the first token, for only {prompt} prompt tokens; reading so "
    "few takes no such time",
    zh="排队或冷启动：从请求到首个 token 用了 {wait}，而提示词只有 {prompt} 个 token；读这么少的内容用不了这么久",
)
QUEUE_SEEN = Text(
    en="queue or cold start: the server itself says {prefill} for the prompt, of {wait} until the first token; the "
    "rest was waiting",
    zh="排队或冷启动：服务器自己报告读提示词只用了 {prefill}，而到首个 token 共 {wait}；其余都是等待",
)
HIDDEN_REASONING = Text(
    en="reasoning before text: {tokens} of the {output} output tokens are hidden thinking, and lie in the {wait} "
    "before the first token",
    zh="先思考后输出：{output} 个输出 token 中有 {tokens} 个是隐藏的思考，都算在首个 token 之前的 {wait} 里",
)
REASONING = Text(
    en="reasoning before text: the model thought for {time} ({chunks} pieces) before the first visible output at {at}",
    zh="先思考后输出：模型先思考了 {time}（{chunks} 段），到 {at} 才有第一个可见输出",
)
ONLY_REASONING = Text(
    en="reasoning before text, and no text: the {chunks} pieces are all thinking ({time})",
    zh="先思考后输出，但没有输出：{chunks} 段全是思考（{time}）",
)
SLOW_DECODE = Text(
    en="decode-bound, and slow: {tokens} tokens in {time}, {tpot} each ({speed} tokens per second)",
    zh="受限于解码（decode），而且慢：{tokens} 个 token 用了 {time}，每个 {tpot}（每秒 {speed} 个）",
)
DECODE = Text(
    en="decode-bound: {tokens} tokens in {time}, {tpot} each ({speed} tokens per second); the answer's length decides",
    zh="受限于解码（decode）：{tokens} 个 token 用了 {time}，每个 {tpot}（每秒 {speed} 个）；时间取决于回答长度",
)
LATE_END = Text(
    en="a late end: the stream stayed open for {time} after the last token",
    zh="迟迟不结束：最后一个 token 之后，流又开了 {time} 才关闭",
)
NOTHING = Text(
    en="nothing stands out: {total} in all",
    zh="没有突出的环节：总共 {total}",
)

# What to do next

CUT_NEXT = Text(
    en="look for a time limit on the way (a proxy's read timeout, the gateway's own), and ask the gateway with the "
    "request id",
    zh="检查途中有没有时间限制（代理的读取超时、网关自身的超时），并带上请求 ID 询问网关",
)
BUFFERED_NEXT = Text(
    en="turn buffering off where you run the proxy (nginx: proxy_buffering off), or try without the proxy or with the "
    "gateway's other address; the first token can't be told from the last here",
    zh="如果代理是你的，请关掉缓冲（nginx：proxy_buffering off），或绕过代理、换网关的另一个地址再试；"
    "在此之前分不出首个 token 和最后一个",
)
STALL_NEXT = Text(
    en="repeat it: at the same place it is the model or a buffer, at another one a busy server or the network",
    zh="重复几次：停在同一处是模型或缓冲的问题，停在不同处是服务器繁忙或网络的问题",
)
CONNECT_NEXT = Text(
    en="keep connections open between requests (a client that is made once does), and compare: --repeat 2",
    zh="让连接在请求之间保持打开（只创建一次客户端即可），并用 --repeat 2 对比",
)
DNS_NEXT = Text(
    en="try another DNS server; an open connection needs no look-up: --repeat 2",
    zh="换一个 DNS 服务器试试；已打开的连接不需要解析：--repeat 2",
)
HEADERS_NEXT = Text(
    en="repeat it (--repeat 3), then with a much shorter and a much longer prompt: if that changes the wait it is "
    "prefill, else the gateway or a queue",
    zh="重复几次（--repeat 3），再换短得多和长得多的提示词：等待随之变化就是预填充，否则是网关或排队",
)
PREFILL_NEXT = Text(
    en="shorten the prompt, or keep its beginning the same so that a prefix cache can help: --repeat 2 shows whether "
    "there is one",
    zh="缩短提示词，或让开头保持不变以便利用前缀缓存：--repeat 2 可以看出有没有缓存",
)
QUEUE_NEXT = Text(
    en="repeat it (--repeat 3): if only the first is slow it was a cold start, if all are it is a queue, or the "
    "gateway's own work",
    zh="重复几次（--repeat 3）：只有第一次慢是冷启动，每次都慢是排队或网关自身的处理",
)
REASONING_NEXT = Text(
    en="ask for less thinking (a lower reasoning effort), or take a model that doesn't think",
    zh="降低思考强度（reasoning effort），或换一个不思考的模型",
)
ROOM_NEXT = Text(
    en="raise --max-tokens: thinking counts, and used up all of it",
    zh="调大 --max-tokens：思考也计入其中，并且已经用完",
)
DECODE_NEXT = Text(
    en="ask for a shorter answer, or take a smaller or a faster model; a shorter prompt won't help",
    zh="让回答短一些，或换更小、更快的模型；缩短提示词没有用",
)
LATE_END_NEXT = Text(
    en="a client that waits for the end of the body waits that long; stop at the finish reason",
    zh="等到响应体结束的客户端会多等这段时间；看到结束原因就可以停止",
)
NOTHING_NEXT = Text(
    en="if it is slow at other times, trace it then, or put load on it",
    zh="如果别的时候慢，请在那时再追踪，或加上负载测试",
)

# The first request against the others

REUSED = Text(
    en="the first request opened a connection ({setup}); the others used it again",
    zh="第一次请求建立了连接（{setup}）；之后的请求都复用了它",
)
NOT_REUSED = Text(
    en="every request had to open a connection ({setup} each): the server, or something on the way, closes it after "
    "each answer",
    zh="每次请求都要重新建立连接（每次 {setup}）：服务器或途中的环节在每次回答后都关闭连接",
)
PREFIX_CACHE = Text(
    en="prefix cache: the first token took {cold} when cold and {warm} when warm, and the server says that {cached} of "
    "the prompt's {prompt} tokens came from its cache",
    zh="前缀缓存：首个 token 冷时 {cold}，热时 {warm}；服务器报告提示词 {prompt} 个 token 中有 {cached} 个来自缓存",
)
COLD_START = Text(
    en="cold start: the first token took {cold} the first time and {warm} after that, connection not counted; with "
    "{prompt} prompt tokens that is no prefix cache",
    zh="冷启动：首个 token 第一次用了 {cold}，之后是 {warm}（不含建立连接）；提示词只有 {prompt} 个 "
    "token，不是前缀缓存",
)
COLD_OR_CACHE = Text(
    en="prefix cache or cold start: the first token took {cold} the first time and {warm} after that; the server says "
    "nothing of cached tokens, a different prompt of the same length tells which",
    zh="前缀缓存或冷启动：首个 token 第一次用了 {cold}，之后是 {warm}；服务器没有报告缓存的 token，换一段等长的"
    "不同提示词就能分辨",
)
SAME_WHEN_WARM = Text(
    en="no cold start and no prefix cache: the first token took {cold} the first time and {warm} after that, "
    "connection not counted",
    zh="没有冷启动，也没有前缀缓存：首个 token 第一次 {cold}，之后 {warm}（不含建立连接）",
)
