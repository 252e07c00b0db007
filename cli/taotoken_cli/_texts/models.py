"""Words of `taotoken models`."""

from __future__ import annotations

from taotoken._message import Text

HELP = Text(
    en="List the models of your gateway, as it names them itself. Uses the gateway saved by setup, unless a base "
    "URL is given.",
    zh="列出网关自己提供的模型列表。默认使用 setup 保存的网关，也可以另外给出 Base URL。",
)
EMPTY = Text(en="The gateway lists no models.", zh="网关没有列出任何模型。")
LINE = Text(en="{id}{details}", zh="{id}{details}")
CONTEXT = Text(en="   context {tokens}", zh="   上下文 {tokens}")
COUNT = Text(en="{models} at {url}", zh="{url} 共有 {models}")
