"""What someone pastes, or a file they name: a whole set, or a part of one, instead of the answers one by one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from taotoken._message import Message
from taotoken._text import mask_key, safe_text
from taotoken_cli._pasted import decoded, read_bytes, read_sets, usable_sets
from taotoken_cli._texts import pasted as pasted_texts
from taotoken_cli._texts import wizard as texts
from taotoken_cli._wizard._answers import GATEWAY, KEY, MESSAGES_URL, Answers
from taotoken_cli._wizard._screen import Row, Screen
from taotoken_cli._wizard._told import both
from taotoken_cli._wizard._world import World

if TYPE_CHECKING:
    from taotoken_plugins._paste import Candidate

_SNIPPET = frozenset(" \t\n\r={}\"'|")


def is_address(text: str) -> bool:
    """Is this one base URL, rather than a snippet or the path of a file?"""
    plain = text.strip().strip("\"'")
    if plain.lower().startswith(("http://", "https://")):
        return not any(char.isspace() for char in plain)
    return bool(plain) and not any(char in _SNIPPET for char in plain) and "://" not in plain and not _file(plain)


def _file(text: str) -> Path | None:
    """The file that `text` names, if it names one."""
    try:
        path = Path(text.strip().strip("\"'")).expanduser()
        return path if len(text) < 4096 and "\n" not in text.strip() and path.is_file() else None
    except (OSError, ValueError, RuntimeError):
        return None


def take_text(world: World, screen: Screen, answers: Answers, text: str) -> Answers | None:
    """`answers` with what the text, or the file it names, gives; None, and it is told, where it gives nothing."""
    file = _file(text)
    name = pasted_texts.FILE(name=safe_text(file.name, 80)) if file else pasted_texts.STDIN()
    found = read_sets(world.app, decoded(read_bytes(world.app, str(file))) if file else text)
    sets = usable_sets(found)
    if not sets:
        world.tell(texts.FAULT(message=texts.PASTED_NOTHING(name=name)))
        for problem in found.problems[:3]:
            world.note(problem.message)
        return None
    chosen = sets[0] if len(sets) == 1 else _choose(world, screen, sets)
    world.tell(texts.ANSWERED(what=texts.WHAT_PASTED(name=name), answer=_pieces(chosen)))
    for note in chosen.notes:
        world.note(note)
    return take_candidate(chosen, answers)


def take_candidate(chosen: Candidate, answers: Answers) -> Answers:
    """Each piece it gives answers its question. A key without an address stays for the one that is chosen."""
    ready = set(answers.ready)
    if chosen.base_url:
        ready.add(GATEWAY)
        answers = replace(answers, base_url=chosen.base_url, pasted=True, api_key="", proved=False)
        ready.discard(KEY)
    if chosen.messages_base_url:
        ready.add(MESSAGES_URL)
        answers = replace(answers, messages_url=chosen.messages_base_url)
    if chosen.api_key:
        ready.add(KEY)
        answers = replace(answers, api_key=chosen.api_key)
    return replace(answers, pasted_model=chosen.model or answers.pasted_model, ready=frozenset(ready))


def _choose(world: World, screen: Screen, sets: tuple[Candidate, ...]) -> Candidate:
    rows = [Row(value=str(index), title=world.app.console.words(_row(item))) for index, item in enumerate(sets)]
    chosen = screen.choose(texts.ASK_WHICH_SET(), rows)
    return sets[int(str(chosen))]


def _row(item: Candidate) -> Message:
    none = pasted_texts.NONE()
    return texts.ROW_SET(
        url=safe_text(item.base_url, 60) if item.base_url else none,
        key=mask_key(item.api_key) if item.api_key else none,
        model=safe_text(item.model, 40) if item.model else none,
    )


def _pieces(item: Candidate) -> Message | str:
    return both(
        [
            *([safe_text(item.base_url, 100)] if item.base_url else []),
            *([mask_key(item.api_key)] if item.api_key else []),
            *([safe_text(item.model, 60)] if item.model else []),
        ]
    )
