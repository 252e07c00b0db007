"""A file of lines, each of them a value, such as .gitignore: its data are ``{"lines": [LINE, …]}``, comments included.

Lines are only added at the end and taken out whole; all others keep their bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from taotoken_plugins._edit import Edit, Path, Select, apply_to_data
from taotoken_plugins._formats import Format, FormatError, Position
from taotoken_plugins._texts import formats_text as texts

LINES: Final = "lines"


def _raw_lines(data: bytes) -> list[str]:
    """The lines without their line feeds; bytes that are no UTF-8 are kept as they are."""
    text = data.decode("utf-8", "surrogateescape")
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def load(data: bytes) -> dict[str, list[str]]:
    """The lines, blanks at their ends left out; nothing for an empty file."""
    lines = [line.strip() for line in _raw_lines(data)]
    return {LINES: lines} if lines else {}


def edit(data: bytes, edits: Sequence[Edit]) -> bytes:
    """The bytes with lines added or taken out. Raises FormatError and EditConflictError."""
    old = load(data)
    new = apply_to_data(old, edits)
    if new == old:
        return data
    wanted: Any = new.get(LINES, [])
    if new.keys() - {LINES} or not all(isinstance(line, str) and line == line.strip() for line in wanted):
        raise FormatError("unsafe_edit", texts.ONE_VALUE())
    raw, kept, rest = _raw_lines(data), [], list(wanted)
    for line in raw:
        if rest and line.strip() == rest[0]:
            kept.append(line)
            rest.pop(0)
    ending = "\r" if b"\r\n" in data else ""
    if rest and kept and kept[-1] == raw[-1] and not data.endswith(b"\n"):
        kept[-1] += ending
    after = "".join(f"{line}\n" for line in (*kept, *(line + ending for line in rest)))
    if not rest and kept and kept[-1] == raw[-1] and not data.endswith(b"\n"):
        after = after[:-1]
    return after.encode("utf-8", "surrogateescape")


def locate(data: bytes, path: Path) -> Position | None:
    """The line that is selected."""
    step = path[1] if len(path) == 2 and path[0] == LINES else None
    lines = load(data).get(LINES, [])
    if not isinstance(step, Select) or step.key is not None or step.value not in lines:
        return None
    return Position(lines.index(step.value) + 1, 1)


TEXT_LINES: Final = Format(name="lines", load=load, edit=edit, locate=locate, empty=b"")
