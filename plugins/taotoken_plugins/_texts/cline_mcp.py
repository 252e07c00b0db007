"""Entries in Cline's MCP settings: what is refused, and what to know."""

from __future__ import annotations

from taotoken._message import Text

TAKEN = Text(
    en="{file} has an MCP server called taotoken already, which is another one.",
    zh="{file} 中已有名为 taotoken 的 MCP 服务器，但不是我们的。",
)
TAKEN_NEXT = Text(
    en="give that entry another name in the file, or leave --mcp out",
    zh="请在该文件中给它换个名字，或去掉 --mcp",
)
NO_ENTRY = Text(
    en="{file} has no MCP server called {name}. There are: {known}.",
    zh="{file} 中没有名为 {name} 的 MCP 服务器，现有：{known}。",
)
NO_ENTRY_NEXT = Text(
    en="name one of these, or add the server in Cline first",
    zh="请使用其中的一个，或先在 Cline 中添加该服务器",
)
NONE = Text(en="none", zh="无")
RESTART = Text(
    en="Cline starts MCP servers when it starts: a running one has to be started again",
    zh="Cline 在启动时启动 MCP 服务器：正在运行的 Cline 需要重新启动",
)
KEY_IN_ENTRY = Text(
    en="the key in the entry {name} is a copy: after a new key, run this again",
    zh="条目 {name} 中的密钥是一份副本：更换密钥后请再次运行本命令",
)
