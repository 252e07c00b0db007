"""Cursor: it keeps base URL and key in its own database, so they are entered in its window. Not run."""

from __future__ import annotations

from taotoken_plugins._by_hand import ByHand, Entry
from taotoken_plugins._host import Host
from taotoken_plugins._texts import tools_manual as texts
from taotoken_plugins._tool import Wanted
from taotoken_plugins.tools._choices import chosen_base
from taotoken_plugins.tools._manual import key_entry, manual_tool

_NAME = "Cursor"


def _by_hand(wanted: Wanted, host: Host) -> ByHand:
    del host
    return ByHand(
        where=texts.CURSOR_WHERE(),
        entries=(
            key_entry("OpenAI API Key", wanted),
            Entry(name="Override OpenAI Base URL", value=chosen_base(wanted.endpoint, "chat")),
            Entry(name="Add model", value=wanted.endpoint.model),
        ),
        notes=(texts.CURSOR_SERVERS(), texts.CURSOR_ALL_MODELS(), texts.RELOAD(), texts.NOT_RUN(tool=_NAME)),
    )


TOOL = manual_tool(id="cursor", name=_NAME, homepage="https://cursor.com", by_hand=_by_hand)
