"""Plan: what would change, worked out from reading alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from taotoken._message import Message
from taotoken._text import mask_key
from taotoken_plugins import _check, _tracked
from taotoken_plugins._edit import Edit, EditConflictError, Remove, Select, Set, apply_to_data, get, show_path
from taotoken_plugins._formats import Format, FormatError
from taotoken_plugins._host import Host
from taotoken_plugins._place import check_home, check_writable, look, shown
from taotoken_plugins._problem import Problem, RefusedError
from taotoken_plugins._snapshot import Snapshot
from taotoken_plugins._texts import engine as texts
from taotoken_plugins._tool import ConfigFile, Tool, Wanted
from taotoken_plugins._values import same, strings_in

BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True, kw_only=True)
class AppliedEdit:
    """An edit that changes something, with the value before it (MISSING when there was none)."""

    edit: Edit
    before_value: Any = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One file as it is and as it shall be.

    Attributes:
        tool_ids, file_id: whose file it is.
        path, target: the file as the tool names it, and where it really is behind links.
        link: the text of the link at `path`, None when it isn't one.
        before: what is at `target` now.
        after: the new bytes; None to take the file away.
        after_link: make `target` a link with this text instead.
        mode, owner: of the new file; None where the system has none, or for a new file's owner.
        format: name of the file's format; edits: how `after` came about.
        secrets: values that are never shown, those that don't change included.
        holds_key: will one of our keys be in it?
        made_dirs: folders to make, outermost first.
        notes: what the user should know about this change.
    """

    tool_ids: tuple[str, ...]
    file_id: str
    path: Path
    target: Path
    link: str | None = None
    before: Snapshot
    after: bytes | None = field(repr=False)
    after_link: str | None = None
    mode: int | None = None
    owner: tuple[int | None, int | None] = (None, None)
    format: str
    edits: tuple[AppliedEdit, ...] = ()
    secrets: tuple[str, ...] = field(default=(), repr=False)
    holds_key: bool = False
    made_dirs: tuple[Path, ...] = ()
    notes: tuple[Message, ...] = ()

    @property
    def after_state(self) -> Snapshot:
        """What `target` shall be."""
        if self.after_link is not None:
            return Snapshot(link=self.after_link)
        if self.after is None:
            return Snapshot()
        return Snapshot(data=self.after, mode=self.mode, uid=self.owner[0], gid=self.owner[1])


@dataclass(frozen=True, slots=True, kw_only=True)
class Unchanged:
    """A file that already says what it should."""

    tool_id: str
    file_id: str
    path: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """All that `apply` would do. `warnings` are problems that don't stop it."""

    changes: tuple[Change, ...]
    unchanged: tuple[Unchanged, ...] = ()
    warnings: tuple[Problem, ...] = ()


@dataclass(slots=True)
class _Work:
    """What has been planned so far, by real path, so that two tools can share a file."""

    changes: dict[Path, Change] = field(default_factory=dict)
    unchanged: list[Unchanged] = field(default_factory=list)
    private: set[Path] = field(default_factory=set)
    warnings: list[Problem] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def plan(wanted: Sequence[tuple[Tool, Wanted]], host: Host, *, allow_tracked: bool = False) -> Plan:
    """Work out every change without writing anything.

    Raises RefusedError with the problems of all files together.
    """
    check_home(host)
    work = _Work()
    for tool, want in wanted:
        for file in tool.files:
            if file.when is None or file.when(want, host):
                _plan_file(work, tool, want, file, host)
    for target in sorted(work.private & work.changes.keys()):
        _check_tracked(work, work.changes[target], host, allow_tracked)
    if work.problems:
        raise RefusedError(*work.problems)
    return Plan(changes=tuple(work.changes.values()), unchanged=tuple(work.unchanged), warnings=tuple(work.warnings))


def _plan_file(work: _Work, tool: Tool, want: Wanted, file: ConfigFile, host: Host) -> None:
    path = file.path(host)
    try:
        change = _edited(_start(work, tool, file, path, host), file, want, host)
        if _differs(change):
            check_writable(path, change.target, change.before, host)
    except RefusedError as error:
        work.problems.extend(error.problems)
    except FormatError as error:
        problem = _check.format_problem(error, path, host)
        if file.optional and error.code != "unsafe_edit":
            work.warnings.append(_check.as_warning(problem, path, host))
        else:
            work.problems.append(problem)
    else:
        if file.private and change.holds_key:
            work.private.add(change.target)
        _keep(work, change, tool.id, file.id)


def _start(work: _Work, tool: Tool, file: ConfigFile, path: Path, host: Host) -> Change:
    """The file as it is, or as an earlier tool of this plan leaves it."""
    place = look(path, host)
    earlier = work.changes.get(place.target)
    if earlier is not None:
        ids = earlier.tool_ids if tool.id in earlier.tool_ids else (*earlier.tool_ids, tool.id)
        return replace(earlier, tool_ids=ids)
    before = place.before
    return Change(
        tool_ids=(tool.id,),
        file_id=file.id,
        path=path,
        target=place.target,
        link=place.link,
        before=before,
        after=before.data,
        mode=before.mode,
        owner=(before.uid, before.gid),
        format=file.format.name,
        made_dirs=place.made_dirs,
    )


