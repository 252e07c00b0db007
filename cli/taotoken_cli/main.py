"""Entry point: language and console first, then click, then one handler for everything that can go wrong."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import click

from taotoken_cli import _exit
from taotoken_cli._app import App, make_app
from taotoken_cli._click import LazyGroup, TextOption
from taotoken_cli._console import Console, OutputFailedError
from taotoken_cli._language import choose, has_flag
from taotoken_cli._texts import main as texts
from taotoken_cli._texts import usage as usage_texts


def _show_version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value:
        from taotoken._version import __version__

        ctx.ensure_object(App).console.say(f"taotoken {__version__}")
        ctx.exit()


def _root() -> LazyGroup:
    group = LazyGroup(
        "taotoken", table=texts.COMMANDS, package="taotoken_cli.commands", text=texts.HELP, examples=texts.EXAMPLES
    )
    version = TextOption(
        ["--version"], text=usage_texts.VERSION_OPTION, is_flag=True, is_eager=True, expose_value=False,
        callback=_show_version,
    )  # fmt: skip
    group.params.append(version)
    return group


def main() -> None:
    """The console script."""
    _open_closed_streams()
    sys.exit(run(sys.argv[1:]))


def _open_closed_streams() -> None:
    """A standard stream that the caller closed (``>&-``, pythonw) is empty, or takes everything and keeps nothing."""
    for name, flags, mode in (
        ("stdin", os.O_RDONLY, "r"), ("stdout", os.O_WRONLY, "w"), ("stderr", os.O_WRONLY, "w"),
    ):  # fmt: skip
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.open(os.devnull, flags), mode, encoding="utf-8", closefd=False))  # noqa: SIM115


def run(argv: Sequence[str], env: Mapping[str, str] | None = None) -> int:
    """Run one command line on the real streams; the exit code."""
    env = os.environ if env is None else env
    console = Console(sys.stdout, sys.stderr, choose(argv, env, sys.platform), env)
    app = make_app(console, env)
    try:
        try:
            return _dispatch(app, list(argv))
        except (KeyboardInterrupt, click.Abort) as error:
            return _interrupted(app, argv, error)
        except (BrokenPipeError, OutputFailedError):
            raise
        except Exception as error:  # noqa: BLE001 - the one place where every failure becomes words
            return _failed(app, argv, error)
    except BrokenPipeError:  # the program that read our output is gone: nothing to say
        _drop_unwritten()
    except OutputFailedError as error:
        _output_failed(app, error)
    return _exit.PROBLEM


def _dispatch(app: App, argv: list[str]) -> int:
    group = _root()
    try:
        with group.make_context("taotoken", argv, obj=app) as context:
            result: Any = group.invoke(context)
    except click.exceptions.Exit as done:
        result = done.exit_code
    return int(result or 0)


def _failed(app: App, argv: Sequence[str], error: Exception) -> int:
    from taotoken_cli._report import report

    return report(app, error, command=_command(argv), as_json=has_flag(argv, "--json"))


def _command(argv: Sequence[str]) -> str:
    """What the envelope calls the command: ``setup``, or ``baseline-check`` where one has others below it."""
    name = next((word for word in argv if word in texts.COMMANDS), None)
    if name is None:
        return "taotoken"
    below = _root().commands_below(name)
    return "-".join([name, *[word for word in argv[argv.index(name) + 1 :] if word in below][:1]])


def _interrupted(app: App, argv: Sequence[str], error: BaseException) -> int:
    from taotoken_cli._report import report_interrupt

    report_interrupt(app.console, error, command=_command(argv), as_json=has_flag(argv, "--json"))
    return _exit.INTERRUPTED


def _output_failed(app: App, error: OutputFailedError) -> None:
    """Say on standard error why standard output takes nothing more, where that can still be said."""
    from taotoken_cli._texts import common

    try:
        app.console.tell(common.ERROR(message=common.OUTPUT_FAILED(reason=str(error))))
        app.console.tell(common.NEXT(command=common.OUTPUT_FAILED_NEXT()))
    except (OutputFailedError, BrokenPipeError):
        pass
    _drop_unwritten()


def _drop_unwritten() -> None:
    """Leave nothing that Python would try to write, and complain about, at its exit."""
    devnull = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(devnull, stream.fileno())
