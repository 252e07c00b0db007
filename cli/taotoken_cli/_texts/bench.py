"""Words of `taotoken bench`."""

from __future__ import annotations

from typing import Final

from taotoken._message import Text

HELP = Text(
    en="Put a load on the gateway and measure it: time to first token (TTFT), time per output token (TPOT), gaps "
    "(ITL), throughput. Closed loop: -c N requests are under way at any time. Open loop: --rate R requests per second, "
    "whatever the gateway does. Comma lists sweep over several levels. Every request costs tokens. Uses the gateway "
    "saved by setup, unless a base URL is given.",
    zh="给网关加上负载并测量：首个 token 时间（TTFT）、每个输出 token 的时间（TPOT）、间隔（ITL）、吞吐量。闭环：-c N "
    "表示始终有 N 个请求在进行；开环：--rate R 表示每秒发 R 个请求，不管网关快慢。用逗号列出多个值就依次测多档。每"
    "个请求都会消耗 token。"
    "默认使用 setup 保存的网关，也可以另外给出 Base URL。",
)
EXAMPLES = Text(
    en="  taotoken bench -c 8 -n 100\n"
    "  taotoken bench -c 1,4,16,64 --duration 60 --out sweep.json\n"
    "  taotoken bench --rate 2,4,8 -n 200 --goodput ttft:500 tpot:50\n"
    "  taotoken bench --model A --model B -c 4 -n 100 --report bench.html\n"
    "  taotoken bench compare before.json after.json",
    zh="  taotoken bench -c 8 -n 100\n"
    "  taotoken bench -c 1,4,16,64 --duration 60 --out sweep.json\n"
    "  taotoken bench --rate 2,4,8 -n 200 --goodput ttft:500 tpot:50\n"
    "  taotoken bench --model 模型A --model 模型B -c 4 -n 100 --report bench.html\n"
    "  taotoken bench compare before.json after.json",
)
COMMANDS: Final[dict[str, Text]] = {
    "compare": Text(
        en="Compare two result files, and call no noise a difference.",
        zh="比较两份结果文件，不把噪声当成差别。",
    ),
}

