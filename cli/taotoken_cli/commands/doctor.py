"""`taotoken doctor`: the command line."""

from __future__ import annotations

from typing import Any

import click

from taotoken_cli._app import App
from taotoken_cli._click import argument, command, json_option, option
from taotoken_cli._texts import doctor as texts
from taotoken_cli._texts import setup as setup_texts


@command("doctor", text=texts.HELP, examples=texts.EXAMPLES)
@argument("tools", metavar="[TOOL]...", nargs=-1, text=setup_texts.TOOL)
@option("--explain", metavar="TEXT|FILE|-", text=texts.EXPLAIN)
@option("--fix", is_flag=True, text=texts.FIX)
@option("--yes", "-y", is_flag=True, text=texts.YES)
@option("--report", metavar="FILE", text=texts.REPORT)
@option("--from-report", metavar="FILE", text=texts.FROM_REPORT_OPTION)
@option("--check", "checks", metavar="ID", multiple=True, text=texts.CHECK)
@option("--list-checks", is_flag=True, text=texts.LIST_CHECKS)
@option("--layers", is_flag=True, text=texts.LAYERS)
@option("--curl", is_flag=True, text=texts.CURL)
@option("--deep", is_flag=True, text=texts.DEEP)
@option("--offline", is_flag=True, text=texts.OFFLINE)
@json_option
@click.pass_obj
def COMMAND(app: App, /, **values: Any) -> int:  # noqa: N802 - what the group imports
    """Parse, run, show."""
    from taotoken_cli._doctor._options import DoctorOptions, check
    from taotoken_cli._doctor._work import examine_and_fix, list_checks
    from taotoken_cli._finish import finish
    from taotoken_cli._render.doctor import data, show, top

    options = DoctorOptions(**values)
    check(options)
    if options.list_checks:
        return list_checks(app, as_json=options.as_json)
    result = examine_and_fix(app, app.host(), options)
    return finish(app, "doctor", result, as_json=options.as_json, data=data, show=show, top=top)
