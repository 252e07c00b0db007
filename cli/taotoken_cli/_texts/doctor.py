"""Words of `taotoken doctor`."""

from __future__ import annotations

from taotoken._message import Text

HELP = Text(
    en="Check what each tool reads here and send one real request as the tool would. Names the one cause first, "
    "what shows it, and the fix. Without TOOL: every tool that is installed or configured.",
    zh="检查每个工具在这里读取的设置，并按该工具的方式发一次真实请求。先给出根本原因、依据和修复办法。"
    "不写 TOOL 时，检查所有已安装或已配置的工具。",
)
EXAMPLES = Text(
    en="  taotoken doctor\n"
    '  taotoken doctor --explain "API Error: 401 invalid token"\n'
    "  taotoken doctor codex --explain error.log\n"
    "  taotoken doctor claude-code --fix\n"
    "  taotoken doctor --report report.json",
    zh="  taotoken doctor\n"
    '  taotoken doctor --explain "API Error: 401 无效的令牌"\n'
    "  taotoken doctor codex --explain error.log\n"
    "  taotoken doctor claude-code --fix\n"
    "  taotoken doctor --report report.json",
)
OFFLINE = Text(en="Look at files and the environment only.", zh="只检查文件和环境变量，不联网。")
DEEP = Text(
    en="May start the tools themselves: for a version that no package tells, and with one prompt where the gateway "
    "admits only certain programs.",
    zh="允许实际启动工具：在安装信息里查不到版本时查询版本；网关只允许特定客户端时，用一句提问运行一次。",
)
EXPLAIN = Text(
    en="Explain an error message, a log or a config file, offline: the text itself, a file, or - for standard input. "
    "Judged together with the settings of the tool it comes from, where that tool is set up here.",
    zh="离线解释一段报错、日志或配置文件：可以是文本本身、文件名，或用 - 从标准输入读取。"
    "如果本机配置了相应的工具，会结合它的设置一起判断。",
)
FIX = Text(
    en="Put right what can be put right: shows the changes, asks, writes, and checks again. taotoken undo takes it "
    "back.",
    zh="自动修复可修复的问题：先展示改动并征求同意，写入后再检查一遍。可用 taotoken undo 撤销。",
)
YES = Text(
    en="With --fix: don't ask. What setup doesn't own is changed only for a finding named with --check.",
    zh="与 --fix 一起用：不再询问。setup 不管理的设置，只有用 --check 指明该问题时才会改。",
)
REPORT = Text(
    en="Write a report to send to somebody: no key, home folder as ~, readable by you alone.",
    zh="生成可以发给别人的诊断报告：不含密钥，主目录写成 ~，文件仅自己可读。",
)
FROM_REPORT_OPTION = Text(
    en="Judge somebody's report instead of this machine, offline.", zh="离线诊断别人的报告，而不是本机。"
)
CHECK = Text(
    en="Report only this cause; may be repeated. Exit code 1 when it is found.",
    zh="只报告指定的原因，可重复使用；发现时退出码为 1。",
)
LIST_CHECKS = Text(en="List every cause there is a check for.", zh="列出所有可检查的原因。")
LAYERS = Text(
    en="Show the request's way from file to stream, one line per layer.",
    zh="逐层显示请求从配置文件到流式回答的经过，每层一行。",
)
CURL = Text(
    en="Print the same request as curl commands (the key stays a variable).",
    zh="打印等价的 curl 命令（密钥用变量代替）。",
)

# wrong use
NOT_TOGETHER = Text(en="{one} and {other} can't be used together.", zh="{one} 和 {other} 不能同时使用。")
LEAVE_ONE_OUT = Text(en="leave one of the two out", zh="请去掉其中一个")
UNKNOWN_CHECK = Text(en="There is no check called {name}.", zh="没有名为 {name} 的检查项。")
NEAREST_CHECKS = Text(en="perhaps you mean: {names}", zh="你要找的可能是：{names}")
LIST_CHECKS_NEXT = Text(en="see them with: taotoken doctor --list-checks", zh="查看全部：taotoken doctor --list-checks")
MISSING_YES_NEXT = Text(en="add --yes to make the changes without being asked", zh="加上 --yes 可不经询问直接修改")
NO_SUCH_FILE = Text(en="There is no file {name}.", zh="没有文件 {name}。")
NO_SUCH_FILE_NEXT = Text(
    en="check the name, or give the text itself: --explain TEXT", zh="请检查文件名，或直接给出文本：--explain 文本"
)
NOT_A_REPORT = Text(en="{name} is no report of taotoken doctor.", zh="{name} 不是 taotoken doctor 的报告。")
NOT_A_REPORT_NEXT = Text(
    en="have one made with: taotoken doctor --report FILE", zh="请对方生成一份：taotoken doctor --report 文件"
)
REPORT_EXISTS = Text(en="{name} exists and is no earlier report.", zh="{name} 已存在，且不是之前的报告。")
REPORT_EXISTS_NEXT = Text(en="name a file that does not exist yet", zh="请换一个尚不存在的文件名")
PASTE_NOW = Text(
    en="Paste the text, then end with Ctrl-D (Windows: Ctrl-Z and Return).",
    zh="请粘贴文本，然后按 Ctrl-D 结束（Windows：Ctrl-Z 再回车）。",
)

