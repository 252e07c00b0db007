"""Words of the page that `taotoken bench --report` writes."""

from __future__ import annotations

from taotoken._message import Text

TITLE = Text(en="Load test", zh="压测报告")
MADE = Text(en="made by taotoken {version}, started {started}", zh="由 taotoken {version} 生成，开始于 {started}")
TTFT_SPREAD = Text(en="Time to first token", zh="首个 token 时间（TTFT）")
TPOT_SPREAD = Text(en="Time per output token", zh="每个输出 token 的时间（TPOT）")
SPREAD_HOW = Text(
    en="Each line: the share of requests that took at most so long. Where it crosses 50 % is the median.",
    zh="每条线：在这么长时间内完成的请求所占比例。与 50% 相交处就是中位数。",
)
OVER_TIME = Text(en="Waiting for the first token, over time", zh="首个 token 的等待随时间的变化")
OVER_TIME_HOW = Text(
    en="One point for each request, at the second it was sent. A slope or a jump means that conditions changed.",
    zh="每个点是一个请求，横坐标是发出的秒数。出现斜坡或跳变说明条件变了。",
)
THROUGHPUT = Text(en="Throughput", zh="吞吐量")
THROUGHPUT_HOW = Text(
    en="Tokens per second of all answers together. Where it flattens, more load only makes everybody wait.",
    zh="所有回答合计的每秒 token 数。曲线变平以后，再加负载只会让大家都等。",
)
WAIT = Text(en="Median wait for the first token", zh="首个 token 等待的中位数")
WAIT_HOW = Text(en="What a request pays for the throughput.", zh="单个请求为吞吐量付出的代价。")
WITH_UNIT = Text(en="{title} ({unit})", zh="{title}（{unit}）")
MS = Text(en="ms", zh="毫秒")
SECONDS = Text(en="seconds", zh="秒")
CONCURRENCY = Text(en="requests under way at once", zh="同时进行的请求数")
RATE = Text(en="requests per second", zh="每秒请求数")
ONE_LEVEL = Text(
    en="Throughput against load takes several levels: taotoken bench -c 1,4,16",
    zh="要看吞吐量随负载的变化，需要多档：taotoken bench -c 1,4,16",
)
DOUBTS = Text(en="What to know about these figures", zh="看这些数字之前要知道的")
GLOSSARY = Text(
    en="TTFT: from sending the request to the first piece of text. TPOT: time per token after the first; 1000 / "
    "TPOT is "
    "tokens per second. E2E: to the last piece of text.",
    zh="TTFT：从发出请求到第一段文字。TPOT：首个 token 之后每个 token 的时间，1000 / TPOT 就是每秒 token 数。E2E："
    "到最后一段文字。",
)
