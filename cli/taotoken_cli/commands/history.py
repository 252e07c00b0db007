"""`taotoken history`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from taotoken._message import Message
from taotoken_cli import _exit
from taotoken_cli._app import App
from taotoken_cli._click import command, json_option, option
from taotoken_cli._texts import history as texts

if TYPE_CHECKING:
    from taotoken_cli._envelope import Status
    from taotoken_plugins._host import Host
    from taotoken_plugins._problem import Problem
    from taotoken_plugins._run import Run


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryResult:
    """The runs, newest first; `pruned` is how many were forgotten, None when that was not asked for."""

    runs: tuple[Run, ...]
    broken: tuple[Message, ...] = ()
    pruned: int | None = None
    status: Status = "ok"
    errors: tuple[Problem, ...] = ()
    exit_code: int = _exit.DONE

    @property
    def changed(self) -> bool:
        """Was a record removed?"""
        return bool(self.pruned)


def run(host: Host, *, prune: bool) -> HistoryResult:
    """Read the journal, after pruning it when asked to."""
    from taotoken_plugins import _journal

    pruned = _journal.prune(host) if prune else None
    return HistoryResult(runs=_journal.runs(host), broken=_journal.broken_records(host), pruned=pruned)


@command("history", text=texts.HELP)
@option("--prune", is_flag=True, text=texts.PRUNE)
@json_option
@click.pass_obj
def COMMAND(app: App, *, prune: bool, as_json: bool) -> int:  # noqa: N802 - what the group imports
    """Parse, run, show."""
    from taotoken_cli._finish import finish
    from taotoken_cli._render.history import data, show

    return finish(app, "history", run(app.host(), prune=prune), as_json=as_json, data=data, show=show)
