"""Words about what `taotoken setup` lets one choose beside the three pieces, and for which tools."""

from __future__ import annotations

from taotoken._message import Text

ALL = Text(
    en="Every tool that is installed or has settings here already.", zh="处理所有已安装、或本机已有其配置的工具。"
)
SMALL_MODEL = Text(
    en="Model for background work (titles, searches), for tools with a setting for it; may be repeated.",
    zh="后台任务（标题、搜索等）用的小模型，写入有此设置项的工具，可重复。",
)
PROTOCOL = Text(
    en="chat, responses or messages, for all tools or for one; may be repeated.",
    zh="协议：chat、responses 或 messages，可针对全部或单个工具，可重复。",
)
CONTEXT_WINDOW = Text(
    en="Tokens that fit into the model's context, for tools with a setting for it.",
    zh="模型上下文的 token 数，写入有此设置项的工具。",
)
MAX_OUTPUT = Text(
    en="Tokens that an answer may have, for tools with a setting for it.",
    zh="单次回答的 token 上限，写入有此设置项的工具。",
)

GITIGNORE = Text(
    en="With env: add .env to .gitignore, where git doesn't ignore it yet.",
    zh="设置 env 时：如果 git 还没有忽略 .env，就把它加入 .gitignore。",
)
ASK_GITIGNORE = Text(
    en="The .env will hold a key and git does not ignore it. Add the line .env to {gitignore}?",
    zh=".env 将包含密钥，而 git 没有忽略它。要在 {gitignore} 中加入 .env 这一行吗？",
)
NOT_IGNORED = Text(
    en="The .env will hold a key and git does not ignore it. Add the line .env to {gitignore}, or pass --gitignore.",
    zh=".env 将包含密钥，而 git 没有忽略它。请在 {gitignore} 中加入 .env 这一行，或加上 --gitignore。",
)
NOT_READ = Text(
    en="The .env will hold a key and git does not ignore it: {gitignore} is a link, which git does not follow.",
    zh=".env 将包含密钥，而 git 没有忽略它：{gitignore} 是链接，git 不会读取它。",
)
OVERRULED = Text(
    en="The .env will hold a key and git does not ignore it: another line overrules .env in {gitignore}. "
    "See: git check-ignore -v .env",
    zh=".env 将包含密钥，而 git 没有忽略它：{gitignore} 中的 .env 被另一行推翻了。请查看：git check-ignore -v .env",
)

# One value for all tools, or one per tool.
ALL_TOOLS = Text(en="all tools", zh="全部工具")
TWICE = Text(en="{option} has two values for {target}: {values}", zh="{option} 为{target}给出了两个值：{values}")
TWICE_NEXT = Text(
    en="give one, or one per tool: {option} {tool}=VALUE", zh="请只给一个，或按工具分别给出：{option} {tool}=值"
)
OTHER_TOOL = Text(
    en="{option} {value} names the tool {tool}, which is not being set up.",
    zh="{option} {value} 指定了工具 {tool}，但这次没有设置它。",
)
OTHER_TOOL_NEXT = Text(en="set up one of: {tools}", zh="本次设置的工具：{tools}")

# What a tool does not have.
NO_PROTOCOL_NEXT = Text(
    en="choose per tool: --protocol {tool}={protocol}", zh="请按工具分别选择：--protocol {tool}={protocol}"
)
NO_SETTING = Text(en="{tool} has no setting for {option}.", zh="{tool} 没有 {option} 对应的设置项。")
NO_SETTING_NEXT = Text(
    en="leave {option} out, or set {tool} up in a run of its own", zh="请去掉 {option}，或单独运行一次来设置 {tool}"
)
OTHER_PROTOCOL = Text(
    en="{tool} can't speak {protocol}; it is set up for {own}", zh="{tool} 不支持 {protocol}，按 {own} 设置"
)
LEFT_OUT = Text(en="{tool} has no setting for {option}", zh="{tool} 没有 {option} 对应的设置项")

# --all
ALL_AND_NAMES = Text(en="--all and names of tools exclude each other.", zh="--all 和工具名不能同时使用。")
ALL_AND_NAMES_NEXT = Text(en="keep one of them", zh="请只保留一种")
