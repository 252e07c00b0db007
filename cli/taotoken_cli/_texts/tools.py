"""Words of `taotoken tools`."""

from __future__ import annotations

from taotoken._message import Text

HELP = Text(
    en="List the coding tools that taotoken knows: its own, and those that other installed packages declare (entry "
    "point group taotoken.tools). One of these is used only once it is enabled: enabling lets its code run with your "
    "rights.",
    zh="列出 taotoken 认识的编程工具：内置的，以及其他已安装软件包声明的（入口点组 taotoken.tools）。后者只有启用后"
    "才会使用：启用意味着它的代码会以你的权限运行。",
)
EXAMPLES = Text(
    en="  taotoken tools\n  taotoken tools enable ID\n  taotoken tools disable ID",
    zh="  taotoken tools\n  taotoken tools enable 工具标识\n  taotoken tools disable 工具标识",
)
ACTION = Text(en="Turn a third-party tool on or off.", zh="启用或停用一个第三方工具。")
ID = Text(en="The tool's id.", zh="工具的标识。")
WHICH = Text(en="The tool to {action} is missing.", zh="没有指明要 {action} 的工具。")
WHICH_NEXT = Text(en="taotoken tools {action} ID", zh="taotoken tools {action} 工具标识")

BUILTIN = Text(en="Built in:", zh="内置：")
THIRD_PARTY = Text(en="From other packages:", zh="来自其他软件包：")
NONE = Text(en="No other installed package declares a tool.", zh="没有其他已安装的软件包声明工具。")
LINE = Text(en="  {id}  {name}", zh="  {id}  {name}")
LINE_FROM = Text(
    en="  {id}  {name}{distribution} {version}: {state}", zh="  {id}  {name}{distribution} {version}：{state}"
)
NAME = Text(en="{name}, ", zh="{name}，")
ENABLED = Text(en="enabled", zh="已启用")
AVAILABLE = Text(en="not enabled", zh="未启用")
BROKEN = Text(en="broken", zh="无法使用")
PROBLEM = Text(en="    {message}", zh="    {message}")
ENABLE_NEXT = Text(en="Enable one with: taotoken tools enable {id}", zh="要启用请运行：taotoken tools enable {id}")

TURNED_ON = Text(
    en="Enabled {id} from {distribution} {version}. Its code now runs when taotoken looks at your tools.",
    zh="已启用 {id}，来自 {distribution} {version}。此后 taotoken 查看工具时会运行它的代码。",
)
TURNED_ON_NEXT = Text(en="Set it up with: taotoken setup {id}", zh="要设置它请运行：taotoken setup {id}")
TAKE_BACK = Text(en="Take it back with: taotoken undo {run}", zh="要撤回请运行：taotoken undo {run}")
WAS_ON = Text(
    en="{id} from {distribution} {version} was enabled already.",
    zh="{id}（来自 {distribution} {version}）原本就已启用。",
)
TURNED_OFF = Text(
    en="Disabled {id} from {distribution} {version}. What setup wrote for it stays; its runs are in: taotoken history",
    zh="已停用 {id}，来自 {distribution} {version}。setup 为它写入的内容仍然保留，相关运行见：taotoken history",
)
