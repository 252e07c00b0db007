"""YAML documents of every layout, drawn from a `random.Random` (hypothesis can supply one that shrinks)."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from json_documents import REASON, paths
from taotoken_plugins._edit import Edit, Path, Remove, Select, Set

NAMES = ["a", "b", "env", "x y", "模型", "'q: k'", '"d"', "on", "1", "base-url", "<k>"]
SCALARS = [
    "1", "-0", "1.0", "1e2", "0o17", "0x1F", "true", "False", "~", "null", "x", "plain text", "yes", "'it''s'",
    '"a\\tb"', "http://h/v1", "'# no'", '""', "''", "2024-01-02", "a#b", "1.0.0", "${{ secrets.X }}", "*.ts", "-x",
    "你好 😀", ".5",
]  # fmt: skip
PLAIN = [scalar for scalar in SCALARS if not scalar.startswith(("*", "-x", "$"))]
VALUES: list[Any] = [1, 1.5, True, None, "x", "yes", "1e5", "línea\u2028", "C:\\p", "a: b", "- a", "#c", " lead",
                     "trail ", "two\nlines\n",
                     "", "0123", "12:30:45", "=", "<<", "null", "~", "k: [", "it's", '"', {}, [],
                     {"n": {"m": [1, "y"]}}, [{"id": "a"}, [1]], "sk-demo-1", "https://h/v1", "@x", "%x",
                     "中文: 值"]  # fmt: skip
_COMMENT = re.compile(r"#c[0-9]+")


class Writer:
    """Writes one document; each of its comments has a number of its own."""

    def __init__(self, rng: Random, *, anchors: bool) -> None:
        self.rng = rng
        self.anchors = anchors
        self.names: list[str] = []
        self.comments = 0
        self.step = rng.choice([1, 2, 2, 2, 4])
        self.list_step = rng.choice([0, 2, 2, self.step])
        self.dash = rng.choice([2, 2, 2, 4])
        self.noise = rng.choice([0.0, 0.2, 0.5])

    def document(self) -> str:
        """The text: a mapping or (seldom) a list at the top."""
        lines = self.gap(0)
        if self.rng.random() < 0.2:
            lines = ["---" + self.tail(), *lines]
        make = self.items if self.rng.random() < 0.15 else self.members
        lines += make(0, 0) + self.gap(0)
        eol = self.rng.choice(["\n", "\n", "\n", "\r\n"])
        return eol.join(lines) + self.rng.choice([eol, eol, ""])

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def comment(self) -> str:
        self.comments += 1
        return f"#c{self.comments}" + self.rng.choice(["", " a: 1", " - x", "'", ' {"'])

    def tail(self) -> str:
        return f"{self.rng.choice([' ', '   '])}{self.comment()}" if self.chance(self.noise / 2) else ""

    def gap(self, indent: int) -> list[str]:
        """Blank lines and comments between entries."""
        lines = []
        while self.chance(self.noise):
            lines.append(self.rng.choice(["", " " * indent + self.comment(), " " * (indent + 2) + self.comment()]))
        return lines

    def members(self, indent: int, depth: int) -> list[str]:
        lines: list[str] = []
        for name in self.rng.sample(NAMES, self.rng.randint(1, 4)):
            lines += self.gap(indent) if lines else []
            space = self.rng.choice(["", "", " "])
            lines += self.value(f"{' ' * indent}{name}{space}:", indent, depth, dash=False)
        return lines

    def items(self, indent: int, depth: int) -> list[str]:
        lines: list[str] = []
        for _ in range(self.rng.randint(1, 3)):
            lines += self.gap(indent) if lines else []
            lines += self.value(f"{' ' * indent}-", indent, depth, dash=True)
        return lines

    def value(self, head: str, indent: int, depth: int, *, dash: bool) -> list[str]:
        kind = self.rng.random()
        if depth < 3 and kind < 0.35:
            return self.nested(head, indent, depth, dash=dash)
        if kind < 0.42:
            return [f"{head} {self.rng.choice('|>')}{self.rng.choice(['', '-'])}{self.tail()}",
                    f"{' ' * (indent + 3)}text # no comment", f"{' ' * (indent + 3)}more: x"]  # fmt: skip
        if kind < 0.55:
            return [f"{head} {self.flow(depth)}{self.tail()}"]
        if kind < 0.62:
            return [head + self.tail()]
        if kind < 0.66:
            return [f'{head} "two', f'{" " * (indent + 2)}lines"{self.tail()}']
        return [f"{head}{self.rng.choice([' ', ' ', '  '])}{self.scalar()}{self.tail()}"]

    def scalar(self) -> str:
        if self.anchors and self.chance(0.2):
            if self.names and self.chance(0.7):
                return "*" + self.rng.choice(self.names)
            return f"{self.anchor()} {self.rng.choice(PLAIN)}"
        return self.rng.choice([scalar for scalar in SCALARS if scalar != "*.ts" and scalar[0] != "$"])

    def anchor(self) -> str:
        self.names.append(f"n{len(self.names)}")
        return f"&{self.names[-1]}"

    def nested(self, head: str, indent: int, depth: int, *, dash: bool) -> list[str]:
        """A block under a name, or behind or under a dash."""
        is_list = self.chance(0.4)
        mark = f" &m{self.comments}.{len(self.names)}" if self.anchors and self.chance(0.2) else ""
        step = self.dash if dash else self.list_step if is_list else self.step
        make = self.items if is_list else self.members
        lines = make(indent + step, depth + 1)
        if mark:
            self.names.append(mark[2:])  # an alias inside would have no end
        if dash and not mark and self.chance(0.7) and lines[0].strip()[0] != "#":
            return [head + lines[0][len(head) :], *lines[1:]]
        return [head + mark + self.tail(), *self.gap(indent + step), *lines]

    def flow(self, depth: int) -> str:
        parts = [self.flow_value(depth) for _ in range(self.rng.randint(0, 3))]
        trailing = "," if parts and self.chance(0.2) else ""
        if self.chance(0.5):
            return "[" + ", ".join(parts) + trailing + "]"
        names = self.rng.sample(["a", "b", '"d"', "模型"], len(parts))
        members = [f"{name}: {part}" for name, part in zip(names, parts, strict=True)]
        return self.rng.choice(["{%s}", "{ %s }"]) % (", ".join(members) + trailing)

    def flow_value(self, depth: int) -> str:
        if depth < 3 and self.chance(0.2):
            return self.flow(depth + 1)
        return self.rng.choice([one for one in PLAIN if one not in ("~", "-x") and not set(one) & set("{}[],")])


def document(rng: Random, *, anchors: bool = False) -> str:
    """A random document."""
    return Writer(rng, anchors=anchors).document()


def edit_of(rng: Random, data: Any) -> Edit:
    """A random edit of a mapping or list: of something there or something new, also inside of lists."""
    home, holder = rng.choice([((), data), *places(data)])
    if isinstance(holder, list):
        return _item_edit(rng, home, holder)
    known = paths(holder) or [(("a",), 1)]
    path, kind = (*home, *rng.choice(known)[0]), rng.random()
    if kind < 0.3:
        return Remove(path, REASON)
    if kind < 0.6:
        path = (*path[: rng.randint(len(home), len(path))], "new", *rng.choice([(), ("deep",), ("deep", "er")]))
    return Set(path, rng.choice(VALUES))


def places(data: Any) -> list[tuple[Path, Any]]:
    """Every mapping and list that has something in it and that names and selectors lead to."""
    found: list[tuple[Path, Any]] = []
    inner: list[tuple[Any, Any]] = []
    if isinstance(data, dict):
        inner = list(data.items())
    elif isinstance(data, list):
        inner = [(_selector(data, item), item) for item in data if _selector(data, item)]
    for step, value in inner:
        if isinstance(value, dict | list) and value:
            found += [((step,), value), *(((step, *path), one) for path, one in places(value))]
    return found


def _selector(items: list[Any], item: Any) -> Select | None:
    if not isinstance(item, dict):
        return None
    for name, value in item.items():
        same = [one for one in items if isinstance(one, dict) and one.get(name) == value]
        if isinstance(value, str) and len(same) == 1:
            return Select(name, value)
    return None


def _item_edit(rng: Random, home: Path, items: list[Any]) -> Edit:
    chosen = rng.choice(items)
    step = Select(None, chosen) if isinstance(chosen, str) else _selector(items, chosen)
    if step is None or rng.random() < 0.4:
        value: Any = rng.choice(["new one", {"id": "new one", "x": [1]}])
        return Set((*home, Select(None, value) if isinstance(value, str) else Select("id", "new one")), value)
    path = (*home, step)
    edits: list[Edit] = [Remove(path, REASON), Set(path, rng.choice(VALUES)), Set((*path, "new"), "x")]
    return rng.choice(edits)


def comments(text: str) -> list[str]:
    """The comments of `text` in order, by number."""
    return _COMMENT.findall(text)
