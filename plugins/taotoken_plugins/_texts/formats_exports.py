"""Why an export in a shell's start file can't be taken out or put back."""

from __future__ import annotations

from typing import Final

from taotoken._message import Text

NOT_ALONE: Final = Text(
    en="{name} is exported on a line that does more than that. Nothing was changed; take it out of the line by hand.",
    zh="导出 {name} 的那一行还做了别的事。文件未作任何改动，请手动从该行中删除。",
)
NOT_WRITTEN: Final = Text(
    en="Exports are only taken out of a start file and put back where they were; {name} was not there. "
    "Nothing was changed; edit the file by hand.",
    zh="启动文件里的导出语句只能停用或恢复原处，而其中没有停用过的 {name}。文件未作任何改动，请手动编辑。",
)
