"""What to enter for a tool that is set up by hand, in words and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from taotoken._message import Language
from taotoken._text import safe_text
from taotoken_cli._console import Console
from taotoken_cli._texts import by_hand as texts

if TYPE_CHECKING:
    from taotoken_plugins._by_hand import ByHand
    from taotoken_plugins._tool import Tool


def show_by_hand(tool: Tool, told: ByHand, console: Console) -> None:
    """The place, the values one a line, the text to put there, and what else matters."""
    console.say()
    console.say(texts.HEADING(tool=tool.name))
    console.say(texts.WHERE(where=told.where))
    for entry in told.entries:
        console.say(texts.ENTRY(name=entry.name, value=safe_text(entry.value, 1000)))
    if told.snippet:
        console.say()
        for line in told.snippet.splitlines():
            indent = line[: len(line) - len(line.lstrip(" "))]
            console.say(f"    {indent}{safe_text(line, 1000)}")
        console.say()
    for entry in told.entries:
        if entry.secret and tool.shares is None:
            console.say(texts.NOTE(note=texts.WHOLE_KEY(shown=entry.value)))
    for note in told.notes:
        console.say(texts.NOTE(note=note))


def by_hand_data(told: ByHand, language: Language) -> dict[str, Any]:
    """The same as data."""
    return {
        "where": told.where.render(language),
        "entries": [{"name": entry.name, "value": entry.value, "secret": entry.secret} for entry in told.entries],
        "snippet": told.snippet or None,
        "notes": [note.render(language) for note in told.notes],
    }
