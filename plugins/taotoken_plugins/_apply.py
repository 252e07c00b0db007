"""Apply: all files of a plan or none, whatever happens in between.

The order on the disk: intent record → folders → staged files → staged journal record → replace, file by file
→ journal record in place (from here on the run has happened) → intent record gone. Before that point any
failure rolls back, at once or, after a crash, at the next run; after it there is only tidying left.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from taotoken._message import Message
from taotoken._text import safe_text
from taotoken_plugins import _files, _intent, _journal
from taotoken_plugins._host import Host
from taotoken_plugins._lock import LockTimeoutError, acquire, release
from taotoken_plugins._place import check_home, reason_of, shown
from taotoken_plugins._plan import Change, Plan
from taotoken_plugins._problem import ChangedMeanwhileError, Problem, ProblemError, RefusedError, WriteFailedError
from taotoken_plugins._run import Kind, Run
from taotoken_plugins._snapshot import read_snapshot, real_path
from taotoken_plugins._texts import engine as texts

LOCK_SECONDS = 10.0


def apply(plan: Plan, host: Host) -> Run | None:
    """Write every change of `plan`, all or none; None when there is none.

    A run that was cut off earlier is rolled back first (`run.notes` tells).
    Raises RefusedError (another run holds the lock), ChangedMeanwhileError, WriteFailedError; in each case
    the files are as they were.
    """
    if not plan.changes:
        return None
    with writing(host) as notes:
        return replace(commit(plan.changes, host), notes=notes)


def recover(host: Host) -> tuple[Message, ...]:
    """Roll back a run that was cut off, if there is one: a message for each file. Call it before planning."""
    if not _intent.pending(host):
        return ()
    with writing(host) as notes:
        return notes


@contextmanager
def writing(host: Host) -> Iterator[tuple[Message, ...]]:
    """Hold the one lock, with any earlier run recovered; gives what recovery had to tell."""
    check_home(host)
    _make_own_folders(host)
    try:
        lock = acquire(host.config_dir / "lock", timeout=LOCK_SECONDS)
    except LockTimeoutError:
        raise RefusedError(Problem(code="locked", message=texts.LOCKED(), next=texts.LOCKED_NEXT())) from None
    except OSError as error:
        raise _own_folder_failed(host, error) from error
    try:
        yield _recover(host)
    finally:
        release(lock)


def _recover(host: Host) -> tuple[Message, ...]:
    try:
        return _intent.recover_locked(host)
    except _intent.RollBackError as error:
        raise WriteFailedError(_intent.recovery_problem(error, host)) from error
    except OSError as error:
        raise _own_folder_failed(host, error) from error


def _make_own_folders(host: Host) -> None:
    try:
        for folder in (*reversed(host.config_dir.parents), host.config_dir, _journal.folder(host)):
            if not folder.is_dir():
                own = folder == host.config_dir or host.config_dir in folder.parents
                _files.make_folder(folder, 0o700 if own else 0o777)
    except OSError as error:
        raise _own_folder_failed(host, error) from error


def _own_folder_failed(host: Host, error: OSError) -> WriteFailedError:
    message = texts.OWN_FOLDER(path=shown(host, host.config_dir), reason=reason_of(error))
    return WriteFailedError(
        Problem(code="own_folder", message=message, file=host.config_dir, next=texts.OWN_FOLDER_NEXT())
    )


def commit(
    changes: tuple[Change, ...],
    host: Host,
    *,
    kind: Kind = "apply",
    undo_of: str | None = None,
    removed_dirs: tuple[Path, ...] = (),
) -> Run:
    """Write `changes` and the record of the run; the caller holds the lock."""
    run = _journal.new_run(changes, host, kind, undo_of)
    intent = _intent.new_intent(run, changes, removed_dirs)
    interrupt: BaseException | None = None
    try:
        _intent.write(intent, host)
        _stage(changes, intent)
        _journal.stage(run, host)
        for change in changes:
            _verify(change, host)
        for change, file in zip(changes, intent.files, strict=True):
            _verify(change, host)
            _files.swap(file.temp, file.target, change.after_state)
        _journal.publish(run, host)
    except BaseException as error:  # noqa: BLE001 - whatever stops us, an interrupt too, is rolled back
        if not _journal.published(run.id, host):
            _give_up(intent, error, host)
        interrupt = None if isinstance(error, Exception) else error
    with suppress(OSError, RefusedError):  # what is left is tidied up by the next run
        _intent.finish(intent, host)
        _journal.prune(host)
    if interrupt is not None:
        raise interrupt
    return run


def _stage(changes: tuple[Change, ...], intent: _intent.Intent) -> None:
    """Make the folders and the new files, each beside the one it will replace."""
    closed = {made for change in changes if not (change.mode or 0) & 0o077 for made in change.made_dirs}
    for made in intent.made_dirs:
        _files.make_folder(made, 0o700 if made in closed else 0o777)
        _files.sync_folder(made.parent)
    for change, file in zip(changes, intent.files, strict=True):
        if change.after_state.exists:
            _files.stage(file.temp, change.after_state)


def _verify(change: Change, host: Host) -> None:
    """Raises ChangedMeanwhileError unless the file still is what the plan was made from."""
    try:
        unchanged = read_snapshot(change.target) == change.before and (
            change.before.link is not None or real_path(change.path) == change.target
        )
    except OSError:
        unchanged = False
    if not unchanged:
        message = texts.CHANGED_MEANWHILE(path=shown(host, change.path))
        then = texts.CHANGED_MEANWHILE_NEXT()
        raise ChangedMeanwhileError(Problem(code="changed_meanwhile", message=message, file=change.path, next=then))


def _give_up(intent: _intent.Intent, error: BaseException, host: Host) -> NoReturn:
    """Roll back, then raise what the caller should see."""
    problem = None
    try:
        _intent.roll_back(intent, host)
    except _intent.RollBackError as failed:
        message = texts.NOT_ROLLED_BACK(path=shown(host, failed.target), reason=failed.reason)
        problem = Problem(code="not_rolled_back", message=message, file=failed.target)
    if not isinstance(error, Exception) or (problem is None and isinstance(error, ProblemError)):
        raise error
    if problem is None:
        reason = reason_of(error) if isinstance(error, OSError) else safe_text(type(error).__name__)
        message = texts.WRITE_FAILED(reason=reason)
        problem = Problem(code="write_failed", message=message, next=texts.WRITE_FAILED_NEXT())
    raise WriteFailedError(problem) from error
