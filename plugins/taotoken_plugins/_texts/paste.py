"""Words about a pasted text: what a set was found in, what was repaired, and why a value can't be used."""

from __future__ import annotations

from typing import Final

from taotoken._message import Text

# What a set was found in.
DOTENV: Final = Text(en="variables", zh="环境变量")
CLAUDE_SETTINGS: Final = Text(en="Claude Code settings", zh="Claude Code 设置")
CODEX_CONFIG: Final = Text(en="Codex config.toml", zh="Codex 的 config.toml")
CODEX_AUTH: Final = Text(en="Codex auth.json", zh="Codex 的 auth.json")
CLINE_PROVIDERS: Final = Text(en="Cline providers.json", zh="Cline 的 providers.json")
MCP: Final = Text(en="an MCP server's variables", zh="MCP 服务器的变量")
JSON: Final = Text(en="JSON", zh="JSON 数据")
TOML: Final = Text(en="TOML", zh="TOML 数据")
CODE: Final = Text(en="source code", zh="源代码")
CURL: Final = Text(en="a curl command", zh="curl 命令")
LINK: Final = Text(en="a ccswitch:// link", zh="ccswitch:// 链接")
TABLE: Final = Text(en="a table", zh="表格")
WORDS: Final = Text(en="plain words", zh="普通文字")
NAMED: Final = Text(en='{what} "{name}"', zh="{what}“{name}”")

# Repairs.
FULL_WIDTH: Final = Text(
    en="Full-width characters in the {field} were read as their plain forms.",
    zh="{field} 里的全角字符已按半角读取。",
)
QUOTES_REPAIRED: Final = Text(
    en="Curly quotes or full-width signs were read as the plain ones that the format needs.",
    zh="弯引号或全角符号已按格式要求的半角符号读取。",
)
EQUALS_REPAIRED: Final = Text(
    en="The = after {name} is missing; read as if it were there.", zh="{name} 后面缺少 =，已按有 = 读取。"
)
DAMAGED: Final = Text(
    en="The {what} can't be parsed as it stands; the values were picked out of it one by one.",
    zh="这段{what}无法按格式解析，已逐个挑出其中的值。",
)
SET_TWICE: Final = Text(
    en="{name} is set more than once; the last value counts.", zh="{name} 设置了多次，以最后一次为准。"
)
NO_LABELS: Final = Text(
    en="No name stands beside some of the values; they were recognised by their shape.",
    zh="部分值旁边没有名称，是按形状识别的。",
)
JOINED: Final = Text(
    en="Base URL and key stand in different places of the text and were put together.",
    zh="Base URL 和密钥在文本的不同位置，已合在一起。",
)
ONE_OF_MODELS: Final = Text(
    en="Several models are named; the first is taken ({model}).", zh="文本里有多个模型，取第一个（{model}）。"
)
OTHER_KEY_IGNORED: Final = Text(
    en="Both {taken} and {other} hold a key; {taken} is taken.",
    zh="{taken} 和 {other} 都有密钥，取 {taken}。",
)
ONLY_MESSAGES: Final = Text(
    en="The text names this base URL for the Anthropic protocol only; other tools may need another one.",
    zh="文本里的这个 Base URL 只用于 Anthropic 协议，其他工具可能需要另一个。",
)
TOO_LONG: Final = Text(
    en="The text is longer than {limit} characters; its middle was not read.",
    zh="文本超过 {limit} 个字符，中间部分没有读取。",
)

# Refusals.
REFUSED: Final = Text(en="{name}: {reason}", zh="{name}：{reason}")
REFERENCE: Final = Text(
    en="The value is a reference to something outside this text ({what}); nothing is looked up or run.",
    zh="这个值引用了文本之外的内容（{what}）；不会去查找或执行。",
)
REFERENCE_CODE: Final = Text(en="an expression in code", zh="代码表达式")
REFERENCE_VARIABLE: Final = Text(en="a variable", zh="变量")
LOGIN_TOKENS: Final = Text(
    en="The login tokens of Codex are no API key; a gateway can't use them.",
    zh="Codex 的登录令牌不是 API 密钥，网关无法使用。",
)
LINK_OTHER: Final = Text(
    en="This ccswitch:// link imports something other than a provider.", zh="这个 ccswitch:// 链接导入的不是供应商。"
)
LINK_REMOTE: Final = Text(
    en="The ccswitch:// link points to a config on the network (configUrl); it is not fetched.",
    zh="这个 ccswitch:// 链接指向网络上的配置（configUrl），不会去下载。",
)
LINK_CONFIG: Final = Text(
    en="The config inside the ccswitch:// link can't be read.", zh="ccswitch:// 链接里内嵌的配置无法读取。"
)
