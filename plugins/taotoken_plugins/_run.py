"""The record of a run: what it held, and how that is kept as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from taotoken._message import Message
from taotoken_plugins import _snapshot as snapshots
from taotoken_plugins._edit import Path as EditPath
from taotoken_plugins._edit import Remove, Select, Step
from taotoken_plugins._plan import Change
from taotoken_plugins._snapshot import Snapshot
from taotoken_plugins._values import fingerprint

SCHEMA = "taotoken.run/1"
_TIME = "%Y%m%dT%H%M%S%f"

Kind = Literal["apply", "undo"]


def id_for(time: datetime, suffix: str) -> str:
    """An id that sorts by time."""
    return f"{time.strftime(_TIME)}-{suffix}"


def time_of(run_id: str) -> datetime:
    """The time in an id. Raises ValueError when there is none."""
    return datetime.fromisoformat(f"{run_id[:15]}.{run_id[15:21]}").replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenStep:
    """A list element known only by the fingerprint of its value, because the value is part of a key."""

    key: str | None
    fingerprint: str


OwnedStep = Step | HiddenStep


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnedEdit:
    """An edit as it is remembered: where, and the fingerprint of the value written (None: removed); `volatile`
    and `frame` as in `Set`."""

    path: tuple[OwnedStep, ...]
    wrote: str | None
    secret: bool
    volatile: bool
    frame: bool


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


def run_file(change: Change, salt: str) -> RunFile:
    """What is kept of one change."""
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
                frame=not isinstance(applied.edit, Remove) and applied.edit.frame,
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


def to_json(run: Run) -> dict[str, Any]:
    """`run` as JSON data."""
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
                "frame": edit.frame,
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


def from_json(record: Mapping[str, Any], run_id: str) -> Run:
    """The inverse of `to_json`. Raises ValueError, TypeError, KeyError or AttributeError on anything else."""
    if record["schema"] != SCHEMA or record["id"] != run_id or record["kind"] not in ("apply", "undo"):
        raise ValueError(run_id)
    bytes.fromhex(record["salt"])
    return Run(
        id=run_id,
        time=time_of(run_id),
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
                frame=edit["frame"],
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
