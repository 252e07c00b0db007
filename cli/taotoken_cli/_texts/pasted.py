"""Words of `--from FILE|-`."""

from __future__ import annotations

from taotoken._message import Text

FROM = Text(
    en="Take base URL, key and model from a text you have: .env, JSON, TOML, a curl line, code, a ccswitch:// link, "
    "plain words; - reads standard input. Nothing in it is run; options go before it.",
    zh="从现成的文本里读取 Base URL、密钥和模型：.env、JSON、TOML、curl 命令、代码、ccswitch:// 链接或普通文字；"
    "- 表示标准输入。其中的内容不会被执行；同时给出的选项优先。",
)
FROM_CHOICE = Text(
    en="Which set of that text, where it holds several (the list shows the numbers).",
    zh="文本里有多组信息时选第几组（编号见列表）。",
)

STDIN = Text(en="the pasted text", zh="粘贴的文本")
FILE = Text(en="{name}", zh="文件 {name}")
SOURCE = Text(en="{name} ({what})", zh="{name}（{what}）")
NOBODY_READS_IT = Text(en="where no program reads it", zh="没有程序会从那里读取")
NONE = Text(en="none", zh="无")
CHOICE = Text(
    en="  {number}: {url}, key {key}, model {model} ({what})",
    zh="  {number}：{url}，密钥 {key}，模型 {model}（{what}）",
)
LINES = Text(en="{first}\n{second}", zh="{first}\n{second}")
WITH_LIST = Text(en="{message}\n{list}", zh="{message}\n{list}")
SEVERAL = Text(en="The text holds several sets:", zh="文本里有多组信息：")
NO_SUCH_CHOICE = Text(en="There is no set number {choice} in the text:", zh="文本里没有第 {choice} 组：")
ASK_CHOICE = Text(en="Which one (1 to {count})", zh="用哪一组（1 到 {count}）")
CHOOSE_NEXT = Text(en="add --from-choice N (1 to {count})", zh="请加上 --from-choice N（1 到 {count}）")
PASTE_NOW = Text(
    en="Paste the text, then press Enter and Ctrl-D (on Windows Ctrl-Z and Enter).",
    zh="请粘贴文本，然后按回车和 Ctrl-D（Windows 上按 Ctrl-Z 再回车）。",
)
NOTHING = Text(
    en="{name} holds no base URL and no API key that can be used.", zh="没有找到可用的 Base URL 和 API 密钥：{name}。"
)
NOTHING_NEXT = Text(
    en="give them as options: --base-url URL --api-key-stdin --model ID",
    zh="请用选项给出：--base-url URL --api-key-stdin --model 模型ID",
)
TOO_BIG = Text(en="{name} is larger than {limit} MB.", zh="内容超过 {limit} MB：{name}。")
STDIN_TWICE = Text(
    en="--from - and --api-key-stdin both read standard input.", zh="--from - 和 --api-key-stdin 都要读取标准输入。"
)
STDIN_TWICE_NEXT = Text(en="keep one of them, or name a file: --from FILE", zh="请只保留一个，或改用文件：--from 文件")
CHOICE_ALONE = Text(en="--from-choice needs --from.", zh="--from-choice 需要和 --from 一起使用。")
CHOICE_ALONE_NEXT = Text(en="add --from FILE", zh="请加上 --from 文件")
OTHER_KEY = Text(
    en="The base URL {host} comes from {source}, the key does not. A key is not sent to an address from a pasted text.",
    zh="Base URL {host} 来自{source}，密钥却不是。密钥不会发送到粘贴文本给出的地址。",
)
OTHER_KEY_NEXT = Text(
    en="if you trust that address, add --base-url {url}", zh="如果你信任该地址，请加上 --base-url {url}"
)
ASK_OTHER_KEY = Text(
    en="The base URL {host} comes from {source}, the key does not. Send your key to {host}?",
    zh="Base URL {host} 来自{source}，密钥却不是。要把你的密钥发送到 {host} 吗？",
)
