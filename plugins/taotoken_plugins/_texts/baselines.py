"""Words of the folder with baselines."""

from __future__ import annotations

from taotoken._message import Text

BAD_NAME = Text(
    en='"{name}" can\'t be the name of a baseline: letters, digits, dots, dashes and underscores only.',
    zh="“{name}”不能作为基线的名称：只能用字母、数字、点、连字符和下划线。",
)
BAD_NAME_NEXT = Text(en="list the names: taotoken baseline list", zh="查看已有名称：taotoken baseline list")
NO_BASELINE = Text(en="There is no baseline {name}.", zh="没有名为 {name} 的基线。")
NO_BASELINE_NEXT = Text(
    en="take one: taotoken baseline save; or list them: taotoken baseline list",
    zh="先保存一个：taotoken baseline save；或查看已有的：taotoken baseline list",
)
NOT_A_BASELINE_NEXT = Text(
    en="move {path} away, then take a new one: taotoken baseline save",
    zh="把 {path} 移走，再重新保存一个：taotoken baseline save",
)
UNREADABLE = Text(en="It can't be read: {reason}.", zh="无法读取：{reason}。")
FOLDER_UNREADABLE = Text(en="{path} can't be read: {reason}.", zh="无法读取 {path}：{reason}。")
NOT_WRITTEN = Text(en="{path} could not be written: {reason}.", zh="无法写入 {path}：{reason}。")
