"""Crush: its settings are a Bash script. Not run: its npm package fetches the program from GitHub when installed."""

from __future__ import annotations

from pathlib import Path
from shlex import quote

from taotoken._text import safe_text
from taotoken_plugins._by_hand import ByHand
from taotoken_plugins._host import Host
from taotoken_plugins._texts import tools_manual as texts
from taotoken_plugins._tool import Wanted
from taotoken_plugins.tools._choices import BOTH_SIZES, chosen_base, context_window, max_output
from taotoken_plugins.tools._manual import key_entry, manual_tool, masked

_NAME = "Crush"
_PROVIDER = "taotoken"


def script_path(host: Host) -> Path:
    """The script that Crush reads at its start."""
    return host.home / ".config" / "crush" / "crushrc"


def _by_hand(wanted: Wanted, host: Host) -> ByHand:
    base, model = chosen_base(wanted.endpoint, "chat"), wanted.endpoint.model
    window, answer = context_window(wanted) or 128_000, max_output(wanted) or 8_192
    key = quote(masked(wanted))
    provider = f"provider add {_PROVIDER} --type openai-compat --base-url {quote(base)} --api-key {key}"
    sizes = f"--context-window {window} --default-max-tokens {answer}"
    added = f"model add {quote(f'{_PROVIDER}/{model}')} --name {quote(model)} {sizes}"
    return ByHand(
        where=texts.FILE_WHERE(path=safe_text(host.tilde(script_path(host)))),
        entries=(key_entry("--api-key", wanted),),
        snippet=f"{provider}\n{added}\n",
        notes=(texts.CRUSH_SCRIPT(), texts.RESTART(tool=_NAME), texts.NOT_RUN(tool=_NAME)),
    )


TOOL = manual_tool(
    id="crush", name=_NAME, homepage="https://github.com/charmbracelet/crush", by_hand=_by_hand, sizes=BOTH_SIZES
)
