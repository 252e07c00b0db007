"""What is worth telling on the way to an answer: told at once, so that no refusal later swallows it."""

from __future__ import annotations

from taotoken._message import Message
from taotoken_cli._console import Console


class Notes:
    """The notes of one command, each told once. `told` keeps them for the result."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._told: list[Message] = []

    def add(self, *messages: Message) -> None:
        """Tell what has not been told yet."""
        for message in messages:
            if message not in self._told:
                self._told.append(message)
                self._console.note(message)

    @property
    def told(self) -> tuple[Message, ...]:
        """All notes, in order."""
        return tuple(self._told)
