"""Words of `taotoken setup`."""

from __future__ import annotations

from taotoken._message import Text
from taotoken_plugins._registry import tool_ids

HELP = Text(
    en="Make TOOLs use your gateway. Shows what will change, asks, writes all files or none, then sends each tool's "
    "own kind of request to prove it works. Without TOOL: every tool found on this machine.\n"
    "What is not given is asked for; without a terminal it must be given.",
    zh="让各个工具（TOOL）使用你的网关。先显示将要改动的内容并征得同意，文件要么全部写好、要么一个不动，"
    "然后按每个工具自己的方式发一次请求来验证。不写 TOOL 时，处理本机找到的所有工具。\n"
    "没有给出的信息会逐项询问；没有终端时必须用选项给出。",
)
EXAMPLES = Text(
    en="  taotoken setup claude-code --base-url https://taotoken.net/api --model ID\n"
    "  taotoken setup --model claude-code=ID --model codex=ID --yes\n"
    "  echo $KEY | taotoken setup cline --api-key-stdin --yes --json",
    zh="  taotoken setup claude-code --base-url https://taotoken.net/api --model 模型ID\n"
    "  taotoken setup --model claude-code=模型ID --model codex=模型ID --yes\n"
    "  echo $KEY | taotoken setup cline --api-key-stdin --yes --json",
)
TOOL = Text(en=", ".join(tool_ids()), zh="、".join(tool_ids()))
BASE_URL = Text(en="Base URL of the gateway's API.", zh="网关 API 的 Base URL。")
ANTHROPIC_BASE_URL = Text(
    en="Base URL for the Anthropic protocol, where the gateway has another one.",
    zh="Anthropic 协议的 Base URL（网关为它单独提供时使用）。",
)
MODEL = Text(en="Model id, for all tools or for one; may be repeated.", zh="模型 ID，可针对全部或单个工具，可重复。")
API_KEY = Text(
    en="The key. Others on this machine can see it here; better one of the two above.",
    zh="密钥。写在这里会被本机其他人看到，建议改用上面两种方式。",
)
API_KEY_STDIN = Text(en="Read the key from standard input.", zh="从标准输入读取密钥。")
API_KEY_ENV = Text(en="Take the key from this environment variable.", zh="从指定的环境变量读取密钥。")
YES = Text(en="Write without asking.", zh="不询问，直接写入。")
DRY_RUN = Text(en="Show what would change, write nothing.", zh="只显示将要改动的内容，不写入。")
CHECK = Text(en="Write nothing; exit 1 if something would change.", zh="不写入；如有需要改动的内容则以 1 退出。")
NO_SMOKE = Text(en="Do not send the test requests.", zh="不发送试请求。")
SMOKE = Text(
    en="How to test: with a request as the tool would send it (default), or by running each tool itself once.",
    zh="怎样测试：按工具的方式发一次请求（默认），或实际运行一次每个工具。",
)
CODEX_AUTH = Text(
    en="Where Codex gets the key: config.toml (default, a login is kept) or auth.json.",
    zh="Codex 的密钥放在哪里：config.toml（默认，保留已有登录）或 auth.json。",
)
CLAUDE_AUTH = Text(
    en="Header in which Claude Code sends the key; auto asks the gateway.",
    zh="Claude Code 发送密钥所用的请求头；auto 会向网关探测。",
)
ALLOW_HTTP = Text(en="Allow plain http to another machine.", zh="允许以明文 http 连接其他机器。")
ALLOW_TRACKED = Text(en="Write the key even into a file that git tracks.", zh="即使文件已被 git 跟踪，也写入密钥。")

