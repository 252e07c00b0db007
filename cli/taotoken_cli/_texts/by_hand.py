"""Words around what is entered by hand."""

from __future__ import annotations

from taotoken._message import Text

HEADING = Text(en="{tool} is set up by hand; nothing was written for it.", zh="{tool} 需要手动设置，没有写入任何文件。")
WHERE = Text(en="  Where: {where}", zh="  位置：{where}")
ENTRY = Text(en="    {name}: {value}", zh="    {name}：{value}")
NOTE = Text(en="  - {note}", zh="  - {note}")
WHOLE_KEY = Text(
    en="Only the end of the key is shown: where {shown} stands, enter the whole key that you gave or saved.",
    zh="这里只显示密钥的末尾：在 {shown} 处填写你提供或保存过的完整密钥。",
)
CANT_READ = Text(
    en="{tool} keeps its settings where they can't be read from here, so they can't be checked.",
    zh="{tool} 的设置保存在无法从这里读取的位置，因此无法检查。",
)
CANT_READ_NEXT = Text(
    en="for the values to enter: taotoken setup {id}; to explain an error it shows: taotoken doctor --explain TEXT",
    zh="查看需要填写的值：taotoken setup {id}；解释它显示的错误：taotoken doctor --explain 文本",
)
