"""The Codex extension of VS Code and its relatives: it reads the files of Codex. Its window was not run."""

from __future__ import annotations

from taotoken._text import safe_text
from taotoken_plugins._by_hand import ByHand, Entry
from taotoken_plugins._host import Host
from taotoken_plugins._texts import tools_manual as texts
from taotoken_plugins._tool import Wanted
from taotoken_plugins.tools._manual import key_entry, manual_tool
from taotoken_plugins.tools.codex import TOOL as CODEX

_NAME = "Codex IDE extension"


def _by_hand(wanted: Wanted, host: Host) -> ByHand:
    path = safe_text(host.tilde(CODEX.files[0].path(host)))
    return ByHand(
        where=texts.SHARED_WHERE(path=path, tool=CODEX.name),
        entries=(
            Entry(name="model_providers.taotoken.base_url", value=CODEX.tool_base_url(wanted.endpoint)),
            key_entry("model_providers.taotoken.experimental_bearer_token", wanted),
            Entry(name="model", value=wanted.endpoint.model),
        ),
        notes=(
            texts.SHARED_SETUP(tool=_NAME, other=CODEX.name, id=CODEX.id),
            texts.RELOAD(),
            texts.REMOTE(),
            texts.NOT_RUN(tool=_NAME),
        ),
    )


TOOL = manual_tool(
    id="codex-ide",
    name=_NAME,
    homepage="https://developers.openai.com/codex/ide",
    by_hand=_by_hand,
    protocol="responses",
    tool_base_url=CODEX.tool_base_url,
    shares=CODEX,
)
