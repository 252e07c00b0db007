"""The run itself: examine, fix, write the report."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from taotoken_cli import _exit
from taotoken_cli._app import App
from taotoken_cli._doctor._examine import examine
from taotoken_cli._doctor._options import DoctorOptions

if TYPE_CHECKING:
    from taotoken_cli._doctor._result import DoctorResult
    from taotoken_plugins._host import Host


def examine_and_fix(app: App, host: Host, options: DoctorOptions) -> DoctorResult:
    """Do what `options` say; the result tells what was found and done."""
    if options.report is not None:
        from taotoken_cli._doctor._report import check_target

        check_target(host, options.report)  # before a file of a tool is written
    result = examine(app, host, options)
    if options.fix:
        from taotoken_cli._doctor._fix import fix

        result = fix(app, host, result)
    if options.report is not None:
        result = _with_report(app, result, options.report)
    return result


def _with_report(app: App, result: DoctorResult, name: str) -> DoctorResult:
    """Write the report. After a fix a failure stands beside what was done: files of tools are written by then."""
    from taotoken_cli._doctor._report import write_report
    from taotoken_cli._interrupt import written
    from taotoken_cli._report import failure_of

    run = result.fixed.run if result.fixed is not None else None
    try:
        with written(run):
            return replace(result, written=write_report(result, name))
    except Exception as error:
        if run is None:
            raise
        return replace(result, errors=(*result.errors, *failure_of(app, error).problems))


def list_checks(app: App, *, as_json: bool) -> int:
    """Every cause, with its layer and who must act."""
    from taotoken_cli._render.doctor import checks_data, show_checks
    from taotoken_cli._report import show_json

    if as_json:
        data = {"checks": checks_data(app.console.language)}
        top: dict[str, Any] = {"root_cause": None, "findings": []}
        show_json(app.console, "doctor", status="ok", changed=False, data=data, top=top)
    else:
        show_checks(app.console)
    return _exit.DONE
