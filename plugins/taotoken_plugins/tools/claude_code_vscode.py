"""Claude Code for VS Code: it reads the files of Claude Code. Its window was not run."""

from __future__ import annotations

from taotoken._text import safe_text
from taotoken_plugins._by_hand import ByHand, Entry
from taotoken_plugins._host import Host
from taotoken_plugins._texts import tools_manual as texts
from taotoken_plugins._tool import Wanted
from taotoken_plugins.tools._manual import as_json, key_entry, manual_tool
from taotoken_plugins.tools.claude_code import TOOL as CLAUDE_CODE

_NAME = "Claude Code for VS Code"


def _by_hand(wanted: Wanted, host: Host) -> ByHand:
    path = safe_text(host.tilde(CLAUDE_CODE.files[0].path(host)))
    return ByHand(
        where=texts.SHARED_WHERE(path=path, tool=CLAUDE_CODE.name),
        entries=(
            Entry(name="env.ANTHROPIC_BASE_URL", value=CLAUDE_CODE.tool_base_url(wanted.endpoint)),
            key_entry("env.ANTHROPIC_AUTH_TOKEN", wanted),
            Entry(name="env.ANTHROPIC_MODEL", value=wanted.endpoint.model),
        ),
        snippet=as_json({"claudeCode.disableLoginPrompt": True}),
        notes=(
            texts.SHARED_SETUP(tool=_NAME, other=CLAUDE_CODE.name, id=CLAUDE_CODE.id),
            texts.LOGIN_PROMPT(),
            texts.RELOAD(),
            texts.REMOTE(),
            texts.NOT_RUN(tool=_NAME),
        ),
    )


TOOL = manual_tool(
    id="claude-code-vscode",
    name=_NAME,
    homepage="https://code.claude.com/docs/en/vs-code",
    by_hand=_by_hand,
    protocol="messages",
    tool_base_url=CLAUDE_CODE.tool_base_url,
    shares=CLAUDE_CODE,
)
