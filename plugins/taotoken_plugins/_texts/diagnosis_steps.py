"""The step that tells causes apart which look alike in a text."""

from __future__ import annotations

from taotoken._message import Text

READ_SETTINGS = Text(
    en="To tell them apart, run: taotoken doctor {tool} --offline, which reads the settings in force here.",
    zh="要区分它们，请运行：taotoken doctor {tool} --offline，它会读取本机实际生效的配置。",
)
READ_FILE = Text(
    en="To tell them apart, run: taotoken doctor {tool} --offline, which names the line in the file.",
    zh="要区分它们，请运行：taotoken doctor {tool} --offline，它会指出文件中的具体行。",
)
SEE_URL_AND_MODELS = Text(
    en="To tell them apart, run: taotoken doctor {tool}, which shows the URL really used and the gateway's models.",
    zh="要区分它们，请运行：taotoken doctor {tool}，它会显示实际使用的 URL 和网关的模型列表。",
)
CONNECT = Text(
    en="To tell them apart, run: taotoken doctor {tool}, which tries name, connection, proxy and certificate in turn.",
    zh="要区分它们，请运行：taotoken doctor {tool}，它会依次检查域名、连接、代理和证书。",
)
LOOK_UP_HOST = Text(
    en="To tell them apart, compare the host name with the gateway's documentation, then run: taotoken doctor {tool}",
    zh="要区分它们，请先对照网关文档核对主机名，再运行：taotoken doctor {tool}",
)
SEE_ANSWER = Text(
    en="To tell them apart, run: taotoken doctor {tool}, which sends one small request and shows what comes back.",
    zh="要区分它们，请运行：taotoken doctor {tool}，它会发送一个小请求并显示返回的内容。",
)
SEE_CLOCK = Text(
    en="To tell them apart, compare this machine's clock with another one.",
    zh="要区分它们，请把本机时间与其他设备核对。",
)
READ_SWITCHER = Text(
    en="To tell them apart, read the text after “cause:”, or the log of the local program that wrapped the error.",
    zh="要区分它们，请看 “cause:” 之后的内容，或查看包装该错误的本地程序的日志。",
)
RUN_TOOL_ITSELF = Text(
    en="To tell them apart, start {tool} itself with the same key and ask it something.",
    zh="要区分它们，请用同一个密钥直接启动 {tool} 并提问。",
)
