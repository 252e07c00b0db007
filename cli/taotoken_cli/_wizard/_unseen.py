"""What is typed while nothing is asked: the terminal would show it, and it may be the key."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO


@contextmanager
def unseen(stdin: IO[str]) -> Iterator[None]:
    """Meanwhile the terminal shows nothing of what is typed; it stays there for the next question."""
    if sys.platform == "win32":  # a console shows only what a program reads
        yield
        return
    import termios

    try:
        terminal = stdin.fileno()
        before = termios.tcgetattr(terminal)
        quiet = list(before)
        quiet[3] &= ~termios.ECHO
        termios.tcsetattr(terminal, termios.TCSANOW, quiet)
    except (OSError, ValueError, termios.error):  # no terminal behind it
        yield
        return
    try:
        yield
    finally:
        termios.tcsetattr(terminal, termios.TCSANOW, before)
