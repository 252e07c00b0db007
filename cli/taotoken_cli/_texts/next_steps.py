"""What to do after a request failed or a value was refused, by what is wrong; and refusals in words of the CLI."""

from __future__ import annotations

from taotoken._message import Text

ADDRESS = Text(
    en="run the command again with the gateway's base URL: --base-url https://HOST/api",
    zh="请用网关的 Base URL 重新运行：--base-url https://主机名/api",
)
ALLOW_HTTP = Text(
    en="use https, or accept that the key travels readable: --allow-http",
    zh="请改用 https；如果接受密钥以明文传输，加上 --allow-http",
)
MESSAGES_ADDRESS = Text(
    en="name the base URL for the Anthropic protocol: --anthropic-base-url URL",
    zh="请给出 Anthropic 协议的 Base URL：--anthropic-base-url URL",
)
KEY = Text(
    en="copy the key again from the gateway's key page and run the command again with --api-key-stdin, which asks for "
    "it on a terminal",
    zh="请到网关的密钥页面重新复制密钥，加上 --api-key-stdin 再运行（在终端里会提示输入）",
)
KEY_PAGE = Text(
    en="copy the key again from {page} and run the command again with --api-key-stdin, which asks for it on a terminal",
    zh="请到 {page} 重新复制密钥，加上 --api-key-stdin 再运行（在终端里会提示输入）",
)
KEY_REFUSED = Text(
    en="copy the key again from the gateway's key page; give it with --api-key-stdin, or save it with: taotoken setup",
    zh="请到网关的密钥页面重新复制密钥，用 --api-key-stdin 传入，或用 taotoken setup 保存",
)
ACCESS = Text(
    en="take a model that this key may use (taotoken models), or open the access on the gateway's key page",
    zh="请换一个该密钥可用的模型（taotoken models 可查看），或到网关的密钥页面开通权限",
)
FIREWALL = Text(
    en="check the base URL (--base-url URL); if it is right, tell the gateway, or try from another network",
    zh="请检查 Base URL（--base-url URL）；若无误，请联系网关，或换个网络再试",
)
OTHER_CLIENT = Text(
    en="ask from a tool that the gateway admits; `taotoken chat` is not one of them",
    zh="请改用该网关允许的工具；它不允许 taotoken chat",
)
OTHER_MODEL = Text(
    en="take another model (taotoken models), or tell the gateway", zh="请换一个模型（taotoken models），或联系网关"
)
MODEL = Text(en="see the model ids with: taotoken models", zh="用 taotoken models 查看可用的模型 ID")
MODEL_PAGE = Text(
    en="see the model ids with: taotoken models, or at {page}", zh="用 taotoken models 或到 {page} 查看可用的模型 ID"
)
QUOTA = Text(en="add balance or raise the limit at the gateway", zh="请到网关充值或提高额度")
WAIT = Text(en="wait {seconds} s and try again", zh="等 {seconds} 秒后再试")
LATER = Text(en="try again in a moment; if it lasts, tell the gateway", zh="稍后再试；如持续出现，请联系网关")
NETWORK = Text(
    en="check the base URL and your network, then run the command again (another base URL: --base-url URL)",
    zh="请检查 Base URL 和网络后重新运行（换一个 Base URL：--base-url URL）",
)
HOST_NAME = Text(
    en="check the host name in the base URL for a typo (--base-url URL), and that this machine is online",
    zh="请检查 Base URL 中的主机名是否写错（--base-url URL），以及本机是否联网",
)
NOTHING_LISTENS = Text(
    en="check host and port of the base URL (--base-url URL), and that the gateway is running",
    zh="请检查 Base URL 的主机和端口（--base-url URL），以及网关是否在运行",
)
PROXY = Text(
    en="correct HTTPS_PROXY, HTTP_PROXY or ALL_PROXY, or name the gateway's host in NO_PROXY to go round the proxy",
    zh="请改正 HTTPS_PROXY、HTTP_PROXY 或 ALL_PROXY，或把网关的主机名写进 NO_PROXY 以绕过代理",
)
CERTIFICATE = Text(
    en="check the host name in the base URL; where your network has an authority of its own, name its certificates: "
    "SSL_CERT_FILE=FILE",
    zh="请检查 Base URL 中的主机名；如果所在网络使用自己的证书颁发机构，请指定其证书：SSL_CERT_FILE=文件",
)
CLOCK = Text(en="set this machine's clock, then run the command again", zh="请校准本机时钟后重新运行")
SHORTER = Text(en="shorten the question and ask again", zh="请缩短问题后重试")
OTHER_WORDS = Text(en="put the question in other words and ask again", zh="请换一种说法后重试")
PLAIN_HTTP = Text(
    en="The {field} uses plain http to {host}, another machine: everyone on the way could read the API key.",
    zh="{field} 用不加密的 http 连接另一台机器 {host}，途中任何人都能看到 API 密钥。",
)
NO_MESSAGES_URL = Text(
    en="The base URL ends in /{version}, so none for the Anthropic protocol follows from it.",
    zh="Base URL 以 /{version} 结尾，无法由它得到 Anthropic 协议的 Base URL。",
)
DOCTOR = Text(en="taotoken doctor", zh="taotoken doctor")
