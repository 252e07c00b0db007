"""Line wrapping that knows that a Chinese character is two columns wide and needs no space around it."""

from __future__ import annotations

from typing import Final

_WIDE_FROM: Final = "\u2e80"
_NOT_FIRST: Final = frozenset("，。；：！？、）】》」』”’…")
_NOT_LAST: Final = frozenset("（【《「『“‘")


def columns(text: str) -> int:
    """How many terminal columns `text` takes."""
    return sum(2 if char >= _WIDE_FROM else 1 for char in text)


def wrap(text: str, limit: int) -> list[str]:
    """`text` as lines of at most `limit` columns (a single longer word stays whole)."""
    lines, line = [], ""
    for piece in _pieces(text):
        if line and columns(line) + columns(piece.rstrip()) > limit:
            lines.append(line.rstrip())
            line = ""
        if line or not piece.isspace():
            line += piece
    return [*lines, line.rstrip()] if line.strip() else lines


def _pieces(text: str) -> list[str]:
    """Words, blanks and single wide characters, with punctuation kept at the side it belongs to."""
    pieces: list[str] = []
    for char in text:
        last = pieces[-1][-1] if pieces else ""
        if last and (char in _NOT_FIRST or last in _NOT_LAST or _belong_together(last, char)):
            pieces[-1] += char
        else:
            pieces.append(char)
    return pieces


def _belong_together(last: str, char: str) -> bool:
    if last >= _WIDE_FROM or char >= _WIDE_FROM:
        return False
    return last.isspace() == char.isspace()


def paragraph(text: str, limit: int, indent: str = "") -> str:
    """`text`, wrapped paragraph by paragraph; a paragraph that starts with a blank is kept as it is."""
    blocks: list[str] = []
    for block in text.split("\n"):
        lines = [block] if block.startswith(" ") else wrap(block, limit - len(indent)) or [""]
        blocks.extend((indent + line).rstrip() for line in lines)
    return "\n".join(blocks)


def table(rows: list[tuple[str, str]], limit: int, first_limit: int = 28) -> str:
    """Two columns; a long first cell gets a line of its own."""
    first = min(max((columns(left) for left, _ in rows), default=0), first_limit) + 2
    out: list[str] = []
    for left, right in rows:
        cell = wrap(right, max(limit - first - 2, 20))
        head = f"  {left}{' ' * (first - columns(left))}" if columns(left) + 2 <= first else ""
        if not head:
            out.append(f"  {left}")
            head = " " * (first + 2)
        out.extend((head if index == 0 else " " * (first + 2)) + line for index, line in enumerate(cell or [""]))
    return "\n".join(line.rstrip() for line in out)
