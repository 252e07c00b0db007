"""`taotoken status`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from taotoken_cli._app import App
from taotoken_cli._click import argument, command, json_option
from taotoken_cli._results.status import StatusResult, ToolStatus
from taotoken_cli._secrets import keep_secrets
from taotoken_cli._texts import setup as setup_texts
from taotoken_cli._texts import status as texts

if TYPE_CHECKING:
    from taotoken_plugins._host import Host
    from taotoken_plugins._tool import Tool


def run(host: Host, ids: Sequence[str]) -> StatusResult:
    """Read what the named tools use; without names those that are installed or configured."""
    from taotoken_cli._setup._choose import named_tools
    from taotoken_plugins._registry import all_tools

    looked_at = [_look(tool, host) for tool in named_tools(ids, host) or all_tools(host)]
    return StatusResult(host=host, tools=tuple(item for item in looked_at if ids or _is_there(item)))


def _look(tool: Tool, host: Host) -> ToolStatus:
    from taotoken_plugins._problem import PluginFailedError
    from taotoken_plugins._tool import Effective

    try:
        return _status(tool, host)
    except PluginFailedError as error:
        told = Effective(problems=(error.problems[0].message,))
        return ToolStatus(tool=tool, has_program=False, installed=None, sources=(), effective=told, broken=True)


def _status(tool: Tool, host: Host) -> ToolStatus:
    sources = tool.sources(host)
    return ToolStatus(
        tool=tool,
        has_program=bool(tool.headless("")),
        installed=tool.detect(host),
        sources=sources,
        effective=tool.effective(sources, host),
        broken=any(source.problem is not None for source in sources),
    )


def _is_there(item: ToolStatus) -> bool:
    return item.installed is not None or bool(item.effective.origin) or item.broken


@command("status", text=texts.HELP)
@argument("tools", metavar="[TOOL]...", nargs=-1, text=setup_texts.TOOL)
@json_option
@click.pass_obj
def COMMAND(app: App, *, tools: tuple[str, ...], as_json: bool) -> int:  # noqa: N802 - what the group imports
    """Parse, run, show."""
    from taotoken_cli._finish import finish
    from taotoken_cli._render.status import data, show

    result = run(app.host(), tools)
    keep_secrets(app.console, _secrets(result))
    return finish(app, "status", result, as_json=as_json, data=data, show=show)


def _secrets(result: StatusResult) -> Iterator[str]:
    from taotoken_plugins.diagnosis._secrets import secrets_in

    for item in result.tools:
        yield from secrets_in((result.host.env, *(source.values for source in item.sources)), item.effective)
