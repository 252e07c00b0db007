"""The journal: one record a run, with the originals and a hash of what was written, never the new key."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Literal

from taotoken._message import Message

from taotoken_plugins import _files
from taotoken_plugins import _snapshot as snapshots
from taotoken_plugins._edit import Path as EditPath
from taotoken_plugins._edit import Remove, Select, Step
from taotoken_plugins._host import Host
from taotoken_plugins._place import shown
from taotoken_plugins._plan import Change
from taotoken_plugins._snapshot import Snapshot
from taotoken_plugins._texts import engine as texts
from taotoken_plugins._values import fingerprint

SCHEMA = "taotoken.run/1"
KEEP_RUNS = 20
KEEP_DAYS = 30
_ID = re.compile(r"\d{8}T\d{12}-[0-9a-f]{6}")
_TIME = "%Y%m%dT%H%M%S%f"

Kind = Literal["apply", "undo"]


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenStep:
    """A list element known only by the fingerprint of its value, because the value is part of a key."""

    key: str | None
    fingerprint: str


OwnedStep = Step | HiddenStep


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnedEdit:
    """An edit as it is remembered: where, and the fingerprint of the value written (None: removed)."""

    path: tuple[OwnedStep, ...]
    wrote: str | None
    secret: bool
    volatile: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFile:
    """One file of a run: what was there before, what identifies what we left there, and our edits.

    `link` is the text of the link at `path` (`target` is where it led), None when it wasn't one; `after` is a
    digest as in `_snapshot.digest`.
    """

    tool_ids: tuple[str, ...]
    file_id: str
    path: Path
    target: Path
    link: str | None
    format: str
    before: Snapshot
    after: str
    after_mode: int | None
    edits: tuple[OwnedEdit, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One run that wrote something.

    Attributes:
        id: sorts by time; what the user types.
        time: when, UTC.
        kind: ``apply`` or ``undo``; `undo_of` is then the run that was taken back.
        tools: ids of the tools whose files it wrote.
        files: what it wrote.
        made_dirs: folders it made, outermost first.
        undone: taken back since?
        notes: what happened along the way (a run that was cut off earlier was rolled back).
    """

    id: str
    time: datetime
    kind: Kind
    undo_of: str | None
    tools: tuple[str, ...]
    files: tuple[RunFile, ...]
    made_dirs: tuple[Path, ...]
    salt: str = field(repr=False)
    undone: bool = False
    notes: tuple[Message, ...] = ()


def folder(host: Host) -> Path:
    """Where the records are."""
    return host.config_dir / "journal"


def record_path(run_id: str, host: Host) -> Path:
    """The record of one run."""
    return folder(host) / f"{run_id}.json"


def is_run_id(text: str) -> bool:
    """Is `text` spelled like a run's id? Anything else never becomes part of a path."""
    return _ID.fullmatch(text) is not None


def new_run(changes: tuple[Change, ...], host: Host, kind: Kind, undo_of: str | None) -> Run:
    """The record of a run that is about to write `changes`."""
    salt = os.urandom(16).hex()
    time = _next_time(host)
    folders = dict.fromkeys(made for change in changes for made in change.made_dirs)
    return Run(
        id=f"{time.strftime(_TIME)}-{os.urandom(3).hex()}",
        time=time,
        kind=kind,
        undo_of=undo_of,
        tools=tuple(dict.fromkeys(tool for change in changes for tool in change.tool_ids)),
        files=tuple(_run_file(change, salt) for change in changes),
        made_dirs=tuple(folders),
        salt=salt,
    )


def _next_time(host: Host) -> datetime:
    """Now, but always later than the newest run, so that ids sort in the order of writing."""
    newest = max(_ids(host), default=None)
    if newest is None:
        return host.now
    return max(host.now, _time_of(newest) + timedelta(microseconds=1))


def _time_of(run_id: str) -> datetime:
    return datetime.strptime(run_id.split("-")[0], _TIME).replace(tzinfo=UTC)


