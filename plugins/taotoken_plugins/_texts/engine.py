"""What the config engine says: refusals, notes, failures, undo."""

from __future__ import annotations

from taotoken._message import Text

# Refusals about places
HOME_MISSING = Text(
    en="The home folder {path} does not exist.",
    zh="主目录 {path} 不存在。",
)
HOME_NOT_A_PATH = Text(
    en="HOME is {value}, but it must be the full path of your home folder.",
    zh="HOME 的值为 {value}，但它必须是主目录的完整路径。",
)
HOME_MISSING_NEXT = Text(
    en="Set HOME to an existing folder and run the command again.",
    zh="请把 HOME 设为已存在的文件夹，然后重新运行该命令。",
)
WRONG_OWNER = Text(
    en="This runs as root, but the home folder {path} belongs to another user; files written now would be "
    "root's and the tools could not change them.",
    zh="当前以 root 身份运行，但主目录 {path} 属于其他用户；现在写入的文件会归 root 所有，工具将无法修改它们。",
)
WRONG_OWNER_NEXT = Text(
    en="Run the command again without sudo.",
    zh="请不要使用 sudo，重新运行该命令。",
)
LINK_LOOP = Text(
    en="{path} is a symbolic link that leads back to itself.",
    zh="{path} 是一个指回自身的符号链接。",
)
LINK_LOOP_NEXT = Text(
    en="Remove the link (rm {path}) or point it at a file, then run the command again.",
    zh="请删除该链接（rm {path}）或让它指向一个文件，然后重新运行该命令。",
)
NOT_A_FILE = Text(
    en="{path} is {kind}, not a file.",
    zh="{path} 是{kind}，不是文件。",
)
KIND_FOLDER = Text(en="a folder", zh="文件夹")
KIND_SPECIAL = Text(en="a device, pipe or socket", zh="设备、管道或套接字")
NOT_A_FILE_NEXT = Text(
    en="Move it away (mv {path} {path}.old) and run the command again.",
    zh="请把它移走（mv {path} {path}.old），然后重新运行该命令。",
)
PARENT_NOT_FOLDER = Text(
    en="{path} can't be written because {parent} is not a folder.",
    zh="无法写入 {path}，因为 {parent} 不是文件夹。",
)
PARENT_NOT_FOLDER_NEXT = Text(
    en="Move it away (mv {parent} {parent}.old) and run the command again.",
    zh="请把它移走（mv {parent} {parent}.old），然后重新运行该命令。",
)
UNDO_LEFT_NEXT = Text(
    en="look at {path}; what is left there of the run has to be taken out by hand",
    zh="请查看 {path}；该次运行留在其中的内容需要手动清除",
)
UNREADABLE = Text(
    en="{path} can't be read ({reason}).",
    zh="无法读取 {path}（{reason}）。",
)
UNREADABLE_NEXT = Text(
    en="Give yourself access (chmod u+rw {path}) and run the command again.",
    zh="请为自己添加权限（chmod u+rw {path}），然后重新运行该命令。",
)
FOLDER_UNREADABLE_NEXT = Text(
    en="Give yourself access (chmod u+rwx {path}) and run the command again.",
    zh="请为自己添加权限（chmod u+rwx {path}），然后重新运行该命令。",
)
OTHER_OWNER = Text(
    en="{path} belongs to another user.",
    zh="{path} 属于其他用户。",
)
OTHER_OWNER_NEXT = Text(
    en="Make it yours (sudo chown $(id -un) {path}) and run the command again.",
    zh="请把它改为归自己所有（sudo chown $(id -un) {path}），然后重新运行该命令。",
)
READ_ONLY = Text(
    en="{path} is read-only (mode {mode}), so it was left alone.",
    zh="{path} 是只读文件（权限 {mode}），因此未作改动。",
)
READ_ONLY_NEXT = Text(
    en="If it may be changed: chmod u+w {path}, then run the command again.",
    zh="如果允许修改它：执行 chmod u+w {path}，然后重新运行该命令。",
)
FOLDER_READ_ONLY = Text(
    en="{path} can't be written: no write access to the folder {parent}.",
    zh="无法写入 {path}：对文件夹 {parent} 没有写权限。",
)
FOLDER_READ_ONLY_NEXT = Text(
    en="Give yourself access (chmod u+wx {parent}), or check that the disk is not mounted read-only.",
    zh="请为自己添加权限（chmod u+wx {parent}），或检查磁盘是否以只读方式挂载。",
)

