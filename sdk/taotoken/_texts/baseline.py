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
TEXT_VARIES = Text(
    en="text: it was the same each time; now {distinct} of {n} answers are different",
    zh="文本：之前每次都一样；现在 {n} 次里有 {distinct} 种不同的回答",
)
MEANS_VARIES = Text(
    en="The temperature that the model gets is another, or the gateway spreads requests over several models.",
    zh="模型实际收到的 temperature 变了，或者网关把请求分给了多个模型。",
)
TEXT_CHANGED = Text(
    en='text: another answer, {similarity} alike. Before: "{before}" Now: "{now}"',
    zh="文本：回答变了，相似度 {similarity}。之前：“{before}” 现在：“{now}”",
)
MEANS_OTHER_MODEL = Text(
    en="Another model, or another version of it, answers under this name.", zh="同一个名字背后换了模型或模型版本。"
)
MODEL_SAME = Text(en="model: the server says {value}, as before", zh="模型：服务器自报 {value}，与之前相同")
MODEL_CHANGED = Text(
    en="model: the server said {before}, and now says {now}", zh="模型：服务器之前自报 {before}，现在自报 {now}"
)
FINISH_SAME = Text(en="finish_reason: {value}, as before", zh="finish_reason：{value}，与之前相同")
FINISH_CHANGED = Text(en="finish_reason: {before} before, {now} now", zh="finish_reason：之前 {before}，现在 {now}")
INPUT_SAME = Text(en="input tokens: {value}, as before", zh="输入 token：{value}，与之前相同")
INPUT_CHANGED = Text(en="input tokens: {before} before, {now} now", zh="输入 token：之前 {before}，现在 {now}")
MEANS_OTHER_TOKENIZER = Text(
    en="The same prompt counts otherwise: another tokenizer or chat template, so another model answers, or something "
    "is put before the prompt.",
    zh="同样的提示词，计数却不同：分词器或对话模板变了，也就是换了模型，或者提示词前被加了内容。",
)
OUTPUT_SAME = Text(en="output tokens: {value}, in the old range", zh="输出 token：{value}，在之前的范围内")
OUTPUT_CHANGED = Text(en="output tokens: {before} before, {now} now", zh="输出 token：之前 {before}，现在 {now}")
TTFT: Final = (
    Text(
        en="TTFT: {now}, {before} before; no change that can be told (p = {p})",
        zh="TTFT：{now}，之前 {before}；看不出可以确认的变化（p = {p}）",
    ),
    Text(en="TTFT: {now}, {before} before: {change} (p = {p})", zh="TTFT：{now}，之前 {before}：{change}（p = {p}）"),
)
TPOT: Final = (
    Text(
        en="TPOT: {now}, {before} before; no change that can be told (p = {p})",
        zh="TPOT：{now}，之前 {before}；看不出可以确认的变化（p = {p}）",
    ),
    Text(en="TPOT: {now}, {before} before: {change} (p = {p})", zh="TPOT：{now}，之前 {before}：{change}（p = {p}）"),
)
"""Unchanged, changed."""
NOT_A_BASELINE = Text(en="this is no baseline: {reason}", zh="这不是基线文件：{reason}")