def _edited(change: Change, file: ConfigFile, want: Wanted, host: Host) -> Change:
    """`change` with what this tool wants of the file."""
    raw = file.format.empty if change.after is None else change.after
    text = raw if file.bom else raw.removeprefix(BOM)
    data = _check.checked_top({} if change.after is None else file.format.load(text), text, change.path, file, host)
    try:
        asked = file.edits(want, data, host)
        edits = effective(asked, data)
        after = checked_edit(file.format, text, data, [applied.edit for applied in edits])
    except EditConflictError as error:
        raise RefusedError(_check.conflict_problem(error, text, change.path, file.format, host)) from None
    if change.after is None and not edits:
        return change
    notes = _edit_notes(edits, shown(host, change.path) if text != raw else None)
    goes = file.gone_when_empty and bool(edits) and not file.format.load(after)
    holds_key = change.holds_key or any(isinstance(e, Set) and e.secret and bool(e.value) for e in asked)
    tightened = _with_mode(replace(change, after=None if goes else after, holds_key=holds_key), file.private, host)
    return replace(
        tightened,
        edits=(*change.edits, *edits),
        secrets=(*change.secrets, *_secrets(asked, data), *(file.hidden(data) if file.hidden else ())),
        notes=(*tightened.notes, *notes),
    )


def _secrets(edits: Sequence[Edit], data: Any) -> Iterator[str]:
    """Every secret value that the edits name, new and old."""
    for edit in edits:
        if edit.secret:
            yield from strings_in(get(data, edit.path))
            yield from strings_in(edit.value if isinstance(edit, Set) else None)
        yield from (step.value for step in edit.path if isinstance(step, Select) and step.secret)


def effective(edits: Sequence[Edit], data: Any) -> tuple[AppliedEdit, ...]:
    """The edits that change `data`; a stamp that is there already only along with another change."""
    applied = [AppliedEdit(edit=edit, before_value=get(data, edit.path)) for edit in edits]
    changing = [item for item in applied if _changes(item)]
    if all(_is_stamp(item) and not _check.is_missing(item.before_value) for item in changing):
        return ()
    return tuple(changing)


def _is_stamp(item: AppliedEdit) -> bool:
    return isinstance(item.edit, Set) and item.edit.volatile


def _changes(item: AppliedEdit) -> bool:
    if isinstance(item.edit, Remove):
        return not _check.is_missing(item.before_value)
    return not same(item.before_value, item.edit.value)


def checked_edit(format_: Format, text: bytes, data: Any, edits: Sequence[Edit]) -> bytes:
    """`text` with `edits` made, proved to change nothing else.

    Raises FormatError (``unsafe_edit`` when the proof fails) or EditConflictError.
    """
    if not edits:
        return text
    expected = apply_to_data(data, edits)
    after = format_.edit(text, edits)
    try:
        good = same(format_.load(after), expected)
    except FormatError:
        good = False
    if not good:
        raise FormatError("unsafe_edit", texts.UNSAFE_EDIT())
    return after


def _edit_notes(edits: Sequence[AppliedEdit], bom_path: str | None) -> tuple[Message, ...]:
    notes = [note for item in edits for note in _notes(item)]
    if bom_path is not None:
        notes.append(texts.BOM_REMOVED(path=bom_path))
    return tuple(notes)


def _notes(item: AppliedEdit) -> Iterator[Message]:
    edit, field_name = item.edit, _check.shown_field(show_path(item.edit.path))
    if isinstance(edit, Remove):
        yield texts.VALUE_REMOVED(field=field_name, reason=edit.reason)
        return
    if edit.note is not None:
        yield edit.note
    before, after = item.before_value, edit.value
    if edit.secret and isinstance(before, str) and isinstance(after, str) and mask_key(before) == mask_key(after):
        yield texts.KEY_LOOKS_THE_SAME(field=field_name, shown=mask_key(after))


def _with_mode(change: Change, private: bool, host: Host) -> Change:
    """The mode the file shall have: 0600 for a new private one; never looser than it was."""
    if change.after is None:
        return replace(change, mode=None)
    if _check.no_modes():
        return change
    if not change.before.exists:
        wanted = 0o600 if private else 0o644 & ~_check.umask()
        return replace(change, mode=wanted if change.mode is None else wanted & change.mode)
    if not private or change.mode is None or not change.mode & ~0o700:
        return change
    said = texts.MODE_TIGHTENED if change.holds_key else texts.MODE_PRIVATE
    note = said(path=shown(host, change.path), before=f"{change.mode:04o}", after=f"{change.mode & 0o700:04o}")
    return replace(change, mode=change.mode & 0o700, notes=(*change.notes, note))


def _differs(change: Change) -> bool:
    return change.after != change.before.data or change.mode != change.before.mode


def _keep(work: _Work, change: Change, tool_id: str, file_id: str) -> None:
    if _differs(change):
        work.changes[change.target] = change
    elif change.before.exists:
        work.unchanged.append(Unchanged(tool_id=tool_id, file_id=file_id, path=change.path))


def _check_tracked(work: _Work, change: Change, host: Host, allow_tracked: bool) -> None:
    state = _tracked.tracked(change.target, host)
    if state == "no":
        return
    problem = _check.tracked_problem(change.target, host, state == "yes", allow_tracked)
    refused = state == "yes" and not allow_tracked
    (work.problems if refused else work.warnings).append(problem)
