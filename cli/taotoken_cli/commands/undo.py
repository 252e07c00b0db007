"""`taotoken undo`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from taotoken_cli._app import App
from taotoken_cli._click import argument, command, json_option, option
from taotoken_cli._results.undo import UndoCommandResult
from taotoken_cli._texts import history as texts

if TYPE_CHECKING:
    from taotoken_plugins._host import Host
    from taotoken_plugins._undo import UndoResult


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoOptions:
    """What was typed."""

    run_id: str | None = None
    yes: bool = False
    dry_run: bool = False
    as_json: bool = False


def run(app: App, host: Host, options: UndoOptions) -> UndoCommandResult:
    """Show what taking back means now, ask, do it."""
    from taotoken_cli._answers import missing
    from taotoken_cli._render.undo import show_plan
    from taotoken_cli._texts import common
    from taotoken_plugins._apply import recover
    from taotoken_plugins._undo import plan_undo

    if options.dry_run:
        return UndoCommandResult(host=host, plan=plan_undo(host, options.run_id), done=None, only_looks=True)
    for message in recover(host):
        app.console.warn(common.RECOVERED(message=message))
    plan = plan_undo(host, options.run_id)
    if options.yes:
        return UndoCommandResult(host=host, plan=plan, done=_undo(host, plan.run.id))
    if options.as_json or not app.has_terminal:
        raise missing("missing_yes", texts.MISSING_YES(), "--yes", texts.MISSING_YES_NEXT())
    from taotoken_cli._prompt import confirm

    show_plan(plan, host, app.console)
    done = _undo(host, plan.run.id) if confirm(app, texts.ASK_UNDO()) else None
    return UndoCommandResult(host=host, plan=plan, done=done)


def _undo(host: Host, run_id: str) -> UndoResult:
    """Take back, with ^C held until all files are whole again."""
    from taotoken_cli._interrupt import after_writing, held_interrupts
    from taotoken_plugins._undo import undo

    with held_interrupts() as interrupts:
        done = undo(host, run_id)
    if interrupts and done.run is not None:
        raise after_writing(done.run)
    return done


@command("undo", text=texts.UNDO_HELP, examples=texts.UNDO_EXAMPLES)
@argument("run_id", metavar="[RUN]", required=False, text=texts.UNDO_RUN)
@option("--yes", "-y", is_flag=True, text=texts.UNDO_YES)
@option("--dry-run", is_flag=True, text=texts.UNDO_DRY_RUN)
@json_option
@click.pass_obj
def COMMAND(app: App, /, **values: Any) -> int:  # noqa: N802 - what the group imports
    """Parse, run, show."""
    from taotoken_cli._finish import finish
    from taotoken_cli._render.undo import data, show

    options = UndoOptions(**values)
    result = run(app, app.host(), options)
    return finish(app, "undo", result, as_json=options.as_json, data=data, show=show)