# Refusals about contents
SYNTAX_NEXT = Text(
    en="Correct {path} at that place, or move it away, then run the command again.",
    zh="请修正 {path} 中的该处内容，或把文件移走，然后重新运行该命令。",
)
IN_FILE = Text(en="{place}: {reason}", zh="文件 {place}：{reason}")
OPTIONAL_LEFT = Text(
    en="{reason} The file is left alone.",
    zh="{reason} 该文件不作改动。",
)
WRONG_TYPE = Text(
    en="{field} must be {expected}, but it is {found}.",
    zh="{field} 应为{expected}，实际是{found}。",
)
NOT_UNIQUE = Text(
    en="{field} matches {found} elements, so it is not clear which one is meant.",
    zh="{field} 匹配到 {found} 个元素，无法确定是哪一个。",
)
WHOLE_FILE = Text(en="The file", zh="整个文件")
TYPE_OBJECT = Text(en="an object", zh="对象")
TYPE_ARRAY = Text(en="an array", zh="数组")
TYPE_STRING = Text(en="a string", zh="字符串")
TYPE_NUMBER = Text(en="a number", zh="数字")
TYPE_BOOLEAN = Text(en="true or false", zh="布尔值")
TYPE_NULL = Text(en="null", zh="null")
TYPE_OTHER = Text(en="another type ({name})", zh="其他类型（{name}）")
UNSAFE_EDIT = Text(
    en="The edit would have changed more than it should, so the file was left alone.",
    zh="这次修改会影响不该变动的内容，因此文件未作改动。",
)
UNSAFE_EDIT_NEXT = Text(
    en="Simplify the file near the settings named taotoken or report it with the file's layout (no keys).",
    zh="请简化文件中与这些设置相关的部分，或附上文件结构（不含密钥）反馈此问题。",
)
TRACKED = Text(
    en="{path} is tracked by git, and an API key would be written into it.",
    zh="{path} 已被 git 跟踪，而 API 密钥将写入其中。",
)
TRACKED_NEXT = Text(
    en="Take it out of git (git rm --cached {path}), or pass --allow-tracked if the repository stays private.",
    zh="请将其移出 git（git rm --cached {path}）；如果仓库始终私有，也可以加上 --allow-tracked。",
)
TRACKED_ALLOWED = Text(
    en="{path} is tracked by git and will hold an API key: do not commit it.",
    zh="{path} 已被 git 跟踪并将包含 API 密钥：请勿提交。",
)
TRACKED_UNKNOWN = Text(
    en="{path} lies in a git repository, and git could not tell whether it is tracked: do not commit the key.",
    zh="{path} 位于 git 仓库中，但 git 无法判断它是否被跟踪：请勿提交密钥。",
)

# Notes on a change
MODE_TIGHTENED = Text(
    en="{path} holds a key: mode {before} becomes {after}.",
    zh="{path} 含有密钥：权限由 {before} 改为 {after}。",
)
MODE_PRIVATE = Text(
    en="{path} is for you alone: mode {before} becomes {after}.",
    zh="{path} 只应由你本人读写：权限由 {before} 改为 {after}。",
)
BOM_REMOVED = Text(
    en="The byte order mark at the start of {path} goes: the tool can't read the file with it.",
    zh="{path} 开头的字节顺序标记（BOM）将被去掉：带着它工具无法读取该文件。",
)
VALUE_REMOVED = Text(
    en="removes {field} ({reason})",
    zh="移除 {field}（{reason}）",
)
KEY_LOOKS_THE_SAME = Text(
    en="{field} gets a different key, though both keys are shown as {shown}",
    zh="{field} 换成另一个密钥，虽然两个密钥都显示为 {shown}",
)

