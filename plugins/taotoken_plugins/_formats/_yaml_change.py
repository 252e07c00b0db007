"""Changes of single places in a YAML text: a value replaced, members and items added and taken out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from taotoken._message import Message
from taotoken._text import safe_text
from taotoken_plugins._formats import FormatError
from taotoken_plugins._formats._json_text import line_end, line_start, position_at
from taotoken_plugins._formats._yaml_flow import flow_spans
from taotoken_plugins._formats._yaml_place import (
    Added,
    Slot,
    block_end,
    column_of,
    head_of,
    line_end_at,
    next_line,
    start_of,
    starts_line,
)
from taotoken_plugins._formats._yaml_spans import Spans
from taotoken_plugins._formats._yaml_tree import Entry, Node, Tree
from taotoken_plugins._formats._yaml_write import (
    Layout,
    child_step,
    inline,
    is_block,
    item_lines,
    layout_of,
    lines,
    member_lines,
)
from taotoken_plugins._texts import formats_yaml as texts

_STRIPPED: Final = re.compile(r"[^\r\n#]*[|>][0-9]?-")  # a text block that ends without line breaks


@dataclass(slots=True)
class Writer:
    """Notes changes of a tree's text in `spans`. Raises FormatError(``unsafe_edit``) for what it can't do.

    text: the tree's text with a line break at its end, so that all lines are alike.
    """

    tree: Tree
    text: str = field(init=False, repr=False)
    spans: Spans = field(init=False)
    layout: Layout = field(init=False)
    eol: str = field(init=False)

    def __post_init__(self) -> None:
        text = self.tree.text
        self.layout = layout_of(self.tree.root)
        self.eol = line_end(text)
        self.text = text if not text or text.endswith(("\n", "\r")) else text + self.eol
        self.spans = Spans(self.text)

    def refusal(self, node: Node, message: Message) -> FormatError:
        """Why `node` is not changed."""
        return FormatError("unsafe_edit", message, position_at(self.tree.text, node.start))

    def fill(self, new: Any) -> None:
        """An empty document gets its first content, below its comments."""
        place = len(self.text) if self.tree.stop is None else self.tree.stop
        self.spans.put(place, place, self.eol.join([*lines(new, 0, self.layout), ""]))

    def replace(self, slot: Slot, new: Any) -> None:
        """Another value. Comments inside the old one go with it."""
        self._check_unshared((*slot.around(), *_inside(slot.node)))
        node = slot.node
        stays_flow = slot.in_flow or (node.flow and node.entries)
        if slot.entry is None:
            self._replace_root(node, new, bool(stays_flow))
        elif stays_flow or not is_block(new):
            self._put_inline(slot, slot.entry, new)
        else:
            self._put_block(slot, slot.entry, new)

    def _check_unshared(self, nodes: Sequence[Node]) -> None:
        for node in nodes:
            if node.shared:
                raise self.refusal(node, texts.SHARED(anchor=safe_text(node.anchor or "", 80)))

    def _replace_root(self, root: Node, new: Any, flow: bool) -> None:
        text = self.text
        if flow or not is_block(new):
            end = block_end(text, root.end, -1) if root.entries and not root.flow else root.end
            self.spans.put(root.start, end, inline(new))
            return
        before = "" if starts_line(text, root.start) else self.eol
        end = root.end if root.flow or not root.entries else block_end(text, root.end, 0)
        start = line_start(text, root.start) if not before else root.start
        self.spans.put(start, end, before + self.eol.join(lines(new, 0, self.layout)))

    def _place(self, slot: Slot, entry: Entry) -> tuple[int, int]:
        """Behind the colon or dash of a block's entry, and the column of the block."""
        outer = slot.outer.node if slot.outer else slot.node
        head, column = head_of(self.text, outer, entry), column_of(self.text, outer)
        if head is None or column is None:
            raise self.refusal(entry.key or slot.node, texts.UNUSUAL())
        return head, column

    def _put_inline(self, slot: Slot, entry: Entry, new: Any) -> None:
        node, text = slot.node, self.text
        value = inline(new, node.style if node.kind == "scalar" else "")
        if node.start < node.end and not _is_block(node):
            self.spans.put(node.start, node.end, value)
        elif slot.in_flow:
            colon = head_of(text, slot.outer.node, entry) if slot.outer else None
            place = node.start if colon is None else colon
            self.spans.put(place, place, f" {value}" if colon else f": {value}")
        else:
            head, column = self._place(slot, entry)
            line = line_end_at(text, head)
            end = block_end(text, node.end, column)
            if node.start == node.end:
                self.spans.put(head, head, f" {value}")
            elif node.start <= line:
                self.spans.put(head, end, f" {value}")
            else:  # a comment behind the colon stays
                self.spans.put(head, head, f" {value}")
                self.spans.put(line, end, "")

    def _put_block(self, slot: Slot, entry: Entry, new: Any) -> None:
        node, text = slot.node, self.text
        head, column = self._place(slot, entry)
        line = line_end_at(text, head)
        end = block_end(text, max(node.end, head), column)
        if entry.key is None:
            new_lines = item_lines(new, column, self.layout)
            stop = end if _is_block(node) else max(node.end, head)
            self.spans.put(head, stop, self.eol.join(new_lines)[column + 1 :])
            return
        body = "".join(self.eol + one for one in lines(new, column + child_step(new, self.layout), self.layout))
        if node.start > line or _is_block(node):
            self.spans.put(line if node.start > line else head, end, body)
        else:
            self.spans.put(head, max(node.end, head), "")
            self.spans.put(end, end, body)

    def restructure(self, slot: Slot, kept: Sequence[Entry], added: Sequence[Added]) -> None:
        """Entries taken out and added at the end."""
        node = slot.node
        still = {id(entry) for entry in kept}
        gone = [entry for entry in node.entries if id(entry) not in still]
        self._check_unshared([*slot.around(), node][::-1])
        for entry in gone:
            self._check_unshared((*_inside(entry.node), *([entry.key] if entry.key else ())))
        if node.flow:
            self._restructure_flow(node, kept, added)
            return
        column = column_of(self.text, node)
        if column is None:
            raise self.refusal(node, texts.UNUSUAL())
        self._take_out(node, gone, column)
        if added:
            self._add(node, kept[-1], added, column)

    def _restructure_flow(self, node: Node, kept: Sequence[Entry], added: Sequence[Added]) -> None:
        changes = flow_spans(self.text, node, kept, added)
        if changes is None:
            raise self.refusal(node, texts.UNUSUAL())
        self.spans.changes.extend(changes)

    def _add(self, node: Node, last: Entry, added: Sequence[Added], column: int) -> None:
        text = self.text
        head = head_of(text, node, last)
        if head is None:
            raise self.refusal(last.key or node, texts.UNUSUAL())
        place = block_end(text, max(last.node.end, head), column)
        new_lines: list[str] = []
        for name, value in added:
            if name is None:
                new_lines += item_lines(value, column, self.layout)
            else:
                new_lines += member_lines(name, value, column, self.layout)
        self._put_lines(place, new_lines, last.node)

    def _put_lines(self, end: int, new_lines: Sequence[str], last: Node) -> None:
        """New lines below the one that ends at `end`. They go before the next line and not behind this one, which
        another change may take out."""
        while last.entries:
            last = last.entries[-1].node
        open_block = last.style in ("|", ">") and not _STRIPPED.match(self.text, last.start)
        if open_block and end == len(self.tree.text):  # a line break behind it would become part of it
            raise self.refusal(last, texts.NO_LINE_END())
        place = next_line(self.text, end)
        self.spans.put(place, place, "".join(line + self.eol for line in new_lines))

    def _take_out(self, node: Node, gone: Sequence[Entry], column: int) -> None:
        places = [self._extent(node, entry, column) for entry in gone]
        blocks: list[tuple[int, int]] = []
        for start, end, _ in places[self._take_first(node, places) :]:
            line = line_start(self.text, start)
            if blocks and next_line(self.text, blocks[-1][1]) == line:
                line = blocks.pop()[0]
            blocks.append((line, end))
        for line, end in blocks:
            self._take_lines(line, end)

    def _extent(self, node: Node, entry: Entry, column: int) -> tuple[int, int, int]:
        """Where an entry of a block starts, where its lines end, and where its content ends."""
        text = self.text
        start, head = start_of(text, node, entry), head_of(text, node, entry)
        if start is None or head is None:
            raise self.refusal(entry.key or entry.node, texts.UNUSUAL())
        content = max(entry.node.end, head)
        return start, block_end(text, content, column), content

    def _take_first(self, node: Node, places: Sequence[tuple[int, int, int]]) -> int:
        """Where a block starts behind a dash: its first entries go and the next one moves up to the dash, unless
        comments stand between. How many entries were seen to."""
        text = self.text
        if not places or starts_line(text, places[0][0]):
            return 0
        starts = [start_of(text, node, entry) for entry in node.entries]
        count = 0
        while count < len(places) and places[count][0] == starts[count]:
            count += 1
        target = starts[count] if count < len(starts) else None
        ends = [end for _, end, _ in places[:count]]
        gaps = [text[end:start] for end, start in zip(ends, starts[1:], strict=False)]
        if target is None or any(gap.strip() for gap in gaps):
            self.spans.put(places[0][0], places[0][2], "")
            return 1
        self.spans.put(places[0][0], target, "")
        return count

    def _take_lines(self, start: int, end: int) -> None:
        self.spans.put(start, next_line(self.text, end), "")


def _is_block(node: Node) -> bool:
    return bool(node.entries) and not node.flow


def _inside(node: Node) -> Iterator[Node]:
    """`node` and all nodes in it."""
    yield node
    for entry in node.entries:
        if entry.key:
            yield from _inside(entry.key)
        yield from _inside(entry.node)
