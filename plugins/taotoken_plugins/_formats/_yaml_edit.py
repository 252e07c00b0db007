"""Edits on a YAML text: the difference between its data and the wanted data, found place by place."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from taotoken._text import safe_text
from taotoken_plugins._formats._yaml_align import align
from taotoken_plugins._formats._yaml_change import Writer
from taotoken_plugins._formats._yaml_data import Plain
from taotoken_plugins._formats._yaml_place import Added, Slot
from taotoken_plugins._formats._yaml_tree import Entry, Node
from taotoken_plugins._texts import formats_yaml as texts
from taotoken_plugins._values import same


@dataclass(slots=True)
class Editor:
    """Writes the difference between the data as read and as wanted.

    `plain` made the wanted data before it was edited in place, so that containers still tell their nodes.
    """

    plain: Plain
    writer: Writer = field(init=False)

    def __post_init__(self) -> None:
        self.writer = Writer(self.plain.tree)

    def edited(self, old: Any, new: Any) -> tuple[str, ...]:
        """Texts that should hold `new`, the one to be preferred first: without a line break at its end where there
        was none. Raises FormatError(``unsafe_edit``)."""
        root = self.plain.tree.root
        if root is None or (root.kind == "scalar" and root.start == root.end):
            self.writer.fill(new)
        elif new == {} and root.kind == "map" and not root.flow:
            self.writer.restructure(Slot(root), [], [])  # nothing but its comments stays
        else:
            self._change(Slot(root), old, new)
        text = self.writer.spans.render()
        added = len(self.writer.text) - len(self.plain.tree.text)
        return (text[:-added], text) if added else (text,)

    def _change(self, slot: Slot, old: Any, new: Any) -> None:
        node = slot.node
        if node.kind == "map" and isinstance(new, dict) and new and node.entries:
            self._change_map(slot, old, new)
        elif node.kind == "seq" and isinstance(new, list) and new and node.entries:
            self._change_list(slot, old, new)
        elif not same(old, new):
            # Where an edit went inside an alias, it would be made at the anchor.
            if node.kind == "alias" and self.plain.node_of(new) is not None:
                raise self.writer.refusal(node, texts.ALIASED(anchor=safe_text(node.text, 80)))
            self.writer.replace(slot, new)

    def _change_map(self, slot: Slot, old: dict[str, Any], new: dict[str, Any]) -> None:
        node = slot.node
        members = {entry.name for entry in node.entries if not entry.merge}
        if any(name not in members and name not in new for name in old):
            raise self.writer.refusal(node, texts.MERGED())
        added: list[Added] = [
            (name, value)
            for name, value in new.items()
            if name not in members and not (name in old and self._still_merged(node, old[name], value))
        ]
        kept = [entry for entry in node.entries if entry.merge or entry.name in new]
        for entry in kept:
            if not entry.merge:
                self._change(Slot(entry.node, slot, entry), old[entry.name], new[entry.name])
        self._restructure(slot, kept, added, new)

    def _still_merged(self, node: Node, old: Any, new: Any) -> bool:
        """Does a value that comes from a merge key stay as it is?"""
        if same(old, new):
            return True
        if self.plain.node_of(new) is not None:
            raise self.writer.refusal(node, texts.MERGED())
        return False

    def _change_list(self, slot: Slot, old: list[Any], new: list[Any]) -> None:
        pairs = align(slot.node, old, new, self.plain)
        if pairs is None:
            self.writer.replace(slot, new)
            return
        values = {id(entry): value for entry, value in zip(slot.node.entries, old, strict=True)}
        kept: list[Entry] = []
        for entry, value in pairs:
            if entry is not None:
                kept.append(entry)
                self._change(Slot(entry.node, slot, entry), values[id(entry)], value)
        self._restructure(slot, kept, [(None, value) for entry, value in pairs if entry is None], new)

    def _restructure(self, slot: Slot, kept: list[Entry], added: list[Added], new: Any) -> None:
        if not kept:
            self.writer.replace(slot, new)
        elif added or len(kept) < len(slot.node.entries):
            self.writer.restructure(slot, kept, added)
