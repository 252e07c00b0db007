"""A fix in words: what to set, take out, mend or run."""

from __future__ import annotations

from taotoken._message import Text

AND = Text(en="{first} {second}", zh="{first}{second}")
OR = Text(en="{first} Or: {second}", zh="{first}或者：{second}")
# where the first sentence ends in a command or a value, which must not run into the next one
AND_APART = Text(en="{first} — then: {second}", zh="{first}，然后：{second}")
OR_APART = Text(en="{first} — or: {second}", zh="{first}，或者：{second}")
NEAREST = Text(en=" Nearest: {names}.", zh="最接近的：{names}。")
SET = Text(en="Set {name} to {value}.", zh="把 {name} 设为 {value}。")
UNSET = Text(en="Take {name} out.", zh="删除 {name}。")
SET_FILE = Text(en="In {file} set {name} to {value}.", zh="在 {file} 中把 {name} 设为 {value}。")
UNSET_FILE = Text(en="In {file} take {name} out.", zh="在 {file} 中删除 {name}。")
POINT = Text(en="Mend {file} line {line}, column {column}: {what}", zh="修改 {file} 第 {line} 行第 {column} 列：{what}")
RUN = Text(en="Run: {command}", zh="运行：{command}")
THE_FILE = Text(en="the file", zh="文件")
ASK_KEY = Text(en="Copy the whole key again from the gateway's key page.", zh="请到网关的密钥页面重新复制完整的密钥。")
ASK_URL = Text(en="Take the base URL from the gateway's documentation.", zh="请从网关文档复制 Base URL。")
ASK_MODEL = Text(en="Take a model id from: taotoken models", zh="请用 taotoken models 查看并选择模型 ID。")
THE_TOOL = Text(en="the tool", zh="该工具")
THE_GATEWAY = Text(en="the gateway", zh="网关")
THE_URL = Text(en="the address in use", zh="所用的地址")
PORT_OF = Text(en="{port} ({program})", zh="{port}（{program}）")
IN_USE = Text(en="in use", zh="（所用的）")
ASKED_FOR = Text(en="that was asked for", zh="（所请求的）")

ASK_WHO_IS_ADMITTED = Text(
    en="The tool itself was run and refused as well: ask the gateway's support which programs it admits.",
    zh="实际运行该工具也被拒绝：请向网关客服询问允许哪些客户端。",
)
NOTHING_TO_DO = Text(
    en="Nothing: the gateway refuses our test request, and takes those of the tool.",
    zh="无需处理：网关拒绝的是我们的测试请求，该工具自己的请求可以通过。",
)
SHORTEN = Text(
    en="Shorten the context, or raise the body limit of the proxy in front of the gateway.",
    zh="缩短上下文，或调高网关前代理的请求体上限。",
)
CHECK_BODY = Text(
    en="Check that the body is JSON with Content-Type application/json and that its model field is not empty.",
    zh="请检查请求体是 JSON、Content-Type 为 application/json，且 model 字段不为空。",
)
ADMINISTRATOR = Text(
    en="{file} belongs to the administrator: ask them to take apiKeyHelper out, or take {name} out yourself.",
    zh="{file} 由管理员管理：请管理员去掉 apiKeyHelper，或自行删除 {name}。",
)
SYNC_CLOCK = Text(
    en="Set the clock (in WSL: sudo hwclock -s, or wsl --shutdown), then try again.",
    zh="请校准时钟（WSL 中：sudo hwclock -s 或 wsl --shutdown），然后重试。",
)
INSTALL_SOCKS = Text(en="Run: pip install httpx[socks]", zh="运行：pip install httpx[socks]")
SET_BEFORE_START = Text(
    en="Set {name} to {value} in the environment before {tool} starts; for Python programs SSL_CERT_FILE.",
    zh="在启动 {tool} 之前，把环境变量 {name} 设为 {value}；Python 程序用 SSL_CERT_FILE。",
)
BUFFERING = Text(
    en="Switch off response buffering in the proxy between, so that the stream's heartbeats arrive.",
    zh="关闭中间代理的响应缓冲，让流的心跳能够到达。",
)
NO_HOST_BUT_SCHEME = Text(
    en="The base URL has no http:// or https:// in front; write it there.",
    zh="Base URL 前面缺少 http:// 或 https://，请补上。",
)
SIGN_IN_OR_KEY = Text(
    en="Sign in with OAuth for that provider, or select the provider that takes API keys.",
    zh="对该服务商使用 OAuth 登录，或改选使用 API 密钥的服务商。",
)
FITS = Text(en="The most that fits is {limit}.", zh="最大可用值为 {limit}。")
WINDOWS_NPX = Text(
    en="On Windows write the command as cmd with the arguments /c {command}, and run it in a "
    "terminal to see why it stops.",
    zh="在 Windows 上把命令写成 cmd，参数为 /c {command}，并在终端里运行它以查看退出原因。",
)
RUN_COMMAND = Text(
    en="Run the server's command in a terminal and read what it prints.",
    zh="在终端里运行该服务器的命令并查看输出。",
)
SAME_PLACE = Text(
    en="Give base URL and key in the same place: move the base URL to where the key stands, if you trust {host}.",
    zh="把 Base URL 与密钥放在同一处：若信任 {host}，请把 Base URL 移到密钥所在的位置。",
)
REWRITE_NO_BOM = Text(
    en="Save {file} as UTF-8 without BOM (in PowerShell: Set-Content -Encoding utf8NoBOM).",
    zh="请把 {file} 另存为不带 BOM 的 UTF-8（PowerShell：Set-Content -Encoding utf8NoBOM）。",
)
CLEAN_UP = Text(
    en="To have the values in files taken out (undo brings them back): taotoken setup {tool} --clean-up",
    zh="要清除文件里的这些值（可用 undo 恢复）：taotoken setup {tool} --clean-up",
)
MOVE_SHAPE = Text(
    en="Nothing reads it there. {tool} reads {place}; run: taotoken setup {tool}",
    zh="那里没有程序会读取。{tool} 读取的是 {place}；运行：taotoken setup {tool}",
)
