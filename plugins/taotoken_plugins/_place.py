"""Can this path be read and replaced? Asked before anything is planned, answered as a problem."""

from __future__ import annotations

import errno
import os
from dataclasses import dataclass
from pathlib import Path

from taotoken._message import Message, Text
from taotoken._text import safe_text
from taotoken_plugins._host import Host
from taotoken_plugins._problem import Problem, RefusedError
from taotoken_plugins._snapshot import Snapshot, SpecialFileError, missing_folders, read_link, read_snapshot, real_path
from taotoken_plugins._texts import engine as texts


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a config file really is, what is there now, and the folders a write would have to make. `link`
    is the text of the link at `path` itself, if it is one."""

    path: Path
    target: Path
    link: str | None
    before: Snapshot
    made_dirs: tuple[Path, ...]


def shown(host: Host, path: Path) -> str:
    """A path as it is told: home as ``~``, fit for a terminal."""
    return safe_text(host.tilde(path), 1000)


def reason_of(error: OSError) -> str:
    """Why the system said no, without paths."""
    return safe_text(error.strerror or type(error).__name__)


def check_home(host: Host) -> None:
    """Raises RefusedError when nothing may be written here at all."""
    home = host.env.get("HOME") if host.platform != "win32" else None
    if home == "" or not host.home.is_absolute():  # nobody knows where the tools would look then
        message = texts.HOME_NOT_A_PATH(value=f'"{safe_text(str(host.home) if home is None else home)}"')
        raise RefusedError(Problem(code="home_missing", message=message, next=texts.HOME_MISSING_NEXT()))
    try:
        info = os.stat(host.home)
    except OSError:
        info = None
    if info is None or not host.home.is_dir():
        message = texts.HOME_MISSING(path=safe_text(str(host.home), 1000))
        then = texts.HOME_MISSING_NEXT()
        raise RefusedError(Problem(code="home_missing", message=message, file=host.home, next=then))
    if host.euid == 0 and info.st_uid != 0:
        raise refusal("wrong_owner", host.home, host, texts.WRONG_OWNER, texts.WRONG_OWNER_NEXT())


def refusal(
    code: str, path: Path, host: Host, text: Text, then: Message | None = None, **params: object
) -> RefusedError:
    """A RefusedError about one path; `text` gets `path` and `params`."""
    return RefusedError(Problem(code=code, message=text(path=shown(host, path), **params), file=path, next=then))


def look(path: Path, host: Host) -> Place:
    """The place behind `path`. Raises RefusedError naming what stands in the way of reading it."""
    target = _target(path, host)
    folders = missing_folders(target)
    base = folders[0].parent if folders else target.parent
    if not base.is_dir():
        then = texts.PARENT_NOT_FOLDER_NEXT(parent=shown(host, base))
        raise refusal("parent_not_folder", path, host, texts.PARENT_NOT_FOLDER, then, parent=shown(host, base))
    before = _read(path, target, host)
    return Place(path=path, target=target, link=read_link(path), before=before, made_dirs=folders)


def check_writable(path: Path, target: Path, before: Snapshot, host: Host) -> None:
    """Raises RefusedError when the file must not or can't be replaced."""
    if host.euid is not None and before.uid is not None and before.uid != host.euid:
        then = texts.OTHER_OWNER_NEXT(path=shown(host, target))
        raise refusal("other_owner", path, host, texts.OTHER_OWNER, then)
    if before.mode is not None and not before.mode & 0o200:
        then = texts.READ_ONLY_NEXT(path=shown(host, target))
        raise refusal("read_only", path, host, texts.READ_ONLY, then, mode=f"{before.mode:04o}")
    folder = next(folder for folder in target.parents if folder.is_dir())
    if not os.access(folder, os.W_OK | os.X_OK):
        then = texts.FOLDER_READ_ONLY_NEXT(parent=shown(host, folder))
        raise refusal("folder_read_only", path, host, texts.FOLDER_READ_ONLY, then, parent=shown(host, folder))


def _target(path: Path, host: Host) -> Path:
    try:
        return real_path(path)
    except OSError as error:
        if error.errno == errno.ELOOP:
            then = texts.LINK_LOOP_NEXT(path=shown(host, path))
            raise refusal("link_loop", path, host, texts.LINK_LOOP, then) from None
        raise _unreadable(path, error, host) from None


def _unreadable(path: Path, error: OSError, host: Host) -> RefusedError:
    then = texts.UNREADABLE_NEXT(path=shown(host, path))
    return refusal("unreadable", path, host, texts.UNREADABLE, then, reason=reason_of(error))


def _read(path: Path, target: Path, host: Host) -> Snapshot:
    try:
        return read_snapshot(target)
    except (IsADirectoryError, SpecialFileError) as error:
        kind = texts.KIND_SPECIAL() if isinstance(error, SpecialFileError) else texts.KIND_FOLDER()
        then = texts.NOT_A_FILE_NEXT(path=shown(host, path))
        raise refusal("not_a_file", path, host, texts.NOT_A_FILE, then, kind=kind) from None
    except OSError as error:
        if error.errno == errno.ELOOP:
            then = texts.LINK_LOOP_NEXT(path=shown(host, path))
            raise refusal("link_loop", path, host, texts.LINK_LOOP, then) from None
        raise _unreadable(path, error, host) from None
