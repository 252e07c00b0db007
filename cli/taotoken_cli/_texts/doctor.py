"""Words of `taotoken doctor`."""

from __future__ import annotations

from taotoken._message import Text

HELP = Text(
    en="Check what each tool reads here and send one real request as the tool would. Names the one cause first, "
    "what shows it, and the fix. Without TOOL: every tool that is installed or configured.",
    zh="检查每个工具在这里读取的设置，并按该工具的方式发一次真实请求。先给出根本原因、依据和修复办法。"
    "不写 TOOL 时，检查所有已安装或已配置的工具。",
)
OFFLINE = Text(en="Look at files and the environment only.", zh="只检查文件和环境变量，不联网。")
NOTHING = Text(
    en="No tool is installed or configured here, so there is nothing to check. "
    "To set one up: taotoken setup claude-code",
    zh="这里没有已安装或已配置的工具，无需检查。要设置请运行：taotoken setup claude-code",
)
FINDING = Text(en="{mark} [{level}] {tool}: {message}", zh="{mark} [{level}] {tool}：{message}")
ALL = Text(en="all tools", zh="所有工具")
ERROR = Text(en="error", zh="错误")
WARNING = Text(en="warning", zh="警告")
INFO = Text(en="info", zh="信息")
EVIDENCE = Text(en="    evidence: {message}", zh="    依据：{message}")
REMEDY = Text(en="    fix: {command}", zh="    修复：{command}")
WHERE = Text(en="    where: {place}", zh="    位置：{place}")
HEALTHY = Text(en="✓ {tool}: settings are good", zh="✓ {tool}：设置没有问题")
SUMMARY_OK = Text(en="Everything that was checked works.", zh="检查的项目全部正常。")
SUMMARY_OFFLINE = Text(
    en="No problem in files and environment; nothing was sent (--offline).",
    zh="文件和环境变量没有问题；没有发送请求（--offline）。",
)
