"""Taking back single values of a file that was edited since we wrote it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from taotoken._message import Message
from taotoken_plugins._check import shown_field
from taotoken_plugins._edit import (
    MISSING,
    Edit,
    EditConflictError,
    Remove,
    Select,
    Set,
    apply_to_data,
    get,
    show_path,
)
from taotoken_plugins._edit import Path as EditPath
from taotoken_plugins._formats import Format, FormatError
from taotoken_plugins._formats._known import find_format
from taotoken_plugins._plan import BOM, AppliedEdit, checked_edit
from taotoken_plugins._run import HiddenStep, OwnedEdit, OwnedStep, RunFile
from taotoken_plugins._texts import engine as texts
from taotoken_plugins._values import fingerprint, is_hollow, same, strings_in


class NotParsedError(Exception):
    """The file as it is now can't be edited; `detail` says why."""

    def __init__(self, detail: Message) -> None:
        super().__init__(str(detail))
        self.detail = detail


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenBack:
    """The file without our values.

    `notes` tell what was left. `hollow`: nothing but empty containers remains, and no comment.
    """

    data: bytes = field(repr=False)
    edits: tuple[AppliedEdit, ...]
    secrets: tuple[str, ...] = field(repr=False)
    notes: tuple[Message, ...]
    hollow: bool


def _load(format_: Format, data: bytes | None) -> Any:
    return {} if data is None else format_.load(data.removeprefix(BOM))


def take_back(file: RunFile, salt: str, now: bytes) -> TakenBack:
    """Take our values out of `now`, the file as it is. Raises NotParsedError when it can't be read or safely
    edited."""
    format_ = find_format(file.format)
    if format_ is None:
        raise NotParsedError(texts.UNDO_UNKNOWN_FORMAT(format=shown_field(file.format)))
    try:
        work = _Work(original=_load(format_, file.before.data), data=_load(format_, now), salt=salt)
        if not isinstance(work.data, dict | list):
            raise EditConflictError((), "object", "another type")
        work.take_all(file.edits)
        text = now.removeprefix(BOM)
        after = checked_edit(format_, text, format_.load(text), [item.edit for item in work.done])
    except FormatError as error:
        raise NotParsedError(texts.UNDO_UNPARSABLE(reason=error.message)) from None
    except EditConflictError as error:
        detail = texts.UNDO_NOT_EDITABLE(field=shown_field(show_path(error.path)))
        raise NotParsedError(detail) from None
    return TakenBack(
        data=(BOM if now.startswith(BOM) else b"") + after,
        edits=tuple(work.done),
        secrets=tuple(work.secrets),
        notes=tuple(work.notes),
        hollow=is_hollow(work.data) and not any(mark in after for mark in (b"#", b"//", b"/*")),
    )


def inverse_of_all(file: RunFile, salt: str, now: bytes | None) -> tuple[tuple[AppliedEdit, ...], tuple[str, ...]]:
    """Our edits turned round, for a file that is as we left it (kept so that the undo can be undone), and the
    secrets among the values."""
    format_ = find_format(file.format)
    if format_ is None:
        return (), ()
    try:
        work = _Work(original=_load(format_, file.before.data), data=_load(format_, now), salt=salt)
        work.take_all(file.edits)
    except (FormatError, EditConflictError):
        return (), ()
    return tuple(work.done), tuple(work.secrets)


