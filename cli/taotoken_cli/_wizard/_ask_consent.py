"""The last question: write what was shown, change an answer first, or leave everything as it is."""

from __future__ import annotations

from taotoken_cli._count import files
from taotoken_cli._texts import clean_up
from taotoken_cli._texts import wizard as texts
from taotoken_cli._wizard._answers import Step
from taotoken_cli._wizard._screen import BackError, Row, Screen
from taotoken_cli._wizard._world import World


def ask(world: World, screen: Screen, changed: int) -> bool:
    """Yes or no. Raises BackError where an answer shall be changed first."""
    words = world.app.console.words
    screen.settle()
    picked = screen.choose(
        texts.ASK_WRITE(files=files(changed)),
        [
            Row(value="yes", title=words(texts.WRITE_YES())),
            Row(value="change", title=words(texts.WRITE_CHANGE())),
            Row(value="no", title=words(texts.WRITE_NO())),
        ],
        hint=texts.HINT_WRITE,
        apart=True,
    )
    if picked == "change":
        raise BackError
    return picked == "yes"


def ask_clean_up(world: World, screen: Screen, places: str) -> bool:
    """Shall what would win over the new settings go too? Return means no."""
    words = world.app.console.words
    screen.settle()
    rows = [Row(value="no", title=words(clean_up.NO())), Row(value="yes", title=words(clean_up.YES()))]
    try:
        return screen.choose(clean_up.ASK(places=places), rows, hint=clean_up.HINT_ASK, apart=True) == "yes"
    except BackError:
        return False


def ask_which(screen: Screen, told: list[tuple[Step, str]]) -> Step | None:
    """The answer to change; None to change none after all."""
    rows = [Row(value=str(index), title=line) for index, (_, line) in enumerate(told)]
    try:
        picked = screen.choose(texts.ASK_CHANGE(), rows)
    except BackError:
        return None
    return told[int(str(picked))][0]
