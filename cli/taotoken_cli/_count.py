"""Counted things in words: English has a word of its own for one."""

from __future__ import annotations

from taotoken._message import Message, Text
from taotoken_cli._texts import counts as texts


def files(count: int) -> Message:
    """``1 file``, ``2 files``."""
    return _counted(count, texts.FILE, texts.FILES)


def runs(count: int) -> Message:
    """``1 run``, ``2 runs``."""
    return _counted(count, texts.RUN, texts.RUNS)


def models(count: int) -> Message:
    """``1 model``, ``2 models``."""
    return _counted(count, texts.MODEL, texts.MODELS)


def requests(count: int) -> Message:
    """``1 request``, ``2 requests``."""
    return _counted(count, texts.REQUEST, texts.REQUESTS)


def _counted(count: int, one: Text, many: Text) -> Message:
    return (one if count == 1 else many)(count=count)
