"""The frame of every help page, and what is wrong with a command line."""

from __future__ import annotations

from taotoken._message import Text

USAGE = Text(en="Usage: {line}", zh="用法：{line}")
OPTIONS = Text(en="Options:", zh="选项：")
ARGUMENTS = Text(en="Arguments:", zh="参数：")
COMMANDS = Text(en="Commands:", zh="命令：")
EXAMPLES = Text(en="Examples:", zh="示例：")
OPTIONS_PIECE = Text(en="[OPTIONS]", zh="[选项]")
COMMAND_PIECE = Text(en="COMMAND [ARGS]...", zh="命令 [参数]...")
OPTIONAL_COMMAND_PIECE = Text(en="[COMMAND [ARGS]...]", zh="[命令 [参数]...]")

HELP_OPTION = Text(en="Show this page.", zh="显示本页。")
VERSION_OPTION = Text(en="Show the version.", zh="显示版本号。")
LANG_OPTION = Text(
    en="Language of everything shown (also TAOTOKEN_LANG; otherwise your locale).",
    zh="显示语言（也可用 TAOTOKEN_LANG；否则按系统区域设置）。",
)
JSON_OPTION = Text(en="One JSON object on standard output.", zh="在标准输出打印一个 JSON 对象。")

NO_COMMAND = Text(en="No command was given.", zh="没有给出命令。")
UNKNOWN_COMMAND = Text(en="There is no command '{name}'.", zh="没有 '{name}' 这个命令。")
UNKNOWN_OPTION = Text(en="There is no option '{name}'.", zh="没有 '{name}' 这个选项。")
NEEDS_VALUE = Text(en="The option '{name}' needs a value.", zh="选项 '{name}' 需要一个值。")
TAKES_NO_VALUE = Text(en="The option '{name}' takes no value.", zh="选项 '{name}' 不接受值。")
MISSING = Text(en="{name} is missing.", zh="缺少 {name}。")
EXTRA = Text(en="Too many arguments: {arguments}", zh="多余的参数：{arguments}")
NOT_ONE_OF = Text(
    en="'{value}' is not possible for {name}; choose one of: {choices}",
    zh="{name} 不能是 '{value}'；可选值：{choices}",
)
NOT_A_NUMBER = Text(
    en="'{value}' is not possible for {name}; it takes a whole number from {low} to {high}",
    zh="{name} 不能是 '{value}'；请填 {low} 到 {high} 之间的整数",
)
NOT_AMOUNT = Text(
    en="'{value}' is not possible for {name}; it takes a number above 0, such as 2 or 0.5",
    zh="{name} 不能是 '{value}'；请填大于 0 的数，例如 2 或 0.5",
)
NOT_AMOUNT_OR_ZERO = Text(
    en="'{value}' is not possible for {name}; it takes 0 or a number above it, such as 0.7",
    zh="{name} 不能是 '{value}'；请填 0 或大于 0 的数，例如 0.7",
)
NOT_WHOLE_AMOUNT = Text(
    en="'{value}' is not possible for {name}; it takes whole numbers above 0, such as 1,4,16",
    zh="{name} 不能是 '{value}'；请填大于 0 的整数，例如 1,4,16",
)
NOT_AMOUNTS = Text(
    en="'{value}' is not possible for {name}; it takes at most 50 different numbers with commas between",
    zh="{name} 不能是 '{value}'；最多可填 50 个互不相同的数，用逗号分隔",
)
OTHER = Text(en="The command line can't be understood: {detail}", zh="无法理解这条命令行：{detail}")
MEANT = Text(en="did you mean: {names}", zh="你是不是要输入：{names}")
SEE_HELP = Text(en="see: {command}", zh="查看帮助：{command}")
