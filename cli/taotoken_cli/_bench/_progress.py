"""How far a load is, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from taotoken._message import Message
from taotoken_cli._render._smoke import seconds
from taotoken_cli._texts import bench as texts

if TYPE_CHECKING:
    from taotoken.measure import Progress


def progress_words(level: Message | str, progress: Progress) -> Message:
    """The load at `level` so far."""
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
