"""The run itself: recover, plan, show, ask, write, test."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from taotoken_cli._app import App
from taotoken_cli._interrupt import after_writing, held_interrupts, written
from taotoken_cli._render.setup import show_more, show_plan, show_testing, show_written
from taotoken_cli._setup import _clean_up
from taotoken_cli._setup._options import SetupOptions
from taotoken_cli._setup._prepare import Goal, goal, prepare
from taotoken_cli._setup._result import Prepared, SetupResult
from taotoken_cli._texts import common
from taotoken_cli._texts import setup as texts
from taotoken_plugins._apply import apply, recover
from taotoken_plugins._host import Host
from taotoken_plugins._overrides import planned
from taotoken_plugins._plan import Plan
from taotoken_plugins._problem import ChangedMeanwhileError
from taotoken_plugins._tool import Tool

if TYPE_CHECKING:
    from taotoken_plugins._run import Run
    from taotoken_plugins.diagnosis._finding import Finding, SmokeResult

MAX_PLANS = 3


def set_up(app: App, host: Host, options: SetupOptions) -> SetupResult:
    """Do what `options` say; the result tells what was done."""
    if not options.only_looks:
        for message in recover(host):
            app.console.warn(common.RECOVERED(message=message))
    target = goal(app, host, options)
    result = _write(app, host, target)
    programs = tuple(tool for tool in target.tools if tool.kind == "files")
    if result.declined or options.dry_run or not programs:
        return result
    if options.check or not options.smoke:
        with written(result.run):
            return replace(result, shadowed=_shadowed(result, host))
    show_testing(result, app.console)
    with written(result.run):
        smokes = smoke_all(programs, host, by_tool=options.smoke_by == "tool")
    return replace(result, smokes=smokes)


def _write(app: App, host: Host, target: Goal) -> SetupResult:
    """Plan and write; plan again when a file changed meanwhile, with `--yes` only."""
    names = {tool.id: tool.name for tool in target.tools}
    for attempt in range(1, MAX_PLANS + 1):
        prepared = prepare(target, host)
        if attempt == 1:
            show_plan(prepared, app.console)
            target, prepared = _cleaned_up(app, host, target, prepared)
        if target.options.only_looks or not prepared.plan.changes:
            return SetupResult(prepared=prepared, names=names)
        if not _consent(app, target.options):
            return SetupResult(prepared=prepared, declined=True, names=names)
        try:
            run = _apply(prepared, host)
        except ChangedMeanwhileError:
            if not target.options.yes or attempt == MAX_PLANS:
                raise
            app.console.note(texts.PLAN_AGAIN())
        else:
            result = SetupResult(prepared=prepared, run=run, names=names)
            show_written(result, app.console)
            return result
    raise AssertionError("unreachable: the last attempt returns or raises")


def _cleaned_up(app: App, host: Host, target: Goal, prepared: Prepared) -> tuple[Goal, Prepared]:
    """With what would win taken out, where a terminal is there to ask and the answer is yes."""
    options, clutter = target.options, prepared.clutter
    if not clutter.files or options.clean_up:
        return target, prepared
    if options.yes or options.only_looks or options.as_json or not app.has_terminal:
        app.console.note(_clean_up.hint(clutter, host))
        return target, prepared
    if not _clean_up.agrees(app, clutter, host):
        return target, prepared
    target = replace(target, options=replace(options, clean_up=True))
    again = prepare(target, host)
    show_more(prepared, again, app.console)
    return target, again


def _shadowed(result: SetupResult, host: Host) -> tuple[Finding, ...]:
    """The tools that don't use the settings here; for a look as the plan would leave them."""
    with planned(result.prepared.plan if result.run is None else Plan(changes=())):
        return _clean_up.shadowed(result.prepared.tools, host)


def _consent(app: App, options: SetupOptions) -> bool:
    if options.yes:
        return True
    from taotoken_cli._prompt import confirm

    return confirm(app, texts.ASK_WRITE())


def _apply(prepared: Prepared, host: Host) -> Run:
    """Write all files or none; ^C waits until that is done."""
    with held_interrupts() as interrupts:
        run = apply(prepared.plan, host)
    assert run is not None, "a plan with changes is a run"
    if interrupts:
        raise after_writing(run)
    return run


def smoke_all(tools: Sequence[Tool], host: Host, *, by_tool: bool = False) -> tuple[SmokeResult, ...]:
    """One test request per tool, all at the same time, in the order of `tools`; `by_tool`: each tool is run itself."""
    import asyncio

    from taotoken_plugins.diagnosis.smoke import smoke

    async def all_of_them() -> list[SmokeResult]:
        return await asyncio.gather(*(smoke(tool, host, by_tool=by_tool) for tool in tools))

    return tuple(asyncio.run(all_of_them()))
