"""Which items of a changed list are which items of the list in the text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import Any

from taotoken_plugins._formats._yaml_data import Plain
from taotoken_plugins._formats._yaml_tree import Entry, Node

Pairs = list[tuple[Entry | None, Any]]


def align(node: Node, old: list[Any], new: list[Any], plain: Plain) -> Pairs | None:
    """Every wanted item with the item of the text that it comes from (None: a new one, at the end).

    None when it can't be told, because items changed places or a new one stands between old ones.
    """
    before = [_mark(entry.node.target or entry.node, value) for entry, value in zip(node.entries, old, strict=True)]
    after = [_mark(plain.node_of(value), value) for value in new]
    known, waiting = set(before), Counter(after)
    pairs: Pairs = []
    for entry, mark in zip(node.entries, before, strict=True):
        place = len(pairs)
        here = place < len(after)
        if here and after[place] == mark:
            waiting[mark] -= 1
            pairs.append((entry, new[place]))
        elif waiting[mark]:
            return None
        elif here and after[place] not in known:
            pairs.append((entry, new[place]))  # replaced
    rest = new[len(pairs) :]
    return None if any(mark in known for mark in after[len(pairs) :]) else pairs + [(None, value) for value in rest]


def _mark(node: Node | None, value: Any) -> Hashable:
    """Equal for the same item: containers are known by their node, other values by type and value."""
    if isinstance(value, dict | list):
        return id(value) if node is None else id(node)
    return type(value).__name__, repr(value)
