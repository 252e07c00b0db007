"""`undo` in words and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from taotoken._message import Language
from taotoken._text import safe_text
from taotoken_cli._console import Console
from taotoken_cli._render.history import local_time, tool_names
from taotoken_cli._texts import history as texts
from taotoken_cli._texts import setup as setup_texts

if TYPE_CHECKING:
    from pathlib import Path

    from taotoken_cli._results.undo import UndoCommandResult
    from taotoken_plugins._host import Host
    from taotoken_plugins._undo import UndoPlan

_WILL = {
    "restored": texts.WILL_RESTORE,
    "deleted": texts.WILL_DELETE,
    "values_taken_back": texts.WILL_TAKE_BACK,
    "left": texts.WILL_LEAVE,
}
_WAS = {
    "restored": texts.RESTORED,
    "deleted": texts.DELETED,
    "values_taken_back": texts.TAKEN_BACK,
    "left": texts.LEFT,
}


def show_plan(plan: UndoPlan, host: Host, console: Console) -> None:
    """What will become of each file."""
    run = plan.run
    console.say(texts.UNDO_PLAN(run=run.id, time=local_time(run), tools=tool_names(run)))
    for file in plan.files:
        console.say("  " + console.words(_WILL[file.outcome](path=_path(file.path, host))))
        for note in file.notes:
            console.note(note)


def show(result: UndoCommandResult, console: Console) -> None:
    """What became of each file."""
    done = result.done
    if result.only_looks:
        show_plan(result.plan, result.host, console)
        console.say()
        console.say(texts.NOTHING_TAKEN_BACK())
        return
    if done is None:
        console.say(setup_texts.DECLINED())
        return
    for note in done.notes:
        console.note(note)
    for file in done.files:
        console.say(_WAS[file.outcome](path=_path(file.path, result.host)))
        for note in file.notes[1:] if file.outcome == "left" else file.notes:  # the first one is the error
            console.note(note)
    if done.run is not None:
        console.say((texts.DONE if result.status == "ok" else texts.DONE_PARTLY)(run=done.run.id))


def _path(path: Path, host: Host) -> str:
    return safe_text(host.tilde(path))


def data(result: UndoCommandResult, language: Language) -> dict[str, Any]:
    """The data of the envelope."""
    files = result.done.files if result.done else result.plan.files
    return {
        "run": result.done.run.id if result.done and result.done.run else None,
        "undone": result.plan.run.id,
        "files": [
            {
                "path": str(file.path),
                "outcome": file.outcome,
                "notes": [note.render(language) for note in file.notes],
            }
            for file in files
        ],
        "notes": [note.render(language) for note in result.done.notes] if result.done else [],
    }
