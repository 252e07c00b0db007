"""The chat of VS Code (Copilot Chat) with a key of one's own: one file, and the whole endpoint as URL. Not run."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from taotoken._endpoint import Endpoint
from taotoken._protocol import Protocol
from taotoken._text import safe_text
from taotoken_plugins._by_hand import ByHand
from taotoken_plugins._host import Host
from taotoken_plugins._texts import tools_manual as texts
from taotoken_plugins._tool import Wanted
from taotoken_plugins.tools._choices import ALL_PROTOCOLS, BOTH_SIZES, chosen_protocol, context_window, max_output
from taotoken_plugins.tools._manual import as_json, key_entry, manual_tool, masked

_NAME = "VS Code Chat"
_TYPES: Mapping[Protocol, str] = {"chat": "chat-completions", "responses": "responses", "messages": "messages"}
_INPUT, _OUTPUT = 128_000, 8_192  # the file must name both


def models_path(host: Host) -> Path:
    """Where VS Code keeps the models of a user."""
    if host.platform == "win32":
        roaming = host.env.get("APPDATA")
        root = Path(roaming) if roaming else host.home / "AppData" / "Roaming"
    elif host.platform == "darwin":
        root = host.home / "Library" / "Application Support"
    else:
        root = host.home / ".config"
    return root / "Code" / "User" / "chatLanguageModels.json"


def tool_base_url(endpoint: Endpoint) -> str:
    """The whole URL that it posts to."""
    return endpoint.url("chat")


def _by_hand(wanted: Wanted, host: Host) -> ByHand:
    protocol, endpoint = chosen_protocol(wanted, _NAME, ALL_PROTOCOLS), wanted.endpoint
    model = {
        "id": endpoint.model,
        "name": endpoint.model,
        "url": endpoint.url(protocol),
        "apiType": _TYPES[protocol],
        "toolCalling": True,
        "vision": False,
        "maxInputTokens": context_window(wanted) or _INPUT,
        "maxOutputTokens": max_output(wanted) or _OUTPUT,
    }
    provider = {"name": "TaoToken", "vendor": "customendpoint", "apiKey": masked(wanted), "models": [model]}
    return ByHand(
        where=texts.CHAT_WHERE(path=safe_text(host.tilde(models_path(host)))),
        entries=(key_entry("apiKey", wanted),),
        snippet=as_json([provider]),
        notes=(
            texts.MERGE(),
            texts.TOOL_CALLS(),
            texts.RELOAD(),
            texts.REMOTE_LOCAL(),
            texts.NOT_RUN(tool=_NAME),
        ),
    )


TOOL = manual_tool(
    id="vscode-chat",
    name=_NAME,
    homepage="https://code.visualstudio.com",
    by_hand=_by_hand,
    protocols=ALL_PROTOCOLS,
    sizes=BOTH_SIZES,
    tool_base_url=tool_base_url,
)
