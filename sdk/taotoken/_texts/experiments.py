"""Words of the experiments: what was done, seen, what it means, and one piece of advice each."""

from __future__ import annotations

from taotoken._message import Text

COL_PROMPT = Text(en="prompt tokens", zh="提示词 token")
COL_RUNS = Text(en="runs", zh="次数")
COL_OUTPUT = Text(en="output tokens", zh="输出 token")
COL_SPEED = Text(en="tokens/s", zh="token/秒")
COL_E2E = Text(en="last token", zh="末个 token")
COL_BEFORE_FIRST = Text(en="before first token", zh="首个 token 前占比")
COL_AFTER_FIRST = Text(en="after first token", zh="首个 token 后占比")
COL_LINE = Text(en="by the line", zh="按直线")
COL_CACHED = Text(en="cached tokens", zh="缓存 token")
COL_PROTOCOL = Text(en="protocol", zh="协议")
COL_FIRST = Text(en="TTFT first", zh="首次 TTFT")
COL_SECOND = Text(en="TTFT second", zh="再次 TTFT")
COL_CACHED_SECOND = Text(en="cached tokens", zh="缓存 token")
COL_VERDICT = Text(en="verdict", zh="结论")
COL_SETTING = Text(en="sampling", zh="采样设置")
COL_DISTINCT = Text(en="different answers", zh="不同的回答")
COL_ALIKE = Text(en="alike", zh="相似度")
COL_DIVERSITY = Text(en="diversity", zh="多样性")
AGAIN = Text(en="{tokens}, again", zh="{tokens}，重复")
REFUSED = Text(en="refused", zh="被拒绝")

NO_TOKEN = Text(
    en="no token came within max_tokens = {bound}, so there is no TTFT",
    zh="在 max_tokens = {bound} 之内没有出现任何 token，因此没有 TTFT",
)
NO_TOKEN_ADVICE = Text(
    en="A model that thinks first needs more room: repeat it with --max-tokens 64.",
    zh="会先思考的模型需要更多空间：加上 --max-tokens 64 再试。",
)

LENGTHS_REFUSED = Text(
    en="Left out, as the model refuses them as too long: {lengths} tokens.",
    zh="模型以过长为由拒绝，因此略去：{lengths} 个 token。",
)
LENGTHS_MEANT = Text(
    en="The server tells no token counts: the prompts' lengths are those that were meant, and may be off.",
    zh="服务器没有给出 token 数：提示词长度是按预计的，可能有偏差。",
)

PREFILL_DID = Text(
    en="Prompts of {lengths} tokens in turn, {n} of each, no two beginning alike; answers of at most {bound} tokens. "
    "Only the prompt's length was varied.",
    zh="依次发送长度为 {lengths} 个 token 的提示词，每种 {n} 次，开头各不相同；回答最多 {bound} 个 token。"
    "只改变了提示词的长度。",
)
WAIT_SHARE = Text(
    en="With {tokens} prompt tokens, {share} of the time to the last token passed before the first one.",
    zh="提示词 {tokens} 个 token 时，到末个 token 的时间里有 {share} 花在首个 token 之前。",
)
WAIT_GREW = Text(
    en="TTFT went from {short} to {long}: {slope} for each further prompt token.",
    zh="TTFT 从 {short} 变为 {long}：提示词每多一个 token，多 {slope}。",
)
ONE_LENGTH = Text(
    en="One length alone doesn't tell prefill from what is fixed (network, queue).",
    zh="只有一种长度，分不清预填充和固定开销（网络、排队）。",
)
ONE_LENGTH_ADVICE = Text(
    en="Give two lengths: --prompt-tokens 32,2048.", zh="请给出两种长度：--prompt-tokens 32,2048。"
)
PREFILL_GREW = Text(
    en="The wait grows with the prompt: the model reads (prefills) it before it writes. A long prompt is paid for in "
    "TTFT, not in TPOT.",
    zh="等待随提示词变长：模型要先读完提示词（预填充）才开始写。长提示词的代价在 TTFT，不在 TPOT。",
)
PREFILL_GREW_ADVICE = Text(
    en="Shorten the prompt, or keep its beginning the same from call to call and see whether it is kept: taotoken "
    "experiment cache.",
    zh="缩短提示词；或者让每次调用的开头保持不变，再看它是否被缓存：taotoken experiment cache。",
)
PREFILL_FLAT = Text(
    en="The prompt's length makes no difference that shows here: the wait is fixed (network, gateway, queue), or "
    "reading is too quick to be seen.",
    zh="这里看不出提示词长度的影响：等待是固定开销（网络、网关、排队），或者预填充快到看不见。",
)
PREFILL_FLAT_ADVICE = Text(
    en='Look where the fixed part is spent: taotoken trace "Hi" --repeat 2.',
    zh='看看固定开销花在哪里：taotoken trace "Hi" --repeat 2。',
)

