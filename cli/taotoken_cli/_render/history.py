"""`history` in words and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from taotoken._message import Language
from taotoken._text import safe_text
from taotoken_cli._console import Console
from taotoken_cli._count import runs
from taotoken_cli._texts import history as texts

if TYPE_CHECKING:
    from taotoken_cli._results.history import HistoryResult
    from taotoken_plugins._run import Run

OWN_ID = "taotoken"


def tool_names(run: Run) -> str:
    """The tools of a run, without our own profile."""
    return safe_text(", ".join(tool for tool in run.tools if tool != OWN_ID) or OWN_ID)


def local_time(run: Run) -> str:
    """When, in the user's time zone."""
    return run.time.astimezone().strftime("%Y-%m-%d %H:%M")


def show(result: HistoryResult, console: Console) -> None:
    """One line per run."""
    for message in result.broken:
        console.warn(message)
    if result.pruned is not None:
        console.say(texts.PRUNED(runs=runs(result.pruned)))
    if not result.runs:
        console.say(texts.EMPTY())
    for run in result.runs:
        of = safe_text(run.undo_of or "?")
        what = texts.UNDO(run=of) if run.kind == "undo" else texts.APPLY(tools=tool_names(run))
        undone = texts.UNDONE() if run.undone else ""
        console.say(texts.LINE(run=run.id, time=local_time(run), what=what, undone=undone))


def data(result: HistoryResult, language: Language) -> dict[str, Any]:
    """The data of the envelope."""
    return {
        "runs": [
            {
                "id": run.id,
                "time": run.time.isoformat(timespec="seconds"),
                "kind": run.kind,
                "undo_of": run.undo_of,
                "tools": list(run.tools),
                "files": [str(file.path) for file in run.files],
                "undone": run.undone,
            }
            for run in result.runs
        ],
        "pruned": result.pruned,
        "warnings": [message.render(language) for message in result.broken],
    }
