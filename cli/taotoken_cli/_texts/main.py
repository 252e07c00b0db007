"""The overview: what `taotoken --help` says, and one line per command."""

from __future__ import annotations

from typing import Final

from taotoken._message import Text

HELP = Text(
    en="One key for every model: set up AI coding tools for your gateway, check that they work, take it back.",
    zh="一个密钥用所有模型：把 AI 编程工具接到你的网关，验证可用，随时撤回。",
)
EXAMPLES = Text(
    en="  taotoken setup claude-code --base-url URL --model ID\n  taotoken status\n  taotoken undo",
    zh="  taotoken setup claude-code --base-url URL --model 模型ID\n  taotoken status\n  taotoken undo",
)

COMMANDS: Final[dict[str, Text]] = {
    "setup": Text(
        en="Set up tools for your gateway: plan, diff, write, test request.",
        zh="把工具接到网关：计划、差异、写入、试请求。",
    ),
    "status": Text(
        en="What each tool really uses, and where each value comes from.",
        zh="查看每个工具实际使用的设置及其来源。",
    ),
    "doctor": Text(
        en="Find out why a tool does not work, and how to fix it.", zh="诊断工具为什么不工作，并给出修复办法。"
    ),
    "undo": Text(en="Take back a run of setup.", zh="撤回一次 setup 的改动。"),
    "history": Text(en="List the runs that can be taken back.", zh="列出可以撤回的运行记录。"),
    "models": Text(en="List the models of your gateway.", zh="列出网关提供的模型。"),
    "chat": Text(
        en="Ask one question; the answer streams, with usage and timing.",
        zh="提一个问题，流式输出回答，并显示用量与耗时。",
    ),
    "trace": Text(
        en="See where the time of one request goes, step by step.",
        zh="看一次请求的时间花在哪里，逐步列出。",
    ),
    "bench": Text(
        en="Put a load on a gateway and measure it; compare two results.", zh="给网关加负载并测量；比较两次结果。"
    ),
    "baseline": Text(
        en="Keep what a model answers and how fast; check later what changed.",
        zh="记下模型的回答和速度，以后检查有没有变化。",
    ),
    "experiment": Text(
        en="Tell prefill from decode on your gateway, one value at a time.",
        zh="在你的网关上分清预填充和解码，每次只变一个值。",
    ),
    "demo": Text(
        en="See the whole job in a throw-away home with a built-in gateway.",
        zh="在一次性目录里用内置网关演示完整流程。",
    ),
    "gateway": Text(en="Run the built-in test gateway on this machine.", zh="在本机运行内置的测试网关。"),
    "mcp": Text(
        en="Offer your gateway to a coding tool as an MCP server.", zh="以 MCP 服务器的形式把网关提供给编程工具。"
    ),
    "tools": Text(
        en="List the tools there are; turn those of other packages on or off.",
        zh="列出有哪些工具；启用或停用其他软件包的工具。",
    ),
}
