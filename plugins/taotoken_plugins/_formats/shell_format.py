"""A shell's start file: the variables that our marked block exports. All around the block keeps its bytes.

The data are ``{"block": {NAME: VALUE}, "outside": [LINE, …]}``, each where there is any. A value ``{"file": PATH}``
is read from that file below the home folder each time the shell starts; only PowerShell's block can say so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from taotoken_plugins._edit import Edit, Path, apply_to_data
from taotoken_plugins._formats import Format, FormatError, Position
from taotoken_plugins._texts import formats_shell as texts

BLOCK: Final = "block"
OUTSIDE: Final = "outside"
BEGIN: Final = "# >>> taotoken >>>"
END: Final = "# <<< taotoken <<<"
_NOTE: Final = "# Written by taotoken; to take it out: taotoken undo"
_NAME = r"[A-Za-z_][A-Za-z0-9_]*"
_FILE = r"[A-Za-z0-9_./-]+"
_CONTROL = r"[\x00-\x1f\x7f]"
_QUOTES = "'\u2018\u2019\u201a\u201b"  # all of these end a single-quoted text in PowerShell


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """How one family of shells exports a text. `line` has NAME and VALUE groups (it is compiled where it is needed:
    start-up time); `export` is its inverse."""

    line: str
    export: Callable[[str, str], str]
    unquote: Callable[[str], str]
    reads_files: bool = False


def _posix_export(name: str, value: str) -> str:
    return f"export {name}=" + "'" + value.replace("'", "'\\''") + "'"


def _fish_export(name: str, value: str) -> str:
    return f"set -gx {name} '" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _powershell_export(name: str, value: str) -> str:
    return f"$env:{name} = '" + re.sub(f"([{_QUOTES}])", r"\1\1", value) + "'"


POSIX_SHELL: Final = Dialect(
    line=r"export (?P<name>\w+)='(?P<value>[^']*(?:'\\''[^']*)*)'",
    export=_posix_export,
    unquote=lambda text: text.replace("'\\''", "'"),
)
FISH_SHELL: Final = Dialect(
    line=r"set -gx (?P<name>\w+) '(?P<value>(?:[^'\\]|\\.)*)'",
    export=_fish_export,
    unquote=lambda text: re.sub(r"\\(['\\])", r"\1", text),
)
POWERSHELL_SHELL: Final = Dialect(
    line=rf"\$env:(?P<name>\w+) = '(?P<value>(?:[^{_QUOTES}]|([{_QUOTES}])\3)*)'",
    export=_powershell_export,
    unquote=lambda text: re.sub(rf"([{_QUOTES}])\1", r"\1", text),
    reads_files=True,
)
_FROM_FILE = r"""\$env:(\w+) = \(Get-Content -Raw -LiteralPath "\$HOME/([\w./-]+)"\)\.Trim\(\)"""


def quoted_line(dialect: Dialect, name: str, value: Any) -> str:
    """The line that exports `value`. Raises FormatError(``unsafe_edit``) for what a line can't hold."""
    named = re.fullmatch(_NAME, name)
    if isinstance(value, str) and named and not re.search(_CONTROL, value):
        return dialect.export(name, value)
    file = value.get("file") if isinstance(value, dict) and len(value) == 1 else None
    if dialect.reads_files and isinstance(file, str) and re.fullmatch(_FILE, file) and named:
        return f'$env:{name} = (Get-Content -Raw -LiteralPath "$HOME/{file}").Trim()'
    raise FormatError("unsafe_edit", texts.NOT_ONE_LINE())


def read_line(dialect: Dialect, line: str) -> tuple[str, Any] | None:
    """Name and value of an export as we write it; None for anything else."""
    if match := re.fullmatch(dialect.line, line):
        return match["name"], dialect.unquote(match["value"])
    if dialect.reads_files and (match := re.fullmatch(_FROM_FILE, line)):
        return match[1], {"file": match[2]}
    return None


# The file ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class _File:
    """The lines of a file, without their line feeds, and where the block is among them (marks included)."""

    lines: list[str]
    first: int
    last: int

    @property
    def inside(self) -> range:
        return range(self.first + 1, self.last)


