"""A line on a terminal that says how far something is, written over and over."""

from __future__ import annotations

import shutil
from types import TracebackType
from typing import Self

from taotoken._message import Message, Text
from taotoken_cli._console import Console, fit
from taotoken_cli._wrap import columns

_LEAST_WIDTH = 20


class ProgressLine:
    """One line on standard error; nothing where that is no terminal."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._shown = console.err.isatty()
        self._open = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()

    def show(self, message: Message) -> None:
        """Write the line anew."""
        if not self._shown:
            return
        words = self._console.words(message)
        limit = max(shutil.get_terminal_size().columns - 1, _LEAST_WIDTH)
        while columns(words) > limit:
            words = words[:-1]
        self._write(f"\r\x1b[K{words}")
        self._open = True

    def clear(self) -> None:
        """Take the line away."""
        if self._open:
            self._write("\r\x1b[K")
            self._open = False

    def _write(self, text: str) -> None:
        err = self._console.err
        err.write(fit(self._console.masked(text), getattr(err, "encoding", None) or "utf-8"))
        err.flush()


class Counter:
    """Counts requests on a progress line; `text` gets `done` and `requests`."""

    def __init__(self, line: ProgressLine, text: Text, requests: int) -> None:
        self._line = line
        self._text = text
        self._requests = requests
        self._done = 0

    def step(self) -> None:
        """One more is done."""
        self._done += 1
        self._line.show(self._text(done=self._done, requests=self._requests))
