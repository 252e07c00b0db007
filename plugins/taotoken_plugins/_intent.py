"""The intent record: written before anything else, so that a run cut off at any step can be rolled back."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from taotoken._message import Message
from taotoken_plugins import _files, _journal
from taotoken_plugins import _snapshot as snapshots
from taotoken_plugins._host import Host
from taotoken_plugins._place import reason_of, shown
from taotoken_plugins._plan import Change
from taotoken_plugins._problem import Problem
from taotoken_plugins._run import Run
from taotoken_plugins._snapshot import Snapshot, read_file
from taotoken_plugins._texts import engine as texts


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentFile:
    """One file about to be replaced: what it was, and the digest of what it becomes."""

    target: Path
    temp: Path
    before: Snapshot
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Intent:
    """All a run is about to do. `removed_dirs` are taken away, if empty, once the run has happened."""

    run_id: str
    files: tuple[IntentFile, ...]
    made_dirs: tuple[Path, ...]
    removed_dirs: tuple[Path, ...]


def new_intent(run: Run, changes: tuple[Change, ...], removed_dirs: tuple[Path, ...]) -> Intent:
    """What `run` is about to do."""
    files = (
        IntentFile(
            target=change.target,
            temp=change.target.with_name(f".{change.target.name[:40]}.taotoken-{run.id}.tmp"),
            before=change.before,
            after=snapshots.digest(change.after_state),
        )
        for change in changes
    )
    return Intent(run_id=run.id, files=tuple(files), made_dirs=run.made_dirs, removed_dirs=removed_dirs)


def record_path(host: Host) -> Path:
    """Where the record is while a run is under way."""
    return host.config_dir / "intent.json"


def write(intent: Intent, host: Host) -> None:
    """Put the record on the disk for good."""
    path = record_path(host)
    data = json.dumps(_to_json(intent)).encode()
    _files.put(_files.own_temp(path), path, Snapshot(data=data))


def finish(intent: Intent, host: Host) -> None:
    """The run has happened: tidy up and forget the record."""
    for path in sorted(intent.removed_dirs, key=lambda made: len(made.parts), reverse=True):
        with suppress(OSError):
            _files.remove_folder(path)
    _files.remove_file(record_path(host))


class RollBackError(Exception):
    """A file could not be put back; the intent record stays, so that the next run tries again."""

    def __init__(self, target: Path, error: OSError) -> None:
        super().__init__(str(target))
        self.target = target
        self.reason = reason_of(error)


def roll_back(intent: Intent, host: Host) -> tuple[Message, ...]:
    """Put everything back that still is what the run made of it; may be repeated after a crash.

    Gives a message for each file put back or left. Raises RollBackError.
    """
    messages: list[Message] = []
    for file in reversed(intent.files):
        try:
            messages.extend(_put_back(file, host))
        except OSError as error:
            raise RollBackError(file.target, error) from error
    try:
        for path in sorted(intent.made_dirs, key=lambda made: len(made.parts), reverse=True):
            with suppress(OSError):
                _files.remove_folder(path)
        for path in (*_half_written(host), record_path(host)):
            _files.remove_file(path)
    except OSError as error:
        raise RollBackError(record_path(host), error) from error
    return tuple(messages)


def _put_back(file: IntentFile, host: Host) -> tuple[Message, ...]:
    if file.target.parent.is_dir():
        _files.remove_file(file.temp)
    try:
        now = snapshots.read_snapshot(file.target)
    except (IsADirectoryError, NotADirectoryError, snapshots.SpecialFileError):
        return (texts.RECOVERY_LEFT(path=shown(host, file.target)),)
    if now == file.before:
        return ()
    if snapshots.digest(now) != file.after:
        return (texts.RECOVERY_LEFT(path=shown(host, file.target)),)
    _files.put(file.temp, file.target, file.before)
    return (texts.RECOVERED(path=shown(host, file.target)),)


def recover_locked(host: Host) -> tuple[Message, ...]:
    """Finish or roll back a run that was cut off; the caller holds the lock. Raises RollBackError."""
    for path in _half_written(host):
        _files.remove_file(path)
    path = record_path(host)
    try:
        intent = _from_json(json.loads(read_file(path)))
    except FileNotFoundError:
        return ()
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        aside = path.with_name("intent-broken.json")
        _files.replace(path, aside)
        return (texts.INTENT_BROKEN(path=shown(host, aside)),)
    if not _journal.published(intent.run_id, host):
        return roll_back(intent, host)
    finish(intent, host)
    return ()


def pending(host: Host) -> bool:
    """Was a run cut off? Asked without the lock."""
    return record_path(host).exists() or bool(_half_written(host))


def _half_written(host: Host) -> list[Path]:
    """Our own records that were being written."""
    found: list[Path] = []
    for folder in (host.config_dir, _journal.folder(host)):
        with suppress(OSError):
            names = os.listdir(folder)
            found += [folder / name for name in names if name.startswith(".") and name.endswith(".json.tmp")]
    return found


def recovery_problem(error: RollBackError, host: Host) -> Problem:
    """Why a run that was cut off could not be rolled back."""
    then = texts.RECOVERY_FAILED_NEXT(path=shown(host, error.target), record=shown(host, record_path(host)))
    message = texts.RECOVERY_FAILED(path=shown(host, error.target), reason=error.reason)
    return Problem(code="recovery_failed", message=message, file=error.target, next=then)


def _to_json(intent: Intent) -> dict[str, Any]:
    return {
        "run": intent.run_id,
        "made_dirs": [str(path) for path in intent.made_dirs],
        "removed_dirs": [str(path) for path in intent.removed_dirs],
        "files": [
            {
                "target": str(file.target),
                "temp": str(file.temp),
                "before": snapshots.to_json(file.before),
                "after": file.after,
            }
            for file in intent.files
        ],
    }


def _from_json(record: Any) -> Intent:
    if not _journal.is_run_id(record["run"]):
        raise ValueError(record["run"])
    return Intent(
        run_id=record["run"],
        made_dirs=tuple(Path(path) for path in record["made_dirs"]),
        removed_dirs=tuple(Path(path) for path in record["removed_dirs"]),
        files=tuple(
            IntentFile(
                target=Path(file["target"]),
                temp=Path(file["temp"]),
                before=snapshots.from_json(file["before"]),
                after=file["after"],
            )
            for file in record["files"]
        ),
    )