def _parsed(data: bytes) -> _File:
    if b"\x00" in data:
        raise FormatError("encoding", texts.NOT_PLAIN_TEXT(), Position(1, 1))
    lines = data.decode("utf-8", "surrogateescape").split("\n")
    begins = [index for index, line in enumerate(lines) if line.strip("\r\ufeff \t") == BEGIN]
    ends = [index for index, line in enumerate(lines) if line.strip("\r \t") == END]
    if not begins and not ends:
        return _File(lines=lines, first=len(lines), last=len(lines))
    if len(begins) != 1 or len(ends) != 1 or begins[0] > ends[0]:
        odd = (begins[1:] or ends[1:] or begins or ends)[0]
        raise FormatError("shell_block", texts.BROKEN_BLOCK(begin=BEGIN, end=END), Position(odd + 1, 1))
    return _File(lines=lines, first=begins[0], last=ends[0])


def _exports(file: _File, dialect: Dialect) -> Iterator[tuple[int, str, Any]]:
    for index in file.inside:
        found = read_line(dialect, file.lines[index].rstrip("\r"))
        if found is not None:
            yield index, *found


def _load(data: bytes, dialect: Dialect) -> dict[str, Any]:
    file = _parsed(data)
    outside = [line.rstrip("\r") for line in (*file.lines[: file.first], *file.lines[file.last + 1 :])]
    while outside and not outside[-1]:
        outside.pop()
    block = {name: value for _, name, value in _exports(file, dialect)}
    return {name: part for name, part in ((BLOCK, block), (OUTSIDE, outside)) if part}


def _edit(data: bytes, edits: Sequence[Edit], dialect: Dialect) -> bytes:
    old = _load(data, dialect)
    new = apply_to_data(old, edits)
    if new == old:
        return data
    block = new.get(BLOCK, {})
    if not isinstance(block, dict) or new.get(OUTSIDE) != old.get(OUTSIDE):
        raise FormatError("unsafe_edit", texts.NOT_ONE_LINE())
    file = _parsed(data)
    ending = "\r" if b"\r\n" in data else ""
    written = [quoted_line(dialect, name, value) + ending for name, value in block.items()]
    has_block = file.first < len(file.lines)
    after = _in_place(file, block, dialect, ending) if has_block else _appended(file.lines, written, ending)
    return "\n".join(after).encode("utf-8", "surrogateescape")


def _appended(lines: list[str], written: list[str], ending: str) -> list[str]:
    """The block behind the last line, which a backslash at its end would join to ours."""
    head = lines[:-1] if not lines[-1] else [*lines[:-1], lines[-1].removesuffix(ending) + ending]
    if head and head[-1].endswith("\\"):
        head = [*head, ""]
    return [*head, BEGIN + ending, _NOTE + ending, *written, END + ending, ""]


def _in_place(file: _File, block: Mapping[str, Any], dialect: Dialect, ending: str) -> list[str]:
    """The block with other values; without any it goes, unless somebody's lines are in it."""
    places = {name: index for index, name, _ in _exports(file, dialect)}
    ours = {index for index, _, _ in _exports(file, dialect)}
    kept = []
    for index in file.inside:
        name = next((name for name, place in places.items() if place == index), None)
        if name in block:
            kept.append(quoted_line(dialect, name or "", block[name or ""]) + ending)
        elif index not in ours:
            kept.append(file.lines[index])
    kept += [quoted_line(dialect, name, value) + ending for name, value in block.items() if name not in places]
    head, tail = file.lines[: file.first], file.lines[file.last + 1 :]
    if all(line.strip() in ("", _NOTE) for line in kept):
        return [*head, *tail]
    return [*head, file.lines[file.first], *kept, file.lines[file.last], *tail]


def _locate(data: bytes, path: Path, dialect: Dialect) -> Position | None:
    if len(path) != 2 or path[0] != BLOCK:
        return None
    places = {name: index for index, name, _ in _exports(_parsed(data), dialect)}
    return Position(places[str(path[1])] + 1, 1) if path[1] in places else None


def block_lines(data: bytes) -> range:
    """The lines of the block, 1-based; empty where there is none. Raises FormatError."""
    file = _parsed(data)
    return range(file.first + 1, file.last + 2) if file.first < len(file.lines) else range(0)


def _format(name: str, dialect: Dialect) -> Format:
    return Format(
        name=name,
        load=lambda data: _load(data, dialect),
        edit=lambda data, edits: _edit(data, edits, dialect),
        locate=lambda data, path: _locate(data, path, dialect),
        empty=b"",
    )


POSIX: Final = _format("posix shell", POSIX_SHELL)
FISH: Final = _format("fish", FISH_SHELL)
POWERSHELL: Final = _format("powershell", POWERSHELL_SHELL)
