"""Notes and refusals for an API key. None of them may show any part of a key."""

from taotoken._message import Text

BEARER_REMOVED = Text(
    en="The word Bearer before the API key was removed; it belongs to the header, not to the key.",
    zh="已去掉 API 密钥前面的 Bearer；它属于请求头，不属于密钥。",
)
HEADER_NAME_REMOVED = Text(
    en="The header name before the API key was removed.",
    zh="已去掉 API 密钥前面的请求头名称。",
)

MISSING = Text(
    en="The API key is empty. Copy the key from your gateway's console and give it again.",
    zh="API 密钥为空。请在网关控制台复制密钥后重新填写。",
)
PLACEHOLDER = Text(
    en="The API key is the text of an example or a shortened key, not a key. "
    "Copy the whole key from your gateway's console.",
    zh="这里的 API 密钥是示例文字或被缩略的写法，不是真正的密钥。请在网关控制台复制完整的密钥。",
)
BLANK_INSIDE = Text(
    en="The API key has a blank or line end at position {position} ({char}). A key has none; if these are two "
    "keys, give one of them, otherwise copy the key again.",
    zh="API 密钥的第 {position} 个字符是空白或换行（{char}）。密钥里不会有空白；如果这是两个密钥，请只填一个，"
    "否则请重新复制。",
)
ODD_CHARACTER = Text(
    en="The API key has a character at position {position} that no key has: {char}. It can't be sent in a "
    "header. Copy the key again from your gateway's console, not from a chat or document.",
    zh="API 密钥的第 {position} 个字符不可能出现在密钥里：{char}，无法放进请求头。"
    "请从网关控制台重新复制密钥，不要从聊天记录或文档里复制。",
)
SEVERAL_KEYS = Text(
    en="There are several API keys separated by commas. Give one of them.",
    zh="这里是用逗号隔开的多个 API 密钥。请只填其中一个。",
)
IS_URL = Text(
    en="The API key is a web address. Was it swapped with the base URL? Give the key itself.",
    zh="API 密钥填的是一个网址。是不是和 Base URL 填反了？请填写密钥本身。",
)
IS_STRUCTURE = Text(
    en="The API key is a piece of JSON or another structure. Give only the key that stands in it.",
    zh="API 密钥填的是一段 JSON 或其他结构。请只填写其中的密钥。",
)
