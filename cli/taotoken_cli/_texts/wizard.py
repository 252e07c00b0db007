"""Words of the wizard: questions, hints, and what it tells on the way."""

from __future__ import annotations

from taotoken._message import Text

WELCOME = Text(
    en="Connect your coding tools to a gateway.\n"
    "Nothing is written before you have seen it and said yes. Ctrl-C: stop, any time.",
    zh="把编程工具接到网关上。\n在你看过改动并同意之前，不会写入任何内容。随时可按 Ctrl-C 退出。",
)

# Keys. Short: each is one line of 80 columns.
HINT_SOME = Text(
    en="space: choose · enter: go on · or paste here what your gateway gave you",
    zh="空格：勾选 · 回车：继续 · 也可以直接粘贴网关给你的内容",
)
HINT_ONE = Text(en="arrows and enter · esc: back", zh="方向键和回车 · Esc：返回上一步")
HINT_ONE_TYPED = Text(
    en="arrows and enter, or type or paste an address · esc: back",
    zh="方向键和回车，也可直接输入或粘贴地址 · Esc：返回上一步",
)
AS_TYPED = Text(en="(not in the list; enter: try it)", zh="（不在列表中；回车：试一试）")
HINT_SEARCH = Text(en="type to search · enter: take it · esc: back", zh="输入文字可搜索 · 回车：选定 · Esc：返回上一步")
HINT_TEXT = Text(en="enter: go on · esc: back", zh="回车：继续 · Esc：返回上一步")
HINT_URL = Text(
    en="a whole snippet or a file's path will do too · enter: go on · esc: back",
    zh="也可以粘贴整段配置或输入文件路径 · 回车：继续 · Esc：返回上一步",
)
HINT_SECRET = Text(en="shown as * · enter: go on · esc: back", zh="以 * 显示 · 回车：继续 · Esc：返回上一步")

# The same on a terminal that can't move a cursor.
PLAIN_SOME = Text(
    en="Numbers, or return for those with [x]; or a pasted line", zh="输入编号，回车表示带 [x] 的；也可粘贴一行"
)
PLAIN_ONE = Text(en="Number (return: {first}, <: back)", zh="编号（回车：{first}，<：返回）")
PLAIN_ONE_TYPED = Text(en="Number or address (return: {first}, <: back)", zh="编号或地址（回车：{first}，<：返回）")
PLAIN_SEARCH = Text(en="Number, or part of a name (return: 1, <: back)", zh="编号，或名称的一部分（回车：1，<：返回）")
PLAIN_TEXT = Text(en="{question} (return: {default})", zh="{question}（回车：{default}）")
PLAIN_NUMBERS = Text(en="Please give numbers from 1 to {count}.", zh="请输入 1 到 {count} 的编号。")
PLAIN_MORE = Text(
    en="      and {count} more: type a part of the name", zh="      还有 {count} 个：输入名称的一部分来查找"
)

# Answers, as they stay on the screen.
ANSWERED = Text(en="✓ {what}: {answer}", zh="✓ {what}：{answer}")
WHAT_TOOLS = Text(en="Tools", zh="工具")
WHAT_URL = Text(en="Base URL", zh="Base URL")
WHAT_MESSAGES_URL = Text(en="Base URL for the Anthropic protocol", zh="Anthropic 协议的 Base URL")
WHAT_PASTED = Text(en="Read from {name}", zh="已从{name}读取")
WHAT_KEY = Text(en="API key", zh="API 密钥")
WHAT_MODEL = Text(en="Model for {tools}", zh="{tools} 的模型")
WHAT_SMALL_MODEL = Text(en="Small model for {tools}", zh="{tools} 的小模型")
BOTH = Text(en="{first}, {second}", zh="{first}、{second}")

# Tools
ASK_TOOLS = Text(en="Which tools shall use your gateway?", zh="哪些工具要使用你的网关？")
ASK_TOOLS_NONE = Text(
    en="No coding tool was found on this machine. Which one shall be prepared?",
    zh="本机没有找到编程工具。要为哪一个预先写好配置？",
)
ROW_TOOL = Text(en="{name} - {now}", zh="{name} - {now}")
ROW_TOOL_VERSION = Text(en="{name} {version} - {now}", zh="{name} {version} - {now}")
USES = Text(en="uses {host} now", zh="现在使用 {host}")
USES_NOTHING = Text(en="not set up for a gateway yet", zh="还没有配置网关")
NOT_FOUND = Text(en="not found here", zh="本机没有找到")
BY_HAND = Text(en="by hand: you are shown what to enter", zh="手动设置：会显示要填写的内容")
MORE_TOOLS = Text(en="another one, not found here ({count})", zh="其他没有找到的工具（{count} 个）")
CHOOSE_A_TOOL = Text(en="Choose at least one tool.", zh="请至少选择一个工具。")

