"""What is wrong in a YAML file, or why it can't be edited safely, and how to put it right."""

from __future__ import annotations

from typing import Final

from taotoken._message import Text

UNSAFE_EDIT: Final = Text(
    en="This YAML file can't be changed safely: the result would not hold exactly the wanted values. "
    "Nothing was changed; edit the file by hand.",
    zh="无法安全地修改这个 YAML 文件：修改后的内容与预期的值不一致。文件未作任何改动，请手动编辑。",
)
SHARED: Final = Text(
    en="The value to change is shared through the anchor &{anchor}, so other places would change along with it. "
    "Nothing was changed; write the value out where it is used, or edit the file by hand.",
    zh="要修改的值通过锚点 &{anchor} 被多处共用，改动会影响其他位置。"
    "文件未作任何改动；请在使用处直接写出该值，或手动编辑。",
)
ALIASED: Final = Text(
    en="The value to change comes from the alias *{anchor}. Nothing was changed; write the value out here, "
    "or edit the file by hand.",
    zh="要修改的值来自别名 *{anchor}。文件未作任何改动；请在此处直接写出该值，或手动编辑。",
)
MERGED: Final = Text(
    en="The value to change comes from a merge key (<<). Nothing was changed; write the value out here, "
    "or edit the file by hand.",
    zh="要修改的值来自合并键（<<）。文件未作任何改动；请在此处直接写出该值，或手动编辑。",
)
UNUSUAL: Final = Text(
    en="The setting here is written in a form that can't be changed safely. Nothing was changed; "
    "write it as key: value, or edit the file by hand.",
    zh="此处的写法无法安全地修改。文件未作任何改动；请改写成 key: value 的形式，或手动编辑。",
)
NO_LINE_END: Final = Text(
    en="The file ends inside the text block that starts here, without a line break. Nothing was changed; "
    "add an empty line at the end of the file.",
    zh="文件在从此处开始的文本块中结束，末尾没有换行。文件未作任何改动；请在文件末尾加一个换行。",
)
DUPLICATE_KEY: Final = Text(
    en="`{key}` is given twice in one mapping: first in line {first}, again in line {second}. Keep one of them.",
    zh="`{key}` 在同一层里出现了两次：先在第 {first} 行，又在第 {second} 行。请只保留其中一处。",
)
SEVERAL_DOCUMENTS: Final = Text(
    en="A second document starts here, but a settings file holds one. Delete the line --- and merge the settings.",
    zh="此处开始了第二个文档，而配置文件只能有一个。请删掉这行 ---，并合并两部分配置。",
)
UNKNOWN_ALIAS: Final = Text(
    en="The alias here has no anchor of that name before it. Define it with &, or put the value in quotes.",
    zh="此处的别名在前面没有对应的锚点。请用 & 定义它；如果是普通文本，请加上引号。",
)
TOO_DEEP: Final = Text(
    en="Values are nested more than {limit} levels deep here. Take some of the nesting out.",
    zh="此处的值嵌套超过 {limit} 层。请减少嵌套层数。",
)
TOO_MANY_ALIASES: Final = Text(
    en="Aliases repeat so much that the file can't be read in full. Write the values out.",
    zh="别名重复展开的内容过多，无法完整读取。请直接写出这些值。",
)
TAB: Final = Text(
    en="A tab stands here where YAML wants spaces. Replace it with spaces.",
    zh="此处用了制表符（Tab），而 YAML 只能用空格。请换成空格。",
)
RESERVED_CHARACTER: Final = Text(
    en="A value can't start with {found}. Put the value in quotes.",
    zh="值不能以 {found} 开头。请给该值加上引号。",
)
EXTRA_COLON: Final = Text(
    en="A colon stands here where no new setting can start. Put the value in quotes if the colon belongs to it; "
    "otherwise check the line before and the indentation.",
    zh="此处的冒号不合语法。如果冒号属于值，请给值加上引号；否则请检查上一行和缩进。",
)
UNCLOSED_QUOTE: Final = Text(
    en="The text that starts here has no closing quote. Add it at the end of the value.",
    zh="从此处开始的文字缺少结尾的引号。请在值的末尾补上。",
)
BAD_ESCAPE: Final = Text(
    en="A backslash here starts no valid escape. Write \\\\ for a backslash, or put the value in single quotes.",
    zh="此处的反斜杠不是有效的转义。请用 \\\\ 表示反斜杠，或改用单引号括住该值。",
)
UNCLOSED_BRACKET: Final = Text(
    en="The {bracket} in line {line} is not closed, or a comma is missing before this place.",
    zh="第 {line} 行的 {bracket} 没有闭合，或者此处之前缺少逗号。",
)
MISSING_COLON: Final = Text(
    en="A colon is missing after the name. A line must read: name: value.",
    zh="名称后面缺少冒号。每一行应写成：名称: 值。",
)
BAD_INDENT: Final = Text(
    en="This line is not indented like the lines it belongs to. Give settings of one level the same number of spaces.",
    zh="此行的缩进与同级的其他行不一致。同一层的配置必须使用相同数量的空格。",
)
CONTROL_CHARACTER: Final = Text(
    en="A control character ({code}) stands here; YAML does not allow it. Delete it.",
    zh="此处有一个控制字符（{code}），YAML 不允许出现。请将其删除。",
)
OTHER: Final = Text(
    en="This is not valid YAML ({reason}). Correct it and try again.",
    zh="这不是有效的 YAML（{reason}）。请更正后重试。",
)
