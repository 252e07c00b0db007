"""Why a shell's start file can't be changed."""

from __future__ import annotations

from typing import Final

from taotoken._message import Text

BROKEN_BLOCK: Final = Text(
    en='The marks of our block don\'t pair up: one line "{begin}" must be followed by one line "{end}". Take the extra '
    "mark out by hand, and what is left of the block.",
    zh="我们的标记行不成对：一行“{begin}”之后必须有一行“{end}”。请手动删除多余的标记行和残留的内容。",
)
NOT_PLAIN_TEXT: Final = Text(
    en="This start file is not plain text (UTF-16, perhaps). Save it as UTF-8.",
    zh="这个启动文件不是普通文本（可能是 UTF-16）。请另存为 UTF-8。",
)
NOT_ONE_LINE: Final = Text(
    en="What should be written can't stand in one line of this start file. Nothing was changed; edit the file by hand.",
    zh="要写入的内容无法放进这个启动文件的一行。文件未作任何改动，请手动编辑。",
)