MODEL = Text(
    en="Model id; default: the saved one. Give it several times to measure models alternately in one run.",
    zh="模型 ID；默认用已保存的。可以给多个，在同一次运行里轮流测量。",
)
TARGETS = Text(
    en="A TOML file of [[target]] tables (label, base_url, api_key_env, model, protocol): endpoints that are measured "
    "alternately in one run, instead of --base-url and --model.",
    zh="一个 TOML 文件，含若干 [[target]] 表（label、base_url、api_key_env、model、protocol）：在同一次运行里轮流测"
    "量的端点，"
    "代替 --base-url 和 --model。",
)
CONCURRENCY = Text(
    en="Closed loop: so many requests under way at once; a list such as 1,4,16 is a sweep. Default: 1.",
    zh="闭环：同时进行的请求数；写成 1,4,16 这样的列表就依次测多档。默认 1。",
)
RATE = Text(
    en="Open loop: requests per second on average (Poisson), or a list of rates.",
    zh="开环：平均每秒的请求数（泊松过程），也可以是列表。",
)
REQUESTS = Text(
    en="Stop after so many requests to each model. Default: 5 for each one under way, at least 20; none with "
    "--duration.",
    zh="每个模型发完这么多请求就停止。默认是并发数的 5 倍，至少 20；给了 --duration 时不限。",
)
DURATION = Text(
    en="Stop sending after so many seconds; what is under way is waited for.",
    zh="过这么多秒后停止发送；进行中的请求会等它完成。",
)
WARMUP = Text(
    en="Requests to each model before each load, kept out of the figures. Default: 1.",
    zh="每次加负载之前对每个模型先发的请求数，不计入结果。默认 1。",
)
PROMPT_TOKENS = Text(
    en="Length of the prompts in tokens; they are random words, fitted to what the gateway counts. Default: 256.",
    zh="提示词的长度（token）；内容是随机单词，并按网关的计数调整。默认 256。",
)
PROMPT_FILE = Text(
    en="Ask the text of this file ('-': standard input) instead.", zh="改为提问这个文件里的内容（'-' 表示标准输入）。"
)
SAME_PROMPT = Text(
    en="Send the same prompt each time. Without this each begins with random words, so that no prompt cache helps.",
    zh="每次发送同样的提示词。不加此项时，每个提示词以随机单词开头，避免提示词缓存帮忙。",
)
MAX_TOKENS = Text(en="Bound of each answer in tokens. Default: 128.", zh="每个回答的 token 上限。默认 128。")
TEMPERATURE = Text(en="Sampling temperature; left to the gateway by default.", zh="采样温度；默认由网关决定。")
PROTOCOL = Text(en="How to ask; default: chat (Chat Completions).", zh="使用哪种协议；默认 chat（Chat Completions）。")
GOODPUT = Text(
    en="Count requests that keep these bounds in milliseconds: any of ttft:MS tpot:MS e2e:MS.",
    zh="统计满足这些上限（毫秒）的请求：ttft:MS tpot:MS e2e:MS，可任选。",
)
SILENCE = Text(
    en="A request that brings nothing for so many seconds has failed. Default: 300.",
    zh="请求这么多秒没有任何数据就算失败。默认 300。",
)
TRANSPORT = Text(
    en="How to send. fast and direct: connections of our own that stamp bytes as they arrive, parsed by httptools "
    "(taotoken[fast]) or h11. auto: the first of these that is installed; aiohttp or httpx where the environment names "
    "a proxy.",
    zh="如何发送。fast 与 direct：自己的连接，数据一到就记时间，分别由 httptools（taotoken[fast]）和 h11 解析。"
    "auto：用已安装的"
    "第一个；环境变量指定了代理时用 aiohttp 或 httpx。",
)
OUT = Text(
    en="Write the result as JSON to this file, with the single values that compare needs.",
    zh="把结果以 JSON 写入这个文件，含 compare 需要的逐个数值。",
)
CSV = Text(en="Write one line for each request to this file.", zh="把每个请求写成一行，存入这个文件。")
REPORT = Text(
    en="Write a page with plots to this file; it needs no network.", zh="把带图表的网页写入这个文件；打开时不需要网络。"
)

EXCLUSIVE = Text(en="{options} exclude each other.", zh="{options} 不能同时使用。")
EXCLUSIVE_NEXT = Text(en="keep one of them", zh="请只保留一个")
BAD_GOODPUT = Text(
    en="'{value}' is no bound for --goodput: it takes ttft:MS, tpot:MS and e2e:MS, each once",
    zh="--goodput 不能是 '{value}'：可填 ttft:MS、tpot:MS、e2e:MS，每种一次",
)
EMPTY_PROMPT = Text(en="The prompt is empty.", zh="提示词是空的。")
EMPTY_PROMPT_NEXT = Text(
    en="write a text into the file, or leave --prompt-file out", zh="请在文件里写上内容，或去掉 --prompt-file"
)
NOT_UTF8 = Text(en="The file is not UTF-8 text.", zh="文件不是 UTF-8 文本。")
NOT_UTF8_NEXT = Text(en="save it as UTF-8 and run the command again", zh="请另存为 UTF-8 后重新运行")
NO_FOLDER = Text(
    en="{option}: the folder {folder} doesn't exist, so the result could not be written.",
    zh="{option}：文件夹 {folder} 不存在，结果将无法写入。",
)
IS_FOLDER = Text(en="{option}: {path} is a folder, not a file.", zh="{option}：{path} 是文件夹，不是文件。")
NO_FOLDER_NEXT = Text(en="create it, or name another file", zh="请先创建它，或换一个文件")

