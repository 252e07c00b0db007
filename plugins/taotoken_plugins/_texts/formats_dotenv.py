"""Why a .env file can't be read, or a value can't be written into it."""

from __future__ import annotations

from typing import Final

from taotoken._message import Text

UNCLOSED_QUOTE: Final = Text(
    en="The value of {name} starts with {quote} and has no closing one. Add it at the end of the value.",
    zh="{name} 的值以 {quote} 开头，却没有结尾的引号。请在值的末尾补上。",
)
UNREADABLE_LINE: Final = Text(
    en="Programs read the value of {name} here in different ways: there is text behind its closing quote. "
    "Nothing was changed; put the whole value in one pair of quotes.",
    zh="此处 {name} 的值在结尾引号之后还有文字，不同程序的读法不一致。文件未作任何改动；请用一对引号括住整个值。",
)
UNWRITABLE: Final = Text(
    en="The value of {name} can't be written so that every program reads the same: it holds {what}. "
    "Nothing was changed; set the variable where the program is started.",
    zh="{name} 的值含有{what}，无法写成所有程序读法一致的形式。文件未作任何改动；请在启动程序的地方设置该变量。",
)
BAD_NAME: Final = Text(
    en="{name} is not the name of a variable: only A-Z, a-z, 0-9 and _ may be in it, and no digit first.",
    zh="{name} 不是有效的变量名：只能包含 A-Z、a-z、0-9 和 _，且不能以数字开头。",
)
NOT_TEXT: Final = Text(
    en="A .env file holds only text, but {name} should become something else. Nothing was changed.",
    zh=".env 文件只能保存文本，而 {name} 的新值不是文本。文件未作任何改动。",
)
UNSAFE_EDIT: Final = Text(
    en="This file can't be changed safely: the result would not hold exactly the wanted values. "
    "Nothing was changed; edit the file by hand.",
    zh="无法安全地修改这个文件：修改后的内容与预期的值不一致。文件未作任何改动，请手动编辑。",
)
CONTROL_CHARACTER: Final = Text(en="a control character", zh="控制字符")
INTERPOLATION: Final = Text(en="${{", zh=" ${{")
BOTH_QUOTES: Final = Text(
    en="a single quote together with another character that shells read in a special way",
    zh="单引号和其他会被 shell 特殊处理的字符",
)
BACKSLASHES: Final = Text(
    en="two backslashes in a row, or one before a quote or at the end", zh="连续的、引号前的或结尾的反斜杠"
)
