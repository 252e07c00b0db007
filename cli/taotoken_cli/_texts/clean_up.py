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
    en="Take this out as well ({places})? You see the changes first, and undo brings it back.",
    zh="把这些也清除吗（{places}）？会先显示改动，之后可用 undo 恢复。",
)
HINT = Text(
    en="--clean-up takes this out along with writing the new settings: {places}",
    zh="加上 --clean-up，会在写入新设置的同时清除这些内容：{places}",
)
