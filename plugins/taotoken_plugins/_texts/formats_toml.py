"""What is wrong in a TOML file, and how to put it right."""

from __future__ import annotations

from typing import Final

from taotoken._message import Text

UNSAFE_EDIT: Final = Text(
    en="This TOML file can't be changed safely: the result would not hold exactly the wanted values. "
    "Nothing was changed; edit the file by hand.",
    zh="无法安全地修改这个 TOML 文件：修改后的内容与预期的值不一致。文件未作任何改动，请手动编辑。",
)
NOT_UTF8: Final = Text(
    en="The file is not UTF-8: byte {byte} has no meaning there. Save it again as UTF-8.",
    zh="文件不是 UTF-8 编码：字节 {byte} 在此处无效。请将文件另存为 UTF-8。",
)
IS_UTF16: Final = Text(
    en="The file is saved as UTF-16; TOML must be UTF-8. Save it again as UTF-8.",
    zh="文件以 UTF-16 编码保存，而 TOML 必须是 UTF-8。请将文件另存为 UTF-8。",
)
DUPLICATE_KEY: Final = Text(
    en="`{key}` is defined twice: first in line {first}, again in line {second}. Keep one of them.",
    zh="`{key}` 定义了两次：先在第 {first} 行，又在第 {second} 行。请只保留其中一处。",
)
DUPLICATE_TABLE: Final = Text(
    en="The table [{key}] is opened twice: first in line {first}, again in line {second}. "
    "Move its keys under one header.",
    zh="表 [{key}] 打开了两次：先在第 {first} 行，又在第 {second} 行。请把其中的键合并到同一个表头下。",
)
CONFLICT: Final = Text(
    en="`{key}` in line {second} does not fit line {first}, which already gives it as something else. "
    "Take one of the two lines out, or write both in the same way.",
    zh="第 {second} 行的 `{key}` 与第 {first} 行冲突：那里已经把它定义成了别的内容。请删掉其中一行，或改用同一种写法。",
)
REDEFINED: Final = Text(
    en="A key or table is defined a second time here. Keep one of the definitions.",
    zh="此处重复定义了一个键或表。请只保留其中一处定义。",
)
WRONG_CHARACTER: Final = Text(
    en="The character {found} looks like {wanted} but is another one. Type {wanted}.",
    zh="字符 {found} 看起来像 {wanted}，但不是同一个字符。请改成 {wanted}。",
)
WRONG_SPACE: Final = Text(
    en="The character here ({code}) looks like a space but is another one. Type a plain space.",
    zh="此处的字符（{code}）看起来像空格，但不是普通空格。请改成普通空格。",
)
CONTROL_CHARACTER: Final = Text(
    en="A control character ({code}) stands here; TOML does not allow it. Delete it.",
    zh="此处有一个控制字符（{code}），TOML 不允许出现。请将其删除。",
)
UNCLOSED_STRING: Final = Text(
    en="The string that begins here has no closing {quote}. Add it at the end of the value.",
    zh="从此处开始的字符串缺少结尾的 {quote}。请在值的末尾补上。",
)
BAD_ESCAPE: Final = Text(
    en="A backslash here starts no valid escape. Write \\\\ for a backslash, or put the value in single quotes.",
    zh="此处的反斜杠不是有效的转义。请用 \\\\ 表示反斜杠，或改用单引号括住该值。",
)
MISSING_VALUE: Final = Text(
    en="A value is missing after the equals sign. Write one, or delete the line.",
    zh="等号后面缺少值。请补上，或删除这一行。",
)
UNQUOTED_VALUE: Final = Text(
    en="The value is text without quotes. Put it in double quotes.",
    zh="该值是没有加引号的文本。请用双引号括起来。",
)
BOOLEAN_CASE: Final = Text(
    en="A yes-or-no value is written in small letters. Write {wanted}.",
    zh="布尔值必须用小写字母。请写成 {wanted}。",
)
NO_NULL: Final = Text(
    en="TOML has no empty value such as null or None. Delete the line.",
    zh="TOML 没有 null 或 None 这样的空值。请删除这一行。",
)
BAD_NUMBER: Final = Text(
    en="This is not a valid number, date or time. Correct it, or put it in double quotes if it is text.",
    zh="这不是有效的数字、日期或时间。请更正；如果是文本，请用双引号括起来。",
)
MISSING_EQUALS: Final = Text(
    en="An equals sign is missing after the name. A line must read: name = value.",
    zh="名称后面缺少等号。每一行应写成：名称 = 值。",
)
COLON: Final = Text(
    en="A colon stands where TOML wants an equals sign. Write: name = value.",
    zh="此处应为等号，却写成了冒号。请写成：名称 = 值。",
)
MISSING_NAME: Final = Text(
    en="A name is missing here. A line must read: name = value.",
    zh="此处缺少名称。每一行应写成：名称 = 值。",
)
NAME_NEEDS_QUOTES: Final = Text(
    en="A name with characters other than a-z, A-Z, 0-9, - and _ must be in double quotes.",
    zh="名称如果含有 a-z、A-Z、0-9、-、_ 以外的字符，必须用双引号括起来。",
)
EXTRA_TEXT: Final = Text(
    en="There is more text after the end of this statement. Start a new line, or put # before a comment.",
    zh="这条语句结束后还有多余的文本。请另起一行；如果是注释，请在前面加 #。",
)
UNCLOSED_HEADER: Final = Text(
    en="The table header is not closed with {wanted}.",
    zh="表头没有以 {wanted} 结尾。请补上。",
)
UNCLOSED_BRACKET: Final = Text(
    en="The {bracket} in line {line} is not closed, or a comma is missing before this place.",
    zh="第 {line} 行的 {bracket} 没有闭合，或者此处之前缺少逗号。",
)
INLINE_TABLE: Final = Text(
    en="The {{ … }} that begins in line {line} must be on one line, with no comma after its last value.",
    zh="从第 {line} 行开始的 {{ … }} 必须写在同一行，并且最后一个值后面不能有逗号。",
)
STRAY_BRACKET: Final = Text(
    en="This {bracket} closes nothing. Delete it, or look for the opening bracket missing before it.",
    zh="此处的 {bracket} 没有对应的左括号。请将其删除，或在前面补上缺少的左括号。",
)
LOOKS_LIKE_JSON: Final = Text(
    en="This is JSON, not TOML. Write each setting as: name = value.",
    zh="这是 JSON，不是 TOML。请把每项设置写成：名称 = 值。",
)
TOO_DEEP: Final = Text(
    en="Values are nested too deeply to be read. Take some of the nesting out.",
    zh="值嵌套得太深，无法读取。请减少嵌套层数。",
)
OTHER: Final = Text(
    en="This is not valid TOML ({reason}). Correct it and try again.",
    zh="这不是有效的 TOML（{reason}）。请更正后重试。",
)
