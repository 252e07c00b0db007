"""What to do after a request failed, by what failed."""

from __future__ import annotations

from taotoken._message import Text

ADDRESS = Text(
    en="run the command again with the gateway's API address: --base-url https://HOST/api",
    zh="请用网关的 API 地址重新运行：--base-url https://主机名/api",
)
ALLOW_HTTP = Text(
    en="use https, or accept that the key travels readable: --allow-http",
    zh="请改用 https；如果接受密钥以明文传输，加上 --allow-http",
)
MESSAGES_ADDRESS = Text(
    en="name the address for the Anthropic protocol: --anthropic-base-url URL",
    zh="请给出 Anthropic 协议的地址：--anthropic-base-url 地址",
)
KEY = Text(
    en="copy the key again from the gateway's key page and run the command again (the key is asked for, or give it "
    "with --api-key-stdin)",
    zh="请到网关的密钥页面重新复制密钥后再运行（可按提示输入，或用 --api-key-stdin 传入）",
)
KEY_PAGE = Text(
    en="copy the key again from {page} and run the command again (it is asked for, or give it with --api-key-stdin)",
    zh="请到 {page} 重新复制密钥后再运行（可按提示输入，或用 --api-key-stdin 传入）",
)
MODEL = Text(en="see the model ids with: taotoken models", zh="用 taotoken models 查看可用的模型 ID")
MODEL_PAGE = Text(
    en="see the model ids with: taotoken models, or at {page}", zh="用 taotoken models 或到 {page} 查看可用的模型 ID"
)
QUOTA = Text(en="add balance or raise the limit at the gateway", zh="请到网关充值或提高额度")
WAIT = Text(en="wait {seconds} s and try again", zh="等 {seconds} 秒后再试")
LATER = Text(en="try again in a moment; if it lasts, tell the gateway", zh="稍后再试；如持续出现，请联系网关")
NETWORK = Text(
    en="check the address and your network; `taotoken doctor` looks at both",
    zh="请检查地址和网络；taotoken doctor 会检查这两项",
)
DOCTOR = Text(en="taotoken doctor", zh="taotoken doctor")