# questions
ASK_URL = Text(en="Base URL of the gateway's API", zh="网关 API 的 Base URL")
ASK_KEY = Text(en="API key for {host}", zh="{host} 的 API 密钥")
ASK_MODEL = Text(en="Model id", zh="模型 ID")
ASK_MESSAGES_URL = Text(
    en="Base URL of the gateway for the Anthropic protocol (for {tool})",
    zh="网关的 Anthropic 协议 Base URL（供 {tool} 使用）",
)
ASK_HTTP = Text(
    en="{host} is another machine and http sends the key readable for everyone in between. Use it all the same?",
    zh="{host} 是另一台机器，http 会以明文传输密钥，途中任何人都能看到。仍要使用吗？",
)
ASK_WRITE = Text(en="Write these changes?", zh="写入以上改动吗？")

# missing and wrong answers
MISSING_URL = Text(en="The gateway's base URL is not known.", zh="还不知道网关的 Base URL。")
MISSING_URL_NEXT = Text(en="add --base-url URL", zh="请加上 --base-url URL")
MISSING_URL_NEXT_SETUP = Text(
    en="add --base-url URL, or save your gateway with: taotoken setup",
    zh="请加上 --base-url URL，或先用 taotoken setup 保存你的网关",
)
MISSING_KEY = Text(en="There is no API key for {host}.", zh="没有 {host} 的 API 密钥。")
MISSING_KEY_ELSEWHERE = Text(
    en="There is no API key for {host}, the host that {source} names: {reason}.",
    zh="没有 {host}（来自：{source}）的 API 密钥：{reason}。",
)
MISSING_KEY_NEXT = Text(
    en="add --api-key-stdin (and pipe the key in) or --api-key-env NAME",
    zh="请加上 --api-key-stdin（通过管道传入密钥）或 --api-key-env 变量名",
)
MISSING_MODEL = Text(en="No model is named for: {tools}", zh="没有为这些工具指定模型：{tools}")
MISSING_MODEL_NEXT = Text(
    en="add --model ID, or --model {tool}=ID", zh="请加上 --model 模型ID，或 --model {tool}=模型ID"
)
MISSING_YES = Text(
    en="There is no terminal to ask for your consent, so nothing was written.",
    zh="没有终端可以征求同意，因此没有写入任何内容。",
)
MISSING_YES_NEXT = Text(en="add --yes (or --dry-run to look first)", zh="请加上 --yes（或先用 --dry-run 查看）")
NO_TOOL = Text(
    en="None of the tools was found on this machine, so none is set up by itself.",
    zh="本机没有找到任何受支持的工具，因此不会自动选择。",
)
NO_TOOL_NEXT = Text(
    en="name them, such as: taotoken setup claude-code   (there are: {tools})",
    zh="请直接写出工具名，例如：taotoken setup claude-code（可用：{tools}）",
)
KEY_TWICE = Text(en="The key is given in more than one way: {options}", zh="密钥以多种方式重复给出：{options}")
KEY_TWICE_NEXT = Text(en="keep one of them", zh="请只保留一种")
KEY_ENV_UNSET = Text(en="The environment variable {name} is not set or is empty.", zh="环境变量 {name} 未设置或为空。")
KEY_ENV_UNSET_NEXT = Text(en="set it, or use --api-key-stdin", zh="请设置该变量，或改用 --api-key-stdin")
MISSING_MESSAGES_URL = Text(
    en="{tool} speaks the Anthropic protocol, and no base URL for it can be derived from {url}.",
    zh="{tool} 使用 Anthropic 协议，而从 {url} 无法推出对应的 Base URL。",
)
MISSING_MESSAGES_URL_NEXT = Text(en="add --anthropic-base-url URL", zh="请加上 --anthropic-base-url URL")
MODEL_EMPTY = Text(en="A model id is empty.", zh="模型 ID 为空。")
ONE_OF_THE_TWO = Text(en="--dry-run and --check exclude each other.", zh="--dry-run 和 --check 不能同时使用。")
ONE_OF_THE_TWO_NEXT = Text(
    en="use --check in scripts and --dry-run to read the changes",
    zh="脚本里用 --check，查看改动用 --dry-run",
)

