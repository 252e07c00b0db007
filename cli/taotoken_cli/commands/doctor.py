"""`taotoken doctor`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from taotoken_cli import _exit
from taotoken_cli._app import App
from taotoken_cli._click import argument, command, json_option, option
from taotoken_cli._texts import doctor as texts
from taotoken_cli._texts import setup as setup_texts

if TYPE_CHECKING:
    from taotoken_cli._envelope import Status
    from taotoken_plugins._host import Host
    from taotoken_plugins._problem import Problem
    from taotoken_plugins.diagnosis._finding import Report


@dataclass(frozen=True, slots=True, kw_only=True)
class DoctorResult:
    """A diagnosis; findings are no errors of the command, so `errors` stays empty."""

    host: Host
    report: Report
    names: dict[str, str]
    offline: bool
    changed: bool = False
    errors: tuple[Problem, ...] = ()

    @property
    def exit_code(self) -> int:
        """1 when something keeps a tool from working."""
        return _exit.DONE if self.report.root_cause is None else _exit.PROBLEM

    @property
    def status(self) -> Status:
        """``failed`` with a root cause."""
        return "ok" if self.report.root_cause is None else "failed"


def run(host: Host, ids: Sequence[str], *, offline: bool) -> DoctorResult:
    """Diagnose the named tools; without names those that are installed or configured."""
    import asyncio

    from taotoken_cli.commands.status import run as look
    from taotoken_plugins.diagnosis.doctor import diagnose

    tools = [item.tool for item in look(host, ids).tools]
    report = asyncio.run(diagnose(tools, host, offline=offline))
    return DoctorResult(host=host, report=report, names={tool.id: tool.name for tool in tools}, offline=offline)


@command("doctor", text=texts.HELP)
@argument("tools", metavar="[TOOL]...", nargs=-1, text=setup_texts.TOOL)
@option("--offline", is_flag=True, text=texts.OFFLINE)
@json_option
@click.pass_obj
def COMMAND(app: App, *, tools: tuple[str, ...], offline: bool, as_json: bool) -> int:  # noqa: N802 - what the group imports
    """Parse, run, show."""
    from taotoken_cli._finish import finish
    from taotoken_cli._render.doctor import data, show, top

    result = run(app.host(), tools, offline=offline)
    return finish(app, "doctor", result, as_json=as_json, data=data, show=show, top=top)