DECODE_DID = Text(
    en="A short prompt, {n} times, with answers of at most {bound} tokens.",
    zh="短提示词，{n} 次，回答最多 {bound} 个 token。",
)
DECODE_SHARE = Text(
    en="{share} of the time to the last token passed after the first one, for {tokens} output tokens.",
    zh="输出 {tokens} 个 token，到末个 token 的时间里有 {share} 花在首个 token 之后。",
)
DECODE_SPEED = Text(
    en="Each token took {tpot} (TPOT), which is {speed} tokens per second.",
    zh="每个 token 用时 {tpot}（TPOT），即每秒 {speed} 个 token。",
)
SHORT_ANSWER = Text(
    en="The answers are too short ({tokens} tokens) to tell how quickly the model writes.",
    zh="回答太短（{tokens} 个 token），看不出模型写得多快。",
)
SHORT_ANSWER_ADVICE = Text(
    en="Repeat it with a larger --max-tokens, or with a model that writes more.",
    zh="加大 --max-tokens，或换一个写得更长的模型再试。",
)
DECODE_BOUND = Text(
    en="Such a request is decode-bound: the model writes one token after another, and the time is their number times "
    "TPOT. The prompt hardly matters.",
    zh="这种请求受解码限制：模型逐个写出 token，耗时等于 token 数乘以 TPOT，提示词影响很小。",
)
DECODE_BOUND_ADVICE = Text(
    en="Ask for shorter answers (max_tokens, or in the prompt); a smaller model writes faster.",
    zh="让回答更短（max_tokens，或在提示词里要求）；小一些的模型写得更快。",
)
NOT_DECODE_BOUND = Text(
    en="Even for a long answer much of the time passes before the first token: network, queue or a slow start.",
    zh="即使回答很长，仍有很多时间花在首个 token 之前：网络、排队或启动慢。",
)
NOT_DECODE_BOUND_ADVICE = Text(
    en='Look at the wait first: taotoken trace "Hi" --repeat 2.',
    zh='先查首个 token 前的等待：taotoken trace "Hi" --repeat 2。',
)

