"""Goose: a provider of one's own is a JSON file, the key is in the keyring. Not run: there is no npm or PyPI package of
the program."""

from __future__ import annotations

from pathlib import Path

from taotoken._endpoint import Endpoint
from taotoken._text import safe_text
from taotoken_plugins._by_hand import ByHand
from taotoken_plugins._host import Host
from taotoken_plugins._texts import tools_manual as texts
from taotoken_plugins._tool import Wanted
from taotoken_plugins.tools._choices import context_window
from taotoken_plugins.tools._manual import as_json, key_entry, manual_tool

_NAME = "Goose"
_PROVIDER = "custom_taotoken"
_VARIABLE = "CUSTOM_TAOTOKEN_API_KEY"
_CONTEXT = 128_000


def provider_path(host: Host) -> Path:
    """The file of our provider."""
    if host.platform == "win32":
        roaming = host.env.get("APPDATA")
        root = (Path(roaming) if roaming else host.home / "AppData" / "Roaming") / "Block" / "goose" / "config"
    else:
        root = host.home / ".config" / "goose"
    return root / "custom_providers" / f"{_PROVIDER}.json"


def tool_base_url(endpoint: Endpoint) -> str:
    """The base that Goose adds ``/v1/chat/completions`` to."""
    return endpoint.root_for("chat")


def _by_hand(wanted: Wanted, host: Host) -> ByHand:
    provider = {
        "name": _PROVIDER,
        "engine": "openai",
        "display_name": "TaoToken",
        "description": "TaoToken",
        "api_key_env": _VARIABLE,
        "base_url": tool_base_url(wanted.endpoint),
        "models": [{"name": wanted.endpoint.model, "context_limit": context_window(wanted) or _CONTEXT}],
        "supports_streaming": True,
        "requires_auth": True,
    }
    return ByHand(
        where=texts.FILE_WHERE(path=safe_text(host.tilde(provider_path(host)))),
        entries=(key_entry(_VARIABLE, wanted),),
        snippet=as_json(provider),
        notes=(
            texts.KEY_IN_WINDOW(tool=_NAME, name=_VARIABLE),
            texts.GOOSE_CHOOSE(),
            texts.RESTART(tool=_NAME),
            texts.NOT_RUN(tool=_NAME),
        ),
    )


TOOL = manual_tool(
    id="goose",
    name=_NAME,
    homepage="https://github.com/aaif-goose/goose",
    by_hand=_by_hand,
    sizes=("context-window",),
    tool_base_url=tool_base_url,
)
