"""Set-ups and undos on a disk that is really full, with one amount of room after the other. In a mount namespace:

python full_disk.py MOUNTED_FOLDER blocks|inodes

The folder is a small tmpfs. Prints one JSON object: how many attempts failed and how many succeeded, and every
attempt after which the files were neither as before nor as wanted.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from engine_kit import CONFIG, SETTINGS, State, host_for, state, tool, wanted, write
from taotoken_plugins import Host, apply, plan, undo
from taotoken_plugins._problem import WriteFailedError

BLOCK = 4096
BOTH = tool(SETTINGS, CONFIG, name="both")
BULK = '{"env": {"OLD_KEY": "sk-demo-old1-9876543210"}, "mine": "%s"}'


def prepared(folder: Path) -> Host:
    """A home with one file of several blocks, so that each step needs room."""
    shutil.rmtree(folder / "home", ignore_errors=True)
    host = host_for(folder / "home")
    write(host.home / ".jay/settings.json", BULK % ("x" * 3 * BLOCK), 0o640)
    return host


def set_up(host: Host) -> None:
    apply(plan([(BOTH, wanted())], host), host)


@contextmanager
def only(folder: Path, room: int, what: str) -> Iterator[None]:
    """Leave `room` blocks, or inodes, and take the rest away meanwhile."""
    filler = folder / "filler"
    filler.mkdir()
    try:
        if what == "blocks":
            with (filler / "bytes").open("wb") as file:
                free = os.statvfs(folder).f_bavail - room - 1
                file.write(b"\0" * BLOCK * max(0, free))
        else:
            for number in range(os.statvfs(folder).f_ffree - room):
                (filler / str(number)).touch()
        yield
    finally:
        shutil.rmtree(filler)


def attempts(folder: Path, what: str, action: Callable[[Host], None]) -> dict[str, object]:
    """`action` with no room at all, with a little more each time, until it has succeeded three times."""
    failed = succeeded = 0
    wrong: list[str] = []
    room = 0
    while succeeded < 3 and room < 200:
        host = ready(folder, action)
        before = state(host.home)
        with only(folder, room, what):
            code = _run(action, host)
            after = state(host.home)
        if code == "ok":
            succeeded += 1
        else:
            failed += 1
            if code != os.strerror(errno.ENOSPC) or after != before or _temporary(host):
                wrong.append(f"room {room}: {code}, {_temporary(host)}, changed: {after != before}")
            elif _run(action, host) != "ok" or state(host.home) != wished(folder, action):
                wrong.append(f"room {room}: not possible afterwards")
        room += 1
    return {"failed": failed, "succeeded": succeeded, "wrong": wrong}


def ready(folder: Path, action: Callable[[Host], None]) -> Host:
    """The home before `action`."""
    host = prepared(folder)
    if action is take_back:
        set_up(host)
    return host


def wished(folder: Path, action: Callable[[Host], None]) -> State:
    """The home after `action` where there is room."""
    host = ready(folder, action)
    action(host)
    return state(host.home)


def take_back(host: Host) -> None:
    undo(host)


def _run(action: Callable[[Host], None], host: Host) -> str:
    try:
        action(host)
    except WriteFailedError as error:
        cause = error.__cause__
        return os.strerror(cause.errno or 0) if isinstance(cause, OSError) else str(error)
    return "ok"


def _temporary(host: Host) -> list[str]:
    return [path.name for path in host.home.rglob("*") if path.suffix == ".tmp" or path.name == "intent.json"]


def main() -> None:
    folder, what = Path(sys.argv[1]), sys.argv[2]
    print(json.dumps({action.__name__: attempts(folder, what, action) for action in (set_up, take_back)}))


if __name__ == "__main__":
    main()
