"""Undo: give back what a run changed; where tool or user edited since, take back only our values."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from taotoken._message import Message
from taotoken._text import safe_text
from taotoken_plugins import _journal
from taotoken_plugins._apply import commit, recover, writing
from taotoken_plugins._host import Host
from taotoken_plugins._place import check_home, reason_of, shown
from taotoken_plugins._plan import Change
from taotoken_plugins._problem import Problem, RefusedError
from taotoken_plugins._run import Run, RunFile
from taotoken_plugins._snapshot import Snapshot, digest, missing_folders, read_link, read_snapshot, real_path
from taotoken_plugins._take_back import NotParsedError, TakenBack, inverse_of_all, take_back
from taotoken_plugins._texts import engine as texts

Outcome = Literal["restored", "deleted", "values_taken_back", "left"]


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoneFile:
    """What became of one file. ``restored``: bytes, mode and owner as before the run; ``deleted``: it did not
    exist before; ``values_taken_back``: only our values went; ``left``: untouched, and `notes` say why."""

    path: Path
    outcome: Outcome
    notes: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoPlan:
    """What `undo` would do to take back `run`. `changes` can be shown with `diff`."""

    run: Run
    changes: tuple[Change, ...]
    files: tuple[UndoneFile, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoResult:
    """What `undo` did. `run` is the record of the undo itself (undo it to redo), None when nothing changed."""

    run: Run | None
    undone: Run
    files: tuple[UndoneFile, ...]
    notes: tuple[Message, ...] = ()


def plan_undo(host: Host, run_id: str | None = None) -> UndoPlan:
    """Work out what taking back a run means now; only reads.

    Without `run_id` it is the newest run that is no undo and not taken back yet. Raises RefusedError
    (``nothing_to_undo``, ``unknown_run``).
    """
    check_home(host)
    run = _choose(host, run_id)
    changes: list[Change] = []
    files: list[UndoneFile] = []
    later = _later(run, host)
    for file in reversed(run.files):
        if since := next((later[tool] for tool in file.tool_ids if tool in later), None):
            files.append(UndoneFile(path=file.path, outcome="left", notes=(texts.UNDO_LATER_RUN(id=since),)))
            continue
        for change, done in _undo_file(file, run, host):
            files.append(done)
            if change is not None:
                changes.append(change)
    return UndoPlan(run=run, changes=tuple(changes), files=tuple(files))


def undo(host: Host, run_id: str | None = None) -> UndoResult:
    """Take a run back, all files or none; it is a run of its own, so undoing it redoes.

    A run that was cut off is rolled back first (`notes` tell). Raises RefusedError, ChangedMeanwhileError,
    WriteFailedError as `apply` does.
    """
    recovered = recover(host)
    _choose(host, run_id)
    with writing(host) as notes:
        plan = plan_undo(host, run_id)
        done = None
        if plan.changes:
            done = commit(plan.changes, host, kind="undo", undo_of=plan.run.id, removed_dirs=plan.run.made_dirs)
    return UndoResult(run=done, undone=plan.run, files=plan.files, notes=(*recovered, *notes))


def _choose(host: Host, run_id: str | None) -> Run:
    runs = _journal.runs(host)
    then = texts.HISTORY_NEXT()
    if run_id is None:
        found = next((run for run in runs if run.kind == "apply" and not run.undone), None)
        if found is None:
            raise RefusedError(Problem(code="nothing_to_undo", message=texts.NOTHING_TO_UNDO(), next=then))
        return found
    found = next((run for run in runs if run.id == run_id), None)
    if found is None:
        text = texts.UNKNOWN_RUN if _journal.is_run_id(run_id) else texts.BAD_RUN_ID
        message = text(id=safe_text(run_id, 60))
        raise RefusedError(Problem(code="unknown_run", message=message, field="RUN", next=then))
    return found


def _later(run: Run, host: Host) -> dict[str, str]:
    """The tools of `run` whose files a later run has written again, with the newest such run's id.

    Its values rest on those of `run` where both wanted the same: taking these back first would leave the tool
    with half a set-up. Runs that were taken back don't count, nor do the undos of them.
    """
    ours = _written(run)
    found: dict[str, str] = {}
    for other in _journal.runs(host):
        if other.id <= run.id:
            break
        if not other.undone and (other.undo_of is None or other.undo_of < run.id):
            for _, tool in ours & _written(other):
                found.setdefault(tool, other.id)
    return found


def _written(run: Run) -> set[tuple[Path, str]]:
    return {(file.target, tool) for file in run.files for tool in file.tool_ids}


def _undo_file(file: RunFile, run: Run, host: Host) -> list[tuple[Change | None, UndoneFile]]:
    """The file where the run wrote it, and the one that has taken its place since, if there is one."""
    leads_to = _leads_to(file.path)
    path = file.path if leads_to == file.target else file.target
    here = _undo_at(file, run, path, file.target)
    if leads_to is None or leads_to in {other.target for other in run.files}:
        return [here]
    moved = texts.UNDO_LINK_REPLACED(target=shown(host, file.target))
    other, other_done = _undo_other(file, run, leads_to)
    return [
        here,
        (other, replace(other_done, path=file.path, notes=(moved, *other_done.notes))),
    ]


def _leads_to(path: Path) -> Path | None:
    try:
        return real_path(path)
    except OSError:
        return None


def _undo_other(file: RunFile, run: Run, target: Path) -> tuple[Change | None, UndoneFile]:
    """A file that stands where our link was, or that the link leads to now."""
    change, done = _undo_at(file, run, file.path, target)
    if change is None or file.link is None or done.outcome not in ("restored", "deleted"):
        return change, done
    if read_link(file.path) is not None:
        return change, done
    return replace(change, after=None, after_link=file.link, edits=()), replace(done, outcome="restored")


def _undo_at(file: RunFile, run: Run, path: Path, target: Path) -> tuple[Change | None, UndoneFile]:
    left = UndoneFile(path=path, outcome="left")
    try:
        now = read_snapshot(target)
    except OSError as error:
        return None, replace(left, notes=(texts.UNDO_UNREADABLE(reason=reason_of(error)),))
    if digest(now) == file.after:
        return _whole(file, run, path, target, now)
    if now.data is None:
        return None, replace(left, notes=(texts.UNDO_VANISHED(),))
    try:
        taken = take_back(file, run.salt, now.data)
    except NotParsedError as error:
        return None, replace(left, notes=(error.detail,))
    return _by_value(file, path, target, now, taken)


def _whole(file: RunFile, run: Run, path: Path, target: Path, now: Snapshot) -> tuple[Change | None, UndoneFile]:
    """Nobody wrote into it since: the original as it was; a mode that was given to it since stays."""
    mode = now.mode if file.before.exists and now.mode != file.after_mode else file.before.mode
    edits, secrets = inverse_of_all(file, run.salt, now.data)
    change = replace(
        _change(file, path, target, now),
        after=file.before.data,
        after_link=file.before.link,
        mode=mode,
        owner=(file.before.uid, file.before.gid),
        edits=edits,
        secrets=secrets,
    )
    return change, UndoneFile(path=path, outcome="restored" if file.before.exists else "deleted")


def _by_value(
    file: RunFile, path: Path, target: Path, now: Snapshot, taken: TakenBack
) -> tuple[Change | None, UndoneFile]:
    """Edited since: our values go, everything else stays."""
    change = replace(_change(file, path, target, now), edits=taken.edits, secrets=taken.secrets)
    if taken.hollow and not file.before.exists:
        deleted = replace(change, after=None, mode=None)
        return deleted, UndoneFile(path=path, outcome="deleted", notes=taken.notes)
    mode = now.mode
    if not taken.notes and file.before.mode is not None and now.mode == file.after_mode:
        mode = file.before.mode
    change = replace(change, after=taken.data, mode=mode)
    if change.after == now.data and change.mode == now.mode:
        notes = taken.notes or (texts.UNDO_NOTHING_OURS(),)
        return None, UndoneFile(path=path, outcome="left", notes=notes)
    return change, UndoneFile(path=path, outcome="values_taken_back", notes=taken.notes)


def _change(file: RunFile, path: Path, target: Path, now: Snapshot) -> Change:
    return Change(
        tool_ids=file.tool_ids,
        file_id=file.file_id,
        path=path,
        target=target,
        link=read_link(path),
        before=now,
        after=now.data,
        mode=now.mode,
        owner=(now.uid, now.gid),
        format=file.format,
        made_dirs=missing_folders(target),
    )
