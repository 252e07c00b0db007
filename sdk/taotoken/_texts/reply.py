"""Notes on a reply."""

from __future__ import annotations

from taotoken._message import Text

CUT_AT_LIMIT = Text(
    en="The answer was cut at {limit} tokens (max_tokens). Give a larger max_tokens; or go on from here: append "
    "reply.message() and a request to continue, and ask again.",
    zh="回答在 {limit} 个 token 处被截断（max_tokens）。请调大 max_tokens；或者接着要：把 reply.message() 和一句"
    "“请继续”追加到 messages，再请求一次。",
)
CUT = Text(
    en="The answer was cut at a length limit of the model or the gateway. Give a larger max_tokens; or go on from "
    "here: append reply.message() and a request to continue, and ask again.",
    zh="回答达到模型或网关的长度上限而被截断。请调大 max_tokens；或者接着要：把 reply.message() 和一句“请继续”追加到 "
    "messages，再请求一次。",
)
OTHER_MODEL = Text(
    en="{asked} was asked for, but {answered} answered; the gateway chose it.",
    zh="请求的是 {asked}，回答的却是 {answered}；这是网关选的。",
)
FELL_BACK = Text(
    en="Answered by the fallback {model} at {host}; the first choice failed: {why}.",
    zh="由备用的 {model}（{host}）回答；首选失败的原因：{why}。",
)
STILL_RESTING = Text(
    en="Answered by the fallback {model} at {host}; the first choice rests after a failure.",
    zh="由备用的 {model}（{host}）回答；首选因之前失败，还在冷却中。",
)
