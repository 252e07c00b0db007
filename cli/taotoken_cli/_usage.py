"""click's own usage errors, by class, in our words."""

from __future__ import annotations

import click

from taotoken._message import Message
from taotoken._text import safe_text
from taotoken_cli._click import UsageMessageError, value_name
from taotoken_cli._texts import usage as texts
from taotoken_plugins._problem import Problem


def usage_problem(error: click.ClickException) -> Problem:
    """The error as a `Problem` with code ``usage``."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "taotoken"
    see_help = texts.SEE_HELP(command=f"{path} --help")
    field = _field(error)
    following = error.next if isinstance(error, UsageMessageError) and error.next else _meant(error) or see_help
    return Problem(code="usage", message=_words(error), field=field, next=following)


def _words(error: click.ClickException) -> Message:
    if isinstance(error, UsageMessageError):
        return error.detail
    if isinstance(error, click.NoSuchOption):
        return texts.UNKNOWN_OPTION(name=safe_text(error.option_name, 60))
    if isinstance(error, click.BadOptionUsage):
        text = texts.TAKES_NO_VALUE if _is_flag(error) else texts.NEEDS_VALUE
        return text(name=safe_text(error.option_name, 60))
    if isinstance(error, click.MissingParameter):
        return texts.MISSING(name=_field(error) or "")
    return texts.OTHER(detail=safe_text(error.format_message(), 200))


def _field(error: click.ClickException) -> str | None:
    if isinstance(error, UsageMessageError):
        return error.field
    if isinstance(error, (click.NoSuchOption, click.BadOptionUsage)):
        return safe_text(error.option_name, 60)
    if isinstance(error, click.BadParameter) and error.param is not None:
        param = error.param
        return value_name(param) if isinstance(param, click.Argument) else max(param.opts, key=len)
    return None


def _meant(error: click.ClickException) -> Message | None:
    names = error.possibilities if isinstance(error, click.NoSuchOption) else None
    return texts.MEANT(names=", ".join(names)) if names else None


def _is_flag(error: click.BadOptionUsage) -> bool:
    params = error.ctx.command.params if error.ctx else []
    return any(error.option_name in p.opts and getattr(p, "is_flag", False) for p in params)
