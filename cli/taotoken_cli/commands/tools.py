"""`taotoken tools`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from taotoken_cli._app import App
from taotoken_cli._click import OneOf, argument, command, json_option
from taotoken_cli._results.tools import Action, ListedTool, Switched, ToolsResult
from taotoken_cli._texts import tools as texts

if TYPE_CHECKING:
    from taotoken_plugins._host import Host

_ACTIONS: tuple[Action, ...] = ("enable", "disable")


def run(app: App, host: Host, action: Action | None, tool_id: str | None) -> ToolsResult:
    """Do `action`, then list. RefusedError where it can't be done."""
    switched = _switch(app, host, action, tool_id) if action and tool_id else None
    return ToolsResult(tools=(*_builtin(), *_others(host)), switched=switched)


def _switch(app: App, host: Host, action: Action, tool_id: str) -> Switched:
    from taotoken_cli._texts import common
    from taotoken_plugins._apply import apply, recover
    from taotoken_plugins._third_party._enabling import switch_off, switch_on

    for message in recover(host):
        app.console.warn(common.RECOVERED(message=message))
    switch = (switch_on if action == "enable" else switch_off)(tool_id, host)
    done = apply(switch.plan, host) if switch.plan.changes else None
    return Switched(
        action=action,
        id=switch.id,
        distribution=switch.distribution,
        version=switch.version,
        run=done.id if done is not None else None,
    )


def _builtin() -> tuple[ListedTool, ...]:
    from taotoken_plugins._registry import BUILTIN, MANUAL

    return tuple(ListedTool(id=tool.id, name=tool.name, state="enabled") for tool in (*BUILTIN, *MANUAL))


def _others(host: Host) -> tuple[ListedTool, ...]:
    from taotoken_plugins._third_party._listing import plugins

    return tuple(
        ListedTool(
            id=plugin.id,
            name=plugin.name,
            state=plugin.state,
            distribution=plugin.distribution,
            version=plugin.version,
            problem=plugin.problem,
        )
        for plugin in plugins(host)
    )


def _checked(action: str | None, tool_id: str | None) -> Action | None:
    """UsageProblemError for an action without an id."""
    from taotoken_cli._answers import missing

    if action is not None and not tool_id:
        raise missing("usage", texts.WHICH(action=action), "ID", texts.WHICH_NEXT(action=action))
    return next((known for known in _ACTIONS if known == action), None)


@command("tools", text=texts.HELP, examples=texts.EXAMPLES)
@argument("action", metavar="[enable|disable]", type=OneOf(*_ACTIONS), required=False, text=texts.ACTION)
@argument("tool_id", metavar="[ID]", required=False, text=texts.ID)
@json_option
@click.pass_obj
def COMMAND(app: App, *, action: str | None, tool_id: str | None, as_json: bool) -> int:  # noqa: N802 - what the group imports
    """Parse, run, show."""
    from taotoken_cli._finish import finish
    from taotoken_cli._render.tools import data, show

    result = run(app, app.host(), _checked(action, tool_id), tool_id)
    return finish(app, "tools", result, as_json=as_json, data=data, show=show)