@dataclass(slots=True)
class _Work:
    """The file's data while our edits are turned round one by one."""

    original: Any = field(repr=False)
    data: Any = field(repr=False)
    salt: str = field(repr=False)
    done: list[AppliedEdit] = field(default_factory=list)
    secrets: list[str] = field(default_factory=list, repr=False)
    notes: list[Message] = field(default_factory=list)

    def take_all(self, edits: tuple[OwnedEdit, ...]) -> None:
        """Stamps go after the rest, and only when nothing of ours had to stay; frames last of all."""
        frames = [edit for edit in edits if self._is_frame(edit)]
        values = [edit for edit in edits if edit not in frames]
        for edit in reversed([edit for edit in values if not edit.volatile]):
            self._take(edit)
        if not self.notes:
            for edit in reversed([edit for edit in values if edit.volatile]):
                self._take(edit)
        for edit in values:
            self._drop_empty_parents(edit)
        for edit in sorted(frames, key=lambda edit: len(edit.path), reverse=True):
            self._take_frame(edit, frames)

    def _is_frame(self, edit: OwnedEdit) -> bool:
        """Is it a frame that came with us? One that was there before gets its old value like any other."""
        path = resolve(edit.path, self.original, self.salt)
        return edit.frame and (path is None or get(self.original, path) is MISSING)

    def _take_frame(self, edit: OwnedEdit, frames: Sequence[OwnedEdit]) -> None:
        """Take it where nothing but frames of the same container is left; otherwise it silently stays."""
        beside = {frame.path[-1] for frame in frames if frame.path[:-1] == edit.path[:-1]}
        parent = resolve(edit.path[:-1], self.data, self.salt)
        container = MISSING if parent is None else get(self.data, parent)
        if parent is None or not isinstance(container, dict) or not beside.issuperset(container):
            return
        for name in [name for name in container if name in beside]:
            self._do((*parent, name), MISSING, secret=edit.secret, volatile=edit.volatile)
        self._drop_empty_parents(edit)

    def _take(self, edit: OwnedEdit) -> None:
        path = resolve(edit.path, self.data, self.salt) or resolve(edit.path, self.original, self.salt)
        if path is None:
            return
        now, before = get(self.data, path), get(self.original, path)
        if edit.secret:
            self.secrets.extend((*strings_in(now), *strings_in(before)))
        if same(now, before) or (now is MISSING and edit.wrote is not None and before is MISSING):
            return
        ours = now is MISSING if edit.wrote is None else self._is_ours(edit, now)
        if not ours or not self._reachable(path):
            self.notes.append(texts.UNDO_VALUE_CHANGED(field=shown_field(show_path(path))))
            return
        self._do(path, before, secret=edit.secret, volatile=edit.volatile)

    def _is_ours(self, edit: OwnedEdit, now: Any) -> bool:
        return now is not MISSING and (edit.volatile or fingerprint(now, self.salt) == edit.wrote)

    def _reachable(self, path: EditPath) -> bool:
        """Is every list element on the way still there?"""
        return all(
            get(self.data, path[: index + 1]) is not MISSING
            for index, step in enumerate(path[:-1])
            if isinstance(step, Select)
        )

    def _do(self, path: EditPath, before: Any, *, secret: bool, volatile: bool) -> None:
        edit: Edit
        if before is MISSING:
            path = self._whole(path)
            edit = Remove(path, texts.UNDO_REASON(), secret=secret)
        else:
            edit = Set(path, before, secret=secret, volatile=volatile)
        self.done.append(AppliedEdit(edit=edit, before_value=get(self.data, path)))
        self.data = apply_to_data(self.data, [edit])

    def _whole(self, path: EditPath) -> EditPath:
        """The list's element instead of the member it is found by, where nothing else is left in it."""
        step = path[-2] if len(path) > 1 else None
        found_by = isinstance(step, Select) and step.key == path[-1]
        return path[:-1] if found_by and len(get(self.data, path[:-1])) == 1 else path

    def _drop_empty_parents(self, edit: OwnedEdit) -> None:
        """Containers that came with our value and are empty now go too."""
        for length in range(len(edit.path) - 1, 0, -1):
            path = resolve(edit.path[:length], self.data, self.salt)
            if path is None or edit.wrote is None:
                return
            before = get(self.original, path)
            if get(self.data, path) in ({}, []) and (before is MISSING or before is None):
                self._do(path, before, secret=False, volatile=False)


def resolve(path: tuple[OwnedStep, ...], data: Any, salt: str) -> EditPath | None:
    """`path` with its hidden steps found again in `data`; None when one isn't there."""
    found: EditPath = ()
    for step in path:
        known = _find_hidden(step, get(data, found), salt) if isinstance(step, HiddenStep) else step
        if known is None:
            return None
        found = (*found, known)
    return found


def _find_hidden(step: HiddenStep, items: Any, salt: str) -> Select | None:
    if not isinstance(items, list):
        return None
    for item in items:
        value = item if step.key is None else item.get(step.key) if isinstance(item, dict) else None
        if isinstance(value, str) and fingerprint(value, salt) == step.fingerprint:
            return Select(step.key, value, secret=True)
    return None