FIT_DID = Text(
    en="Prompts of {lengths} tokens in turn, no two beginning alike, answers of at most {bound} tokens; a line through "
    "TTFT over prompt tokens; then the longest prompt once more, word for word.",
    zh="依次发送长度为 {lengths} 个 token 的提示词，开头各不相同，回答最多 {bound} 个 token；用直线拟合 TTFT "
    "与提示词长度；最后把最长的提示词原样再发一次。",
)
FIT_LINE = Text(
    en="TTFT = {intercept} + {slope} * prompt tokens; R^2 = {r_squared}, {n} points, slope {low} to {high} (95 %).",
    zh="TTFT = {intercept} + {slope} × 提示词 token；R² = {r_squared}，{n} 个点，斜率 {low} 到 {high}（95%）。",
)
FIT_MEANS = Text(
    en="Reading costs {slope} per token, so about {speed} prompt tokens per second (prefill); {fixed} is there before "
    "any reading: network, gateway, queue, first step of decoding.",
    zh="读取每个 token 需要 {slope}，即预填充约每秒 {speed} 个 token；另有 {fixed} 与长度无关：网络、网关、排队、"
    "解码第一步。",
)
FIT_ADVICE = Text(
    en="A thousand tokens less in the prompt save {thousand} of TTFT; no shortening saves the fixed part.",
    zh="提示词每少一千个 token，TTFT 省 {thousand}；固定部分靠缩短提示词省不下来。",
)
FIT_FALLS = Text(
    en="The line falls: longer prompts were answered sooner, so something else than the length decided.",
    zh="直线向下：提示词越长反而越快，说明起决定作用的不是长度。",
)
FIT_WEAK = Text(en="No line can be told: {reason}.", zh="不能给出直线：{reason}。")
FIT_WEAK_ADVICE = Text(
    en="Repeat it when the gateway is quieter, with more repeats (--repeat 6) or longer prompts "
    "(--prompt-tokens 256,1024,4096,8192).",
    zh="等网关空闲些再试，或增加次数（--repeat 6）、加长提示词（--prompt-tokens 256,1024,4096,8192）。",
)
FIT_CACHED = Text(
    en="The server reports cached tokens for prompts that were new: a beginning of its own (a system prompt) is kept.",
    zh="服务器对全新的提示词也报告了缓存 token：它自己加的开头（系统提示词）被缓存了。",
)
GIFT = Text(
    en="The same prompt again: TTFT {ttft} instead of {expected}. It was not read anew: a prefix cache kept it{told}. "
    "That is why measured prompts must not begin alike.",
    zh="同一提示词再发一次：TTFT {ttft}，而不是 {expected}。它没有被重新读取：前缀缓存保留了它{told}。"
    "所以测量用的提示词不能有相同的开头。",
)
GIFT_TOLD = Text(en=", and {cached} cached tokens are reported", zh="，并且报告了 {cached} 个缓存 token")
GIFT_NOT_TOLD = Text(en=", though no cached tokens are reported", zh="，但没有报告缓存 token")
NO_GIFT = Text(
    en="The same prompt again: TTFT {ttft}, by the line {expected}. No prefix cache shows.",
    zh="同一提示词再发一次：TTFT {ttft}，按直线应为 {expected}。看不到前缀缓存的作用。",
)
GIFT_UNKNOWN = Text(
    en="The same prompt again: TTFT {ttft}. Without a line nothing can be said of a prefix cache.",
    zh="同一提示词再发一次：TTFT {ttft}。没有直线，就无法判断前缀缓存。",
)

CONTEXT_DID = Text(
    en="Prompts of {lengths} tokens in turn, answers of at most {bound} tokens. Only the prompt's length was varied.",
    zh="依次发送长度为 {lengths} 个 token 的提示词，回答最多 {bound} 个 token。只改变了提示词的长度。",
)
CONTEXT_LINE = Text(
    en="TPOT = {base} + {slope} per 1,000 prompt tokens; R^2 = {r_squared}, {n} points, {low} to {high} (95 %).",
    zh="TPOT = {base} + 每 1000 个提示词 token {slope}；R² = {r_squared}，{n} 个点，{low} 到 {high}（95%）。",
)
CONTEXT_MAY_BE_FLAT = Text(
    en="TPOT grows by {low} to {high} per 1,000 prompt tokens (95 %, {n} points), so it may not grow at all.",
    zh="提示词每多 1000 个 token，TPOT 变化 {low} 到 {high}（95%，{n} 个点），也就是可能完全不变。",
)
CONTEXT_FALLS = Text(en="TPOT falls with the prompt's length.", zh="TPOT 随提示词变长而下降。")
CONTEXT_FLAT = Text(
    en="Up to {longest} prompt tokens, a longer context doesn't make the model write more slowly in a way that shows.",
    zh="提示词在 {longest} 个 token 以内，看不出更长的上下文会让模型写得更慢。",
)
CONTEXT_FLAT_ADVICE = Text(
    en="A long conversation costs TTFT and money, not speed of writing; for longer ones: --prompt-tokens "
    "1024,8192,32768.",
    zh="长对话的代价是 TTFT 和费用，而不是写的速度；想看更长的：--prompt-tokens 1024,8192,32768。",
)
CONTEXT_GROWS = Text(
    en="After {longest} prompt tokens a token takes {factor} times as long as after the shortest prompt: each one "
    "attends to all that is before it (the KV cache is read).",
    zh="提示词 {longest} 个 token 时，每个 token 用时是最短提示词时的 {factor} 倍：每个新 token "
    "都要读取前面的全部内容（KV 缓存）。",
)
CONTEXT_GROWS_ADVICE = Text(
    en="Start long conversations anew, or have them summarised, before they get slow.",
    zh="对话变慢之前，重新开始，或先让模型总结一下。",
)

