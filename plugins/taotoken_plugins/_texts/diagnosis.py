"""Sentences around the causes: evidence and notes of a diagnosis."""

from __future__ import annotations

from taotoken._message import Text

EVIDENCE = Text(en="POST {url} → {status}: {text}", zh="POST {url} → {status}：{text}")
REMEDY_WITH_PAGE = Text(en="{remedy} The page for it: {page}", zh="{remedy} 相关页面：{page}")
NO_SCHEME = Text(en="it has no http:// or https:// in front", zh="前面缺少 http:// 或 https://")
EMPTY_REPLY = Text(
    en="the answer had no text, no reasoning and no tool call", zh="回答里没有文本、推理内容或工具调用"
)
