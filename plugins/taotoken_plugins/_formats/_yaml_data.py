"""Plain data of a YAML tree, by the core schema of YAML 1.2.

Only null, true, false, numbers and text come out of plain words; a date or ``yes`` is text, as in YAML 1.2. Names
are text. Merge keys (``<<``) are merged, as most readers do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from taotoken_plugins._formats._yaml_faults import syntax_error
from taotoken_plugins._formats._yaml_tree import MAX_DEPTH, Node, Tree
from taotoken_plugins._texts import formats_yaml as texts

_CONSTANTS: Final[dict[str, Any]] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), float("nan")),
    **dict.fromkeys((".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"), float("inf")),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), float("-inf")),
}
_DECIMAL: Final = re.compile(r"[-+]?[0-9]{1,4000}")  # Python takes no longer ones
_OCTAL: Final = re.compile(r"0o[0-7]+")
_HEXADECIMAL: Final = re.compile(r"0x[0-9a-fA-F]+")
_FLOAT: Final = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_SPARE: Final = 10_000  # values that aliases may add to a small file


def resolve(word: str) -> Any:
    """What a plain word means."""
    if word in _CONSTANTS:
        return _CONSTANTS[word]
    if word[0] not in "+-.0123456789":
        return word
    if _DECIMAL.fullmatch(word):
        return int(word)
    if _OCTAL.fullmatch(word) or _HEXADECIMAL.fullmatch(word):
        return int(word, 0)
    return float(word) if _FLOAT.fullmatch(word) else word


@dataclass(slots=True)
class Plain:
    """Makes plain data of a tree. Every use of an alias is a copy of its own.

    origin: the node behind each container made (kept here, so that ids stay unique).
    """

    tree: Tree = field(repr=False)
    origin: dict[int, tuple[Any, Node]] = field(default_factory=dict, repr=False)
    left: int = 0

    def __post_init__(self) -> None:
        self.left = 10 * self.tree.size + _SPARE

    def data(self) -> Any:
        """The whole document; ``{}`` when there is nothing in it."""
        value = None if self.tree.root is None else self._value(self.tree.root, 0)
        return {} if value is None else value

    def node_of(self, value: Any) -> Node | None:
        """The node that a container was made of."""
        known = self.origin.get(id(value))
        return known[1] if known else None

    def _value(self, node: Node, depth: int) -> Any:
        self.left -= 1
        if self.left < 0 or depth > 2 * MAX_DEPTH:  # an alias inside its own anchor has no end
            raise syntax_error(self.tree.text, node.start, texts.TOO_MANY_ALIASES())
        if node.target is not None:
            return self._value(node.target, depth + 1)
        if node.kind == "scalar":
            return _scalar(node)
        made: Any = self._mapping(node, depth) if node.kind == "map" else self._list(node, depth)
        self.origin[id(made)] = (made, node)
        return made

    def _list(self, node: Node, depth: int) -> list[Any]:
        return [self._value(entry.node, depth + 1) for entry in node.entries]

    def _mapping(self, node: Node, depth: int) -> dict[str, Any]:
        made = {entry.name: self._value(entry.node, depth + 1) for entry in node.entries if not entry.merge}
        for source in (source for entry in node.entries if entry.merge for source in _sources(entry.node)):
            for name, value in self._value(source, depth + 1).items():
                made.setdefault(name, value)
        return made


def _scalar(node: Node) -> Any:
    tag = (node.tag or "").removeprefix("tag:yaml.org,2002:")
    if tag in ("int", "float", "bool", "null"):
        return resolve(node.text)
    return node.text if node.style or node.tag else resolve(node.text)


def _sources(node: Node) -> Iterator[Node]:
    """The mappings that a merge key names."""
    found = node.target or node
    for one in (entry.node for entry in found.entries) if found.kind == "seq" else (found,):
        source = one.target or one
        if source.kind == "map":
            yield source
