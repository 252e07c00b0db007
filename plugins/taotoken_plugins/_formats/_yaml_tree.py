"""A YAML text as nodes that know where they stand. ruamel.yaml's parser does the reading."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from taotoken._text import safe_text
from taotoken_plugins._formats import FormatError
from taotoken_plugins._formats._json_text import position_at
from taotoken_plugins._formats._yaml_faults import explain, syntax_error
from taotoken_plugins._texts import formats_yaml as texts

MAX_DEPTH: Final = 100  # the parser takes time in proportion to it
_MERGE: Final = "<<"
_COLON: Final = re.compile(r"[ \t]*:")


@dataclass(slots=True, eq=False)
class Node:
    """One value.

    start: its first character, an anchor or tag included; end: behind its last one, comments not included.
    column: of `start`, from 0. text: a scalar's value, or the name an alias uses. style: a scalar's quote or
    block sign. target: what an alias stands for. shared: an alias stands for it.
    """

    kind: Literal["scalar", "map", "seq", "alias"]
    start: int
    end: int
    column: int
    text: str = field(default="", repr=False)
    style: str = ""
    flow: bool = False
    tag: str | None = None
    anchor: str | None = None
    target: Node | None = None
    shared: bool = False
    entries: list[Entry] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Entry:
    """A member of a mapping, or an item of a list (no key). merge: the member is a merge key."""

    node: Node
    name: str = ""
    key: Node | None = None
    merge: bool = False


@dataclass(slots=True)
class Tree:
    """A text and its one document. stop: where the document ends for the parser; size: number of nodes."""

    text: str = field(repr=False)
    root: Node | None = None
    stop: int | None = None
    size: int = 0
    documents: int = 0
    open: list[Node] = field(default_factory=list)
    _keys: list[Node | None] = field(default_factory=list)
    _anchors: dict[str, Node] = field(default_factory=dict)

    def take(self, event: Any) -> None:
        """Add what one event of the parser says."""
        match type(event).__name__:
            case "ScalarEvent":
                self._add(_scalar(self.text, event))
            case "AliasEvent":
                self._add(self._alias(event))
            case "MappingStartEvent":
                self._open("map", event)
            case "SequenceStartEvent":
                self._open("seq", event)
            case "MappingEndEvent" | "SequenceEndEvent":
                self._close(event)
            case "DocumentStartEvent":
                self.documents += 1
                if self.documents > 1:
                    raise syntax_error(self.text, event.start_mark.index, texts.SEVERAL_DOCUMENTS())
            case "DocumentEndEvent" if event.explicit:
                self.stop = event.start_mark.index

    def _alias(self, event: Any) -> Node:
        target = self._anchors.get(event.anchor)
        if target is None:
            raise syntax_error(self.text, event.start_mark.index, texts.UNKNOWN_ALIAS())
        target.shared = True
        start = event.start_mark
        return Node("alias", start.index, event.end_mark.index, start.column, text=event.anchor, target=target)

    def _open(self, kind: Literal["map", "seq"], event: Any) -> None:
        start = event.start_mark
        if len(self.open) >= MAX_DEPTH:
            raise syntax_error(self.text, start.index, texts.TOO_DEEP(limit=MAX_DEPTH))
        node = Node(kind, start.index, event.end_mark.index, start.column, flow=bool(event.flow_style))
        node.tag, node.anchor = event.tag, event.anchor
        self._add(node)
        self.open.append(node)
        self._keys.append(None)

    def _close(self, event: Any) -> None:
        node = self.open.pop()
        self._keys.pop()
        if node.flow:
            node.end = event.end_mark.index
        elif node.entries:
            node.end = node.entries[-1].node.end
        if node.kind == "map":
            self._check_names(node)

    def _add(self, node: Node) -> None:
        self.size += 1
        if node.anchor:
            self._anchors[node.anchor] = node
        if not self.open:
            self.root = node
        elif self.open[-1].kind == "seq":
            self.open[-1].entries.append(Entry(node))
        elif (key := self._keys[-1]) is None:
            self._keys[-1] = node
        else:
            self.open[-1].entries.append(self._member(key, node))
            self._keys[-1] = None

    def _member(self, key: Node, node: Node) -> Entry:
        """A key that is more than a word goes by its spelling in the file."""
        name = key.text if key.kind == "scalar" else self.text[key.start : key.end]
        if node.kind == "scalar" and node.start == node.end:
            # The parser sees an absent value at whatever comes next.
            found = _COLON.match(self.text, key.end)
            node.start = node.end = found.end() if found else key.end
        merge = key.kind == "scalar" and not key.style and name == _MERGE
        return Entry(node, name=name, key=key, merge=merge)

    def _check_names(self, node: Node) -> None:
        seen: dict[str, int] = {}
        for entry in node.entries:
            place = entry.key.start if entry.key else node.start
            if entry.name in seen:
                raise self._duplicate(entry.name, seen[entry.name], place)
            seen[entry.name] = place

    def _duplicate(self, name: str, first: int, second: int) -> FormatError:
        places = position_at(self.text, first), position_at(self.text, second)
        message = texts.DUPLICATE_KEY(key=safe_text(name, 80), first=places[0].line, second=places[1].line)
        return FormatError("yaml_syntax", message, places[1], others=places[:1])


def _scalar(text: str, event: Any) -> Node:
    start, end, style = event.start_mark, event.end_mark.index, event.style or ""
    if style in ("|", ">"):  # the parser counts the blank lines that follow
        end = start.index + len(text[start.index : end].rstrip(" \r\n"))
    node = Node("scalar", start.index, end, start.column, text=event.value, style=style)
    node.tag, node.anchor = event.tag, event.anchor
    return node


def parse(text: str) -> Tree:
    """The nodes of `text`. Raises FormatError(``yaml_syntax``)."""
    from ruamel.yaml.error import YAMLError

    tree = Tree(text)
    try:
        for event in _events(text):
            tree.take(event)
    # A silly %YAML version or \U escape is no YAMLError.
    except (YAMLError, ValueError, OverflowError) as error:
        if isinstance(error, FormatError):
            raise
        bracket = next((node.start for node in reversed(tree.open) if node.flow), None)
        raise explain(text, error, bracket) from None
    return tree


def _events(text: str) -> Iterator[Any]:
    from ruamel.yaml import YAML

    yield from YAML(typ="safe", pure=True).parse(text)
