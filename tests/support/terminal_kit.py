"""A person at a terminal: the command line on a pseudo terminal."""

from __future__ import annotations

import os
import pty
import select
import sys
import time
from pathlib import Path


class Terminal:
    """One command on a pseudo terminal."""

    def __init__(
        self, home: Path, *arguments: str, env: dict[str, str] | None = None, folder: Path | None = None
    ) -> None:
        full = {**os.environ, "HOME": str(home), "USERPROFILE": str(home), "TERM": "xterm", **(env or {})}
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(folder or home)
            os.execve(sys.executable, [sys.executable, "-m", "taotoken_cli", *arguments], full)
        self.shown = ""

    def until(self, text: str, seconds: float = 30) -> None:
        """Read until `text` is shown."""
        end = time.monotonic() + seconds
        while text not in self.shown:
            ready, _, _ = select.select([self.fd], [], [], max(0, end - time.monotonic()))
            assert ready, f"never shown: {text!r}; shown: {self.shown!r}"
            if not self._read():
                raise AssertionError(f"ended before {text!r}: {self.shown!r}")

    def type(self, text: str) -> None:
        """Type a line."""
        os.write(self.fd, text.encode())

    def end(self) -> int:
        """Read to the end; the exit code."""
        while self._read():
            pass
        _, status = os.waitpid(self.pid, 0)
        os.close(self.fd)
        return os.waitstatus_to_exitcode(status)

    def _read(self) -> bool:
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            return False
        self.shown += data.decode("utf-8", "replace").replace("\r\n", "\n")
        return bool(data)
