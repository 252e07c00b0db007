"""Words about tools that others declare."""

from __future__ import annotations

from typing import Final

from taotoken._message import Text

# A declaration that can't be used
NOT_A_TOOL = Text(
    en="its entry point leads to a {found}, not to a taotoken_plugins.Tool",
    zh="入口点指向的是 {found}，不是 taotoken_plugins.Tool",
)
OTHER_API = Text(
    en="it is declared for version {found} of the plugin interface, this taotoken has version {ours} (api={ours})",
    zh="它声明的插件接口版本是 {found}，当前 taotoken 的版本是 {ours}（api={ours}）",
)
OTHER_ID = Text(
    en="the declaration says id={found}, but its entry point is named {name}",
    zh="声明里的 id 是 {found}，入口点的名称却是 {name}",
)
FIELD = Text(en="{field} is not {expected}", zh="{field} 不是{expected}")
AN_ID = Text(
    en="an id of at most 40 small letters, digits and hyphens", zh="由小写字母、数字和连字符组成、最多 40 个字符的标识"
)
A_LINE = Text(en="one line of at most {longest} characters", zh="一行不超过 {longest} 个字符的文字")
ONE_OF = Text(en="made of: {known}", zh="由以下取值组成的内容：{known}")
PROTOCOLS = Text(
    en="a tuple of the protocols there are ({known}) that begins with the one in protocol",
    zh="以 protocol 的值开头、由现有协议（{known}）组成的元组",
)
A_TABLE = Text(en="a table of strings", zh="由字符串组成的表")
A_FUNCTION = Text(en="a function", zh="函数")
A_MESSAGE = Text(en="a Message (call a Text to get one)", zh=" Message（调用 Text 可得到）")
BOTH_LANGUAGES = Text(en="there in both languages", zh="两种语言都有的文字")
NONE = Text(en="None: only built-in tools have it", zh=" None（只有内置工具才有）")
FILES = Text(en="a tuple of one or more ConfigFile", zh="由一个或多个 ConfigFile 组成的元组")
UNIQUE = Text(en="a name of its own", zh="各不相同的名称")
A_FORMAT = Text(
    en="one of our formats: STRICT_JSON, JSONC, JSON5, TOML, YAML, DOTENV, TEXT",
    zh="我们提供的格式之一：STRICT_JSON、JSONC、JSON5、TOML、YAML、DOTENV、TEXT",
)
PATHS = Text(
    en="a tuple of one or more paths (tuples of names and Select)",
    zh="由一个或多个路径（名称与 Select 的元组）组成的元组",
)

# What its functions give
GAVE: Final = Text(
    en="{function} gave {found}, expected was {expected}", zh="{function} 返回了 {found}，应为{expected}"
)
A_PATH = Text(en="an absolute path", zh="绝对路径")
EDITS = Text(en="a sequence of Set and Remove with plain values", zh="由 Set 和 Remove 组成、取值为普通数据的序列")
SOURCES = Text(en="a tuple of Source", zh=" Source 的元组")
AN_EFFECTIVE = Text(en="an Effective", zh=" Effective 对象")
AN_INSTALLED = Text(en="an Installed or None", zh=" Installed 或 None")
MESSAGES = Text(en="Messages in both languages", zh="两种语言都有的 Message")
A_STRING = Text(en="a string", zh="字符串")
STRINGS = Text(en="a tuple of strings", zh="字符串的元组")
A_BOOLEAN = Text(en="True or False", zh=" True 或 False")
OUTSIDE = Text(
    en="its file {path} does not lie below the home folder or the project",
    zh="它的文件 {path} 不在主目录或项目目录之内",
)
OUTSIDE_REALLY = Text(
    en="its file {path} leads to {real}, which does not lie below the home folder or the project",
    zh="它的文件 {path} 实际指向 {real}，不在主目录或项目目录之内",
)
OUR_FOLDER = Text(en="its file {path} lies in taotoken's own folder", zh="它的文件 {path} 位于 taotoken 自己的目录")
NOT_OWNED = Text(
    en="it would change {field}, which its declaration does not name as owned",
    zh="它要改动 {field}，但声明的 owned 中没有它",
)
KEY_SHOWN = Text(
    en="it would write the key to {field} without marking it as secret",
    zh="它要把密钥写入 {field}，却没有标记为 secret",
)

# A plugin that fails
RAISED = Text(en="{function} raised {name}{place}", zh="{function} 抛出了 {name}{place}")
RAISED_AT = Text(en=" at {place}", zh="（位于 {place}）")
IMPORT_RAISED = Text(en="importing it raised {name}: {text}", zh="导入时抛出了 {name}：{text}")
BROKEN = Text(
    en="The third-party tool {tool} ({distribution} {version}) can't be used: {reason}.",
    zh="第三方工具 {tool}（{distribution} {version}）无法使用：{reason}。",
)
BROKEN_NEXT = Text(
    en="update {distribution}, or turn it off: taotoken tools disable {tool}",
    zh="请更新 {distribution}，或停用它：taotoken tools disable {tool}",
)
GONE = Text(en="it is not installed any more", zh="它已不再安装")
BUILTIN_NAME = Text(
    en="a tool of this name is built in, and built-in tools can't be replaced",
    zh="内置工具已有同名者，内置工具不能被替换",
)
BAD_NAME = Text(
    en="its name is no id (small letters, digits, hyphens)", zh="它的名称不合规（只能用小写字母、数字和连字符）"
)
SEVERAL = Text(
    en="several installed packages declare a tool of this name: {distributions}",
    zh="有多个已安装的软件包声明了同名工具：{distributions}",
)

# Enabling
NOT_INSTALLED = Text(
    en="No installed package declares a tool named {tool}.", zh="没有已安装的软件包声明名为 {tool} 的工具。"
)
NOT_ON = Text(en="No third-party tool named {tool} is enabled.", zh="没有启用名为 {tool} 的第三方工具。")
ALWAYS_ON = Text(en="{tool} is built in, and always there.", zh="{tool} 是内置工具，始终可用。")
LIST_NEXT = Text(en="see what there is: taotoken tools", zh="查看有哪些工具：taotoken tools")
NOT_ENABLED = Text(
    en="The third-party tool {tool} ({distribution} {version}) is installed, but not enabled.",
    zh="第三方工具 {tool}（{distribution} {version}）已安装，但尚未启用。",
)
NOT_ENABLED_NEXT = Text(
    en="enable it with: taotoken tools enable {tool}", zh="要启用请运行：taotoken tools enable {tool}"
)
DISABLED = Text(en="the tool is turned off", zh="停用该工具")
ENABLED_INVALID = Text(
    en="{file} does not say which third-party tools are enabled.", zh="{file} 没有说明启用了哪些第三方工具。"
)
ENABLED_INVALID_NEXT = Text(
    en="correct the file or move it away; then enable the tools again: taotoken tools",
    zh="请更正该文件或把它移走，然后重新启用工具：taotoken tools",
)
