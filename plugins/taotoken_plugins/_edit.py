"""Edits as data, and what they mean on parsed data, whatever the file format.

A path is a tuple of steps: a `str` names an object member (TOML key), a `Select` picks one element of a list.
Where a file holds a list at the top (some YAML files do), its paths begin with a `Select`.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from taotoken._message import Message


@dataclass(frozen=True, slots=True)
class Select:
    """A step into a list: the element whose member `key` equals `value`, or, without `key`, the element that
    equals `value`. It must be unique. `secret` keeps the value out of diffs and the journal."""

    key: str | None
    value: str = field(repr=False)
    secret: bool = field(default=False, kw_only=True)


Step = str | Select
Path = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Set:
    """Make the value at `path` equal `value` (missing or null parents become objects).

    secret: the value is a key; shown masked, never kept in the journal.
    volatile: a stamp that the tool itself changes (a time): written only where there is none or another owned
        value of the file changes, and taken back by undo whatever it has become.
    frame: the tool refuses the file where this is missing beside other values: undo leaves it there as long as
        its container holds anything else.
    note: told to the user when the edit is made.
    """

    path: Path
    value: Any = field(repr=False)
    secret: bool = field(default=False, kw_only=True)
    volatile: bool = field(default=False, kw_only=True)
    frame: bool = field(default=False, kw_only=True)
    note: Message | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class Remove:
    """Take the value at `path` out, where it is there. `reason` is told to the user."""

    path: Path
    reason: Message
    secret: bool = field(default=False, kw_only=True)


Edit = Set | Remove


class _Missing:
    def __repr__(self) -> str:
        return "MISSING"


MISSING: Final = _Missing()


class EditConflictError(ValueError):
    """An edit can't be made on this data: a parent is not an object, or a selector is not unique.

    `path` is the place that stands in the way; `expected` and `found` are JSON type names.
    """

    def __init__(self, path: Path, expected: str, found: str) -> None:
        super().__init__(f"{show_path(path)}: expected {expected}, found {found}")
        self.path = path
        self.expected = expected
        self.found = found


def show_path(path: Path) -> str:
    """A path as people write it: ``env.ANTHROPIC_BASE_URL``, ``models[id=x]``."""
    shown = ""
    for step in path:
        if isinstance(step, Select):
            value = "…" if step.secret else step.value
            shown += f"[{step.key}={value}]" if step.key else f"[{value}]"
        else:
            shown += ("." if shown else "") + step
    return shown


def json_type(value: object) -> str:
    """The JSON name of a value's type."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, str):
        return "string"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, list | tuple):
        return "array"
    return "object" if isinstance(value, dict) else type(value).__name__


def find_index(items: Sequence[Any], step: Select, path: Path = ()) -> int | None:
    """Index of the element that `step` selects, None when there is none; EditConflictError when not unique."""
    hits = [
        index
        for index, item in enumerate(items)
        if (item == step.value if step.key is None else isinstance(item, dict) and item.get(step.key) == step.value)
    ]
    if len(hits) > 1:
        raise EditConflictError(path, "one matching element", f"{len(hits)}")
    return hits[0] if hits else None


def get(data: Any, path: Path) -> Any:
    """The value at `path`, or MISSING."""
    for position, step in enumerate(path):
        if isinstance(step, Select):
            if not isinstance(data, list):
                return MISSING
            index = find_index(data, step, path[: position + 1])
            if index is None:
                return MISSING
            data = data[index]
        elif isinstance(data, dict) and step in data:
            data = data[step]
        else:
            return MISSING
    return data


def apply_to_data(data: Any, edits: Iterable[Edit]) -> Any:
    """`data` with `edits` made, as a value of its own: what every format's byte edit must parse to. What no edit leads
    through is shared with `data` (files can be large); neither may be changed in place.

    Raises EditConflictError where a parent is neither missing, null nor of the needed type.
    """
    for edit in edits:
        data = _with_own_way(data, edit.path)
        change_data(data, (edit,))
    return data


def _with_own_way(data: Any, path: Path) -> Any:
    """`data` with a copy of each container that `path` leads through."""
    parent = data = copy.copy(data)
    for step in path[:-1]:
        place = _place(parent, step)
        if place is None:
            return data
        parent[place] = parent = copy.copy(parent[place])
    return data


def _place(parent: Any, step: Step) -> Any:
    """Where in `parent` the step leads to; None where it leads nowhere."""
    if isinstance(step, str):
        return step if isinstance(parent, dict) and step in parent else None
    try:
        return find_index(parent, step) if isinstance(parent, list) else None
    except EditConflictError:  # told when the edit is made
        return None


def change_data(data: Any, edits: Iterable[Edit]) -> None:
    """Make `edits` on `data` itself; containers that aren't replaced keep their identity."""
    for edit in edits:
        if isinstance(edit, Remove):
            _remove(data, edit.path)
        else:
            _set(data, edit.path, copy.deepcopy(edit.value))  # later edits may go inside it


def _remove(data: Any, path: Path) -> None:
    parent = get(data, path[:-1])
    last = path[-1]
    if isinstance(last, Select):
        if isinstance(parent, list) and (index := find_index(parent, last, path)) is not None:
            del parent[index]
    elif isinstance(parent, dict):
        parent.pop(last, None)


def _container(value: Any, step: Step, path: Path) -> Any:
    """`value` if it can hold `step`, an empty container if there is none yet."""
    wanted: type = list if isinstance(step, Select) else dict
    if value is MISSING or value is None:
        return wanted()
    if not isinstance(value, wanted):
        raise EditConflictError(path, "array" if wanted is list else "object", json_type(value))
    return value


def _set(data: Any, path: Path, value: Any) -> None:
    wanted: type = list if path and isinstance(path[0], Select) else dict
    if not isinstance(data, wanted):
        raise EditConflictError((), "array" if wanted is list else "object", json_type(data))
    parent: Any = data
    for position, step in enumerate(path):
        here = path[: position + 1]
        child = value if position == len(path) - 1 else _container(get(parent, (step,)), path[position + 1], here)
        if isinstance(step, str):
            parent[step] = child
        else:
            index = find_index(parent, step, here)
            if index is None:
                parent.append(child)
            else:
                parent[index] = child
        parent = child
