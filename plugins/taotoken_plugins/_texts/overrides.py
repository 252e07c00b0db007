"""What would win over the new settings, and what becomes of it."""

from __future__ import annotations

from taotoken._message import Text

# Why an edit takes something out: told to the user as "removes NAME (…)".
WINS = Text(en="it would win over the new settings of {tool}", zh="它会压过 {tool} 的新设置")

STRONGER_FILE = Text(
    en="{file} sets {names} and beats {ours}. Take {names} out of it, or the new settings have no effect here.",
    zh="{file} 设置了 {names}，优先级高于 {ours}。请从该文件中移除 {names}，否则新设置在这里不生效。",
)
EXPORTED = Text(
    en="{name} is exported ({place}) and {tool} still obeys it. Take it out there and open a new terminal.",
    zh="{place} 导出了 {name}，{tool} 仍会使用它。请在那里删除，然后打开新终端。",
)
SET_HERE = Text(
    en="{name} is set in this terminal and {tool} still obeys it. Type: {command}",
    zh="当前终端里设置了 {name}，{tool} 仍会使用它。请输入：{command}",
)
TRACKED_KEY = Text(
    en="git tracks {file}, so the key in {names} is in its history and with everyone who has the repository. Make a "
    "new key where this one comes from, and delete the old one there.",
    zh="git 跟踪着 {file}，{names} 里的密钥已进入历史记录，拥有该仓库的人都能看到。请到签发处新建密钥，并删除旧密钥。",
)
