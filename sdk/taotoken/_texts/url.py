"""Notes and refusals for a base URL. None of them may show a query, a user name or a password."""

from taotoken._message import Text

# Repairs.
SCHEME_ADDED = Text(
    en="The {field} had no http:// or https:// in front; {scheme}:// was put there.",
    zh="{field} 前面没有 http:// 或 https://，已补上 {scheme}://。",
)
SCHEME_REPAIRED = Text(
    en="The beginning of the {field} was corrected to {scheme}://.",
    zh="{field} 的开头已改为 {scheme}://。",
)
QUERY_REMOVED = Text(
    en="What stood after ? or # in the {field} was removed; a base URL has no such part.",
    zh="已去掉 {field} 中 ? 或 # 之后的部分；Base URL 不含这一部分。",
)
SLASH_REMOVED = Text(
    en="The slash at the end of the {field} was removed.",
    zh="已去掉 {field} 末尾的斜杠。",
)
SLASHES_JOINED = Text(
    en="Doubled slashes in the path of the {field} were made single.",
    zh="{field} 路径中重复的斜杠已合并为一个。",
)
ENDPOINT_REMOVED = Text(
    en="/{endpoint} was removed from the end of the {field}; it is one endpoint, and programs add it themselves.",
    zh="已去掉 {field} 末尾的 /{endpoint}；它是具体接口的路径，程序会自己加上。",
)
VERSION_DOUBLED = Text(
    en="A doubled version in the path of the {field} (such as /v1/v1) was made single.",
    zh="{field} 路径里重复的版本号（如 /v1/v1）已合并。",
)
VERSION_CASE = Text(
    en="/V1 in the {field} was read as /v1.",
    zh="{field} 中的 /V1 已按 /v1 处理。",
)
WEB_PAGE = Text(
    en="The {field} was a page of the {host} website, not its API. {api_root} is used instead.",
    zh="{field} 填的是 {host} 网站的页面，不是 API 地址，已改用 {api_root}。",
)
PATH_MISSING = Text(
    en="The {field} lacked the path of the API of {host}. {api_root} is used instead.",
    zh="{field} 缺少 {host} 的 API 路径，已改用 {api_root}。",
)
ALIAS = Text(
    en="The {field} named {alias}; its API is at {api_root}, which is used instead.",
    zh="{field} 写的是 {alias}，它的 API 地址是 {api_root}，已改用后者。",
)

# Refusals.
MISSING = Text(
    en="The {field} is empty. Give the base URL of your gateway, such as https://gateway.example/api.",
    zh="{field} 为空。请填写网关的 Base URL，例如 https://gateway.example/api。",
)
IS_KEY = Text(
    en="The {field} is an API key, not an address. Was it swapped with the key? "
    "Give the base URL of your gateway, such as https://gateway.example/api.",
    zh="{field} 填的是 API 密钥，不是地址。是不是填反了？请填写网关的 Base URL，例如 https://gateway.example/api。",
)
BLANK_INSIDE = Text(
    en="The {field} has a blank or control character at position {position} ({char}). Give one address without blanks.",
    zh="{field} 的第 {position} 个字符是空白或控制字符（{char}）。请只填写一个不含空白的地址。",
)
ODD_CHARACTER = Text(
    en="The {field} has a character at position {position} that can't stand in an address: {char}. "
    "Type it again with ordinary ASCII characters (an international host name in its xn-- form).",
    zh="{field} 的第 {position} 个字符不能出现在地址里：{char}。请用半角英文字符重新输入（国际化域名请用 xn-- 形式）。",
)
BAD_PERCENT = Text(
    en="The {field} has a % at position {position} that two hexadecimal digits don't follow. Copy the address again.",
    zh="{field} 第 {position} 个字符 % 的后面不是两位十六进制数字。请重新复制地址。",
)
BAD_SCHEME = Text(
    en="The {field} begins with something other than http:// or https://. "
    "Give an address such as https://gateway.example/api.",
    zh="{field} 的开头不是 http:// 或 https://。请填写类似 https://gateway.example/api 的地址。",
)
HAS_LOGIN = Text(
    en="The {field} has a user name or password before an @ sign. They would end up in files and logs; "
    "take them out and give the key on its own.",
    zh="{field} 的 @ 前面带有用户名或密码，它们会被写进文件和日志。请去掉它们，密钥请单独填写。",
)
BAD_HOST = Text(
    en="The {field} has no valid host name between the scheme and the path. "
    "Check it for a missing or extra dot, slash or bracket.",
    zh="{field} 中没有有效的主机名。请检查是否多了或少了点号、斜杠或括号。",
)
NOT_AN_ADDRESS = Text(
    en="The {field} is a single word, not an address. Write it whole, such as https://gateway.example/api.",
    zh="{field} 只是一个单词，不是地址。请完整填写，例如 https://gateway.example/api。",
)
BAD_PORT = Text(
    en="The port in the {field} is not a number from 1 to 65535. Correct it or leave it out.",
    zh="{field} 中的端口不是 1 到 65535 之间的数字。请改正或去掉端口。",
)
DOT_SEGMENT = Text(
    en="The path of the {field} has a . or .. step in it. Write the path it leads to.",
    zh="{field} 的路径里含有 . 或 ..。请直接写出最终的路径。",
)
PLAIN_HTTP = Text(
    en="The {field} uses plain http to {host}, another machine: everyone on the way could read the API key. "
    "Use https://, or allow it with allow_http=True.",
    zh="{field} 用不加密的 http 连接另一台机器 {host}，途中任何人都能看到 API 密钥。"
    "请改用 https://，或用 allow_http=True 明确允许。",
)
NO_MESSAGES_URL = Text(
    en="The base URL ends in /{version}, so no address for the messages protocol follows from it. "
    "Give that one too, as messages_base_url.",
    zh="Base URL 以 /{version} 结尾，无法由它得到 messages 协议的地址。请另外用 messages_base_url 给出。",
)
MESSAGES_URL_VERSIONED = Text(
    en="The base URL for the messages protocol ends in /{version}, but programs add /v1/messages to it "
    "themselves. Give the address without the version.",
    zh="messages 协议的 Base URL 以 /{version} 结尾，但程序会自己加上 /v1/messages。请填写不带版本号的地址。",
)
