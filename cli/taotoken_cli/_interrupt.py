"""^C during the write: let the write finish, then stop, so that nothing is half done."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

from taotoken._message import Message
from taotoken_cli._texts import common as texts

if TYPE_CHECKING:
    from taotoken_plugins._run import Run


class InterruptedAfterWritingError(KeyboardInterrupt):
    """The user pressed ^C while files were written; they are complete. `detail` says so and names undo."""

    def __init__(self, detail: Message) -> None:
        super().__init__()
        self.detail = detail


def after_writing(run: Run) -> InterruptedAfterWritingError:
    """What to raise for a ^C when the files of `run` are written."""
    return InterruptedAfterWritingError(texts.INTERRUPTED_AFTER(run=run.id, undo=f"taotoken undo {run.id}"))


@contextmanager
def written(run: Run | None) -> Iterator[None]:
    """A ^C in the block says that the files of `run` are written; with None it says what it always does."""
    try:
        yield
    except KeyboardInterrupt:
        if run is None:
            raise
        raise after_writing(run) from None


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
