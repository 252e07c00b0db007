"""Words of `taotoken status`."""

from __future__ import annotations

from taotoken._message import Text

HELP = Text(
    en="What each tool will use in this folder: base URL, key, model, and where each value comes from. Reads files "
    "and the environment only; sends nothing. Without TOOL: every tool that is installed or configured.",
    zh="查看每个工具在当前文件夹里实际使用的 Base URL、密钥和模型，以及各个值的来源。只读文件和环境变量，"
    "不发送任何请求。"
    "不写 TOOL 时，列出所有已安装或已配置的工具。",
)
TITLE = Text(en="{name} ({id}){installed}", zh="{name}（{id}）{installed}")
INSTALLED = Text(en=", version {version}", zh="，版本 {version}")
INSTALLED_UNKNOWN = Text(en=", installed", zh="，已安装")
NO_PROGRAM = Text(en=", for your own programs", zh="，供你自己的程序使用")
BY_HAND = Text(en=", set up by hand", zh="，手动设置")
BY_HAND_UNREAD = Text(
    en="  its settings can't be read from here; for the values to enter: taotoken setup {id}",
    zh="  它的设置无法从这里读取；查看需要填写的值：taotoken setup {id}",
)
NOT_INSTALLED = Text(en=", not found on this machine", zh="，本机未找到")
BASE_URL = Text(en="base URL", zh="Base URL")
POSTS_TO = Text(en="posts to", zh="请求发往")
API_KEY = Text(en="key", zh="密钥")
MODEL = Text(en="model", zh="模型")
NOT_SET = Text(en="not set", zh="未设置")
LINE = Text(en="  {what}: {value}", zh="  {what}：{value}")
LINE_FROM = Text(en="  {what}: {value}   <- {source}", zh="  {what}：{value}   <- {source}")
SOURCE_FILE = Text(en="{path}", zh="{path}")
SOURCE_LINE = Text(en="{path}:{line}", zh="{path}:{line}")
SOURCE_ENV = Text(en="the environment ({name})", zh="环境变量（{name}）")
LOST = Text(en="  not used: {what} in {source}", zh="  未生效：{source} 中的{what}")
PROBLEM = Text(en="  ! {message}", zh="  ! {message}")
NOTHING = Text(
    en="No tool is installed or configured here. To set one up: taotoken setup claude-code",
    zh="这里没有已安装或已配置的工具。要设置请运行：taotoken setup claude-code",
)
