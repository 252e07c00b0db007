"""The shape of a cause in words, and the remedies that several causes share.

Parameters every text may use: tool, url, base_url, good_url, host, port, model, nearest, key, header,
other_header, retry_after, detail.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from taotoken._message import Text


@dataclass(frozen=True, slots=True)
class CauseText:
    """One cause in words."""

    who: Literal["you", "gateway", "network", "tool"]
    sentence: Text
    remedy: Text


SETUP_URL = Text(
    en="Run: taotoken setup {tool} --base-url {good_url}",
    zh="运行：taotoken setup {tool} --base-url {good_url}",
)
SETUP_AGAIN = Text(
    en="Run: taotoken setup {tool}, and paste the key again as it stands on the gateway's key page.",
    zh="运行：taotoken setup {tool}，并重新粘贴网关密钥页面上的完整密钥。",
)
TRY_LATER = Text(
    en="Wait a little and run: taotoken doctor {tool}. If it lasts, tell the gateway's support.",
    zh="稍等片刻后运行：taotoken doctor {tool}。如持续出现，请联系网关客服。",
)
TELL_GATEWAY = Text(
    en="Nothing on this machine needs a change; tell the gateway's support, with the request id if one is shown.",
    zh="本机无需改动；请联系网关客服，并附上显示的 request id（如有）。",
)
SETUP_RIGHT = Text(
    en="Run: taotoken setup {tool}, which writes what {tool} reads; taotoken undo takes it back.",
    zh="运行：taotoken setup {tool}，它会按 {tool} 的读取方式写入；可用 taotoken undo 撤销。",
)
MEND_FILE = Text(
    en="Mend the file at that place, then run: taotoken setup {tool}",
    zh="修好该处后运行：taotoken setup {tool}",
)
RESTART = Text(en="Close {tool} and start it again.", zh="关闭 {tool} 后重新启动。")
