"""`taotoken history`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from taotoken_cli._app import App
from taotoken_cli._click import command, json_option, option
from taotoken_cli._results.history import HistoryResult
from taotoken_cli._texts import history as texts

if TYPE_CHECKING:
    from taotoken_plugins._host import Host


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
