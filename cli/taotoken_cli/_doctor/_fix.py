"""``--fix``: plan, show, ask, write, look again. Only what the second look confirms is called fixed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from taotoken_cli._answers import missing
from taotoken_cli._app import App
from taotoken_cli._doctor._examine import examine
from taotoken_cli._doctor._options import DoctorOptions
from taotoken_cli._doctor._result import DoctorResult, Fixed
from taotoken_cli._interrupt import after_writing, held_interrupts, written
from taotoken_cli._report import failure_of
from taotoken_cli._texts import common
from taotoken_cli._texts import doctor as texts
from taotoken_cli._texts import setup as setup_texts
from taotoken_plugins._host import Host

if TYPE_CHECKING:
    from taotoken_plugins._plan import Plan
    from taotoken_plugins._run import Run
    from taotoken_plugins.diagnosis._finding import Finding
    from taotoken_plugins.diagnosis.fix import FixPlan

SURE = 60  # of a text: below this the cause is a guess, and a guess changes nothing


def fix(app: App, host: Host, result: DoctorResult) -> DoctorResult:
    """Put right what can be; the result holds what is left."""
    from taotoken_cli._render.doctor import show_before, show_fix_plan
    from taotoken_plugins._apply import recover
    from taotoken_plugins.diagnosis.fix import plan_fix

    options = result.options
    for message in recover(host):
        app.console.warn(common.RECOVERED(message=message))
    to_fix = _worth_fixing(result)
    # Values that setup doesn't own are touched for a finding that --check names, and for no other.
    planned = plan_fix(to_fix, host, consent=options.causes)
    if not planned.plan.changes:
        return replace(result, fixed=Fixed(plan=planned, before=to_fix))
    fixed = Fixed(plan=planned, before=to_fix, diffs=_diffs(planned, host))
    if not options.as_json:
        show_before(result, app.console)
        show_fix_plan(fixed, host, app.console)
    if not _agreed(app, options):
        return replace(result, fixed=replace(fixed, declined=True))
    run = _apply(planned.plan, host)
    with written(run):
        return _look_again(app, result, replace(fixed, run=run))


def _look_again(app: App, result: DoctorResult, fixed: Fixed) -> DoctorResult:
    """The second look. The files are written: whatever stops it is told beside that, not instead of it."""
    options, covered = result.options, fixed.plan.covered
    try:
        again = examine(app, _new_terminal(app, fixed), replace(options, explain=None, tools=_ids(result)))
    except Exception as error:  # noqa: BLE001 - of any kind
        problems = failure_of(app, error).problems
        return replace(result, fixed=replace(fixed, left=covered, checked=False), errors=problems)
    left = tuple(one for one in covered if _is_in(one, again.report.findings))
    return replace(again, options=options, fixed=replace(fixed, left=left))


def _new_terminal(app: App, fixed: Fixed) -> Host:
    """What the next program will see: without the variables that start files no longer export."""
    host = app.host()
    gone = fixed.plan.no_longer_exported
    return replace(host, env={name: value for name, value in host.env.items() if name not in gone})


def _worth_fixing(result: DoctorResult) -> tuple[Finding, ...]:
    """What was found for sure: no candidate among several that look alike, nothing that is for information, and what
    may be meant so only where it is named."""
    from taotoken_plugins.diagnosis.fix import is_preference

    named = result.options.causes
    unsure = set(result.report.unsure) - named
    sure = SURE if result.options.explain is not None else 0
    found = (one for one in result.findings if one.cause in named or (one.level != "info" and one.cause not in unsure))
    return tuple(one for one in found if one.confidence >= sure and (one.cause in named or not is_preference(one)))


def _diffs(planned: FixPlan, host: Host) -> tuple[str, ...]:
    from taotoken_plugins._diff import diff

    return tuple(diff(change, host) for change in planned.plan.changes)


def _ids(result: DoctorResult) -> tuple[str, ...]:
    return tuple(tool.id for tool in result.tools)


def _is_in(finding: Finding, found: Sequence[Finding]) -> bool:
    return any(one.cause is finding.cause and one.tool == finding.tool and one.level != "info" for one in found)


def _agreed(app: App, options: DoctorOptions) -> bool:
    if options.yes:
        return True
    if options.as_json or not app.has_terminal:
        raise missing("missing_yes", setup_texts.MISSING_YES(), "--yes", texts.MISSING_YES_NEXT())
    from taotoken_cli._prompt import confirm

    return confirm(app, setup_texts.ASK_WRITE())


def _apply(plan: Plan, host: Host) -> Run:
    """Write all files or none; ^C waits until that is done."""
    from taotoken_plugins._apply import apply

    with held_interrupts() as interrupts:
        run = apply(plan, host)
    assert run is not None, "a plan with changes is a run"
    if interrupts:
        raise after_writing(run)
    return run
