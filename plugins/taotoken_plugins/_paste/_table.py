"""Sets in tables whose first row holds the names: one set a row."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from taotoken_plugins._paste._labels import NAME, fits, role_of_match
from taotoken_plugins._paste._pieces import Piece, Role, Scope
from taotoken_plugins._texts import paste as texts

MAX_ROWS: Final = 50
_DECORATION: Final = " \t*`_\"'<>"
_RULE: Final = re.compile(r"[ \t|:\-]+")


def table_scopes(text: str) -> Iterator[tuple[int, int, Scope]]:
    """The sets in such tables, each with the place of its row."""
    columns: dict[int, tuple[Role, str]] = {}
    start = rows = 0
    for line in text.splitlines(keepends=True):
        end, cells = start + len(line), _cells(line)
        if len(cells) < 2:
            columns, rows = {}, 0
        elif not columns or not _is_row(cells, columns):
            columns = columns if _RULE.fullmatch(line.strip()) else _columns(cells)
        elif rows < MAX_ROWS:
            rows += 1
            yield start, end, Scope(what=texts.TABLE, pieces=tuple(_pieces(cells, columns)))
        start = end


def _cells(line: str) -> list[str]:
    stripped = line.strip()
    sign = "|" if "|" in stripped else "\t"
    return [cell.strip(_DECORATION) for cell in stripped.strip("|").split(sign)] if sign in stripped else []


def _columns(cells: Sequence[str]) -> dict[int, tuple[Role, str]]:
    """The columns with a role; empty where fewer than two cells are names."""
    found: dict[int, tuple[Role, str]] = {}
    for index, cell in enumerate(cells[:40]):
        match = NAME.fullmatch(cell) if len(cell) < 60 else None
        if match and (role := role_of_match(match)):
            found[index] = role, cell
    return found if len({role for role, _ in found.values()}) > 1 else {}


def _pieces(cells: Sequence[str], columns: dict[int, tuple[Role, str]]) -> Iterator[Piece]:
    for index, (role, name) in columns.items():
        if index < len(cells) and fits(role, name, cells[index], quoted=True):
            yield Piece(role=role, name=name, value=cells[index])


def _is_row(cells: Sequence[str], columns: dict[int, tuple[Role, str]]) -> bool:
    return any(piece.role != "model" for piece in _pieces(cells, columns))