TARGET_SYNTAX = Text(en="The file is not valid TOML: {reason}", zh="文件不是有效的 TOML：{reason}")
TARGET_SHAPE = Text(
    en="{field} is not possible: a file of targets is one or more [[target]] tables with the strings label, base_url, "
    "api_key_env, model and protocol.",
    zh="{field} 不可用：目标文件由一个或多个 [[target]] 表组成，可含字符串 label、base_url、api_key_env、model、"
    "protocol。",
)
TARGET_MISSING = Text(en="{field} is missing.", zh="缺少 {field}。")
TARGET_KEY = Text(
    en="The variable {name} that {field} names is not set or empty.", zh="{field} 指定的环境变量 {name} 未设置或为空。"
)
TARGET_TWICE = Text(
    en="Two targets are called {label}: give them different labels.", zh="有两个目标都叫 {label}：请用不同的 label。"
)
TARGET_NEXT = Text(en="correct the file and run the command again", zh="请修正该文件后重新运行命令")

WHERE = Text(
    en="{model} at {url}, {protocol}, {transport}",
    zh="模型 {model}，{url}，{protocol}，{transport}",
)
FAST = Text(en="direct connections (httptools, taotoken[fast])", zh="直接连接（httptools，taotoken[fast]）")
DIRECT = Text(
    en="direct connections (h11; taotoken[fast] costs less)", zh="直接连接（h11；装 taotoken[fast] 开销更小）"
)
THROUGH = Text(
    en="through {name} (a proxy is on the way, or it was asked for)", zh="通过 {name}（途中有代理，或按要求使用）"
)
SHAPE = Text(
    en="prompts of {tokens} tokens, answers of at most {max_tokens}; {warmup} to warm up",
    zh="提示词 {tokens} 个 token，回答最多 {max_tokens}；预热 {warmup}",
)
UNKNOWN_TOKENS = Text(en="an unknown number of", zh="数量未知的")
AT_CONCURRENCY = Text(en="c={level}", zh="并发 {level}")
AT_RATE = Text(en="{level}/s", zh="每秒 {level}")
LEVEL = Text(
    en="{level}: {succeeded} of {requests} succeeded in {seconds}",
    zh="{level}：{requests} 个中成功 {succeeded} 个，用时 {seconds}",
)
LEVEL_OF = Text(
    en="{level}, {label}: {succeeded} of {requests} succeeded in {seconds}",
    zh="{level}，{label}：{requests} 个中成功 {succeeded} 个，用时 {seconds}",
)
THROUGHPUT = Text(
    en="output {tokens} tokens/s, {requests} requests/s; a single answer {decode} tokens/s after its first token",
    zh="输出 {tokens} token/s，{requests} 请求/s；单个回答首个 token 之后 {decode} token/s",
)
COUNTS = Text(
    en="tokens: {input} in, {output} out (counted by {source}); ended by: {reasons}",
    zh="token：输入 {input}，输出 {output}（由 {source} 计数）；结束原因：{reasons}",
)
BY_USAGE = Text(en="the gateway's usage", zh="网关的 usage")
BY_CHUNKS = Text(en="chunks, as the gateway told no usage", zh="数据块（网关没有给 usage）")
BY_BOTH = Text(en="usage, and chunks where it was missing", zh="usage，缺失时按数据块")
ERRORS = Text(en="failed: {errors}", zh="失败：{errors}")
FIRST_ERROR = Text(en="the first failure: {message}", zh="第一个失败：{message}")
GOOD = Text(
    en="goodput: {good} of {requests} requests ({share}) kept {objectives}: {rate}/s",
    zh="goodput：{requests} 个请求中 {good} 个（{share}）满足 {objectives}：每秒 {rate} 个",
)
NO_P99 = Text(
    en="no p99: it takes 100 answers, and there are {requests}",
    zh="没有 p99：至少要 100 个回答，这里只有 {requests} 个",
)
SATURATED = Text(
    en="this client was too slow at {level}: its event loop came up to {lag} late (p99), {share}. Close other "
    "programs, "
    "or lower the load; the figures may hold some of that delay.",
    zh="在 {level} 时客户端本身太慢：事件循环晚了 {lag}（p99），{share}。请关闭其他程序或降低负载；结果里可能混有"
    "这部分延迟。",
)
SHARE_OF_TTFT = Text(en="{share} of TTFT", zh="相当于 TTFT 的 {share}")
SHARE_OF_ITL = Text(en="{share} of the gap between chunks", zh="相当于数据块间隔的 {share}")
DOUBTED = Text(
    en="usage tells fewer tokens than chunks with text came in {count} answers: the gateway's counts can't be right",
    zh="有 {count} 个回答的 usage 比带文字的数据块还少：网关的计数不可能正确",
)
SHORT = Text(
    en="{count} of {requests} answers were much shorter or longer than {max_tokens} tokens",
    zh="{requests} 个回答中有 {count} 个与 {max_tokens} 个 token 相差很多",
)
INTER_CHUNK = Text(
    en="a chunk holds {tokens} tokens on average, so ITL is the gap between chunks, not between tokens",
    zh="平均每个数据块含 {tokens} 个 token，所以 ITL 是数据块之间的间隔，不是 token 之间的",
)
OTHER_MODEL = Text(en="asked for {model}, and {answered} answered", zh="请求的是 {model}，回答的是 {answered}")
STOPPED = Text(
    en="stopped; {count} requests under way were let go, what was measured follows",
    zh="已停止；放弃了进行中的 {count} 个请求，下面是已测到的结果",
)
GAVE_UP_WARMUP = Text(
    en="No request of the warm-up succeeded, so no load was put on the gateway: {message}",
    zh="预热请求全部失败，因此没有加负载：{message}",
)
GAVE_UP = Text(
    en="The load was ended early, 100 requests failed in a row: {message}",
    zh="连续 100 个请求失败，提前结束：{message}",
)
NOTHING = Text(en="No request succeeded: {message}", zh="没有一个请求成功：{message}")
NOTHING_NEXT = Text(en="see what a single request says: {command}", zh="看看单个请求的结果：{command}")
STOPPED_EMPTY = Text(en="Stopped before any answer was there.", zh="在得到任何回答之前已停止。")
KNEE_CONCURRENCY = Text(
    en="knee of {label} at c={at}: going on to c={after}, throughput changes by {gain} ({before} to {now} "
    "tokens/s) and "
    "the wait for the first token by {wait} ({ttft_before} to {ttft_now})",
    zh="{label} 的拐点在并发 {at}：再加到 {after}，吞吐量变化 {gain}（{before} 到 {now} token/s），首个 token 的等"
    "待变化 {wait}"
    "（{ttft_before} 到 {ttft_now}）",
)
NO_KNEE_CONCURRENCY = Text(
    en="no knee of {label} up to c={at}: throughput still grows ({now} tokens/s); try more",
    zh="{label} 到并发 {at} 还没有拐点：吞吐量仍在增长（{now} token/s），可以再加",
)
KNEE_RATE = Text(
    en="knee of {label} at {at} requests/s: of {after} requests/s it answers only {now}",
    zh="{label} 的拐点在每秒 {at} 个请求：每秒发 {after} 个时只答得上 {now} 个",
)
NO_KNEE_RATE = Text(
    en="no knee of {label} up to {at} requests/s: it keeps up; try more",
    zh="{label} 到每秒 {at} 个请求还没有拐点：跟得上，可以再加",
)
NEVER_KEPT_UP = Text(
    en="{label} doesn't keep up with the lowest rate, {at} requests/s: it answers {now}; try less",
    zh="{label} 连最低的每秒 {at} 个请求也跟不上：只答得上 {now} 个，请降低",
)
WRITTEN = Text(en="written: {path}", zh="已写入：{path}")
PROGRESS = Text(
    en="{level} · {done} · {failed} failed · {seconds} s · TTFT {ttft} · {tokens} tokens/s",
    zh="{level} · {done} · 失败 {failed} · {seconds} 秒 · TTFT {ttft} · {tokens} token/s",
)
WARMING_UP = Text(en="{level} · warming up · {seconds} s", zh="{level} · 预热 · {seconds} 秒")

