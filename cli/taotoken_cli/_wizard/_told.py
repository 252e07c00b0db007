"""Small words that several questions need."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from taotoken._message import Message
from taotoken_cli._texts import wizard as texts
from taotoken_cli._wizard._world import World


def both(parts: Iterable[Message | str]) -> Message | str:
    """Parts of a list, as people write them."""
    said = list(parts)
    return reduce(lambda one, other: texts.BOTH(first=one, second=other), said) if said else ""


def names(tools: Iterable[str], world: World) -> Message | str:
    """What people call these tools."""
    return both(world.tools[tool].name for tool in tools)
