"""Words of `taotoken demo`."""

from __future__ import annotations

from taotoken._message import Text

HELP = Text(
    en="The main job in a throw-away home, with a gateway on this machine: the files of all tools are written, and "
    "each tool's own kind of request is sent. Your own home is not touched, no tool need be installed, nothing "
    "leaves this machine.",
    zh="在一次性目录里用本机网关演示完整流程：写好所有工具的配置文件，并按每个工具自己的方式发一次请求。"
    "不会改动你的主目录，不需要安装任何工具，也不会访问外网。",
)
START = Text(en="Gateway on this machine: {url}", zh="本机网关：{url}")
LINE_OK = Text(
    en="✓ {tool}: written ({files}), test request ok, first token after {ttft}",
    zh="✓ {tool}：已写入（{files}），试请求成功，首个 token 用时 {ttft}",
)
LINE_FAILED = Text(
    en="✗ {tool}: written ({files}), test request failed: {message}",
    zh="✗ {tool}：已写入（{files}），试请求失败：{message}",
)
TAKEN_BACK = Text(
    en="Undo gave back every byte; the throw-away home is gone.", zh="撤回后逐字节还原；一次性目录已删除。"
)
NOT_TAKEN_BACK = Text(
    en="Undo left files behind: {files}. The throw-away home is gone.",
    zh="撤回后仍留下文件：{files}。一次性目录已删除。",
)
UNKNOWN = Text(en="unknown", zh="未知")
NEXT = Text(en="taotoken setup --base-url URL --model ID", zh="taotoken setup --base-url URL --model 模型ID")
