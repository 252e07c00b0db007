"""The documentation as data: pages, fenced blocks, headings, links, and the commands shown in them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CHINESE = ".zh-CN.md"
_FENCE = re.compile(r"^ {0,3}```(?P<info>[^\n`]*)\n(?P<text>.*?)^ {0,3}```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[[^\]]*\]\((?P<target>[^)\s]+)\)")
_CODE = re.compile(r"`(?P<code>taotoken [^`]+)`")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


@dataclass(frozen=True, kw_only=True)
class Fence:
    """A fenced block: what stands behind the backticks, its text, and where the text is in the page."""

    info: str
    text: str
    start: int
    end: int


def pages() -> tuple[Path, ...]:
    """Every page of the documentation, the READMEs first."""
    return (ROOT / "README.md", ROOT / "README.zh-CN.md", *sorted((ROOT / "docs").rglob("*.md")))


def language_of(page: Path) -> str:
    """``zh`` or ``en``."""
    return "zh" if page.name.endswith(CHINESE) else "en"


def counterpart(page: Path) -> Path:
    """The same page in the other language."""
    if language_of(page) == "zh":
        return page.with_name(page.name.removesuffix(CHINESE) + ".md")
    return page.with_name(page.name.removesuffix(".md") + CHINESE)


def fences(text: str) -> tuple[Fence, ...]:
    """The fenced blocks of a page, in order."""
    return tuple(
        Fence(info=found["info"].strip(), text=found["text"], start=found.start("text"), end=found.end("text"))
        for found in _FENCE.finditer(text)
    )


def prose(text: str) -> str:
    """The page without its fenced blocks and comments."""
    return _COMMENT.sub("", _FENCE.sub("", text))


def headings(text: str) -> list[int]:
    """The levels of the headings, in order."""
    return [len(found[1]) for found in re.finditer(r"^(#+) ", prose(text), re.MULTILINE)]


def links(text: str) -> list[str]:
    """The targets of the links."""
    return [found["target"] for found in _LINK.finditer(prose(text))]


def anchors(text: str) -> set[str]:
    """The anchors GitHub gives the headings."""
    titles = re.findall(r"^#+ (.+)$", prose(text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def section(text: str, name: str) -> str:
    """What stands between ``<!-- name -->`` and ``<!-- /name -->``."""
    found = re.search(rf"<!-- {name} -->\n(.*?)<!-- /{name} -->", text, re.DOTALL)
    assert found is not None, f"the section {name} is missing"
    return found[1]


def rows(text: str) -> list[list[str]]:
    """The cells of every table row, without heading rows; backticks taken off."""
    found: list[list[str]] = []
    for line in text.splitlines():
        if line.startswith("| ---"):
            found.pop()
        elif line.startswith("|"):
            cells = re.split(r"(?<!\\)\|", line.strip("|"))
            found.append([cell.strip().strip("`").replace("\\|", "|") for cell in cells])
    return found


def commands(text: str) -> Iterator[list[str]]:
    """The arguments of every ``taotoken …`` command line shown in shell blocks and in the prose.

    Spans that stand for many commands (with ``…``) are no command lines.
    """
    for fence in fences(text):
        if fence.info == "console":
            for line in shown_commands(fence.text):
                yield from _arguments(line)
        elif fence.info == "sh":
            for line in fence.text.replace("\\\n", " ").splitlines():
                yield from _arguments(line)
    for found in _CODE.finditer(prose(text)):
        if "…" not in found["code"]:
            yield from _arguments(found["code"].replace("\n", " "))


def shown_commands(text: str) -> list[str]:
    """The lines typed in a console block (``$ …``), continuation lines joined."""
    return re.findall(r"^\$ (.+)$", text.replace("\\\n", " "), re.MULTILINE)


def _arguments(line: str) -> Iterator[list[str]]:
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    words: list[str] = []
    for word in [*lexer, ";"]:
        if set(word) <= set("();<>|&"):
            if "taotoken" in words:
                yield words[words.index("taotoken") + 1 :]
            words = []
        else:
            words.append(word)
