"""Code of others, run so that it can neither end the program nor write on its standard output."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from pathlib import Path
from typing import TypeVar

_T = TypeVar("_T")


class FailedError(Exception):
    """Code of others raised something; `name` is of what type, `place` where, `text` what it says."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(type(error).__name__)
        self.name = type(error).__name__
        self.place = _place(error)
        self.text = _text(error)


def call(function: Callable[..., _T], *arguments: object, through: tuple[type[Exception], ...] = ()) -> _T:
    """What `function` gives. Raises FailedError for whatever it raises, an exit included; only ^C and what `through`
    names go through."""
    with _standard_output_is_error():
        try:
            return function(*arguments)
        except BaseException as error:  # SystemExit too
            if isinstance(error, (KeyboardInterrupt, *through)):
                raise
            raise FailedError(error) from None


@contextmanager
def _standard_output_is_error() -> Iterator[None]:
    """Prints go to standard error, those of child processes and of C code too."""
    with suppress(OSError, ValueError):
        sys.stdout.flush()
    saved: int | None = None
    with suppress(OSError):  # where a stream is closed: nothing to keep clean, or nowhere to go
        saved = os.dup(1)
        os.dup2(2, 1)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        if saved is not None:
            os.dup2(saved, 1)
            os.close(saved)


def _place(error: BaseException) -> str:
    """``module.py:12``: the last line that ran."""
    frames = traceback.extract_tb(error.__traceback__)
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if len(frames) > 1 else ""


def _text(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:  # noqa: BLE001 - of any kind
        return ""
