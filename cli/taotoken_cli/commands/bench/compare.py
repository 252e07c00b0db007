"""`taotoken bench compare`."""

from __future__ import annotations

from pathlib import Path

import click

from taotoken_cli._app import App
from taotoken_cli._click import argument, command, json_option
from taotoken_cli._texts import bench as texts


@command("compare", text=texts.COMPARE_HELP, examples=texts.COMPARE_EXAMPLES)
@argument("first", metavar="A", text=texts.FILE_A)
@argument("second", metavar="B", text=texts.FILE_B)
@json_option
@click.pass_obj
def COMMAND(app: App, /, *, first: str, second: str, as_json: bool) -> int:  # noqa: N802 - what the group imports
    """Parse, compare, show."""
    from taotoken_cli._bench._compare import compare
    from taotoken_cli._finish import finish
    from taotoken_cli._render.bench_compare import data, show

    result = compare(Path(first), Path(second))
    return finish(app, "bench-compare", result, as_json=as_json, data=data, show=show)
