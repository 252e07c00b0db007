"""A label before what to do. A remedy that starts with "Run:" loses it: "next: Run: …" says it twice."""

from __future__ import annotations

from taotoken._message import Message, Text
from taotoken_cli._console import Console
from taotoken_cli._texts import common as texts


def labelled(label: Text, step: Message, console: Console) -> Message:
    """`label`, which has the place `command`, with `step`."""
    words = console.words(step)
    for verb in (texts.RUN, texts.PLEASE_RUN):
        words = words.removeprefix(console.words(verb()))
    return label(command=words)
