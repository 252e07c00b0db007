"""The run itself: recover, plan, show, ask, write, test."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from taotoken_cli._app import App
from taotoken_cli._interrupt import after_writing, held_interrupts, written
from taotoken_cli._render.setup import show_more, show_plan, show_testing, show_written
from taotoken_cli._setup import _clean_up
from taotoken_cli._setup._options import SetupOptions
from taotoken_cli._setup._prepare import Goal, check_flags, goal, prepare
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
    from taotoken_cli._wizard._guide import Guide
    from taotoken_plugins._run import Run
    from taotoken_plugins.diagnosis._finding import Finding, SmokeResult

MAX_PLANS = 3


def set_up(app: App, host: Host, options: SetupOptions) -> SetupResult:
    """Do what `options` say; the result tells what was done."""
    if not options.only_looks:
        for message in recover(host):
            app.console.warn(common.RECOVERED(message=message))
    if not needs_guide(app, options):
        return _proved(app, host, _write(app, host, goal(app, host, options), None), None)
    check_flags(options, may_ask=True)
    return _guided(app, host, options)


def needs_guide(app: App, options: SetupOptions) -> bool:
    """Is a person here who wants to be asked?"""
    return app.has_terminal and not (options.yes or options.as_json or options.only_looks)


def _guided(app: App, host: Host, options: SetupOptions) -> SetupResult:
    """The same, with the wizard to find the options and to ask for consent."""
    from taotoken_cli._wizard._guide import ChangeAnswersError, Guide

    guide = Guide(app, host, options)
    while True:
        with suppress(ChangeAnswersError):
            return _proved(app, host, _write(app, host, goal(app, host, guide.options()), guide), guide)


def _proved(app: App, host: Host, result: SetupResult, guide: Guide | None) -> SetupResult:
    """The result with what the tools' own requests showed, or what the settings alone show."""
    options, programs = result.prepared.options, [tool for tool in result.prepared.tools if tool.kind == "files"]
    if result.declined or options.dry_run or not programs:
        return result
    if options.check or not options.smoke:
        with written(result.run):
            return replace(result, shadowed=_shadowed(result, host))
    by_tool = options.smoke_by == "tool"
    if guide is None:
        show_testing(result, app.console)
        with written(result.run):
            return replace(result, smokes=smoke_all(programs, host, by_tool=by_tool))
    with written(result.run), guide.progress(len(programs)) as progress:
        return replace(result, smokes=smoke_all(programs, host, progress.one_more, by_tool=by_tool))


def _write(app: App, host: Host, target: Goal, guide: Guide | None) -> SetupResult:
    """Plan and write, on consent where a `guide` can ask; plan again when a file changed meanwhile, with `--yes`."""
    names = {tool.id: tool.name for tool in target.tools}
    for attempt in range(1, MAX_PLANS + 1):
        prepared = prepare(target, host)
        if attempt == 1:
            show_plan(prepared, app.console)
            target, prepared = _cleaned_up(app, host, target, prepared, guide)
        if target.options.only_looks or not prepared.plan.changes:
            return SetupResult(prepared=prepared, names=names)
        if guide is not None and not guide.consents(prepared):
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


def _cleaned_up(app: App, host: Host, target: Goal, prepared: Prepared, guide: Guide | None) -> tuple[Goal, Prepared]:
    """With what would win taken out, where a `guide` can ask and the answer is yes."""
    options, clutter = target.options, prepared.clutter
    if not clutter.files or options.clean_up:
        return target, prepared
    if guide is None:
        app.console.note(_clean_up.hint(clutter, host))
        return target, prepared
    if not guide.cleans_up(_clean_up.places(clutter, host)):
        return target, prepared
    target = replace(target, options=replace(options, clean_up=True))
    again = prepare(target, host)
    show_more(prepared, again, app.console)
    return target, again


def _shadowed(result: SetupResult, host: Host) -> tuple[Finding, ...]:
    """The tools that don't use the settings here; for a look as the plan would leave them."""
    with planned(result.prepared.plan if result.run is None else Plan(changes=())):
        return _clean_up.shadowed(result.prepared.tools, host)


def _apply(prepared: Prepared, host: Host) -> Run:
    """Write all files or none; ^C waits until that is done."""
    with held_interrupts() as interrupts:
        run = apply(prepared.plan, host)
    assert run is not None, "a plan with changes is a run"
    if interrupts:
        raise after_writing(run)
    return run


def smoke_all(
    tools: Sequence[Tool], host: Host, one_more: Callable[[], None] = lambda: None, *, by_tool: bool = False
) -> tuple[SmokeResult, ...]:
    """One test request per tool, all at the same time, in the order of `tools`; `one_more` is called at each answer.
    `by_tool`: each tool is run itself."""
    import asyncio

    from taotoken_plugins.diagnosis.smoke import smoke

    async def of_one(tool: Tool) -> SmokeResult:
        result = await smoke(tool, host, by_tool=by_tool)
        one_more()
        return result

    async def all_of_them() -> list[SmokeResult]:
        return await asyncio.gather(*(of_one(tool) for tool in tools))

    return tuple(asyncio.run(all_of_them()))
