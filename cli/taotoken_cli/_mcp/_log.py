"""What libraries log goes to standard error, without secrets; standard output belongs to the protocol."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import IO

from taotoken._text import mask_keys_in
from taotoken_cli._console import Console


class Lossy:
    """Standard error as a client leaves it: it need not be read, and nothing stops when it is gone."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream
        self.encoding: str = getattr(stream, "encoding", None) or "utf-8"

    def isatty(self) -> bool:
        """Is it a terminal?"""
        return self._stream.isatty()

    def write(self, text: str) -> int:
        """As much as can be written."""
        with suppress(OSError, ValueError):
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        """As much as can be flushed."""
        with suppress(OSError, ValueError):
            self._stream.flush()


class _Redacted(logging.Formatter):
    """One line, secrets masked; a traceback only for those who debug."""

    def __init__(self, console: Console, *, debug: bool) -> None:
        super().__init__("%(levelname)s %(name)s: %(message)s")
        self._console = console
        self._debug = debug

    def format(self, record: logging.LogRecord) -> str:
        if not self._debug:
            record = logging.makeLogRecord({**record.__dict__, "exc_info": None, "exc_text": None, "stack_info": None})
        return self._console.masked(mask_keys_in(super().format(record)))


def log_to_stderr(console: Console, *, debug: bool) -> None:
    """Warnings and worse, or everything."""
    handler = logging.StreamHandler(console.err)
    handler.setFormatter(_Redacted(console, debug=debug))
    logging.basicConfig(level=logging.DEBUG if debug else logging.WARNING, handlers=[handler], force=True)
