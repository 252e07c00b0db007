"""Words of `setup --mcp` and `setup --mcp-env`."""

from __future__ import annotations

from taotoken._message import Text

MCP = Text(
    en="Enter `taotoken mcp` in Cline's MCP settings, which are left alone otherwise.",
    zh="在 Cline 的 MCP 设置中加入 `taotoken mcp`（不加此选项则不改动该文件）。",
)
MCP_ENV = Text(
    en="Put address, key and model into the environment of this MCP server of yours in Cline.",
    zh="把地址、密钥和模型写入你在 Cline 中的这个 MCP 服务器的环境变量。",
)
ONLY_CLINE = Text(
    en="{option} is for Cline, which is not among the tools to set up.",
    zh="{option} 只用于 Cline，而它不在要设置的工具中。",
)
ONLY_CLINE_NEXT = Text(en="add cline to the tools, or leave {option} out", zh="请加上工具 cline，或去掉 {option}")
NO_EXTRA = Text(
    en="taotoken mcp needs the extra mcp, which is not installed. Run: {command}",
    zh="taotoken mcp 需要附加依赖 mcp，目前没有安装。请运行：{command}",
)
