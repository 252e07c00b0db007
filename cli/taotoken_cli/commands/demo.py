"""`taotoken demo`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from taotoken_cli._app import App
from taotoken_cli._click import command, json_option
from taotoken_cli._results.demo import DemoResult, ToolDemo
from taotoken_cli._texts import demo as texts

if TYPE_CHECKING:
    from collections.abc import Callable

    from taotoken._endpoint import Endpoint
    from taotoken_plugins._host import Host

KEY = "sk-demo-000000000001"
MODEL = "demo-large"


def run(on_start: Callable[[str], None]) -> DemoResult:
    """Set up all tools in a throw-away home against a gateway of our own, test them, take it back."""
    import tempfile

    from taotoken._endpoint import Endpoint
    from taotoken.testing import Gateway, GatewayTiming

    timing = GatewayTiming(first_token=0.05, between=0.01)
    with (
        _no_proxies(),
        tempfile.TemporaryDirectory(prefix="taotoken-demo-") as folder,
        Gateway(keys=(KEY,), models=(MODEL,), timing=timing).in_thread() as gateway,
    ):
        on_start(gateway.base_url)
        return _play(_host(Path(folder).resolve()), Endpoint(base_url=gateway.base_url, api_key=KEY, model=MODEL))


@contextmanager
def _no_proxies() -> Iterator[None]:
    """Keep the user's proxies out of the way to a gateway on this machine."""
    kept = {name: os.environ.pop(name) for name in list(os.environ) if name.lower().endswith("_proxy")}
    try:
        yield
    finally:
        os.environ.update(kept)


def _host(folder: Path) -> Host:
    """A machine whose home is `folder`; nothing of the real home or environment is in it."""
    from datetime import UTC, datetime

    from taotoken_plugins._host import Host, this_platform

    home, project = folder / "home", folder / "project"
    home.mkdir()
    project.mkdir()
    return Host(
        home=home,
        cwd=project,
        env={},
        platform=this_platform(),
        config_dir=home / ".config" / "taotoken",
        now=datetime.now(UTC),
        euid=os.geteuid() if hasattr(os, "geteuid") else None,
    )


def _play(host: Host, endpoint: Endpoint) -> DemoResult:
    from taotoken_cli._setup._work import smoke_all
    from taotoken_plugins._apply import apply
    from taotoken_plugins._plan import plan
    from taotoken_plugins._registry import BUILTIN
    from taotoken_plugins._tool import Wanted
    from taotoken_plugins._undo import undo

    tools = tuple(tool for tool in BUILTIN if tool.headless(""))  # what is a program
    made = plan([(tool, Wanted(endpoint=endpoint)) for tool in tools], host)
    apply(made, host)
    smokes = smoke_all(tools, host)
    undo(host)
    files = {
        tool.id: tuple(host.tilde(change.path) for change in made.changes if tool.id in change.tool_ids)
        for tool in tools
    }
    return DemoResult(
        tools=tuple(
            ToolDemo(name=tool.name, files=files[tool.id], smoke=smoke)
            for tool, smoke in zip(tools, smokes, strict=True)
        ),
        left=_left(host),
    )


def _left(host: Host) -> tuple[str, ...]:
    found = (path for path in host.home.rglob("*") if host.config_dir not in (path, *path.parents))
    return tuple(host.tilde(path) for path in found if path not in host.config_dir.parents)


@command("demo", text=texts.HELP)
@json_option
@click.pass_obj
def COMMAND(app: App, *, as_json: bool) -> int:  # noqa: N802 - what the group imports
    """Parse, run, show."""
    from taotoken_cli._finish import finish
    from taotoken_cli._render.demo import data, show

    def started(url: str) -> None:
        if not as_json:
            app.console.say(texts.START(url=url))

    return finish(app, "demo", run(started), as_json=as_json, data=data, show=show)
