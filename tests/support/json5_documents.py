"""JSON5 documents of every layout: those of `json_documents` with the freedoms JSON5 adds."""

from __future__ import annotations

import re
from random import Random

from json_documents import SCALARS, SPACES, Writer

JSON5_SCALARS = [
    *SCALARS, "'x'", "''", "'it\\'s \"q\"'", "\"it's\"", "'a\\\nb'", '"a\\\r\nb"', "'\\x41\\v\\0\\q'", "'// no'",
    "'/* no */'", "'tab\there'", "'\u2028'", "'k,}'", "'{'", "'\\ud83d\\ude00'", "0x1F", "-0Xff", "+1", ".5", "5.",
    "-.5e3", "5.E+1", "Infinity", "-Infinity", "NaN", "+NaN",
]  # fmt: skip
JSON5_BLANKS = ["\u00a0", "\v", "\f", "\ufeff", "\u2028", "\u3000"]
BLANKS = [*SPACES, *JSON5_BLANKS]
NAMES = re.compile(r"[A-Za-zé]+")
_TOKEN = re.compile(
    r"""\"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|//[^\r\n\u2028\u2029]*|/\*[\s\S]*?\*/|"""
    r"""[^\s\ufeff"'{}\[\],:/]+|[{}\[\],:]"""
)


class Json5Writer(Writer):
    """Writes one document; keys are mostly names."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng, jsonc=True)
        self.mark = rng.choice("'\"")

    def space(self) -> str:
        return super().space() + (self.rng.choice(BLANKS) if self.rng.random() < 0.2 else "")

    def value(self, depth: int) -> str:
        if depth < 4 and self.rng.random() > 0.6:
            return self.container(self.rng.choice("{["), depth)
        return self.rng.choice(JSON5_SCALARS)

    def entry(self, key: str | None, depth: int) -> str:
        written = super().entry(key, depth)
        if key is None:
            return written
        name = key if NAMES.fullmatch(key) and self.rng.random() < 0.7 else self.mark + key + self.mark
        return name + written.removeprefix(f'"{key}"')


def document(rng: Random) -> str:
    """A random document with an object at the top."""
    return Json5Writer(rng).document()


def tokens(text: str) -> list[str]:
    """What is not whitespace: strings, words, punctuation and comments."""
    return _TOKEN.findall(text)


def comments(text: str) -> list[str]:
    """The comments of `text` in order."""
    return [token for token in tokens(text) if token.startswith(("//", "/*"))]
