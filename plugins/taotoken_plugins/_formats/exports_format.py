"""Start files of shells. Data are what they export, by name; a value is taken out by making its line do nothing.

The line stays where it was behind a mark, so that it can be read, and put back even after other lines have changed.
Where sh is spoken the mark is a command that does nothing: a bare comment would leave an ``if`` without a command.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from taotoken._text import safe_text
from taotoken_plugins._edit import Edit, Path, apply_to_data
from taotoken_plugins._formats import Format, FormatError, Position
from taotoken_plugins._formats._shell_exports import Export, fish, posix, powershell
from taotoken_plugins._texts import formats_exports as texts

_BOM: Final = b"\xef\xbb\xbf"
_BLANKS: Final = re.compile(r"[ \t]*")
_LINE: Final = re.compile(r"[^\n]*\n|[^\n]+")


@dataclass(frozen=True, slots=True)
class _Shell:
    """How one shell's exports are read, and what makes a line of it do nothing."""

    read: Callable[[str], list[Export]]
    mark: str


def removable(data: bytes, format_: Format, names: Iterable[str]) -> frozenset[str]:
    """Those of `names` that can be taken out together: each of their lines does nothing else."""
    shell = _SHELLS[format_.name]
    exports, left = shell.read(_text(data)), frozenset(names)
    while True:
        bad = {item.name for item in exports if item.name in left and not (item.alone and item.names <= left)}
        if not bad:
            return left
        left -= bad


def _text(data: bytes) -> str:
    """Any bytes: shells don't ask for an encoding."""
    return data.removeprefix(_BOM).decode("utf-8", "surrogateescape")


def _load(shell: _Shell, data: bytes) -> dict[str, str]:
    return {item.name: item.value for item in shell.read(_text(data))}


def _edit(shell: _Shell, data: bytes, edits: Sequence[Edit]) -> bytes:
    old = _load(shell, data)
    new = apply_to_data(old, edits)
    gone = old.keys() - new.keys()
    back = {name: value for name, value in new.items() if name not in old or old[name] != value}
    text = _text(data)
    text = _put_back(shell, text, back) if back else text
    text = _take_out(shell, text, gone) if gone else text
    after = data[: len(_BOM)] * data.startswith(_BOM) + text.encode("utf-8", "surrogateescape")
    if _load(shell, after) != new:
        name = next(iter((*back, *gone)), "")
        raise FormatError("unsafe_edit", texts.NOT_WRITTEN(name=safe_text(name, 80)))
    return after


def _take_out(shell: _Shell, text: str, names: set[str]) -> str:
    """Every line that exports one of `names` behind the mark."""
    numbers: set[int] = set()
    for item in shell.read(text):
        if item.name not in names:
            continue
        if not item.alone or not item.names <= names:
            message = texts.NOT_ALONE(name=safe_text(item.name, 80))
            raise FormatError("unsafe_edit", message, Position(item.number, 1))
        numbers.update(_numbers(text, item))
    return _mapped(text, numbers, lambda line: _marked(line, shell.mark))


def _put_back(shell: _Shell, text: str, values: dict[str, Any]) -> str:
    """The marked lines that export `values`, without the mark."""
    marked = {number for number, line in _physical(text) if _unmarked(line, shell.mark) != line}
    bare = _mapped(text, marked, lambda line: _unmarked(line, shell.mark))
    numbers = {number for item in shell.read(bare) if item.name in values for number in _numbers(bare, item)}
    return _mapped(text, numbers & marked, lambda line: _unmarked(line, shell.mark))


def _numbers(text: str, item: Export) -> range:
    """The physical lines of the statement."""
    count = text[item.line.start : item.line.end].rstrip("\n").count("\n") + 1
    return range(item.line.number, item.line.number + count)


def _physical(text: str) -> list[tuple[int, str]]:
    return list(enumerate(_LINE.findall(text), 1))


def _mapped(text: str, numbers: set[int], change: Callable[[str], str]) -> str:
    return "".join(change(line) if number in numbers else line for number, line in _physical(text))


def _marked(line: str, mark: str) -> str:
    indent = _BLANKS.match(line)
    end = indent.end() if indent else 0
    return f"{line[:end]}{mark}{line[end:]}"


def _unmarked(line: str, mark: str) -> str:
    indent = _BLANKS.match(line)
    end = indent.end() if indent else 0
    return line[:end] + line[end:].removeprefix(mark)


def _locate(shell: _Shell, data: bytes, path: Path) -> Position | None:
    found = [item.number for item in shell.read(_text(data)) if (item.name,) == path]
    return Position(found[-1], 1) if found else None


def _format(name: str) -> Format:
    shell = _SHELLS[name]
    return Format(
        name=name,
        load=lambda data: _load(shell, data),
        edit=lambda data, edits: _edit(shell, data, edits),
        locate=lambda data, path: _locate(shell, data, path),
        empty=b"",
    )


_SHELLS: Final = {
    "sh exports": _Shell(posix, ": # (taotoken) "),
    "fish exports": _Shell(fish, ": # (taotoken) "),
    "powershell exports": _Shell(powershell, "# (taotoken) "),
}
SH: Final = _format("sh exports")
FISH: Final = _format("fish exports")
POWERSHELL: Final = _format("powershell exports")
SHELLS: Final = {"sh": SH, "fish": FISH, "powershell": POWERSHELL}

__all__ = ["FISH", "POWERSHELL", "SH", "SHELLS", "removable"]
