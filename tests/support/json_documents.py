"""JSON documents of every layout, drawn from a `random.Random` (hypothesis can supply one that shrinks)."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from taotoken._message import Text
from taotoken_plugins._edit import Edit, Path, Remove, Select, Set

REASON = Text(en="old", zh="旧")()
KEYS = ["a", "b", "env", "x y", "é", "", "a.b", "//k", "k,}"]
SCALARS = [
    "1", "-0", "1.0", "1E2", "0.10", "12345678901234567890", "true", "false", "null", '""', '"x"', '"*.{ts,}"',
    '"http://a//b"', r'"\u4f60\/x"', r'"a\"b\\"', '"/* no */"', '"你好 😀"', r'"\ud83d"',
]  # fmt: skip
SPACES = ["", "", "", " ", "  ", "\t", "\n", "\r\n", "\n    ", "\r\n\t", " \n\n "]
VALUES: list[Any] = [1, 1.0, True, None, "x", "línea\u2028", "C:\\p", {}, [], {"n": {"m": [1, "y"]}}, [{"id": "a"}]]
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|//[^\r\n]*|/\*[\s\S]*?\*/|[^\s"{}\[\],:/]+|[{}\[\],:]')


class Writer:
    """Writes one document; each of its comments has a number of its own."""

    def __init__(self, rng: Random, *, jsonc: bool) -> None:
        self.rng = rng
        self.jsonc = jsonc
        self.comments = 0
        self.tidy = rng.random() < 0.5
        self.eol = rng.choice(["\n", "\n", "\r\n"])
        self.unit = rng.choice(["  ", "    ", "\t"])

    def document(self) -> str:
        ends = [self.space(), self.space()] if self.rng.random() < 0.5 else ["", self.eol]
        return ends[0] + self.container("{", 0) + ends[1]

    def space(self) -> str:
        parts = [self.rng.choice(SPACES)]
        while self.jsonc and self.rng.random() > 0.75:
            self.comments += 1
            parts.append(self.comment())
            parts.append(self.rng.choice(SPACES))
        return "".join(parts)

    def comment(self) -> str:
        body = self.rng.choice(['27" {', "x, }", "", "'", "1,"]) + f" c{self.comments}"
        return f"// {body}{self.eol}" if self.rng.random() < 0.5 else f"/* {body} */"

    def value(self, depth: int) -> str:
        if depth < 4 and self.rng.random() > 0.6:
            return self.container(self.rng.choice("{["), depth)
        return self.rng.choice(SCALARS)

    def container(self, opening: str, depth: int) -> str:
        closing = "}" if opening == "{" else "]"
        keys = self.rng.sample(KEYS, self.rng.randint(0, 4))
        multiline = self.tidy and bool(keys) and self.rng.random() < 0.7
        entries = [self.entry(key if opening == "{" else None, depth + 1) for key in keys]
        trailing = "," if self.jsonc and entries and self.rng.random() < 0.4 else ""
        if multiline:
            lead = self.eol + self.unit * (depth + 1)
            inner = lead + ("," + lead).join(entries) + trailing + self.eol + self.unit * depth
        elif self.tidy:
            inner = ", ".join(entries) + trailing
        else:
            inner = ",".join(self.space() + entry + self.space() for entry in entries)
            inner = (inner + trailing if entries else inner) + self.space()
        return opening + inner + closing

    def entry(self, key: str | None, depth: int) -> str:
        value = self.value(depth)
        if key is None:
            return value
        colon = ": " if self.tidy else f"{self.space()}:{self.space()}"
        return f'"{key}"{colon}{value}'


def document(rng: Random, *, jsonc: bool) -> str:
    """A random document with an object at the top."""
    return Writer(rng, jsonc=jsonc).document()


def paths(data: Any, above: Path = ()) -> list[tuple[Path, Any]]:
    """Every object member reached through objects alone, with its value."""
    found: list[tuple[Path, Any]] = []
    if isinstance(data, dict):
        for key, value in data.items():
            found += [((*above, key), value), *paths(value, (*above, key))]
    return found


def edit_of(rng: Random, data: Any, *, lists: bool = False) -> Edit:
    """A random edit: of something there, of something new, or through something that may be in the way;
    `lists`: also of elements picked by what they hold."""
    known = paths(data) or [(("a",), 1)]
    kind = rng.random()
    if lists and kind > 0.5 and (homes := [path for path, value in known if isinstance(value, list)]):
        return _element_edit(rng, rng.choice(homes))
    path, _ = rng.choice(known)
    if kind < 0.3:
        return Remove(path, REASON)
    if kind < 0.6:
        path = (*path[: rng.randint(0, len(path))], "new", *rng.choice([(), ("deep",), ("deep", "er")]))
    return Set(path, rng.choice(VALUES))


def _element_edit(rng: Random, home: Path) -> Edit:
    by_member, by_value = (*home, Select("a", "x")), (*home, Select(None, "x"))
    edits: list[Edit] = [
        Set(by_value, "x"),
        Set((*by_member, "a"), "x"),
        Set((*by_member, "new"), 1),
        Remove(by_value, REASON),
        Remove(by_member, REASON),
        Remove((*by_member, "a"), REASON),
    ]
    return rng.choice(edits)


def tokens(text: str) -> list[str]:
    """What is not whitespace: strings, words, punctuation and comments."""
    return _TOKEN.findall(text)


def comments(text: str) -> list[str]:
    """The comments of `text` in order."""
    return [token for token in tokens(text) if token.startswith(("//", "/*"))]


def is_subsequence(some: list[str], of: list[str]) -> bool:
    """Are all of `some` in `of`, in the same order?"""
    rest = iter(of)
    return all(one in rest for one in some)


def mutated(rng: Random, text: str) -> str:
    """`text` with one small accident."""
    at = rng.randrange(len(text) + 1)
    cut = rng.choice([0, 0, 1, 1, 3])
    added = rng.choice(["", "", ",", "}", "]", "{", ":", '"', "'", "/", "//", "/*", "*/", "\\", "0", "-", ".", "e",
                        "nul", "NaN", "\u00a0", "\ufeff", "\x00", "\t", "\n", "\u2028", "“", "x"])  # fmt: skip
    return text[:at] + added + text[at + cut :]
