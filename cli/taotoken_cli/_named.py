"""A tool in a sentence: people know its name; its id is for commands."""

from __future__ import annotations

from taotoken._message import Message


def named(message: Message, name: str) -> Message:
    """`message`, which speaks of one tool by its id, with the tool's name in it."""
    return Message(message.text, {**message.params, "tool": name}) if "tool" in message.params else message
