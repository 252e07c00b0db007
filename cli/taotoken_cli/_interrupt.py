"""^C during the write: let the write finish, then stop, so that nothing is half done."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from taotoken._message import Message


class InterruptedAfterWritingError(KeyboardInterrupt):
    """The user pressed ^C while files were written; they are complete. `detail` says so and names undo."""

    def __init__(self, detail: Message) -> None:
        super().__init__()
        self.detail = detail


@contextmanager
def held_interrupts() -> Iterator[list[int]]:
    """Keep ^C back while the block runs; the list holds the signals that came."""
    came: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield came
        return

    def remember(number: int, _frame: FrameType | None) -> None:
        came.append(number)

    before = signal.signal(signal.SIGINT, remember)
    try:
        yield came
    finally:
        signal.signal(signal.SIGINT, before)
