"""Zed: the provider goes into its settings.json, the key into its window (it keeps it in the keychain). Not run."""

from __future__ import annotations

from pathlib import Path

from taotoken._text import safe_text
from taotoken_plugins._by_hand import ByHand
from taotoken_plugins._host import Host
from taotoken_plugins._texts import tools_manual as texts
from taotoken_plugins._tool import Wanted
from taotoken_plugins.tools._choices import BOTH_SIZES, chosen_base, context_window, max_output
from taotoken_plugins.tools._manual import as_json, key_entry, manual_tool

_NAME = "Zed"
_PROVIDER = "TaoToken"
_VARIABLE = "TAOTOKEN_API_KEY"  # made of the provider's name
_CONTEXT = 128_000  # the file must name one


def settings_path(host: Host) -> Path:
    """Zed's own settings."""
    if host.platform == "win32":
        roaming = host.env.get("APPDATA")
        return (Path(roaming) if roaming else host.home / "AppData" / "Roaming") / "Zed" / "settings.json"
    return host.home / ".config" / "zed" / "settings.json"


def _by_hand(wanted: Wanted, host: Host) -> ByHand:
    answer = max_output(wanted)
    model = {
        "name": wanted.endpoint.model,
        "display_name": wanted.endpoint.model,
        "max_tokens": context_window(wanted) or _CONTEXT,
        **({"max_output_tokens": answer} if answer else {}),
        "capabilities": {"tools": True, "images": False, "parallel_tool_calls": True, "prompt_cache_key": False},
    }
    provider = {"api_url": chosen_base(wanted.endpoint, "chat"), "available_models": [model]}
    return ByHand(
        where=texts.FILE_WHERE(path=safe_text(host.tilde(settings_path(host)))),
        entries=(key_entry(f"{_PROVIDER} API Key", wanted),),
        snippet=as_json({"language_models": {"openai_compatible": {_PROVIDER: provider}}}),
        notes=(texts.MERGE(), texts.KEY_IN_WINDOW(tool=_NAME, name=_VARIABLE), texts.NOT_RUN(tool=_NAME)),
    )


TOOL = manual_tool(id="zed", name=_NAME, homepage="https://zed.dev", by_hand=_by_hand, sizes=BOTH_SIZES)
