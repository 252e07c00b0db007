"""Plain data as YAML text, so that YAML 1.1 and 1.2 readers agree on it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Final

from taotoken_plugins._formats._yaml_tree import Node

# Plain only where no reader can take it for anything but text; blanks only between words.
_PLAIN: Final = re.compile(r"[\w/](?:[\w./+@%:=~-]*(?: [\w./+@%=~(][\w./+@%:=~()-]*)*)?")
_NOT_TEXT: Final = re.compile(r"y|n|yes|no|true|false|on|off|null|nan|inf", re.IGNORECASE)
_LIKE_NUMBER: Final = re.compile(r"[0-9][0-9a-fA-FxXoObB_.:+\-TtZz ]*")


@dataclass(frozen=True, slots=True)
class Layout:
    """How a document is indented: `step` for a mapping in a mapping, `list_step` for a list in a mapping,
    `dash` from a dash to what follows it."""

    step: int = 2
    list_step: int = 2
    dash: int = 2


def layout_of(root: Node | None) -> Layout:
    """The first of each kind in the document decides."""
    found: dict[str, int] = {}
    waiting = [root] if root and not root.flow else []
    while waiting and len(found) < 3:
        node = waiting.pop()
        inner = [entry.node for entry in node.entries if entry.node.entries and not entry.node.flow]
        for child in inner:
            if not (child.anchor or child.tag or node.anchor or node.tag):
                found.setdefault(*_distance(node, child))
        waiting.extend(reversed(inner))
    usable = {name: value for name, value in found.items() if value > (-1 if name == "list_step" else 0)}
    return Layout(**usable)


def _distance(node: Node, child: Node) -> tuple[str, int]:
    name = "dash" if node.kind == "seq" else "step" if child.kind == "map" else "list_step"
    return name, child.column - node.column


def is_plain(text: str) -> bool:
    """May `text` stand without quotes?"""
    fits = _PLAIN.fullmatch(text) and not text.endswith(":") and ": " not in text and text.isprintable()
    return bool(fits) and not _NOT_TEXT.fullmatch(text) and not _LIKE_NUMBER.fullmatch(text)


def quoted(text: str) -> str:
    """In double quotes, with everything invisible escaped."""
    escaped = json.dumps(text, ensure_ascii=False)
    return escaped if text.isprintable() else "".join(_escaped(character) for character in escaped)


def _escaped(character: str) -> str:
    code = ord(character)
    if character.isprintable() and code < 0x10000:
        return character
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def text_as(text: str, style: str) -> str:
    """`text` in the quotes of `style` where it can stand in them."""
    if style == '"':
        return quoted(text)
    if style == "'" and text.isprintable():
        return "'" + text.replace("'", "''") + "'"
    return text if is_plain(text) else quoted(text)


def inline(value: Any, style: str = "") -> str:
    """`value` on one line."""
    if isinstance(value, str):
        return text_as(value, style)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{inline(name)}: {inline(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(inline, value)) + "]"
    return _constant(value)


def _constant(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return str(value)
    number = repr(float(value))
    if number in ("inf", "-inf", "nan"):
        return number.replace("inf", ".inf").replace("nan", ".nan")
    return number if "." in number else number.replace("e", ".0e")  # YAML 1.1 wants the point


def lines(value: Any, indent: int, layout: Layout) -> list[str]:
    """A mapping or list with something in it as indented lines."""
    made: list[str] = []
    if isinstance(value, dict):
        for name, item in value.items():
            made += member_lines(name, item, indent, layout)
    else:
        for item in value:
            made += item_lines(item, indent, layout)
    return made


def is_block(value: Any) -> bool:
    """Does it take lines of its own?"""
    return isinstance(value, dict | list | tuple) and bool(value)


def member_lines(name: str, value: Any, indent: int, layout: Layout) -> list[str]:
    """A mapping's member."""
    head = f"{' ' * indent}{inline(name)}:"
    if not is_block(value):
        return [f"{head} {inline(value)}"]
    return [head, *lines(value, indent + child_step(value, layout), layout)]


def child_step(value: Any, layout: Layout) -> int:
    """How much deeper than its name a value stands."""
    return layout.step if isinstance(value, dict) else layout.list_step


def item_lines(value: Any, indent: int, layout: Layout) -> list[str]:
    """A list's item."""
    if not is_block(value):
        return [f"{' ' * indent}-{' ' * (layout.dash - 1)}{inline(value)}"]
    first, *rest = lines(value, indent + layout.dash, layout)
    return [f"{' ' * indent}-{first[indent + 1 :]}", *rest]