# what was looked at
NOTHING = Text(
    en="No tool is installed or configured here, so there is nothing to check. "
    "To set one up: taotoken setup claude-code",
    zh="这里没有已安装或已配置的工具，无需检查。要设置请运行：taotoken setup claude-code",
)
WITH_MACHINE = Text(
    en="Judged together with the settings of {tool} on this machine.", zh="已结合本机 {tool} 的设置一起判断。"
)
TEXT_ALONE = Text(
    en="Judged by the text alone. To add the settings of a tool: taotoken doctor TOOL --explain …",
    zh="仅根据文本判断。要结合某个工具的设置：taotoken doctor TOOL --explain …",
)
FROM_REPORT = Text(
    en="From a report of {made} ({system}, taotoken {version}); nothing was looked at here.",
    zh="依据 {made} 的报告（{system}，taotoken {version}），没有检查本机。",
)
REPORT_WRITTEN = Text(
    en="Report written: {path}. It holds no key; read it before you send it.",
    zh="报告已写入 {path}。其中没有密钥，发送前请自己看一遍。",
)

NOTE = Text(en="! {message}", zh="! {message}")

# findings
FINDING = Text(en="{mark} [{level}] {tool}: {message}", zh="{mark} [{level}] {tool}：{message}")
FINDING_OF_TEXT = Text(en="{mark} [{level}] {message}", zh="{mark} [{level}] {message}")
ALL = Text(en="all tools", zh="所有工具")
ERROR = Text(en="error", zh="错误")
WARNING = Text(en="warning", zh="警告")
POSSIBLE = Text(en="possible", zh="可能")
INFO = Text(en="info", zh="信息")
CAUSE = Text(en="    cause: {cause}", zh="    原因代码：{cause}")
EVIDENCE = Text(en="    evidence: {message}", zh="    依据：{message}")
REMEDY = Text(en="    fix: {command}", zh="    修复：{command}")
WHO_LINE = Text(en="    who must act: {who}", zh="    由谁处理：{who}")
WHO_YOU = Text(en="you", zh="你")
WHO_GATEWAY = Text(en="the gateway", zh="网关")
WHO_NETWORK = Text(en="whoever runs the network or proxy between", zh="网络或代理的管理者")
WHO_TOOL = Text(en="the tool's makers", zh="工具的开发者")
CAN_FIX = Text(en="    done for you by: {command}", zh="    自动修复：{command}")
WHERE = Text(en="    where: {place}", zh="    位置：{place}")
UNSURE = Text(
    en="Not sure between these, the likeliest first: {causes}.", zh="以下原因难以区分，可能性大的在前：{causes}。"
)
DECIDING = Text(en="This decides: {step}", zh="这样可以判定：{step}")
SUMMARY_OK = Text(en="Everything that was checked works.", zh="检查的项目全部正常。")
SUMMARY_OFFLINE = Text(
    en="No problem in files and environment; nothing was sent (--offline).",
    zh="文件和环境变量没有问题；没有发送请求（--offline）。",
)
SUMMARY_CHECKS = Text(en="Not found: {checks}.", zh="未发现：{checks}。")

# the steps
STEPS = Text(en="{tool}, step by step:", zh="{tool}，逐步检查：")
STEP = Text(en="  {number}. {mark} {name}: {said}", zh="  {number}. {mark} {name}：{said}")
PIECES = Text(en="the three pieces", zh="三件套")
OUTSIDE = Text(en="the smallest request outside the tool", zh="在工具之外发一个最小的请求")
READS = Text(en="what the tool really reads here", zh="工具在这里实际读取的内容")
PARAMETERS = Text(en="parameters", zh="参数")
PIECES_ARE = Text(en="{url}, key {key}, model {model}", zh="{url}，密钥 {key}，模型 {model}")
NONE_YET = Text(en="missing", zh="缺少")
OWN_CHOICE = Text(en="the tool's own choice", zh="由工具自己选择")
SEE_CAUSE = Text(en="see {cause} above", zh="见上文 {cause}")
ANSWERED = Text(en="POST {url} answers, first token after {ttft}", zh="POST {url} 有回答，首个 token 用时 {ttft}")
ANSWERED_PLAIN = Text(en="POST {url} answers", zh="POST {url} 有回答")
NOT_ANSWERED = Text(en="POST {url} fails: {error}", zh="POST {url} 失败：{error}")
NOT_SENT_OFFLINE = Text(en="not sent (--offline)", zh="未发送（--offline）")
NOT_SENT = Text(en="not sent, a piece is missing or in doubt", zh="未发送：三件套不完整或有疑问")
READ_FROM = Text(en="{places}", zh="{places}")
ENVIRONMENT = Text(en="the environment", zh="环境变量")
NOTHING_READ = Text(en="no setting of ours", zh="没有相关设置")
NO_COMPLAINT = Text(en="nothing to complain of", zh="没有问题")
NOT_REACHED = Text(en="not reached yet", zh="尚未检查到")
FAULT_IS_IN = Text(
    en="The gateway answers with this URL, key and model; the fault is in {place}.",
    zh="网关能用这组 URL、密钥和模型正常回答；问题出在 {place}。",
)
THE_SETTINGS = Text(en="the tool's settings", zh="工具的设置")

