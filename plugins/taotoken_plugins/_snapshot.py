"""What is at a path right now: read through links, never written."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

MAX_LINKS = 40
_READ = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """A file (`data`), a symbolic link (`link`, its text) or nothing at all. Modes and owners are None where
    the system has none."""

    data: bytes | None = field(default=None, repr=False)
    link: str | None = None
    mode: int | None = None
    uid: int | None = None
    gid: int | None = None

    @property
    def exists(self) -> bool:
        return self.data is not None or self.link is not None


ABSENT: Final = Snapshot()


class SpecialFileError(OSError):
    """The path is a device, pipe or socket."""


def real_path(path: Path) -> Path:
    """Where a write to `path` must go: links followed to their end, which need not exist yet.

    Raises OSError (ELOOP) when the links lead in a circle.
    """
    for _ in range(MAX_LINKS):
        folder = os.path.realpath(path.parent)
        path = Path(folder, path.name)
        text = _link_text(path)
        if text is None:
            return path
        path = Path(folder, text)
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))


def _link_text(path: Path) -> str | None:
    try:
        return os.readlink(path)
    except OSError as error:
        if error.errno in (errno.EINVAL, errno.ENOENT, errno.ENOTDIR) or os.name == "nt":
            return None
        raise


def read_link(path: Path) -> str | None:
    """The text of the link at `path`; None when it isn't one or can't be looked at."""
    with contextlib.suppress(OSError):
        return os.readlink(path)
    return None


def read_snapshot(path: Path) -> Snapshot:
    """What is at `path` itself (a link is not followed).

    Raises IsADirectoryError, SpecialFileError, or the OSError that stopped us.
    """
    try:
        info = os.lstat(path)
    except FileNotFoundError:
        return ABSENT
    if stat.S_ISLNK(info.st_mode):
        return Snapshot(link=os.readlink(path), uid=info.st_uid, gid=info.st_gid)
    if stat.S_ISDIR(info.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(info.st_mode):
        raise SpecialFileError(errno.EINVAL, os.strerror(errno.EINVAL), str(path))
    with os.fdopen(os.open(path, _READ), "rb") as file:
        info = os.fstat(file.fileno())
        data = file.read()
    if os.name == "nt":
        return Snapshot(data=data)
    return Snapshot(data=data, mode=stat.S_IMODE(info.st_mode), uid=info.st_uid, gid=info.st_gid)


_PRETENDED: ContextVar[Mapping[Path, bytes | None]] = ContextVar("pretended files", default={})  # noqa: B039 - read only


@contextlib.contextmanager
def pretending(files: Mapping[Path, bytes | None]) -> Iterator[None]:
    """Inside, `read_file` finds these bytes at these real paths (None: no file), whatever is on the disk."""
    token = _PRETENDED.set(files)
    try:
        yield
    finally:
        _PRETENDED.reset(token)


def read_file(path: Path) -> bytes:
    """The bytes of the file at `path`, links followed. Raises SpecialFileError for a pipe or device, which reading
    might wait for or never end on; or the OSError that stopped us."""
    if (files := _PRETENDED.get()) and (target := real_path(path)) in files:
        pretended = files[target]
        if pretended is None:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
        return pretended
    descriptor = os.open(path, _READ & ~getattr(os, "O_NOFOLLOW", 0))
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise SpecialFileError(errno.EINVAL, os.strerror(errno.EINVAL), str(path))
        return file.read()


def missing_folders(target: Path) -> tuple[Path, ...]:
    """The folders above `target` that don't exist yet, outermost first."""
    missing: list[Path] = []
    for folder in target.parents:
        if os.path.lexists(folder):
            break
        missing.append(folder)
    return tuple(reversed(missing))


def digest(snapshot: Snapshot) -> str:
    """What identifies a state: the hash of the bytes, the link's text, or ``absent``."""
    if snapshot.link is not None:
        return "link:" + snapshot.link
    if snapshot.data is None:
        return "absent"
    import hashlib

    return "sha256:" + hashlib.sha256(snapshot.data).hexdigest()


def to_json(snapshot: Snapshot) -> dict[str, Any]:
    """`snapshot` as JSON data, the bytes in base64."""
    import base64

    data = None if snapshot.data is None else base64.b64encode(snapshot.data).decode("ascii")
    return {
        "data": data,
        "link": snapshot.link,
        "mode": snapshot.mode,
        "uid": snapshot.uid,
        "gid": snapshot.gid,
    }


def from_json(record: dict[str, Any]) -> Snapshot:
    """The inverse of `to_json`. Raises ValueError, TypeError or KeyError on anything else."""
    import base64

    data = None if record["data"] is None else base64.b64decode(record["data"], validate=True)
    return Snapshot(
        data=data,
        link=None if record["link"] is None else str(record["link"]),
        mode=_number(record["mode"]),
        uid=_number(record["uid"]),
        gid=_number(record["gid"]),
    )


def _number(value: object) -> int | None:
    return None if value is None else int(str(value))
