"""Sentences of Copilot CLI."""

from __future__ import annotations

from taotoken._message import Text

KEY_COMMAND = Text(
    en="The key of Copilot CLI comes from a command ({command}), which is not run here.",
    zh="Copilot CLI 的密钥来自一条命令（{command}），这里不会运行它。",
)
ALSO_EXPORTED = Text(
    en="{place} exports {name} too. Where that comes after the block in {file}, it wins: take it out.",
    zh="{place} 也导出了 {name}。如果它在 {file} 中的那一段之后执行，就会生效：请删除它。",
)
OLD_TERMINAL = Text(
    en="This terminal has COPILOT_… variables already. What is set up now counts in a new terminal.",
    zh="当前终端里已有 COPILOT_… 变量。本次设置在新终端中生效。",
)
OTHER_SHELL = Text(
    en="Your shell is {shell}, which does not read {file}: set the same variables in its own start file.",
    zh="你的 shell 是 {shell}，它不会读取 {file}：请在它自己的启动文件中设置同样的变量。",
)
POWERSHELL_NOT_RUN = Text(
    en="The lines for PowerShell were not tried with a real PowerShell. Look at them in the diff.",
    zh="写给 PowerShell 的内容没有用真实的 PowerShell 验证过，请查看差异。",
)
AFTER_COPILOT = Text(
    en="open a new terminal and run copilot",
    zh="打开新终端后运行 copilot",
)
