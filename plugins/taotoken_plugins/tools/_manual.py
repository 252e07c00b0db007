"""What the tools that are set up by hand have in common: nothing to detect, to run or to write."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from taotoken._endpoint import Endpoint
from taotoken._message import Message
from taotoken._protocol import Protocol
from taotoken._text import mask_key
from taotoken_plugins._by_hand import ByHand, Entry
from taotoken_plugins._host import Host
from taotoken_plugins._texts import tools_manual as texts
from taotoken_plugins._tool import Effective, Size, Source, Tool, Wanted
from taotoken_plugins.tools._choices import chosen_base


def manual_tool(
    *,
    id: str,  # noqa: A002 - the declaration's own word
    name: str,
    homepage: str,
    by_hand: Callable[[Wanted, Host], ByHand],
    protocol: Protocol = "chat",
    protocols: tuple[Protocol, ...] = (),
    sizes: tuple[Size, ...] = (),
    tool_base_url: Callable[[Endpoint], str] | None = None,
    shares: Tool | None = None,
) -> Tool:
    """The declaration. What a tool `shares` with another is read as that one reads it."""

    def sources(host: Host) -> tuple[Source, ...]:
        return shares.sources(host) if shares else ()

    def effective(found: Sequence[Source], host: Host) -> Effective:
        return shares.effective(found, host) if shares else Effective()

    return Tool(
        id=id,
        name=name,
        protocol=protocol,
        homepage=homepage,
        tested="",
        files=(),
        sources=sources,
        effective=effective,
        detect=_not_found,
        tool_base_url=tool_base_url or (lambda endpoint: chosen_base(endpoint, protocol)),
        after=texts.AFTER_SHARED(tool=shares.name, id=shares.id) if shares else texts.AFTER(tool=name, id=id),
        warnings=_no_warnings,
        headless=_no_program,
        protocols=protocols,
        sizes=sizes,
        by_hand=by_hand,
        shares=shares.id if shares else None,
    )


def _not_found(host: Host) -> None:
    """It is never picked by itself: nothing could be written."""
    del host


def _no_warnings(host: Host) -> Iterator[Message]:
    del host
    return iter(())


def _no_program(prompt: str) -> tuple[str, ...]:
    del prompt
    return ()


def key_entry(name: str, wanted: Wanted) -> Entry:
    """The key under the name that the tool's window has for it."""
    return Entry(name=name, value=mask_key(wanted.endpoint.api_key), secret=True)


def masked(wanted: Wanted) -> str:
    """What stands for the key in a snippet."""
    return mask_key(wanted.endpoint.api_key)


def as_json(data: Any) -> str:
    """A snippet of JSON as people write it."""
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"
