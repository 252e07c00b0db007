"""What was seen: the evidence lines of findings."""

from __future__ import annotations

from taotoken._message import Text

SAID = Text(en="the text says: {line}", zh="文本中写着：{line}")
VALUE = Text(en="{name} is {value} ({place})", zh="{name} 为 {value}（{place}）")
EMPTY_VALUE = Text(en="{name} is set to an empty text ({place})", zh="{name} 被设为空值（{place}）")
NOT_SET = Text(en="{name} is set nowhere that was looked at", zh="在检查过的位置都没有设置 {name}")
NOTE = Text(en="{name} ({place}): {note}", zh="{name}（{place}）：{note}")
ADDS_PATH = Text(en="the tool posts to {url}", zh="工具实际请求的地址是 {url}")
URL_IN_TEXT = Text(en="the address in the text is {url}", zh="文本中的地址是 {url}")
URL_ASKED = Text(en="the request to {url} failed", zh="对 {url} 的请求失败")
PATH_RIGHT = Text(en="{url} gives an API's answer", zh="{url} 返回的是 API 的回复")
PATH_WRONG = Text(en="{url} gives {what}", zh="{url} 返回{what}")
A_PAGE = Text(en="a web page", zh="一个网页")
A_STATUS = Text(en="HTTP {status}", zh="状态 HTTP {status}")
NO_CHOICES = Text(en="an answer without choices", zh="没有 choices 的回复")
SIZES = Text(
    en="a request of {small} bytes works, one of {large} bytes does not",
    zh="{small} 字节的请求正常，{large} 字节的请求失败",
)
HEADER_OK = Text(en="the same request with the key as {header} works", zh="同一个请求把密钥放在 {header} 里就能成功")
HEADER_REFUSED = Text(en="with the key as {header} it is refused", zh="把密钥放在 {header} 里则被拒绝")
KEPT_KEY_WORKS = Text(
    en="the key {key}, which taotoken keeps for {host}, works", zh="taotoken 为 {host} 保存的密钥 {key} 可以正常使用"
)
TOOL_ANSWERED = Text(
    en="the tool itself was run once and answered after {seconds} s", zh="实际运行了一次该工具，{seconds} 秒后得到回答"
)
KEPT_FOR = Text(en="the key in use is kept for {url}", zh="所用的密钥是为 {url} 保存的")
NOT_LISTED = Text(en="{model} is not in the gateway's list of {count} models", zh="网关的 {count} 个模型中没有 {model}")
LISTED = Text(en="{model} is in the gateway's list of models", zh="网关的模型列表中有 {model}")
PLUS_DATE = Text(
    en="it equals the listed id {nearest} with a date behind it", zh="它等于列表中的 {nearest} 加上日期后缀"
)
BOTH_SET = Text(
    en="{first} ({first_place}) and {second} ({second_place}) are both set",
    zh="同时设置了 {first}（{first_place}）和 {second}（{second_place}）",
)
BEATS = Text(en="{name}: {winner} beats {loser}", zh="{name}：{winner} 优先于 {loser}")
FILE_HOLDS = Text(en="{file} holds {what}", zh="{file} 中有 {what}")
FILE_LACKS = Text(en="{file} has no {what}", zh="{file} 中没有 {what}")
FILE_MODE = Text(en="{file} has mode {mode}", zh="{file} 的权限是 {mode}")
EMPTY_FILE = Text(en="{file} is empty, which is not JSON", zh="{file} 是空文件，不是合法的 JSON")
FILE_FAULT = Text(en="{file} line {line}, column {column}: {what}", zh="{file} 第 {line} 行第 {column} 列：{what}")
KEY_KIND = Text(
    en="{name} has the form of a key of {owner}, but requests go to {host}",
    zh="{name} 的格式是 {owner} 的密钥，而请求发往 {host}",
)
OFFICIAL_WORDS = Text(
    en="these are the words of {owner}'s own API, not of a gateway",
    zh="这是 {owner} 官方 API 的用语，不是网关的",
)
NOT_OFFICIAL_KEY = Text(
    en="the key {key} has not the form of an official one ({prefix}…)",
    zh="密钥 {key} 不是官方密钥的格式（{prefix}…）",
)
REQUEST_ID = Text(
    en="the request id {request_id} was put there by the gateway", zh="request id {request_id} 是网关加上的"
)
PROXY_SCHEME = Text(en="{name} has the scheme {scheme}", zh="{name} 的协议为 {scheme}")
PROXY_AT = Text(en="{name} sends requests through {proxy}", zh="{name} 让请求经过 {proxy}")
NO_PROXY_NO_HELP = Text(
    en="NO_PROXY does not help: the client sets every proxy up first",
    zh="NO_PROXY 无济于事：客户端会先初始化所有代理",
)
NO_PROXY_PART = Text(en="{name} holds {part}", zh="{name} 中有 {part}")
CONNECTION = Text(en="a connection to {address}: {result}", zh="连接 {address}：{result}")
CLOCKS = Text(en="this machine says {local}, the server says {server}", zh="本机时间 {local}，服务器时间 {server}")
VALID_FROM = Text(en="the certificate of {host} is valid from {start}", zh="{host} 的证书自 {start} 起有效")
VALID_TO = Text(en="the certificate of {host} was valid until {end}", zh="{host} 的证书有效期至 {end}")
CERT_NAMES = Text(en="the certificate that {host} shows is for {names}", zh="{host} 出示的证书属于 {names}")
ISSUER = Text(en="the certificate of {host} was issued by {issuer}", zh="{host} 的证书由 {issuer} 签发")
SET_LATE = Text(
    en="{name} is set in {file}; some builds read it there too late, it must be in the environment before the start",
    zh="{name} 写在 {file} 中；某些版本读取得太晚，应在启动前放进环境变量",
)
NEAR_HOST = Text(en="{host} is {distance} letter(s) from {known}", zh="{host} 与 {known} 只差 {distance} 个字符")
EMPTY_MODEL = Text(en="the model's name is empty in the gateway's sentence", zh="网关的提示中模型名为空")
FIELD_REFUSED = Text(en="the refused field is {field}", zh="被拒绝的字段是 {field}")
OTHER_PATH = Text(
    en="{url} is there (HTTP {status}), so the host is right", zh="{url} 存在（HTTP {status}），说明主机没错"
)
SWITCHER = Text(
    en="a local switcher on port {port} ({name}) passed this on",
    zh="本地切换工具（端口 {port}，{name}）转发了这个错误",
)
NOT_CHECKED = Text(en="nothing else was looked at", zh="没有检查其他内容")
TIMES = Text(en="{count} errors in the text; the first is the one judged", zh="文本中有 {count} 个错误；以第一个为准")
FIRST_TOKEN = Text(
    en="the first token came after {seconds} s, of {total} s in all",
    zh="第一个 token 在 {seconds} 秒后到达，总共 {total} 秒",
)
ALL_AT_ONCE = Text(
    en="a stream of {tokens} tokens came within {spread} s, after {seconds} s of silence",
    zh="流中的 {tokens} 个 token 在 {spread} 秒内一起到达，此前静默 {seconds} 秒",
)
NOT_A_STREAM = Text(
    en="a stream was asked for, and the answer was one JSON document ({content_type})",
    zh="请求的是流，返回的却是一整个 JSON（{content_type}）",
)
PROXY_ONLY_SO = Text(
    en="mended, it would let requests to {host} go round the proxy", zh="写对之后，发往 {host} 的请求就会绕过代理"
)
RUNS_SINCE = Text(
    en="process {pid} runs since {started}; {file} was changed at {changed}",
    zh="进程 {pid} 自 {started} 起运行；{file} 于 {changed} 修改过",
)
LISTENS = Text(
    en="something listens on {address}, where {name} usually is", zh="{address} 上有程序在监听，{name} 通常用这个端口"
)
REGISTRY = Text(en="the Windows registry", zh="Windows 注册表")
PROCESS = Text(en="the environment", zh="环境变量")
SETTINGS = Text(en="the settings", zh="设置项")
