"""The progress line, and what `taotoken bench` writes on it."""

from __future__ import annotations

import io
import re

import pytest

from taotoken.measure import Progress
from taotoken_cli._bench._progress import progress_words
from taotoken_cli._console import Console
from taotoken_cli._progress_line import ProgressLine
from taotoken_cli._texts import bench as texts
from taotoken_cli._wrap import columns

AT = Progress(warming_up=False, done=45, failed=3, under_way=16, total=160, seconds=2.1, ttft=0.124, output_tokens=1705)


class Screen(io.StringIO):
    """A stream that says whether it is a terminal."""

    def __init__(self, terminal: bool) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


def shown(progress: Progress, *, terminal: bool = True, language: str = "en") -> str:
    """What is written to standard error, the line's removal included."""
    err = Screen(terminal)
    console = Console(Screen(False), err, "zh" if language == "zh" else "en", {})
    with ProgressLine(console) as line:
        line.show(progress_words(texts.AT_CONCURRENCY(level=16), progress))
    return err.getvalue()


def test_the_line_says_how_far_the_load_is() -> None:
    """Level, done of all, failures, time, TTFT and speed so far, on one line that is taken away at the end."""
    written = shown(AT)
    assert written == "\r\x1b[Kc=16 · 45/160 · 3 failed · 2 s · TTFT 124 ms · 812 tokens/s\r\x1b[K"


def test_nothing_where_nobody_looks() -> None:
    """A log or a pipe gets no progress."""
    assert shown(AT, terminal=False) == ""


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("width", [30, 60])
def test_a_narrow_terminal_gets_a_shorter_line(monkeypatch: pytest.MonkeyPatch, width: int, language: str) -> None:
    """The line never wraps, in Chinese either."""
    monkeypatch.setenv("COLUMNS", str(width))
    line = re.sub(r"\r\x1b\[K", "", shown(AT, language=language))
    assert 10 < columns(line) < width


def test_a_warm_up_and_a_load_without_a_number() -> None:
    """While warming up there is nothing to count; with --duration there is no total."""
    warming = Progress(
        warming_up=True, done=0, failed=0, under_way=1, total=20, seconds=1.0, ttft=None, output_tokens=0
    )
    assert "c=16 · warming up · 1 s" in shown(warming)
    endless = Progress(
        warming_up=False, done=4, failed=0, under_way=1, total=None, seconds=0.0, ttft=None, output_tokens=0
    )
    assert "c=16 · 4 · 0 failed · 0 s · TTFT ? · 0 tokens/s" in shown(endless)
