"""Words of `taotoken chat`."""

from __future__ import annotations

from taotoken._message import Text

HELP = Text(
    en="Ask TEXT; the answer streams to standard output, usage and timing go to standard error. TEXT '-' reads the "
    "question from standard input. Uses the gateway saved by setup, unless a base URL is given.",
    zh="提出问题 TEXT；回答流式输出到标准输出，用量与耗时输出到标准错误。TEXT 写 '-' 时从标准输入读取问题。"
    "默认使用 setup 保存的网关，也可以另外给出 Base URL。",
)
EXAMPLES = Text(
    en='  taotoken chat "What is prefill, in one sentence?"\n  taotoken chat "hello" --model ID --protocol messages',
    zh='  taotoken chat "用一句话解释什么是预填充"\n  taotoken chat "你好" --model 模型ID --protocol messages',
)
QUESTION = Text(en="The question.", zh="问题。")
MODEL = Text(en="Model id; default: the saved one.", zh="模型 ID；默认用已保存的。")
PROTOCOL = Text(en="How to ask; default: chat (Chat Completions).", zh="使用哪种协议；默认 chat（Chat Completions）。")
RAW = Text(en="Print the gateway's own JSON, not streamed.", zh="打印网关返回的原始 JSON，不流式输出。")
CURL = Text(en="Print the request as a curl command, send nothing.", zh="把请求打印成 curl 命令，不发送。")
EMPTY_QUESTION = Text(en="The question is empty.", zh="问题是空的。")
EMPTY_QUESTION_NEXT = Text(en='type one: taotoken {command} "hello"', zh='请输入问题：taotoken {command} "你好"')
ONE_OF = Text(en="{options} exclude each other.", zh="{options} 不能同时使用。")
ONE_OF_NEXT = Text(en="keep one of them", zh="请只保留一个")
TOKENS = Text(en="tokens: {input} in, {output} out", zh="token：输入 {input}，输出 {output}")
TIMES = Text(
    en="first token {ttft}, per token {tpot}, total {total}",
    zh="首个 token {ttft}，每个 token {tpot}，总计 {total}",
)
TOTAL = Text(en="total {total}", zh="总计 {total}")
MODEL_USED = Text(en="model: {model}", zh="模型：{model}")
EMPTY = Text(en="the answer is empty", zh="回答是空的")
CUT = Text(en="the answer stopped at its length limit", zh="回答因达到长度上限而停止")
