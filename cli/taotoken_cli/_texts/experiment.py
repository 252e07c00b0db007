"""Words of `taotoken experiment`."""

from __future__ import annotations

from taotoken._message import Text

HELP = Text(
    en="Run an experiment on your gateway that tells the prompt's share of the wait (prefill) from that of the answer "
    "(decode): a few requests, one value varied at a time.\n"
    "  prefill   a long prompt with a one-word answer\n"
    "  decode    a short prompt with a long answer\n"
    "  fit       TTFT against the prompt's length, as a line\n"
    "  context   TPOT against the prompt's length\n"
    "  cache     the same long prefix twice, on each protocol\n"
    "  sampling  the same question under other temperature, top_p and seed",
    zh="在你的网关上做实验，分清等待中提示词（预填充）和回答（解码）各占多少：几次请求，每次只改变一个值。\n"
    "  prefill   长提示词，只答一个词\n"
    "  decode    短提示词，长回答\n"
    "  fit       TTFT 与提示词长度的关系，拟合成直线\n"
    "  context   TPOT 与提示词长度的关系\n"
    "  cache     同样的长前缀发两次，每种协议都试\n"
    "  sampling  同一个问题，改变 temperature、top_p 和 seed",
)
EXAMPLES = Text(
    en="  taotoken experiment fit\n  taotoken experiment context --prompt-tokens 256,4096,16384 --repeat 3\n"
    "  taotoken experiment sampling --model ID",
    zh="  taotoken experiment fit\n  taotoken experiment context --prompt-tokens 256,4096,16384 --repeat 3\n"
    "  taotoken experiment sampling --model 模型ID",
)
NAME = Text(en="Which experiment.", zh="哪个实验。")
MODEL = Text(en="Model id; default: the saved one.", zh="模型 ID；默认用已保存的。")
PROTOCOL = Text(
    en="How to ask; default: chat. cache tries all three.", zh="使用哪种协议；默认 chat。cache 会试全部三种。"
)
PROMPT_TOKENS = Text(en="Lengths of prompts in tokens, with commas between.", zh="提示词长度（token），用逗号分隔。")
MAX_TOKENS = Text(en="Bound of each answer in tokens.", zh="每个回答最多多少 token。")
REPEAT = Text(en="How often each request is made.", zh="每种请求发多少次。")
NO_LENGTHS = Text(
    en="sampling asks one short question, so there is no prompt length to choose.",
    zh="sampling 只问一个简短的问题，没有提示词长度可选。",
)
NO_LENGTHS_NEXT = Text(en="leave --prompt-tokens out", zh="去掉 --prompt-tokens")
COST = Text(
    en="{name} on {model}: {requests} requests, about {prompt} prompt tokens, at most {output} output tokens",
    zh="{name}，模型 {model}：{requests} 次请求，提示词约 {prompt} 个 token，输出最多 {output} 个 token",
)
PROGRESS = Text(en="{done} of {requests} requests", zh="{done} / {requests} 次请求")
DID = Text(en="Done: {message}", zh="做了什么：{message}")
SAW = Text(en="Seen:", zh="看到什么：")
MEANS = Text(en="Means: {message}", zh="说明什么：{message}")
ADVICE = Text(en="Advice: {message}", zh="建议：{message}")
