"""Sentences around the causes: evidence and notes of a diagnosis."""

from __future__ import annotations

from taotoken._message import Text

EVIDENCE = Text(en="POST {url} → {status}: {text}", zh="POST {url} → {status}：{text}")
REMEDY_WITH_PAGE = Text(en="{remedy} The page for it: {page}", zh="{remedy} 相关页面：{page}")
REMEDY_AND_PAGE = Text(en="{remedy} — the page for it: {page}", zh="{remedy}，相关页面：{page}")
NO_SCHEME = Text(en="it has no http:// or https:// in front", zh="前面缺少 http:// 或 https://")
EMPTY_REPLY = Text(en="the answer had no text, no reasoning and no tool call", zh="回答里没有文本、推理内容或工具调用")
TEXT_HAS_KEY = Text(
    en="This text contains a key. Replace that key on the gateway's key page if others can read the text.",
    zh="这段文本里有密钥。如果别人能看到它，请在网关的密钥页面更换该密钥。",
)
FOR_SUPPORT = Text(en="For the gateway's support: request id {ids}.", zh="提供给网关客服的 request id：{ids}。")
FOR_SUPPORT_AT = Text(
    en="For the gateway's support: request id {ids}, at {time}.", zh="提供给网关客服：request id {ids}，时间 {time}。"
)
NOTHING_TO_READ = Text(en="There is no text to explain.", zh="没有可以解释的文本。")
NOT_RECOGNISED = Text(
    en="Nothing in this text is known to us. Run: taotoken doctor, which looks at the settings themselves.",
    zh="没有识别出这段文本中的问题。请运行：taotoken doctor，它会直接检查配置。",
)
SEVERAL_ERRORS = Text(
    en="The text holds {count} errors; the first one is judged, since later ones often follow from it.",
    zh="文本中有 {count} 个错误；这里判断的是第一个，后面的往往由它引起。",
)
