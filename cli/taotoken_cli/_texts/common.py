"""Words that every command uses."""

from __future__ import annotations

from taotoken._message import Text

ERROR = Text(en="error: {message}", zh="错误：{message}")
ERROR_AT = Text(en="error: {place}: {message}", zh="错误：{place}：{message}")
NEXT = Text(en="next: {command}", zh="下一步：{command}")
RUN = Text(en="Run: ", zh="运行：")
PLEASE_RUN = Text(en="Please run: ", zh="请运行：")
NOTE = Text(en="note: {message}", zh="提示：{message}")
WARNING = Text(en="warning: {message}", zh="警告：{message}")
EVIDENCE = Text(en="evidence: {message}", zh="依据：{message}")

INTERRUPTED = Text(en="Interrupted. Nothing is half done.", zh="已中断，没有留下做了一半的改动。")
INTERRUPTED_AFTER = Text(
    en="Interrupted after the files were written completely (run {run}). Take them back with: {undo}",
    zh="中断时文件已完整写好（运行编号 {run}）。要撤回请运行：{undo}",
)
UNEXPECTED = Text(
    en="Something failed inside taotoken ({name}). This is a fault of ours, not of yours.",
    zh="taotoken 内部出错（{name}）。这是程序的缺陷，不是你的操作问题。",
)
REPORT = Text(
    en="run the same command with TAOTOKEN_DEBUG=1 and report what it prints (keys are masked) together with "
    "`taotoken --version`",
    zh="设置 TAOTOKEN_DEBUG=1 再运行一次同样的命令，把输出（密钥已遮盖）和 `taotoken --version` 的结果一起反馈给我们",
)
OUTPUT_FAILED = Text(en="The output can't be written ({reason}).", zh="无法写出结果（{reason}）。")
OUTPUT_FAILED_NEXT = Text(
    en="make room, or send the output elsewhere; what has been written until now: taotoken history",
    zh="请腾出空间，或把输出改到别处；到目前为止写过的内容：taotoken history",
)
FAILED = Text(en="{message}", zh="请求失败：{message}")
OS_FAILED = Text(en="The file can't be used ({reason}).", zh="无法使用该文件（{reason}）。")
OS_FAILED_NEXT = Text(
    en="check that the path exists and that you may read and write it, then run the command again",
    zh="请检查该路径是否存在、你是否有读写权限，然后重新运行命令",
)
CWD_MISSING = Text(en="The folder you are in no longer exists.", zh="当前所在的文件夹已不存在。")
CWD_MISSING_NEXT = Text(en="change to a folder that exists, for example: cd ~", zh="请切换到存在的文件夹，例如：cd ~")
RECOVERED = Text(
    en="an earlier run was cut off; {message}",
    zh="之前有一次运行被中断；{message}",
)
LIST = Text(en="{first}, {second}", zh="{first}、{second}")
QUESTION = Text(en="{question}: ", zh="{question}：")
QUESTION_SECRET = Text(en="{question} (not shown while you type): ", zh="{question}（输入时不显示）：")
YES_NO = Text(en="{question} [y/N]: ", zh="{question} [y/N]（y 表示是）：")
YES_NO_AGAIN = Text(en="Please answer y or n.", zh="请输入 y 或 n。")
NO_MODEL = Text(en="No model is named.", zh="没有指定模型。")
NO_MODEL_NEXT = Text(
    en="add --model ID (see: taotoken models), or save one with: taotoken setup",
    zh="请加上 --model 模型ID（用 taotoken models 查看），或先用 taotoken setup 保存",
)
