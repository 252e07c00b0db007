"""YAML: read by ruamel.yaml's parser, edited span by span, and every edit checked by reading it again.

What isn't edited keeps its bytes: comments, order, quotes, indentation, anchors, line ends. Data are those of YAML
1.2's core schema; text is written so that YAML 1.1 readers take it for text too. A mapping or a list may be at
the top; nothing but comments loads as ``{}``. Equal names in one mapping are refused, as strict readers do, and so
are several documents.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from taotoken_plugins._edit import Edit, Path, Select, change_data, find_index
from taotoken_plugins._formats import Format, FormatError, Position
from taotoken_plugins._formats._json_text import decode, position_at
from taotoken_plugins._formats._yaml_data import Plain
from taotoken_plugins._formats._yaml_edit import Editor
from taotoken_plugins._formats._yaml_tree import Node, parse
from taotoken_plugins._texts import formats_yaml as texts
from taotoken_plugins._values import same


def load(data: bytes) -> Any:
    """The file as plain data. Raises FormatError with code ``encoding`` or ``yaml_syntax``."""
    return Plain(parse(decode(data).text)).data()


def edit(data: bytes, edits: Sequence[Edit]) -> bytes:
    """The bytes with `edits` made. Raises FormatError and EditConflictError."""
    decoded = decode(data)
    tree = parse(decoded.text)
    plain = Plain(tree)
    old, new = _at_top(Plain(tree).data(), edits), _at_top(plain.data(), edits)
    change_data(new, edits)
    if same(old, new):
        return data
    for text in Editor(plain).edited(old, new):
        if _holds(text, new):
            return decoded.encode(text)
    raise FormatError("unsafe_edit", texts.UNSAFE_EDIT())


def _at_top(data: Any, edits: Sequence[Edit]) -> Any:
    """A file with nothing in it is whatever the edits need."""
    wants_list = any(isinstance(one.path[0], Select) for one in edits if one.path)
    return [] if data == {} and wants_list else data


def _holds(text: str, wanted: Any) -> bool:
    try:
        return same(Plain(parse(text)).data(), wanted)
    except FormatError:
        return False


def locate(data: bytes, path: Path) -> Position | None:
    """Where the value at `path` starts."""
    text = decode(data).text
    tree = parse(text)
    plain = Plain(tree)
    value = plain.data()
    node = tree.root
    for position, step in enumerate(path):
        inner = None if node is None else _inner(node.target or node, value, step, path[: position + 1])
        if inner is None:
            return None
        node, value = inner
    return None if node is None or not path else position_at(text, node.start)


def _inner(node: Node, value: Any, step: str | Select, path: Path) -> tuple[Node, Any] | None:
    if isinstance(step, Select):
        index = find_index(value, step, path) if isinstance(value, list) else None
        return None if index is None else (node.entries[index].node, value[index])
    if not isinstance(value, dict) or step not in value:
        return None
    found = next((entry.node for entry in node.entries if entry.name == step and not entry.merge), node)
    return found, value[step]


YAML: Final = Format(name="yaml", load=load, edit=edit, locate=locate, empty=b"")

__all__ = ["YAML"]
