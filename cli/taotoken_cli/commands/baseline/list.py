"""`taotoken baseline list`."""

from __future__ import annotations

import click

from taotoken_cli._app import App
from taotoken_cli._click import command, json_option
from taotoken_cli._texts import baseline as texts


@command("list", text=texts.LIST_HELP)
@json_option
@click.pass_obj
def COMMAND(app: App, *, as_json: bool) -> int:  # noqa: N802 - what the group imports
    """Parse, run, show."""
    from taotoken_cli._baseline._result import ListResult
    from taotoken_cli._finish import finish
    from taotoken_cli._render.baseline import list_data, show_list
    from taotoken_plugins._baselines import saved_baselines

    result = ListResult(saved=saved_baselines(app.host()))
    return finish(app, "baseline-list", result, as_json=as_json, data=list_data, show=show_list)
