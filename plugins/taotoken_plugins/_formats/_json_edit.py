"""Edits on the containers of a JSON text: they are noted on the entries and written out at the end.

Where an edit goes into a value that the text doesn't hold (or no longer holds), it is made on plain data by
`apply_to_data`, so that both ways can't differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from taotoken_plugins._edit import (
    MISSING,
    Edit,
    EditConflictError,
    Path,
    Remove,
    Set,
    Step,
    apply_to_data,
    find_index,
)
from taotoken_plugins._formats._json_scan import Container, Entry, Source, container_at, value_of


def make_edits(source: Source, root: Container, edits: Sequence[Edit]) -> None:
    """Note `edits` on the entries of `root`. Raises EditConflictError."""
    for edit in edits:
        if isinstance(edit, Remove):
            _remove(source, root, edit, edit.path, ())
        elif not edit.path:
            continue
        elif not fits(root, edit.path[0]):
            raise EditConflictError((), "array", "object")
        else:
            _set(source, root, edit, edit.path, ())


def same(one: Any, other: Any) -> bool:
    """Are both the same JSON value? 1, 1.0 and true are three values; the order of members doesn't count."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


def current(source: Source, entry: Entry) -> Any:
    """The value of an entry with the edits so far; MISSING when it was removed."""
    if entry.removed:
        return MISSING
    if entry.child is not None:
        return _plain(source, entry.child)
    return value_of(source, entry) if entry.new is MISSING else entry.new


def _plain(source: Source, container: Container) -> Any:
    live = [entry for entry in container.entries if not entry.removed]
    if container.is_object:
        return {entry.key: current(source, entry) for entry in live}
    return [current(source, entry) for entry in live]


def find(source: Source, container: Container, step: Step, path: Path) -> Entry | None:
    """The entry `step` leads to, None when there is none. Raises EditConflictError when not unique."""
    if isinstance(step, str):
        return container.index.get(step)
    live = [entry for entry in container.entries if not entry.removed]
    index = find_index([current(source, entry) for entry in live], step, path)
    return None if index is None else live[index]


def fits(container: Container, step: Step) -> bool:
    """Can `step` lead into this container?"""
    return container.is_object == isinstance(step, str)


def open_child(source: Source, entry: Entry) -> Container | None:
    """The container an entry of the text holds, ready for edits; None when it isn't one of the text."""
    untouched = entry.child is None and entry.new is MISSING and not entry.removed
    if untouched and source.bare[entry.value_start] in "{[":
        entry.child = container_at(source, entry.value_start)
    return entry.child


def _set(source: Source, container: Container, edit: Set, path: Path, above: Path) -> None:
    step, rest = path[0], path[1:]
    here = (*above, step)
    entry = find(source, container, step, here)
    if entry is None:
        _add(container, step, _edited(MISSING, edit, rest, here))
        return
    child = open_child(source, entry) if rest else None
    if child is not None and fits(child, rest[0]):
        _set(source, child, edit, rest, here)
    else:
        _change(source, entry, _edited(current(source, entry), edit, rest, here))


def _edited(value: Any, edit: Set, rest: Path, here: Path) -> Any:
    """`value` (or nothing) after setting what `rest` leads to inside it."""
    if not rest:
        return edit.value
    holder = {} if value is MISSING else {"": value}
    try:
        return apply_to_data(holder, [Set(("", *rest), edit.value)])[""]
    except EditConflictError as error:
        raise EditConflictError((*here, *error.path[1:]), error.expected, error.found) from None


def _add(container: Container, step: Step, value: Any) -> None:
    entry = Entry(step if isinstance(step, str) else None, new=value)
    container.entries.append(entry)
    if isinstance(step, str):
        container.index[step] = entry


def _change(source: Source, entry: Entry, value: Any) -> None:
    entry.child = None
    entry.removed = False
    entry.new = MISSING if same(value_of(source, entry), value) else value


def _remove(source: Source, container: Container, edit: Remove, path: Path, above: Path) -> None:
    step, rest = path[0], path[1:]
    here = (*above, step)
    entry = find(source, container, step, here) if fits(container, step) else None
    if entry is None or entry.removed:
        return
    if not rest:
        _take_out(container, entry)
    elif (child := open_child(source, entry)) is not None:
        _remove(source, child, edit, rest, here)
    elif entry.new is not MISSING:
        entry.new = apply_to_data({"": entry.new}, [Remove(("", *rest), edit.reason)])[""]


def _take_out(container: Container, entry: Entry) -> None:
    entry.child = None
    entry.new = MISSING
    entry.removed = True
    if entry.start < 0:
        container.entries.remove(entry)
        container.index.pop(entry.key, None)


def walk(source: Source, root: Container, path: Path) -> Entry | None:
    """The entry `path` leads to, None when there is none."""
    container: Container | None = root
    entry: Entry | None = None
    for position, step in enumerate(path):
        if container is None or not fits(container, step):
            return None
        entry = find(source, container, step, path[: position + 1])
        if entry is None:
            return None
        container = open_child(source, entry)
    return entry
