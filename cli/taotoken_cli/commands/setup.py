"""`taotoken setup`: the command line."""

from __future__ import annotations

from typing import Any

import click

from taotoken_cli._app import App
from taotoken_cli._click import Number, OneOf, argument, command, json_option, option
from taotoken_cli._endpoint_options import gateway_options, take_gateway_options
from taotoken_cli._texts import choices as choices_texts
from taotoken_cli._texts import clean_up as clean_up_texts
from taotoken_cli._texts import pasted as pasted_texts
from taotoken_cli._texts import setup as texts
from taotoken_cli._texts import setup_mcp as mcp_texts

MOST_TOKENS = 999_999_999


@command("setup", text=texts.HELP, examples=texts.EXAMPLES)
@argument("tools", metavar="[TOOL]...", nargs=-1, text=texts.TOOL)
@option("--all", "all_tools", is_flag=True, text=choices_texts.ALL)
@gateway_options
@option("--from", "from_file", metavar="FILE|-", text=pasted_texts.FROM)
@option("--from-choice", type=int, metavar="N", text=pasted_texts.FROM_CHOICE)
@option("--model", "models", metavar="[TOOL=]ID", multiple=True, text=texts.MODEL)
@option("--small-model", "small_models", metavar="[TOOL=]ID", multiple=True, text=choices_texts.SMALL_MODEL)
@option("--protocol", "protocols", metavar="[TOOL=]PROTOCOL", multiple=True, text=choices_texts.PROTOCOL)
@option("--context-window", type=Number(1, MOST_TOKENS), metavar="N", text=choices_texts.CONTEXT_WINDOW)
@option("--max-output", type=Number(1, MOST_TOKENS), metavar="N", text=choices_texts.MAX_OUTPUT)
@option("--yes", "-y", is_flag=True, text=texts.YES)
@option("--dry-run", is_flag=True, text=texts.DRY_RUN)
@option("--check", is_flag=True, text=texts.CHECK)
@option("--no-smoke", is_flag=True, text=texts.NO_SMOKE)
@option("--smoke", "smoke_by", type=OneOf("request", "tool"), default="request", text=texts.SMOKE)
@option("--codex-auth", type=OneOf("config", "auth-json"), default="config", text=texts.CODEX_AUTH)
@option("--claude-auth", type=OneOf("auto", "bearer", "x-api-key"), default="auto", text=texts.CLAUDE_AUTH)
@option("--mcp", is_flag=True, text=mcp_texts.MCP)
@option("--mcp-env", metavar="NAME", text=mcp_texts.MCP_ENV)
@option("--clean-up", is_flag=True, text=clean_up_texts.CLEAN_UP)
@option("--allow-tracked", is_flag=True, text=texts.ALLOW_TRACKED)
@option("--gitignore", is_flag=True, text=choices_texts.GITIGNORE)
@json_option
@click.pass_obj
def COMMAND(app: App, /, **values: Any) -> int:  # noqa: N802 - what the group imports
    """Parse, run, show."""
    from taotoken_cli._finish import finish
    from taotoken_cli._render.setup import data, show_result
    from taotoken_cli._setup._options import SetupOptions
    from taotoken_cli._setup._work import set_up

    gateway = take_gateway_options(values)
    options = SetupOptions(gateway=gateway, smoke=not values.pop("no_smoke"), **values)
    result = set_up(app, app.host(), options)
    return finish(app, "setup", result, as_json=options.as_json, data=data, show=show_result)
