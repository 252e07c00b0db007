"""Words about what would win over the new settings, and about taking it out."""

from __future__ import annotations

from taotoken._message import Text

CLEAN_UP = Text(
    en="Also take out what would win over the new settings (values of project files, exports in shell start files), "
    "and keys in places that no program reads. Shown in the diff; undo brings it back.",
    zh="同时清除会压过新设置的内容（项目文件里的值、shell 启动文件里的导出），以及写在没有程序读取之处的密钥。"
    "会显示在差异中，可用 undo 恢复。",
)
ASK = Text(
    en="Also take out what is unused or would win over the new settings? ({places})",
    zh="把未被使用的、会压过新设置的内容也清除吗？（{places}）",
)
YES = Text(en="yes, together with the rest", zh="是，与其他改动一起")
NO = Text(en="no, leave it", zh="否，保留")
HINT_ASK = Text(
    en="you see the changes before they are written · undo brings it back",
    zh="写入前会显示改动 · 之后可用 undo 恢复",
)
HINT = Text(
    en="--clean-up takes this out along with writing the new settings: {places}",
    zh="加上 --clean-up，会在写入新设置的同时清除这些内容：{places}",
)