# Writing
LOCKED = Text(
    en="Another taotoken is writing right now.",
    zh="另一个 taotoken 正在写入。",
)
LOCKED_NEXT = Text(
    en="Wait until it has finished and run the command again.",
    zh="请等它结束后重新运行该命令。",
)
OWN_FOLDER = Text(
    en="taotoken's own folder {path} can't be written ({reason}); nothing was changed.",
    zh="无法写入 taotoken 自己的文件夹 {path}（{reason}）；未作任何改动。",
)
OWN_FOLDER_NEXT = Text(
    en="Give yourself access to it, or set TAOTOKEN_CONFIG_DIR to a folder you can write.",
    zh="请为自己添加该文件夹的权限，或把 TAOTOKEN_CONFIG_DIR 设为可写的文件夹。",
)
CHANGED_MEANWHILE = Text(
    en="{path} was changed by another program in the meantime; nothing was written.",
    zh="{path} 在此期间被其他程序修改；未写入任何内容。",
)
CHANGED_MEANWHILE_NEXT = Text(
    en="Run the command again.",
    zh="请重新运行该命令。",
)
WRITE_FAILED = Text(
    en="Writing failed ({reason}); everything is as it was.",
    zh="写入失败（{reason}）；所有内容已恢复原状。",
)
WRITE_FAILED_NEXT = Text(
    en="Check free space and permissions, then run the command again.",
    zh="请检查磁盘空间和权限，然后重新运行该命令。",
)
NOT_ROLLED_BACK = Text(
    en="{path} could not be put back ({reason}); the original is kept and the next taotoken run puts it back.",
    zh="{path} 未能恢复（{reason}）；原内容已保存，下次运行 taotoken 时会恢复。",
)
RECOVERED = Text(
    en="{path}: put back as it was before a run that was cut off.",
    zh="{path}：已恢复到上次中断运行之前的状态。",
)
RECOVERY_LEFT = Text(
    en="{path} was changed after a run that was cut off, so it was left alone.",
    zh="{path} 在上次中断运行之后又被修改，因此未作改动。",
)
RECOVERY_FAILED = Text(
    en="{path} could not be put back after a run that was cut off ({reason}); nothing was changed.",
    zh="{path} 在上次中断运行之后未能恢复（{reason}）；未作任何改动。",
)
RECOVERY_FAILED_NEXT = Text(
    en="Make {path} writable and run the command again; or, to keep it as it is, delete {record}.",
    zh="请让 {path} 可写后重新运行该命令；如果要保持现状，请删除 {record}。",
)
INTENT_BROKEN = Text(
    en="The record of a run that was cut off can't be read; it was moved to {path}.",
    zh="上次中断运行的记录无法读取；已移至 {path}。",
)

# Journal and undo
JOURNAL_BROKEN = Text(
    en="{path} is not a readable run record; it was skipped.",
    zh="{path} 不是可读取的运行记录；已跳过。",
)
BAD_RUN_ID = Text(
    en="{id} is not the id of a run.",
    zh="{id} 不是运行编号。",
)
UNKNOWN_RUN = Text(
    en="There is no run {id}.",
    zh="没有编号为 {id} 的运行。",
)
NOTHING_TO_UNDO = Text(
    en="There is no run left to undo.",
    zh="没有可以撤销的运行。",
)
HISTORY_NEXT = Text(
    en="List the runs: taotoken history",
    zh="列出所有运行：taotoken history",
)
UNDO_REASON = Text(
    en="it was set by the run that is taken back",
    zh="它由被撤销的运行写入",
)
UNDO_LATER_RUN = Text(
    en="a later run has set this tool up again; take that one back first: taotoken undo {id}",
    zh="之后的一次运行又设置了该工具，请先撤销那一次：taotoken undo {id}",
)
UNDO_VANISHED = Text(
    en="the file is gone, so there is nothing to take back",
    zh="文件已不存在，没有可撤回的内容",
)
UNDO_UNREADABLE = Text(
    en="the file can't be read: {reason}",
    zh="文件无法读取：{reason}",
)
UNDO_UNPARSABLE = Text(
    en="the file was changed since and can't be parsed, so it is left alone: {reason}",
    zh="文件之后被修改且无法解析，因此不作改动：{reason}",
)
UNDO_UNKNOWN_FORMAT = Text(
    en="the file was changed since and its format ({format}) is not known here, so it is left alone",
    zh="文件之后被修改，而此处不支持其格式（{format}），因此不作改动",
)
UNDO_VALUE_CHANGED = Text(
    en="{field} was changed since and is left as it is",
    zh="{field} 之后被修改过，保持现状",
)
UNDO_NOT_EDITABLE = Text(
    en="{field} can't be taken back safely and is left as it is",
    zh="{field} 无法安全撤回，保持现状",
)
UNDO_NOTHING_OURS = Text(
    en="nothing of this run is left in the file",
    zh="文件中已没有这次运行写入的内容",
)
UNDO_LINK_REPLACED = Text(
    en="it was a link to {target} and no longer leads there",
    zh="它原来是指向 {target} 的链接，现在不再指向那里",
)
