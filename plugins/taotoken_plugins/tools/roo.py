"""Roo Code, the VS Code extension: its settings are in VS Code's own storage. Not run."""

from __future__ import annotations

from taotoken_plugins._by_hand import ByHand, Entry
from taotoken_plugins._host import Host
from taotoken_plugins._texts import tools_manual as texts
from taotoken_plugins._tool import Wanted
from taotoken_plugins.tools._choices import chosen_base
from taotoken_plugins.tools._manual import key_entry, manual_tool

_NAME = "Roo Code"


def _by_hand(wanted: Wanted, host: Host) -> ByHand:
    del host
    return ByHand(
        where=texts.ROO_WHERE(),
        entries=(
            Entry(name="Base URL", value=chosen_base(wanted.endpoint, "chat")),
            key_entry("API Key", wanted),
            Entry(name="Model", value=wanted.endpoint.model),
        ),
        notes=(texts.ROO_IMPORT(), texts.RELOAD(), texts.REMOTE(), texts.NOT_RUN(tool=_NAME)),
    )


TOOL = manual_tool(id="roo", name=_NAME, homepage="https://github.com/RooCodeInc/Roo-Code", by_hand=_by_hand)
