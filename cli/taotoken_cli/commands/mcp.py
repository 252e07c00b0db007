"""`taotoken mcp`."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from typing import IO, Any, NoReturn, cast

import click

from taotoken_cli import _exit
from taotoken_cli._app import App
from taotoken_cli._click import Number, command, option
from taotoken_cli._texts import common
from taotoken_cli._texts import mcp as texts
from taotoken_cli._texts import setup as setup_texts

MAX_CALLS = 100
MAX_TOKENS = 200_000
_MOST = 999_999_999


@dataclass(frozen=True, slots=True, kw_only=True)
class McpOptions:
    """What was typed."""

    models: tuple[str, ...] = ()
    max_calls: int = MAX_CALLS
    max_tokens: int = MAX_TOKENS
    allow_http: bool = False


def run(app: App, options: McpOptions) -> int:
    """Serve until the client closes our standard input. RefusedError where the extra is not installed."""
    try:
        from taotoken_cli._mcp._server import serve
    except ImportError as error:
        raise _no_extra(error) from error
    import asyncio
    import signal
    from functools import partial

    from taotoken_cli._mcp._budget import Budget
    from taotoken_cli._mcp._log import Lossy, log_to_stderr
    from taotoken_cli._mcp._session import Session

    app.console.err = cast("IO[str]", Lossy(app.console.err))
    log_to_stderr(app.console, debug=app.env.get("TAOTOKEN_DEBUG") == "1")
    if app.stdin.isatty():
        app.console.note(texts.STARTED_BY_HAND())
    session = Session(
        app=app,
        host=app.host(),
        budget=Budget(max_calls=options.max_calls, max_tokens=options.max_tokens),
        models=options.models,
        allow_http=options.allow_http,
    )
    signal.signal(signal.SIGINT, partial(_end, app))
    try:
        asyncio.run(serve(session))
    except ExceptionGroup as group:
        gone, others = group.split(BrokenPipeError)
        if gone is None or others is not None:
            raise
        raise BrokenPipeError from group  # the client doesn't read any more, as with every command
    return _exit.DONE


def _end(app: App, *_: object) -> NoReturn:
    """^C: at once. The thread that waits for standard input can't be woken, and nothing here needs an end."""
    app.console.tell(common.INTERRUPTED())
    os._exit(_exit.INTERRUPTED)


def _no_extra(error: ImportError) -> Exception:
    """The refusal for a missing or too old `mcp`; another import that fails is a fault of its own."""
    from taotoken_plugins._problem import Problem, RefusedError

    if (error.name or "").partition(".")[0] not in ("mcp", "mcp_types"):
        return error
    following = texts.NO_EXTRA_NEXT(python=sys.executable)
    return RefusedError(Problem(code="extra_missing", message=texts.NO_EXTRA(), next=following))


@command("mcp", text=texts.HELP)
@option("--model", "models", metavar="ID", multiple=True, text=texts.MODEL)
@option("--max-calls", type=Number(1, _MOST), metavar="N", default=MAX_CALLS, text=texts.MAX_CALLS)
@option("--max-tokens", type=Number(1, _MOST), metavar="N", default=MAX_TOKENS, text=texts.MAX_TOKENS)
@option("--allow-http", is_flag=True, text=setup_texts.ALLOW_HTTP)
@click.pass_obj
def COMMAND(app: App, /, **values: Any) -> int:  # noqa: N802 - what the group imports
    """Parse, run."""
    return run(app, McpOptions(**values))
