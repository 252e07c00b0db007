"""Words of `taotoken.measure` about what changed since a baseline."""

from __future__ import annotations

from typing import Final

from taotoken._message import Text

SETTING = Text(
    en="asked differently: {name} was {before}, now {now}", zh="提问方式不同：{name} 之前是 {before}，现在是 {now}"
)
TEXT_SAME = Text(en="text: all {n} answers are among the old ones", zh="文本：{n} 次回答都与之前的某次相同")
TEXT_ALIKE = Text(
    en="text: the {n} answers differ no more than the old ones do among themselves",
    zh="文本：{n} 次回答之间的差异，并不大于之前各次回答之间的差异",
)
TEXT_NONE = Text(
    en="text: no visible text came, neither before nor now, so none is compared",
    zh="文本：之前和现在都没有可见文本，因此不作比较",
)
TEXT_VARIES = Text(
    en="text: it was the same each time; now {distinct} of {n} answers are different",
    zh="文本：之前每次都一样；现在 {n} 次里有 {distinct} 种不同的回答",
)
MEANS_VARIES = Text(
    en="The temperature that the model gets is another, or the gateway spreads requests over several models.",
    zh="模型实际收到的 temperature 变了，或者网关把请求分给了多个模型。",
)
TEXT_SETTLED = Text(
    en="text: {distinct} of {n} answers were different; now it is the same each time",
    zh="文本：之前 {n} 次里有 {distinct} 种不同的回答；现在每次都一样",
)
MEANS_SETTLED = Text(
    en="The temperature that the model gets is another, or the gateway keeps answers and gives them out again.",
    zh="模型实际收到的 temperature 变了，或者网关缓存了回答、重复返回。",
)
TEXT_CHANGED = Text(
    en='text: another answer, {similarity} alike. Before: "{before}" Now: "{now}"',
    zh="文本：回答变了，相似度 {similarity}。之前：“{before}” 现在：“{now}”",
)
MEANS_OTHER_MODEL = Text(
    en="Another model, or another version of it, answers under this name.", zh="同一个名字背后换了模型或模型版本。"
)
MODEL: Final = (
    Text(en="model: the server says {now}, as before", zh="模型：服务器自报 {now}，与之前相同"),
    Text(en="model: the server said {before}, and now says {now}", zh="模型：服务器之前自报 {before}，现在自报 {now}"),
    Text(en="model: the server said {before}, and now says {now}", zh="模型：服务器之前自报 {before}，现在自报 {now}"),
)
FINISH: Final = (
    Text(en="finish_reason: {now}, as before", zh="finish_reason：{now}，与之前相同"),
    Text(en="finish_reason: {before} before, {now} now", zh="finish_reason：之前 {before}，现在 {now}"),
    Text(
        en="finish_reason: {now}, {before} before; no change that can be told",
        zh="finish_reason：{now}，之前 {before}；看不出可以确认的变化",
    ),
)
INPUT: Final = (
    Text(en="input tokens: {now}, as before", zh="输入 token：{now}，与之前相同"),
    Text(en="input tokens: {before} before, {now} now", zh="输入 token：之前 {before}，现在 {now}"),
    Text(en="input tokens: {before} before, {now} now", zh="输入 token：之前 {before}，现在 {now}"),
)
MEANS_OTHER_TOKENIZER = Text(
    en="The same prompt counts otherwise: another tokenizer or chat template, so another model answers, or something "
    "is put before the prompt.",
    zh="同样的提示词，计数却不同：分词器或对话模板变了，也就是换了模型，或者提示词前被加了内容。",
)
OUTPUT: Final = (
    Text(en="output tokens: {now}, as before", zh="输出 token：{now}，与之前相同"),
    Text(en="output tokens: {before} before, {now} now", zh="输出 token：之前 {before}，现在 {now}"),
    Text(
        en="output tokens: {now}, {before} before; no change that can be told",
        zh="输出 token：{now}，之前 {before}；看不出可以确认的变化",
    ),
)
"""As before, changed, and neither the same nor a change that can be told."""
NOT_TOLD = Text(en="not told", zh="未给出")
TTFT: Final = (
    Text(
        en="TTFT: {now}, {before} before; no change that can be told (p {p})",
        zh="TTFT：{now}，之前 {before}；看不出可以确认的变化（p {p}）",
    ),
    Text(en="TTFT: {now}, {before} before: {change} (p {p})", zh="TTFT：{now}，之前 {before}：{change}（p {p}）"),
    Text(
        en="TTFT: {now}, {before} before: {change}, too little to count (p {p})",
        zh="TTFT：{now}，之前 {before}：{change}，太小，不算变化（p {p}）",
    ),
)
TPOT: Final = (
    Text(
        en="TPOT: {now}, {before} before; no change that can be told (p {p})",
        zh="TPOT：{now}，之前 {before}；看不出可以确认的变化（p {p}）",
    ),
    Text(en="TPOT: {now}, {before} before: {change} (p {p})", zh="TPOT：{now}，之前 {before}：{change}（p {p}）"),
    Text(
        en="TPOT: {now}, {before} before: {change}, too little to count (p {p})",
        zh="TPOT：{now}，之前 {before}：{change}，太小，不算变化（p {p}）",
    ),
)
"""Unchanged, changed, and a difference that is real but too small."""
NOT_A_BASELINE = Text(en="this is no baseline: {reason}", zh="这不是基线文件：{reason}")
