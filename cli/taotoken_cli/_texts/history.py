"""Words of `taotoken history` and `taotoken undo`."""

from __future__ import annotations

from taotoken._message import Text

HELP = Text(
    en="List the runs that wrote files, newest first. Originals are kept for 20 runs or 30 days.",
    zh="列出写过文件的运行记录，最新的在前。原始内容保留 20 次或 30 天。",
)
PRUNE = Text(en="Forget runs beyond the newest 20 or older than 30 days.", zh="清除 20 次之前或超过 30 天的记录。")
EMPTY = Text(en="No run has been recorded yet.", zh="还没有运行记录。")
LINE = Text(en="{run}  {time}  {what}{undone}", zh="{run}  {time}  {what}{undone}")
APPLY = Text(en="setup {tools}", zh="设置 {tools}")
UNDO = Text(en="undo of {run}", zh="撤回 {run}")
UNDONE = Text(en=" (taken back)", zh="（已撤回）")
PRUNED = Text(en="{runs} forgotten.", zh="已清除 {runs}。")

UNDO_HELP = Text(
    en="Give back what a run of setup changed: the same bytes, modes and absences. Where a tool or you edited a file "
    "since, only our values are taken back. Without RUN: the newest run not yet taken back.",
    zh="恢复某次 setup 改动前的样子：字节、权限、文件有无都一致。如果之后工具或你改过文件，只撤回我们写入的值。"
    "不写 RUN 时，撤回最近一次尚未撤回的运行。",
)
UNDO_EXAMPLES = Text(
    en="  taotoken undo --dry-run\n  taotoken history\n  taotoken undo RUN --yes",
    zh="  taotoken undo --dry-run\n  taotoken history\n  taotoken undo 编号 --yes",
)
UNDO_RUN = Text(en="Id of a run, from: taotoken history", zh="运行编号，见：taotoken history")
UNDO_YES = Text(en="Take back without asking.", zh="不询问，直接撤回。")
UNDO_DRY_RUN = Text(en="Show what would be taken back, change nothing.", zh="只显示将要撤回的内容，不改动文件。")
UNDO_PLAN = Text(en="Run {run} of {time} ({tools}) will be taken back:", zh="将撤回 {time} 的运行 {run}（{tools}）：")
WILL_RESTORE = Text(en="restore {path}", zh="恢复 {path}")
WILL_DELETE = Text(en="delete {path} (it did not exist before)", zh="删除 {path}（之前不存在）")
WILL_TAKE_BACK = Text(
    en="take our values out of {path} (it was edited since)", zh="从 {path} 中撤回我们写入的值（之后有过修改）"
)
WILL_LEAVE = Text(en="leave {path}", zh="保留 {path}")
ASK_UNDO = Text(en="Take it back?", zh="确定撤回吗？")
MISSING_YES = Text(
    en="There is no terminal to ask for your consent, so nothing was taken back.",
    zh="没有终端可以征求同意，因此没有撤回任何内容。",
)
MISSING_YES_NEXT = Text(en="add --yes (or --dry-run to look first)", zh="请加上 --yes（或先用 --dry-run 查看）")
NOTHING_TAKEN_BACK = Text(en="Nothing was taken back (--dry-run).", zh="没有撤回任何内容（--dry-run）。")
RESTORED = Text(en="✓ {path}: restored", zh="✓ {path}：已恢复")
DELETED = Text(en="✓ {path}: deleted", zh="✓ {path}：已删除")
TAKEN_BACK = Text(en="✓ {path}: our values taken back", zh="✓ {path}：已撤回我们写入的值")
LEFT = Text(en="· {path}: left as it is", zh="· {path}：保持不变")
DONE_PARTLY = Text(
    en="Taken back but for the files left (run {run}). To bring it back: taotoken undo {run}",
    zh="除保持不变的文件外已撤回（运行编号 {run}）。要再恢复请运行：taotoken undo {run}",
)
DONE = Text(
    en="Taken back (run {run}). To bring it back: taotoken undo {run}",
    zh="已撤回（运行编号 {run}）。要再恢复请运行：taotoken undo {run}",
)
