"""Why a file of one value can't be changed."""

from __future__ import annotations

from typing import Final

from taotoken._message import Text

ONE_VALUE: Final = Text(
    en="This file holds one text and nothing else, and what should be written is something else. "
    "Nothing was changed; edit the file by hand.",
    zh="这个文件只保存一段文本，而要写入的内容不是。文件未作任何改动，请手动编辑。",
)
