"""The line that shows how far a load is, on a terminal."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Self

from taotoken._message import Message
from taotoken_cli._console import Console, fit
from taotoken_cli._render._smoke import seconds
from taotoken_cli._texts import bench as texts
from taotoken_cli._wrap import columns

if TYPE_CHECKING:
    from taotoken.measure import Progress

_LEAST_WIDTH = 20


class ProgressLine:
    """One line on standard error that is written over and over; nothing where that is no terminal."""

    def __init__(self, console: Console, width: Callable[[], int]) -> None:
        self._console = console
        self._width = width
        self._shown = console.err.isatty()
        self._open = False
        self.level: Message | str = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()

    def show(self, progress: Progress) -> None:
        """Write the line anew."""
        if not self._shown:
            return
        words = self._console.words(_words(self.level, progress))
        limit = max(self._width() - 1, _LEAST_WIDTH)
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


def _words(level: Message | str, progress: Progress) -> Message:
    if progress.warming_up:
        return texts.WARMING_UP(level=level, seconds=f"{progress.seconds:.0f}")
    done = str(progress.done) if progress.total is None else f"{progress.done}/{progress.total}"
    speed = progress.output_tokens / progress.seconds if progress.seconds > 0 else 0.0
    return texts.PROGRESS(
        level=level,
        done=done,
        failed=progress.failed,
        seconds=f"{progress.seconds:.0f}",
        ttft=seconds(progress.ttft),
        tokens=f"{speed:.0f}",
    )
