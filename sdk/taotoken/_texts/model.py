"""Refusals for a model ID."""

from taotoken._message import Text

PLACEHOLDER = Text(
    en="The model ID is the text of an example. Use an ID from your gateway's model list (taotoken models).",
    zh="这里的模型 ID 是示例文字。请使用网关模型列表里的 ID（运行 taotoken models 查看）。",
)
ODD_CHARACTER = Text(
    en="The model ID has a character at position {position} that can't stand in one: {char}. "
    "Copy the ID again from your gateway's model list (taotoken models).",
    zh="模型 ID 的第 {position} 个字符不能出现在 ID 里：{char}。"
    "请从网关的模型列表里重新复制（运行 taotoken models 查看）。",
)