CACHE_DID = Text(
    en="On each protocol {n} pairs of requests that share their first {length} tokens and end with other questions.",
    zh="在每种协议上发送 {n} 对请求：每对前 {length} 个 token 相同，结尾的问题不同。",
)
CACHE_TOLD = Text(
    en="{protocol}: kept and reported. TTFT {first}, then {second}; {cached} cached tokens.",
    zh="{protocol}：有缓存，也有报告。TTFT 首次 {first}，再次 {second}；缓存 token {cached}。",
)
CACHE_TOLD_NOT_QUICKER = Text(
    en="{protocol}: {cached} cached tokens are reported, though TTFT ({first}, then {second}) shows no gain.",
    zh="{protocol}：报告了 {cached} 个缓存 token，但 TTFT（首次 {first}，再次 {second}）看不出变快。",
)
CACHE_QUICKER_NOT_TOLD = Text(
    en="{protocol}: TTFT {first}, then {second}: kept somewhere, but no cached tokens are reported.",
    zh="{protocol}：TTFT 首次 {first}，再次 {second}：在某处被缓存了，但没有报告缓存 token。",
)
CACHE_NO_SIGN = Text(
    en="{protocol}: TTFT {first}, then {second}; no sign that the prefix is kept.",
    zh="{protocol}：TTFT 首次 {first}，再次 {second}；没有前缀被缓存的迹象。",
)
CACHE_NOT_OFFERED = Text(en="{protocol}: not offered here ({error}).", zh="{protocol}：这里不提供（{error}）。")
CACHE_TOLD_SHORT = Text(en="reported", zh="有报告")
CACHE_QUICKER_SHORT = Text(en="not reported", zh="未报告")
CACHE_NO_SIGN_SHORT = Text(en="no sign", zh="无迹象")
CACHE_NOT_OFFERED_SHORT = Text(en="not offered", zh="不提供")
CACHE_WORKS = Text(
    en="The gateway passes the prompt cache through: what a prompt begins with is read once, and cheaper after that.",
    zh="网关透传了提示词缓存：提示词的开头只读一次，之后更便宜。",
)
CACHE_WORKS_ADVICE = Text(
    en="Put what stays the same (system prompt, tools, documents) first and what changes last; on messages mark the "
    "end of the fixed part with cache_control.",
    zh="把不变的内容（系统提示词、工具、文档）放在最前面，变化的放最后；messages 协议还要用 cache_control "
    "标出固定部分的结尾。",
)
CACHE_HIDDEN = Text(
    en="A cache saves time, but the usage doesn't show it: you can't see whether you pay the lower price.",
    zh="缓存省了时间，但用量里看不到：无法确认是否按更低的价格计费。",
)
CACHE_HIDDEN_ADVICE = Text(
    en="Compare the bill of one such request with the usage, and ask the gateway's operator.",
    zh="拿一次这样的请求核对账单与用量，并询问网关运营方。",
)
CACHE_NONE = Text(
    en="No prompt cache shows: each request pays for its whole prompt. Some models keep only prefixes above a length "
    "of their own, and some gateways send requests to changing servers.",
    zh="看不到提示词缓存：每次请求都为整个提示词付费。有些模型只缓存超过一定长度的前缀，"
    "有些网关会把请求发到不同的服务器。",
)
CACHE_NONE_ADVICE = Text(en="Try a longer prefix: --prompt-tokens 8192.", zh="用更长的前缀再试：--prompt-tokens 8192。")

