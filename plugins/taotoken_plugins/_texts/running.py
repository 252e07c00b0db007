"""Programs that run while their settings are changed."""

from __future__ import annotations

from taotoken._message import Text

RUNS = Text(
    en="{tool} is running (process {pid}): it and conversations resumed in it keep the old settings until it is "
    "started again.",
    zh="{tool} 正在运行（进程 {pid}）：在重新启动之前，它以及其中恢复的对话会继续使用旧设置。",
)
CLAUDE_RUNS = Text(
    en="Claude Code is running (process {pid}): it takes a new key with the next message, a new model only when it is "
    "started again.",
    zh="Claude Code 正在运行（进程 {pid}）：新密钥从下一条消息起生效，新模型要重新启动后才生效。",
)
DAEMON_RUNS = Text(
    en="Codex's background app-server is running (process {pid}): open and resumed conversations keep the old "
    "settings. To end that: codex app-server daemon restart",
    zh="Codex 的后台 app-server 正在运行（进程 {pid}）：已打开和恢复的对话会继续使用旧设置。要结束它请运行："
    "codex app-server daemon restart",
)
