"""What is wrong with a JSON file, and how to repair it. The place itself travels beside the sentence."""

from __future__ import annotations

from typing import Final

from taotoken._message import Text

WIDE_ENCODING: Final = Text(
    en="The file is saved as {encoding}, but settings must be UTF-8. Save it again with encoding UTF-8.",
    zh="文件的编码是 {encoding}，而配置文件必须是 UTF-8。请用 UTF-8 编码重新保存。",
)
NOT_UTF8: Final = Text(
    en="The byte {byte} here is not valid UTF-8. Save the file again with encoding UTF-8.",
    zh="此处的字节 {byte} 不是有效的 UTF-8。请用 UTF-8 编码重新保存文件。",
)
NOT_AN_OBJECT: Final = Text(
    en="The file holds a JSON {found}, but its tool expects an object, {{…}}. Put the settings inside {{ and }}.",
    zh="文件内容是 JSON {found}，而工具需要的是对象 {{…}}。请把配置放进 {{ 和 }} 之间。",
)
TYPES: Final = {
    "array": Text(en="array", zh="数组"),
    "string": Text(en="string", zh="字符串"),
    "number": Text(en="number", zh="数字"),
    "boolean": Text(en="boolean", zh="布尔值"),
    "null": Text(en="null", zh="null"),
}
DUPLICATE_KEY: Final = Text(
    en='The key "{key}" appears twice in one object, first at line {line}, column {column}. '
    "Only one would count; remove the other.",
    zh="键 “{key}” 在同一个对象里出现了两次，第一次在第 {line} 行第 {column} 列。只有一个会生效，请删掉另一个。",
)
TOO_DEEP: Final = Text(
    en="Brackets are nested more than {limit} levels deep; no settings file is. Check what wrote this file.",
    zh="括号嵌套超过 {limit} 层，正常的配置文件不会这样。请检查是什么程序写出了这个文件。",
)
COMMENT: Final = Text(
    en="A comment starts here, but this file must be plain JSON, where a comment is an error. Remove the comment.",
    zh="此处有注释（comment），而这个文件必须是纯 JSON，不允许注释。请删掉注释。",
)
COMMENT_NOT_CLOSED: Final = Text(
    en="The comment that starts here with /* is never closed. Add */ where it ends.",
    zh="此处以 /* 开始的注释没有结束。请在注释末尾加上 */。",
)
TRAILING_COMMA: Final = Text(
    en="A trailing comma stands before this {bracket} (line {line}, column {column}); plain JSON doesn't allow it. "
    "Remove that comma.",
    zh="这个 {bracket} 前面有多余的逗号（trailing comma，第 {line} 行第 {column} 列），纯 JSON 不允许。"
    "请删掉那个逗号。",
)
EXTRA_COMMA: Final = Text(
    en="There is nothing before this comma. Remove the comma.",
    zh="这个逗号前面没有内容。请删掉它。",
)
MISSING_COMMA: Final = Text(
    en="A comma is missing between this entry and the one before it. Add , at line {line}, column {column}.",
    zh="此项与前一项之间缺少逗号。请在第 {line} 行第 {column} 列加上 ,。",
)
UNCLOSED: Final = Text(
    en="The file ends, but the {bracket} opened at line {line}, column {column} is not closed: "
    "a {closing} is missing. Add {closing} here, or restore what was cut off.",
    zh="文件到此结束，但第 {line} 行第 {column} 列的 {bracket} 没有闭合：缺少 {closing}。"
    "请在此补上 {closing}，或恢复被截断的内容。",
)
UNCLOSED_SEVERAL: Final = Text(
    en="The file ends, but {count} brackets are still open, the last a {bracket} at line {line}, column {column}: "
    "{closing} is missing. Add {closing} here, or restore what was cut off.",
    zh="文件到此结束，但还有 {count} 个括号没有闭合，最后一个是第 {line} 行第 {column} 列的 {bracket}：缺少 {closing}。"
    "请在此补上 {closing}，或恢复被截断的内容。",
)
CUT_OFF: Final = Text(
    en="The file ends in the middle of a setting. Restore what was cut off.",
    zh="文件在一项配置的中间就结束了。请恢复被截断的内容。",
)
WRONG_BRACKET: Final = Text(
    en="Found {found}, but the {bracket} opened at line {line}, column {column} has to be closed first. "
    "Add {closing} before it, or remove it if it is one too many.",
    zh="此处是 {found}，但第 {line} 行第 {column} 列的 {bracket} 还没有闭合。"
    "请先补上 {closing}；如果它是多余的，请删掉。",
)
EXTRA_BRACKET: Final = Text(
    en="This {found} is one too many: the settings already ended at line {line}, column {column}. Remove it.",
    zh="这个 {found} 是多余的：配置在第 {line} 行第 {column} 列已经结束。请删掉它。",
)
TEXT_AFTER_END: Final = Text(
    en="There is more text here, but the settings already ended at line {line}, column {column}. "
    "Remove this text, or the closing bracket there if it is one too many.",
    zh="配置在第 {line} 行第 {column} 列已经结束，后面却还有内容。"
    "请删掉这些内容；如果那里的右括号是多余的，请删掉右括号。",
)
CURLY_QUOTE: Final = Text(
    en='{found} is a typographic quotation mark. Replace it with a straight one: "',
    zh='{found} 是弯引号（中文引号）。请换成英文直引号："',
)
SINGLE_QUOTE: Final = Text(
    en='JSON text stands in double quotes, not in {found}. Write "…"',
    zh='JSON 的文字要用双引号，不能用 {found}。请写成 "…"',
)
FULL_WIDTH: Final = Text(
    en="{found} is a full-width character. Type {meant} instead.",
    zh="{found} 是全角字符。请改成半角的 {meant}",
)
UNQUOTED_KEY: Final = Text(
    en='The key {word} has no quotes. Write "{word}"',
    zh='键 {word} 没有加引号。请写成 "{word}"',
)
KEY_EXPECTED: Final = Text(
    en='An object needs a key in double quotes here, as in "key": value, but {found} was found.',
    zh='对象里此处需要带双引号的键，例如 "key": value，却遇到了 {found}。',
)
MISSING_COLON: Final = Text(
    en="A colon is missing between the key and its value. Add : at line {line}, column {column}.",
    zh="键和值之间缺少冒号。请在第 {line} 行第 {column} 列加上 :。",
)
EQUALS_SIGN: Final = Text(
    en="Found = after a key; JSON uses a colon. Replace it with :",
    zh="键后面是 =，而 JSON 用冒号。请换成 :",
)
COLON_IN_ARRAY: Final = Text(
    en="A colon inside [ ]: entries with keys belong in {{ }}. The [ was opened at line {line}, column {column}.",
    zh="[ ] 里出现了冒号：带键的内容要放在 {{ }} 里。这个 [ 在第 {line} 行第 {column} 列。",
)
EXTRA_COLON: Final = Text(
    en="A second colon after a value. Remove it, or put the value in quotes if the colon belongs to it.",
    zh="值后面又出现了冒号。请删掉它；如果冒号属于这个值，请给值加上引号。",
)
MISSING_VALUE: Final = Text(
    en="A value is missing before this {found}. Add one, or remove the key.",
    zh="这个 {found} 前面缺少值。请补上值，或删掉这个键。",
)
LITERAL_CASE: Final = Text(
    en="{word} is not JSON. Write {meant}",
    zh="{word} 不是 JSON 的写法。请写 {meant}",
)
NO_SUCH_NUMBER: Final = Text(
    en="{word} is not a JSON value. Use a number or null.",
    zh="JSON 里没有 {word} 这个值。请写数字或 null。",
)
UNQUOTED_VALUE: Final = Text(
    en='The value {word} has no quotes. Write "{word}"',
    zh='值 {word} 没有加引号。请写成 "{word}"',
)
BAD_NUMBER: Final = Text(
    en="{word} is not a JSON number (no leading zeros, no +, digits on both sides of the point). "
    "Correct it, or put it in quotes.",
    zh="{word} 不是合法的 JSON 数字（不能有前导零或 +，小数点两边都要有数字）。请改正，或给它加上引号。",
)
STRING_NOT_CLOSED: Final = Text(
    en='The text that starts here has no closing " on its line. Add the ".',
    zh='从这里开始的文字在本行没有结束的 "。请补上 "。',
)
CONTROL_CHARACTER: Final = Text(
    en="The control character {code} may not stand inside quotes. Remove it, or write {escape}",
    zh="引号里不能有控制字符 {code}。请删掉它，或写成 {escape}",
)
BAD_ESCAPE: Final = Text(
    en='{found} is not an escape JSON knows. For a backslash (as in Windows paths) write two: "\\\\"',
    zh='JSON 里没有 {found} 这种转义。要写反斜杠（例如 Windows 路径）请写两个："\\\\"',
)
BAD_UNICODE_ESCAPE: Final = Text(
    en="\\u must be followed by four hexadecimal digits, as in \\u4f60. Correct it.",
    zh="\\u 后面必须是四位十六进制数字，例如 \\u4f60。请改正。",
)
INVISIBLE_CHARACTER: Final = Text(
    en="An invisible character ({code}) stands here. Delete it; inside JSON only ordinary spaces are allowed.",
    zh="此处有一个看不见的字符（{code}）。请删掉它；JSON 里只能用普通空格。",
)
UNEXPECTED: Final = Text(
    en="{found} does not belong here. Remove it.",
    zh="此处不应出现 {found}。请删掉它。",
)