def _run_file(change: Change, salt: str) -> RunFile:
    return RunFile(
        tool_ids=change.tool_ids,
        file_id=change.file_id,
        path=change.path,
        target=change.target,
        link=change.link,
        format=change.format,
        before=change.before,
        after=snapshots.digest(change.after_state),
        after_mode=change.after_state.mode,
        edits=tuple(
            OwnedEdit(
                path=hide(applied.edit.path, salt),
                wrote=None if isinstance(applied.edit, Remove) else fingerprint(applied.edit.value, salt),
                secret=applied.edit.secret,
                volatile=not isinstance(applied.edit, Remove) and applied.edit.volatile,
            )
            for applied in change.edits
        ),
    )


def hide(path: EditPath, salt: str) -> tuple[OwnedStep, ...]:
    """`path` with its secret steps replaced by fingerprints."""
    return tuple(
        HiddenStep(key=step.key, fingerprint=fingerprint(step.value, salt))
        if isinstance(step, Select) and step.secret
        else step
        for step in path
    )


def stage(run: Run, host: Host) -> None:
    """Write the record beside its place; `publish` makes it count."""
    data = json.dumps(_run_to_json(run), ensure_ascii=False, indent=1).encode("utf-8", "surrogatepass")
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
    gone = [run_id for index, run_id in enumerate(newest_first) if index >= keep or _time_of(run_id) < oldest]
    for run_id in gone:
        _files.remove_file(record_path(run_id, host))
    return len(gone)


def _ids(host: Host) -> list[str]:
    try:
        names = os.listdir(folder(host))
    except OSError:
        return []
    return [name[:-5] for name in names if name.endswith(".json") and is_run_id(name[:-5])]


def _read_all(host: Host) -> Iterator[Run | Path]:
    for run_id in sorted(_ids(host), reverse=True):
        path = record_path(run_id, host)
        try:
            yield _run_from_json(json.loads(path.read_bytes().decode("utf-8", "surrogatepass")), run_id)
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            yield path


def _run_to_json(run: Run) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "id": run.id,
        "kind": run.kind,
        "undo_of": run.undo_of,
        "tools": run.tools,
        "salt": run.salt,
        "made_dirs": [str(made) for made in run.made_dirs],
        "files": [_file_to_json(file) for file in run.files],
    }


def _file_to_json(file: RunFile) -> dict[str, Any]:
    return {
        "tools": file.tool_ids,
        "file": file.file_id,
        "path": str(file.path),
        "target": str(file.target),
        "link": file.link,
        "format": file.format,
        "before": snapshots.to_json(file.before),
        "after": file.after,
        "after_mode": file.after_mode,
        "edits": [
            {
                "path": [_step_to_json(step) for step in edit.path],
                "wrote": edit.wrote,
                "secret": edit.secret,
                "volatile": edit.volatile,
            }
            for edit in file.edits
        ],
    }


def _step_to_json(step: OwnedStep) -> object:
    if isinstance(step, Select):
        return {"key": step.key, "value": step.value}
    if isinstance(step, HiddenStep):
        return {"key": step.key, "fingerprint": step.fingerprint}
    return step


def _run_from_json(record: Mapping[str, Any], run_id: str) -> Run:
    if record["schema"] != SCHEMA or record["id"] != run_id or record["kind"] not in ("apply", "undo"):
        raise ValueError(run_id)
    bytes.fromhex(record["salt"])
    return Run(
        id=run_id,
        time=_time_of(run_id),
        kind=record["kind"],
        undo_of=record["undo_of"],
        tools=tuple(record["tools"]),
        files=tuple(_file_from_json(file) for file in record["files"]),
        made_dirs=tuple(Path(made) for made in record["made_dirs"]),
        salt=record["salt"],
    )


def _file_from_json(record: Mapping[str, Any]) -> RunFile:
    return RunFile(
        tool_ids=tuple(record["tools"]),
        file_id=record["file"],
        path=Path(record["path"]),
        target=Path(record["target"]),
        link=record["link"],
        format=record["format"],
        before=snapshots.from_json(record["before"]),
        after=record["after"],
        after_mode=record["after_mode"],
        edits=tuple(
            OwnedEdit(
                path=tuple(_step_from_json(step) for step in edit["path"]),
                wrote=edit["wrote"],
                secret=edit["secret"],
                volatile=edit["volatile"],
            )
            for edit in record["edits"]
        ),
    )


def _step_from_json(step: Any) -> OwnedStep:
    if isinstance(step, str):
        return step
    if "fingerprint" in step:
        return HiddenStep(key=step["key"], fingerprint=step["fingerprint"])
    return Select(step["key"], step["value"])