# notes
KEY_VISIBLE = Text(
    en="a key on the command line can be seen by others on this machine and stays in the shell's history; "
    "--api-key-stdin avoids both",
    zh="写在命令行里的密钥会被本机其他人看到，并留在命令历史中；用 --api-key-stdin 可以避免",
)
KEY_BELONGS = Text(en="the key in {source} belongs to {theirs}", zh="密钥（{source}）属于 {theirs}")
KEY_ELSEWHERE = Text(en="{belongs}; it is not sent to {ours}", zh="{belongs}，不会发送给 {ours}")
BOTH = Text(en="{first}; {second}", zh="{first}；{second}")
URL_FROM = Text(en="base URL taken from {source}", zh="Base URL 取自{source}")
KEY_FROM = Text(en="key taken from {source}", zh="密钥取自{source}")
MODEL_FROM = Text(en="model taken from {source}", zh="模型取自{source}")
SOURCE_PROFILE = Text(en="your taotoken profile", zh="你的 taotoken 配置")
SOURCE_OPTION = Text(en="{name}", zh="{name}")
SOURCE_ENV = Text(en="the environment variable {name}", zh="环境变量 {name}")
HEADER_FOUND = Text(en="the gateway takes the key as {header}", zh="该网关接受的密钥请求头是 {header}")
NOT_DETECTED = Text(
    en="{tool} was not found on this machine (it comes from {homepage}); its settings are prepared all the same",
    zh="本机没有找到 {tool}（获取地址：{homepage}），仍会为它准备配置",
)
PLAN_AGAIN = Text(en="a file changed while we looked at it; planning again", zh="查看期间有文件被改动，重新生成计划")

# plan
PLAN_FOR = Text(
    en="{tools} will use {url} with model {model}, key {key}", zh="{tools} 将使用 {url}，模型 {model}，密钥 {key}"
)
FILE_CHANGED = Text(en="change {path}", zh="修改 {path}")
FILE_CREATED = Text(en="create {path}", zh="新建 {path}")
FILE_DELETED = Text(en="delete {path}", zh="删除 {path}")
ALREADY_SET = Text(en="Already set: nothing to change.", zh="已经设置好，无需改动。")
WOULD_CHANGE = Text(en="Nothing was written (it would change {files}).", zh="没有写入（将改动 {files}）。")
DECLINED = Text(en="Nothing was changed.", zh="没有改动任何内容。")

# outcome
WRITTEN = Text(
    en="Written: {files} (run {run}). Take it back with: {undo}",
    zh="已写入 {files}（运行编号 {run}）。撤回请运行：{undo}",
)
TESTING_TOOLS = Text(
    en="Running each tool itself once with the new settings, for a minute and a half at most...",
    zh="用新设置实际运行一次每个工具，最多一分半钟……",
)
TESTING = Text(en="Testing with each tool's own kind of request...", zh="正在按各工具自己的方式发送试请求……")
SMOKE_OK = Text(en="✓ {tool}: works, first token after {ttft}", zh="✓ {tool}：可用，首个 token 用时 {ttft}")
SMOKE_BY_TOOL = Text(en="✓ {tool}: was run itself and answers ({time})", zh="✓ {tool}：实际运行，回答正常（{time}）")
SMOKE_TOOL_FAILED = Text(en="✗ {tool}: was run itself and failed", zh="✗ {tool}：实际运行失败")
SMOKE_OK_UNTIMED = Text(en="✓ {tool}: works", zh="✓ {tool}：可用")
SMOKE_FAILED = Text(en="✗ {tool}: the test request to {url} failed", zh="✗ {tool}：发往 {url} 的试请求失败")
UNDO_OFFER = Text(
    en="The files stay as written. To take them back: {undo}", zh="已写入的文件保持不变。要撤回请运行：{undo}"
)
SMOKE_FAILED_UNKNOWN = Text(en="The test request of {tool} failed.", zh="{tool} 的试请求失败。")
TOOL_SAID = Text(en="  it said: {line}", zh="  它的输出：{line}")
NEXT_HEADING = Text(en="Next:", zh="接下来：")
NEXT_OF = Text(en="  {tool}: {after}", zh="  {tool}：{after}")