COMPARE_HELP = Text(
    en="Compare two results of `taotoken bench --out FILE`: is B slower or faster than A? Each metric is tested "
    "(Mann-Whitney U, "
    "5 % change and a medium effect at least), so that noise is called no difference.",
    zh="比较两份 `taotoken bench --out FILE` 的结果：B 比 A 慢还是快？每个指标都做检验（Mann-Whitney U，变化至少 5%、效"
    "应至少中等），不把噪声当成差别。",
)
COMPARE_EXAMPLES = Text(
    en="  taotoken bench compare monday.json friday.json", zh="  taotoken bench compare 周一.json 周五.json"
)
FILE_A = Text(en="The earlier result.", zh="较早的结果。")
FILE_B = Text(en="The later result.", zh="较晚的结果。")
NOT_A_RESULT = Text(
    en="The file is no result of `taotoken bench --out FILE`: {reason}",
    zh="文件不是 `taotoken bench --out FILE` 的结果：{reason}",
)
NOT_JSON = Text(en="it is not JSON", zh="不是 JSON")
NO_SCHEMA = Text(en="it has no schema taotoken.bench/1", zh="缺少 schema taotoken.bench/1")
NO_RUNS = Text(en="it holds no runs with samples", zh="没有带逐个数值的 runs")
BAD_FIELD = Text(en="{field} has another type than it should", zh="{field} 的类型不对")
NOT_A_RESULT_NEXT = Text(
    en="make one with: taotoken bench --out {file}", zh="用这个命令生成：taotoken bench --out {file}"
)
NOTHING_TO_COMPARE = Text(
    en="The two results have no level and model in common: A has {a}; B has {b}.",
    zh="两份结果没有相同的档位和模型：A 有 {a}；B 有 {b}。",
)
NOTHING_TO_COMPARE_NEXT = Text(
    en="measure both with the same -c or --rate and the same --model",
    zh="请用同样的 -c 或 --rate 和同样的 --model 测量",
)
PAIR = Text(en="{level}, {a}: {n_a} answers against {n_b}", zh="{level}，{a}：{n_a} 个回答对 {n_b} 个")
PAIR_OF_TWO = Text(
    en="{level_a}, {a} ({n_a} answers) against {level_b}, {b} ({n_b} answers)",
    zh="{level_a}，{a}（{n_a} 个回答）对 {level_b}，{b}（{n_b} 个回答）",
)
SLOWER = Text(en="slower", zh="更慢")
FASTER = Text(en="faster", zh="更快")
UNDECIDED = Text(en="no difference told", zh="不能判定有差别")
BECAUSE = Text(en="{metric}: {verdict}: {why}", zh="{metric}：{verdict}：{why}")
NOT_MEASURED = Text(en="{metric}: too little was measured in one of the two", zh="{metric}：其中一份没有足够的数据")
BY_ROUNDS = Text(
    en="compared by the medians of rounds ({a} and {b} requests under way together): they meet the same conditions, so "
    "they count once",
    zh="按轮次的中位数比较（每轮 {a} 与 {b} 个同时进行的请求）：同时进行的请求遇到的条件相同，只算一次",
)
WAS_SATURATED = Text(
    en="in {file} the client itself was too slow (client_saturated): a difference may be that of the machine",
    zh="{file} 里客户端本身太慢（client_saturated）：差别可能来自这台机器",
)
UNTESTED = Text(
    en="throughput {a} and {b} tokens/s ({change}): one figure a run, so it is not tested",
    zh="吞吐量 {a} 与 {b} token/s（{change}）：每次运行只有一个数，不做检验",
)
SETTING_DIFFERS = Text(en="{setting} differs: {a} and {b}", zh="{setting} 不同：{a} 与 {b}")
ONLY_ONE = Text(en="{level}, {label} is only in {file}", zh="{level}，{label} 只在 {file} 里有")
HEAD_CHANGE = Text(en="change", zh="变化")
HEAD_INTERVAL = Text(en="99 % interval", zh="99% 区间")
HEAD_EFFECT = Text(en="effect", zh="效应")
