"""Faults at every step that writes, and children to crash or to run without privileges in."""

from __future__ import annotations

import errno
import os
import pickle
import signal
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pytest

from taotoken_plugins import _files

STEPS = (
    "make_folder",
    "create_file",
    "write_bytes",
    "set_owner",
    "set_mode",
    "sync_file",
    "make_link",
    "replace",
    "remove_file",
    "remove_folder",
    "sync_folder",
)
When = Literal["before", "half", "after"]
NOBODY = 65534


@dataclass(slots=True)
class Counter:
    """How many steps ran, and their names."""

    names: list[str]


def disk_full() -> None:
    """What a write says on a full disk."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def interrupt() -> None:
    """Ctrl-C."""
    raise KeyboardInterrupt


def die() -> None:
    """As kill -9 leaves it: no cleanup of any kind."""
    os._exit(9)


@contextmanager
def fault(
    at: int | None, when: When = "before", act: Callable[[], None] = disk_full, *, lasting: bool = False
) -> Iterator[Counter]:
    """Run `act` at step number `at` (0-based): before it, after it, or when it is half written. `lasting` makes
    every later step of the same kind fail too."""
    counter = Counter([])
    with pytest.MonkeyPatch.context() as patch:
        for name in STEPS:
            patch.setattr(_files, name, _wrapped(name, getattr(_files, name), counter, at, when, act, lasting))
        yield counter


def _wrapped(
    name: str,
    real: Callable[..., Any],
    counter: Counter,
    at: int | None,
    when: When,
    act: Callable[[], None],
    lasting: bool,
) -> Callable[..., Any]:
    def step(*args: Any) -> Any:
        number = len(counter.names)
        counter.names.append(name)
        hit = number == at or (lasting and at is not None and number > at and counter.names[at] == name)
        if not hit:
            return real(*args)
        if when == "half" and name == "write_bytes":
            real(args[0], args[1][: len(args[1]) // 2])
        if when != "after":
            act()
        result = real(*args)
        act()
        return result

    return step


def in_child(work: Callable[[], Any], *, unprivileged: bool = False) -> Any:
    """The result of `work` in a forked child, or its exception; the exit status when it died."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        _child(work, writer, unprivileged)
    os.close(writer)
    with os.fdopen(reader, "rb") as stream:
        sent = stream.read()
    _, status = os.waitpid(pid, 0)
    if not sent:
        return os.waitstatus_to_exitcode(status)
    outcome = pickle.loads(sent)
    if isinstance(outcome, BaseException):
        raise outcome
    return outcome


def _child(work: Callable[[], Any], writer: int, unprivileged: bool) -> None:
    signal.alarm(60)
    try:
        if unprivileged and os.geteuid() == 0:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
        try:
            outcome = work()
        except BaseException as error:  # noqa: BLE001 - told to the parent
            outcome = AssertionError(f"{type(error).__name__}: {error}")
        os.write(writer, pickle.dumps(outcome))
    finally:
        os._exit(0)


@contextmanager
def open_folder() -> Iterator[Path]:
    """A folder that an unprivileged child owns, outside the test user's private ones."""
    with tempfile.TemporaryDirectory(prefix="taotoken-nobody-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        if os.geteuid() == 0:
            os.chown(folder, NOBODY, NOBODY)
        folder.chmod(0o755)
        yield folder