SAMPLING_DID = Text(
    en='"{question}" {n} times under each setting, at most {bound} tokens; each setting differs from another in one '
    "value.",
    zh="在每种设置下提问 {n} 次（“{question}”），最多 {bound} 个 token；各设置之间只有一个值不同。",
)
COLD_SAME = Text(en="Temperature 0: {n} times the same answer.", zh="temperature 0：{n} 次回答完全相同。")
COLD_VARIES = Text(
    en="Temperature 0: {distinct} different answers in {n}.", zh="temperature 0：{n} 次里有 {distinct} 种不同的回答。"
)
HOT_VARIES = Text(
    en="High temperature: {distinct} different answers in {n}.",
    zh="高 temperature：{n} 次里有 {distinct} 种不同的回答。",
)
HOT_SAME = Text(en="High temperature: {n} times the same answer.", zh="高 temperature：{n} 次回答完全相同。")
TOP_P = Text(
    en="top_p 0.1: answers {narrow} alike; top_p 1: {wide} alike.",
    zh="top_p 0.1：回答相似度 {narrow}；top_p 1：相似度 {wide}。",
)
SEED_HONOURED = Text(en="seed: honoured, the same answer each time.", zh="seed：有效，每次回答相同。")
SEED_IGNORED = Text(
    en="seed: not honoured, {distinct} different answers in {n}.", zh="seed：无效，{n} 次里有 {distinct} 种不同的回答。"
)
SEED_UNKNOWN = Text(
    en="seed: can't be told, as answers don't vary without it.", zh="seed：无法判断，因为没有它时回答也不变。"
)
NO_ANSWER = Text(
    en="No visible text came within max_tokens = {bound}, so there are no answers to compare.",
    zh="在 max_tokens = {bound} 之内没有出现可见文本，因此没有回答可比较。",
)
NO_ANSWER_ADVICE = Text(
    en="A model that thinks first needs more room: repeat it with --max-tokens 1000.",
    zh="会先思考的模型需要更多空间：加上 --max-tokens 1000 再试。",
)
ONE_ANSWER = Text(
    en="One answer under each setting says nothing of how far answers agree.",
    zh="每种设置只有一次回答，看不出回答是否一致。",
)
ONE_ANSWER_ADVICE = Text(en="Ask three times or more: --repeat 3.", zh="至少问三次：--repeat 3。")
ANSWERS_KEPT = Text(
    en="Each temperature has an answer of its own and gives it every time: temperature is passed on, but answers are "
    "kept and given out again, or the server always draws alike.",
    zh="每个 temperature 各有一个回答，而且每次都一样：temperature 传到了，但回答被缓存后重复返回，"
    "或服务器每次抽取都相同。",
)
ANSWERS_KEPT_ADVICE = Text(
    en="Ask the gateway's operator whether answers are kept; a few random words in the prompt avoid it.",
    zh="询问网关运营方是否缓存回答；在提示词里加几个随机词可以避开。",
)
SETTING_REFUSED = Text(en="{setting}: refused ({error}).", zh="{setting}：被拒绝（{error}）。")
TEMPERATURE_WORKS = Text(
    en="Temperature reaches the model: 0 takes the likeliest token each time, a high one draws among many.",
    zh="temperature 确实传到了模型：0 时每次取最可能的 token，调高后在多个 token 中抽取。",
)
TEMPERATURE_WORKS_ADVICE = Text(
    en="Use 0 for what must be repeatable (tests, extraction), more for ideas; change temperature or top_p, not both.",
    zh="需要可重复的（测试、抽取）用 0，需要创意时调高；temperature 和 top_p 只调一个。",
)
TEMPERATURE_IGNORED = Text(
    en="All answers are the same whatever the temperature: the gateway drops it, keeps answers, or the question has "
    "only one answer for this model.",
    zh="无论 temperature 多少，回答都一样：网关丢掉了它，或缓存了回答，或者这个问题对该模型只有一种回答。",
)
TEMPERATURE_IGNORED_ADVICE = Text(
    en="Ask the gateway's operator whether temperature is passed on, or try another model.",
    zh="询问网关运营方是否透传 temperature，或换一个模型试试。",
)
COLD_NOT_SETTLED = Text(
    en="Even temperature 0 gives different answers: servers that batch requests or spread them over several machines "
    "don't compute exactly the same, or the gateway changes the temperature.",
    zh="temperature 0 也得到不同的回答：服务器把请求合批或分到多台机器时，计算并不完全一致；也可能是网关改了 "
    "temperature。",
)
COLD_NOT_SETTLED_ADVICE = Text(
    en="Don't build on identical answers; compare their meaning, or ask for a fixed format.",
    zh="不要依赖完全相同的回答；比较含义，或要求固定格式。",
)
SAMPLING_REFUSED = Text(
    en="The model refuses to be told how to sample; models that think first often do.",
    zh="这个模型不接受采样参数；会先思考的模型常常如此。",
)
SAMPLING_REFUSED_ADVICE = Text(en="Leave temperature and top_p out for it.", zh="对它不要设置 temperature 和 top_p。")
