"""The journal: one record a run, with the originals and a hash of what was written.

The record of a set-up never holds the new key. The next run's does (an undo's too), where that key is in the files it
finds: they are its originals.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from taotoken._message import Message
from taotoken_plugins import _files
from taotoken_plugins._host import Host
from taotoken_plugins._place import reason_of, refusal, shown
from taotoken_plugins._plan import Change
from taotoken_plugins._run import Kind, Run, from_json, id_for, run_file, time_of, to_json
from taotoken_plugins._snapshot import Snapshot, read_file
from taotoken_plugins._texts import engine as texts

KEEP_RUNS = 20
KEEP_DAYS = 30
_ID = re.compile(r"[0-9]{8}T[0-9]{12}-[0-9a-f]{6}")


def folder(host: Host) -> Path:
    """Where the records are."""
    return host.config_dir / "journal"


def record_path(run_id: str, host: Host) -> Path:
    """The record of one run."""
    return folder(host) / f"{run_id}.json"


def is_run_id(text: str) -> bool:
    """Is `text` spelled like a run's id? Anything else never becomes part of a path."""
    try:
        return _ID.fullmatch(text) is not None and bool(time_of(text))
    except ValueError:
        return False


def new_run(changes: tuple[Change, ...], host: Host, kind: Kind, undo_of: str | None) -> Run:
    """The record of a run that is about to write `changes`."""
    salt = os.urandom(16).hex()
    time = _next_time(host)
    folders = dict.fromkeys(made for change in changes for made in change.made_dirs)
    return Run(
        id=id_for(time, os.urandom(3).hex()),
        time=time,
        kind=kind,
        undo_of=undo_of,
        tools=tuple(dict.fromkeys(tool for change in changes for tool in change.tool_ids)),
        files=tuple(run_file(change, salt) for change in changes),
        made_dirs=tuple(folders),
        salt=salt,
    )


def _next_time(host: Host) -> datetime:
    """Now, but always later than the newest run, so that ids sort in the order of writing."""
    newest = max(_ids(host), default=None)
    if newest is None:
        return host.now
    return max(host.now, time_of(newest) + timedelta(microseconds=1))


def stage(run: Run, host: Host) -> None:
    """Write the record beside its place; `publish` makes it count."""
    data = json.dumps(to_json(run), ensure_ascii=False, indent=1).encode("utf-8", "surrogatepass")
    temp = _files.own_temp(record_path(run.id, host))
    _files.stage(temp, Snapshot(data=data))


def publish(run: Run, host: Host) -> None:
    """From here on the run has happened."""
    path = record_path(run.id, host)
    _files.replace(_files.own_temp(path), path)
    _files.sync_folder(path.parent)


def published(run_id: str, host: Host) -> bool:
    """Did this run happen?"""
    return record_path(run_id, host).exists()


def runs(host: Host) -> tuple[Run, ...]:
    """Every run that can be read, newest first."""
    found = [run for run in _read_all(host) if isinstance(run, Run)]
    undone: set[str] = set()
    marked: list[Run] = []
    for run in found:
        marked.append(replace(run, undone=run.id in undone))
        if run.undo_of is not None and run.id not in undone:
            undone.add(run.undo_of)
    return tuple(marked)


def broken_records(host: Host) -> tuple[Message, ...]:
    """One message for each record that can't be read."""
    return tuple(texts.JOURNAL_BROKEN(path=shown(host, item)) for item in _read_all(host) if isinstance(item, Path))


def prune(host: Host, *, keep: int = KEEP_RUNS, days: int = KEEP_DAYS) -> int:
    """Forget all but the newest `keep` runs, and those older than `days`; gives how many went.

    A run that is forgotten can't be undone any more.
    """
    oldest = host.now - timedelta(days=days)
    newest_first = sorted(_ids(host), reverse=True)
    gone = [run_id for index, run_id in enumerate(newest_first) if index >= keep or time_of(run_id) < oldest]
    for run_id in gone:
        _files.remove_file(record_path(run_id, host))
    return len(gone)


def _ids(host: Host) -> list[str]:
    try:
        names = os.listdir(folder(host))
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        path = folder(host)
        then = texts.FOLDER_UNREADABLE_NEXT(path=shown(host, path))
        raise refusal("unreadable", path, host, texts.UNREADABLE, then, reason=reason_of(error)) from None
    return [name[:-5] for name in names if name.endswith(".json") and is_run_id(name[:-5])]


def _read_all(host: Host) -> Iterator[Run | Path]:
    for run_id in sorted(_ids(host), reverse=True):
        path = record_path(run_id, host)
        try:
            yield from_json(json.loads(read_file(path).decode("utf-8", "surrogatepass")), run_id)
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            yield path
