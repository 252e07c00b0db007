"""The only module that writes. Each step is a function of its own, so that tests can make any of them fail."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from taotoken_plugins._snapshot import Snapshot

_CREATE = (
    os.O_WRONLY
    | os.O_CREAT
    | os.O_EXCL
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


def make_folder(path: Path, mode: int) -> None:
    """Make one folder; it may be there already."""
    try:
        os.mkdir(path, mode)
    except FileExistsError:
        if not path.is_dir():
            raise


def create_file(path: Path) -> int:
    """A new file of mode 0600, never an existing one or a link; gives its descriptor."""
    return os.open(path, _CREATE, 0o600)


def write_bytes(descriptor: int, data: bytes) -> None:
    """Write all of `data`."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def set_owner(descriptor: int, uid: int | None, gid: int | None) -> bool:
    """Give the file its owner and group where it isn't so already; False when that is not permitted."""
    info = os.fstat(descriptor)
    if uid is None or gid is None or (info.st_uid, info.st_gid) == (uid, gid):
        return True
    try:
        os.chown(descriptor, uid, gid)
    except PermissionError:
        return False
    return True


def set_mode(descriptor: int, mode: int | None) -> None:
    """Give the file its mode where it isn't so already."""
    if mode is not None and stat.S_IMODE(os.fstat(descriptor).st_mode) != mode:
        os.chmod(descriptor, mode)


def sync_file(descriptor: int) -> None:
    """Bytes and mode on the disk."""
    os.fsync(descriptor)


def make_link(path: Path, text: str) -> None:
    """A new symbolic link."""
    os.symlink(text, path)


def replace(source: Path, target: Path) -> None:
    """Put `source` in the place of `target`, in one step."""
    os.replace(source, target)


def remove_file(path: Path) -> None:
    """Take a file or link away; it may be gone already."""
    path.unlink(missing_ok=True)


def remove_folder(path: Path) -> None:
    """Take a folder away if it is empty; anything else stays."""
    try:
        os.rmdir(path)
    except OSError as error:
        if error.errno not in (errno.ENOENT, errno.ENOTEMPTY, errno.EEXIST, errno.ENOTDIR):
            raise


def sync_folder(path: Path) -> None:
    """The names in a folder on the disk, where the system can do that."""
    if os.name == "nt":
        return
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno != errno.EINVAL:  # some network file systems can't
            raise
    finally:
        os.close(descriptor)


def stage(temp: Path, state: Snapshot) -> None:
    """Make `state` (a file or link) at `temp`, ready to take its place."""
    if state.link is not None:
        make_link(temp, state.link)
        return
    descriptor = create_file(temp)
    try:
        mode = state.mode
        if not set_owner(descriptor, state.uid, state.gid) and mode is not None:
            mode &= ~0o070  # the group bits were meant for another group
        set_mode(descriptor, mode)
        write_bytes(descriptor, state.data or b"")
        sync_file(descriptor)
    finally:
        os.close(descriptor)


def swap(temp: Path, target: Path, state: Snapshot) -> None:
    """Make `target` be `state`, which is staged at `temp` unless it is absence."""
    if state.exists:
        replace(temp, target)
    else:
        remove_file(target)
    sync_folder(target.parent)


def put(temp: Path, target: Path, state: Snapshot) -> None:
    """Make `target` be `state` by way of `temp`."""
    remove_file(temp)
    if state.exists:
        stage(temp, state)
    swap(temp, target, state)


def own_temp(path: Path) -> Path:
    """Where one of our own records is staged."""
    return path.with_name(f".{path.name}.tmp")
