"""One lock file between processes, held for one write.

Ours rather than the filelock package's: that one loads logging, signal and its own settings, 20 ms of a 200 ms
set-up, for what the system gives in two calls. The lock goes with the process, however it ends.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

POLL_SECONDS = 0.02


class LockTimeoutError(OSError):
    """Another process held the lock all the time."""


def acquire(path: Path, *, timeout: float) -> int:
    """Lock the file at `path` (made 0600 where missing, never removed), waiting at most `timeout` seconds.

    Gives what `release` takes. Raises LockTimeoutError, or another OSError where the file can't be opened.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
    try:
        deadline = time.monotonic() + timeout
        while not _try_lock(descriptor):
            if time.monotonic() >= deadline:
                raise LockTimeoutError(str(path))
            time.sleep(POLL_SECONDS)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def release(descriptor: int) -> None:
    """Give the lock back."""
    os.close(descriptor)


if sys.platform == "win32":
    import msvcrt

    def _try_lock(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