# --fix
FIX_NOTHING = Text(en="There is nothing to fix.", zh="没有需要修复的问题。")
FIX_NONE = Text(
    en="None of this can be put right by changing a file of the tool; do what `fix` says above.",
    zh="这些问题无法通过修改工具的文件来解决，请按上面的“修复”操作。",
)
FIX_PLAN = Text(en="To put right: {causes}", zh="将修复：{causes}")
FIX_WAITING = Text(
    en="{cause} stands where setup never writes. To change it there too: {command}",
    zh="{cause} 位于 setup 不会写入的位置。如也要修改：{command}",
)
FIX_WRITTEN = Text(
    en="Written (run {run}). Take it back with: taotoken undo {run}",
    zh="已写入（运行编号 {run}）。撤回请运行：taotoken undo {run}",
)
FIX_DONE = Text(en="✓ Fixed, the second check passes: {causes}", zh="✓ 已修复，复查通过：{causes}")
FIX_GONE = Text(
    en="✓ No longer found: {causes}. Something else is in the way now, see below.",
    zh="✓ 已不再出现：{causes}。但还有其他问题，见下文。",
)
FIX_NEW_TERMINAL = Text(
    en="Open a new terminal: this one still has {names}. The second check was made without.",
    zh="请打开新的终端：当前终端里仍有 {names}。复查时已不计入。",
)
FIX_LEFT = Text(en="✗ Still found after the change: {causes}", zh="✗ 修改后仍然存在：{causes}")
FIX_UNCHECKED = Text(
    en="The second check could not be finished, so it is not known what works now. Check with: taotoken doctor",
    zh="复查未能完成，因此还不知道现在是否正常。请运行：taotoken doctor",
)
FIX_OFFLINE = Text(
    en="Only files and environment were checked again; no request was sent.",
    zh="只复查了文件和环境变量，没有发送请求。",
)

# --layers
LAYERS_OF = Text(en="{tool}, layer by layer:", zh="{tool}，逐层：")
LAYER = Text(en="  {mark} {name} {said}", zh="  {mark} {name} {said}")
LAYER_TIMED = Text(en="{said} ({time})", zh="{said}（{time}）")
LAYER_FILE = Text(en="{count} read: {places}", zh="读取 {count} 处：{places}")
LAYER_PROXY = Text(en="a proxy is set: {names}", zh="设置了代理：{names}")
LAYER_NO_PROXY = Text(en="no proxy is set", zh="没有设置代理")
LAYER_SENT = Text(en="reached {host}", zh="已连到 {host}")
LAYER_LOOKED_UP = Text(en="name looked up ({time})", zh="域名已解析（{time}）")
LAYER_CONNECTED = Text(en="connected to {address} ({time})", zh="已连接 {address}（{time}）")
LAYER_PROXIED = Text(en="connected to the proxy {address} ({time})", zh="已连接代理 {address}（{time}）")
LAYER_TLS = Text(en="TLS agreed ({time})", zh="TLS 握手完成（{time}）")
LAYER_STOPPED = Text(en="{said}; {broken}", zh="{said}；{broken}")
LAYER_GATEWAY = Text(en="accepted the key", zh="接受了密钥")
LAYER_HEAD = Text(en="{said}, answered after {time}", zh="{said}，{time} 后开始应答")
LAYER_MODEL = Text(en="{model} answers", zh="{model} 有回答")
LAYER_REQUEST = Text(en="accepted as the tool sends it", zh="接受了该工具的请求形式")
LAYER_STREAM = Text(en="first token after {ttft}", zh="首个 token 用时 {ttft}")
LAYER_TOOL = Text(en="version {version}", zh="版本 {version}")
LAYER_TOOL_UNKNOWN = Text(en="version not known", zh="版本未知")
LAYER_BROKEN = Text(en="<- here it breaks: {cause}", zh="<- 在这里中断：{cause}")

# --curl
CURL_OF = Text(en="{tool} sends this ({shell}):", zh="{tool} 发送的请求（{shell}）：")
CURL_KEY = Text(
    en="Put the key in {name} first; it is not printed here.", zh="请先把密钥放进变量 {name}；这里不会打印它。"
)
CURL_NONE = Text(
    en="{tool} has no address yet, so there is no request to show.",
    zh="{tool} 还没有地址，没有可显示的请求。",
)

# --list-checks
CHECK_LINE = Text(en="{id}  [{layer}, {who}]  {sentence}", zh="{id}  [{layer}，{who}]  {sentence}")
