"""Sentences of the tools that are set up by hand."""

from __future__ import annotations

from taotoken._message import Text

AFTER = Text(
    en="Nothing was written for {tool}. To see the values again: taotoken setup {id}",
    zh="没有为 {tool} 写入任何文件。要再次查看这些值：taotoken setup {id}",
)
AFTER_SHARED = Text(
    en="It reads the files of {tool}, so set that up: taotoken setup {id}",
    zh="它读取 {tool} 的文件，所以只需设置后者：taotoken setup {id}",
)

# Where
CURSOR_WHERE = Text(
    en="Cursor Settings → Models → API Keys (switch both fields on, then add the model by name)",
    zh="Cursor Settings → Models → API Keys（打开这两项的开关，再按名称添加模型）",
)
ROO_WHERE = Text(
    en="Roo Code's settings → Providers → API Provider: OpenAI Compatible",
    zh="Roo Code 设置 → Providers → API Provider：OpenAI Compatible",
)
FILE_WHERE = Text(en="the file {path}", zh="文件 {path}")
CHAT_WHERE = Text(
    en='the file {path}, which the command "Chat: Manage Language Models" leads to (Add Models → Custom Endpoint)',
    zh="文件 {path}；也可用命令“Chat: Manage Language Models”打开（Add Models → Custom Endpoint）",
)
SHARED_WHERE = Text(en="{path}, the same file that {tool} reads", zh="{path}，与 {tool} 读取的是同一个文件")

# What else matters
NOT_RUN = Text(
    en="These values follow the documentation of {tool}; they were not tried out with the program.",
    zh="这些值依据 {tool} 的文档，没有用程序实际验证过。",
)
SHARED_SETUP = Text(
    en="{tool} shares its settings with {other}: after `taotoken setup {id}` there is nothing left to enter.",
    zh="{tool} 与 {other} 共用设置：运行 `taotoken setup {id}` 写入之后，不需要再填写任何内容。",
)
LOGIN_PROMPT = Text(
    en="If the extension asks for a login all the same, put this into VS Code's settings.json.",
    zh="如果扩展仍要求登录，请把下面的内容加到 VS Code 的 settings.json。",
)
RELOAD = Text(
    en="Reload the window afterwards (command: Developer: Reload Window).",
    zh="之后请重新加载窗口（命令：Developer: Reload Window）。",
)
RESTART = Text(en="Start {tool} anew afterwards.", zh="之后请重新启动 {tool}。")
REMOTE = Text(
    en="In a window with Remote-SSH, WSL or a container the extension runs on that host and reads the home folder "
    "there: do it on the host.",
    zh="在 Remote-SSH、WSL 或容器的窗口里，扩展运行在那台主机上，读取那里的主目录：请在那台主机上操作。",
)
REMOTE_LOCAL = Text(
    en="In a window with Remote-SSH this file is still the one of the machine that the window is on; extensions look "
    "on the host.",
    zh="在 Remote-SSH 窗口里，这个文件仍是窗口所在机器上的；扩展则读取远程主机上的文件。",
)
CURSOR_SERVERS = Text(
    en="Cursor's own servers send the requests: a gateway on this machine or in a private network can't be reached.",
    zh="请求由 Cursor 自己的服务器发出：无法访问本机或内网中的网关。",
)
CURSOR_ALL_MODELS = Text(
    en="The base URL counts for all OpenAI models in Cursor. Switch it off to use Cursor's own again.",
    zh="这个 Base URL 对 Cursor 里的所有 OpenAI 模型生效。要用回 Cursor 自带的模型，请关闭它。",
)
KEY_IN_WINDOW = Text(
    en="The key is never in that file: enter it in the provider's settings of {tool}, or export {name}.",
    zh="密钥不写在该文件里：请在 {tool} 的服务商设置中填写，或导出环境变量 {name}。",
)
MERGE = Text(
    en="Where the file has something in it already, put this beside it.",
    zh="如果文件里已有内容，请把这段合并进去。",
)
TOOL_CALLS = Text(
    en='Agent mode offers only models with "toolCalling".',
    zh="智能体模式只提供带 “toolCalling” 的模型。",
)
GOOSE_CHOOSE = Text(
    en="Then choose the provider and the model with: goose configure",
    zh="然后运行 goose configure 选择该服务商和模型",
)
ROO_IMPORT = Text(
    en="A profile can also be imported at each start: the setting roo-cline.autoImportSettingsPath.",
    zh="也可以在每次启动时导入配置：设置项 roo-cline.autoImportSettingsPath。",
)
CRUSH_SCRIPT = Text(
    en="It is a Bash script; the older crush.json is read too.",
    zh="它是一个 Bash 脚本；旧的 crush.json 也会被读取。",
)