# Pasted texts
ASK_GIVEN = Text(en="What your gateway gave you, or a file's path", zh="网关给你的内容，或文件路径")
PASTED_NOTHING = Text(
    en="{name} holds no base URL and no API key that can be used.", zh="没有找到可用的 Base URL 和 API 密钥：{name}。"
)
ASK_WHICH_SET = Text(en="The text holds several sets. Which one?", zh="文本里有多组信息，用哪一组？")
ROW_SET = Text(en="{url}, key {key}, model {model}", zh="{url}，密钥 {key}，模型 {model}")

# Gateway
ASK_GATEWAY = Text(en="Which gateway?", zh="用哪个网关？")
ASK_URL = Text(
    en="Base URL of the gateway",
    zh="网关的 Base URL",
)
OTHER_GATEWAY = Text(
    en="another one: type or paste its base URL, a snippet, or a file's path",
    zh="其他：输入或粘贴 Base URL、整段配置或文件路径",
)
ROW_GATEWAY = Text(en="{url} - {from_where}", zh="{url} - {from_where}")
GATEWAY_SAVED = Text(en="saved by you before", zh="你之前保存的")
GATEWAY_OF = Text(en="{tool} uses it now", zh="{tool} 现在使用")
GATEWAY_LEFT = Text(en="unused in {place}", zh="写在 {place}，未被使用")
GATEWAY_KNOWN = Text(en="TaoToken", zh="TaoToken 网关")
CHECKING_URL = Text(en="Asking {host} ...", zh="正在连接 {host} ……")
ASK_HTTP = Text(
    en="{host} is another machine, and http sends the key readable for everyone in between.",
    zh="{host} 是另一台机器，http 会以明文传输密钥，途中任何人都能看到。",
)
HTTP_OTHER = Text(en="give another address", zh="换一个地址")
HTTP_YES = Text(en="use it all the same", zh="仍然使用")
ASK_MESSAGES_URL = Text(
    en="{tool} speaks the Anthropic protocol. The gateway's base URL for that one",
    zh="{tool} 使用 Anthropic 协议。网关为该协议提供的 Base URL",
)

# Key
ASK_KEY = Text(en="API key for {host}", zh="{host} 的 API 密钥")
ASK_KEY_KEEP = Text(en="API key for {host} (return keeps {key})", zh="{host} 的 API 密钥（直接回车则保留 {key}）")
KEY_PAGE = Text(en="Keys are made at {page}", zh="密钥在这里创建：{page}")
CHECKING_KEY = Text(en="Asking {host} whether it takes the key ...", zh="正在向 {host} 验证密钥……")
KEY_ACCEPTED = Text(en="{key}, accepted", zh="{key}，已通过验证")
KEY_ACCEPTED_MODELS = Text(en="{key}, accepted; {models}", zh="{key}，已通过验证；{models}")

# Models
ASK_MODEL = Text(en="Which model for {tools}?", zh="{tools} 用哪个模型？")
ASK_MODEL_UNLISTED = Text(
    en="Model id for {tools} (the gateway lists none)", zh="{tools} 的模型 ID（网关没有给出模型列表）"
)
ASK_SMALL_MODEL = Text(
    en="Which small model for {tools}, for background work?",
    zh="{tools} 的后台任务用哪个小模型？",
)
AS_NOW = Text(en="{models} (as now)", zh="{models}（保持现状）")
ONE_OF = Text(en="{tool} {model}", zh="{tool} {model}")
SAME_AS_MAIN = Text(en="the same: {model}", zh="与主模型相同：{model}")
MODEL_EMPTY = Text(en="The model id is empty.", zh="模型 ID 为空。")
CHECKING_MODEL = Text(en="Asking {host} for one word from {model} ...", zh="正在请 {host} 的 {model} 回一个词……")

# When an answer does not work
FAULT = Text(en="✗ {message}", zh="✗ {message}")
WHAT_NOW = Text(en="What now?", zh="接下来怎么办？")
NOW_USE = Text(en="use {url}, which answers", zh="改用有应答的 {url}")
NOW_URL = Text(en="give another base URL", zh="换一个 Base URL")
NOW_KEY = Text(en="give the key again", zh="重新输入密钥")
NOW_MODEL = Text(en="choose another model", zh="换一个模型")
NOW_KEEP = Text(en="keep it all the same", zh="仍然保留")
NOW_AGAIN = Text(en="try it again", zh="再试一次")
PAGE = Text(en="  The page for it: {page}", zh="  相关页面：{page}")

# Consent
ASK_WRITE = Text(en="Write these changes to {files}?", zh="将以上改动写入 {files}吗？")
HINT_WRITE = Text(
    en="arrows and enter · `taotoken undo` takes it back, byte for byte",
    zh="方向键和回车 · 之后可用 taotoken undo 逐字节撤回",
)
WRITE_YES = Text(en="yes, write them", zh="是，写入")
WRITE_CHANGE = Text(en="change an answer first", zh="先改一个答案")
WRITE_NO = Text(en="no, leave everything as it is", zh="否，一切保持原样")
ASK_CHANGE = Text(en="Which answer?", zh="改哪一个？")

# Progress
TESTING = Text(
    en="Testing each tool's own kind of request: {done} of {count} answered",
    zh="正在按各工具自己的方式发送试请求：已完成 {done}/{count}",
)
