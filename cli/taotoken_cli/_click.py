"""click with our texts: options, commands and the group hold `Text`s and are put into words when shown.

Whatever click would say in English is replaced: help pages are laid out here, usage errors are made in `_usage`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from taotoken._message import Language, Message, Text
from taotoken_cli._app import App
from taotoken_cli._language import LANGUAGES
from taotoken_cli._texts import usage as texts

if TYPE_CHECKING:
    _StrType = click.ParamType[str]
    _IntType = click.ParamType[int]
else:  # generic only in newer versions of click
    _StrType = _IntType = click.ParamType

WIDTH = 79
_F = TypeVar("_F", bound=Callable[..., Any])


class UsageMessageError(click.UsageError):
    """A usage error in both languages; `field` is the option or argument, `next` what to type."""

    def __init__(
        self,
        detail: Message,
        ctx: click.Context | None = None,
        *,
        field: str | None = None,
        next: Message | None = None,  # noqa: A002 - the name of the envelope's field
    ) -> None:
        super().__init__(str(detail), ctx)
        self.detail = detail
        self.field = field
        self.next = next


class OneOf(_StrType):
    """One of a few words."""

    name = "choice"

    def __init__(self, *choices: str) -> None:
        self.choices = choices

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from taotoken._text import safe_text

        if value not in self.choices:
            name, choices = option_name(param), ", ".join(self.choices)
            detail = texts.NOT_ONE_OF(value=safe_text(str(value), 60), name=name, choices=choices)
            raise UsageMessageError(detail, ctx, field=name)
        return str(value)


class Number(_IntType):
    """A whole number in a range."""

    name = "number"

    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        from taotoken._text import safe_text

        text = str(value)
        if text.isascii() and text.isdigit() and len(text) < 10 and self.low <= int(text) <= self.high:
            return int(text)
        name = option_name(param)
        detail = texts.NOT_A_NUMBER(value=safe_text(text, 60), name=name, low=self.low, high=self.high)
        raise UsageMessageError(detail, ctx, field=name)


def option_name(param: click.Parameter | None) -> str:
    """How a parameter is called on the command line."""
    if param is None:
        return ""
    return max(param.opts, key=len) if isinstance(param, click.Option) else value_name(param)


def value_name(param: click.Parameter) -> str:
    """What stands for the value of `param` on a help page."""
    if param.metavar is None and isinstance(param.type, OneOf):
        return "|".join(param.type.choices)
    return param.metavar or (param.name or "").upper()


class TextOption(click.Option):
    """An option whose help is a `Text`."""

    def __init__(self, decls: Sequence[str], *, text: Text, **attrs: Any) -> None:
        super().__init__(decls, **attrs)
        self.text = text

    def help_row(self, language: Language) -> tuple[str, str]:
        """Spellings with the value's name, and the help."""
        spelled = ", ".join(sorted(self.opts, key=len))
        left = spelled if self.is_flag else f"{spelled} {value_name(self)}"
        return left, self.text().render(language)


class TextArgument(click.Argument):
    """An argument whose help is a `Text`."""

    def __init__(self, decls: Sequence[str], *, text: Text, **attrs: Any) -> None:
        super().__init__(decls, **attrs)
        self.text = text

    def help_row(self, language: Language) -> tuple[str, str]:
        """The name as in the usage line, and the help."""
        return value_name(self), self.text().render(language)


def _language(ctx: click.Context) -> Language:
    app = ctx.find_object(App)
    return app.console.language if app else "en"


def _show_help(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        app = ctx.find_object(App)
        page = ctx.command.get_help(ctx)
        app.console.say(page) if app else click.echo(page)
        ctx.exit()


def _common_options() -> list[click.Parameter]:
    lang = TextOption(["--lang"], text=texts.LANG_OPTION, type=OneOf(*LANGUAGES), expose_value=False)
    return [
        lang,
        TextOption(
            ["-h", "--help"], text=texts.HELP_OPTION, is_flag=True, is_eager=True, expose_value=False,
            callback=_show_help,
        ),
    ]  # fmt: skip


class TextCommand(click.Command):
    """A command whose help is `Text`s."""

    def __init__(
        self, name: str | None, *, text: Text, examples: Text | None = None, params: Any = None, **attrs: Any
    ) -> None:
        super().__init__(name, params=[*(params or ()), *_common_options()], add_help_option=False, **attrs)
        self.text = text
        self.examples = examples

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.allow_extra_args = True
        try:
            rest = super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx  # the option parser leaves it out
            raise
        if rest and not isinstance(self, click.Group):
            from taotoken._text import safe_text

            raise UsageMessageError(texts.EXTRA(arguments=safe_text(" ".join(rest), 100)), ctx)
        return rest

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write(help_page(self, ctx, _language(ctx)) + "\n")

    def get_usage(self, ctx: click.Context) -> str:
        return usage_line(self, ctx, _language(ctx))


@click.pass_context
def _no_command(ctx: click.Context) -> None:
    if ctx.invoked_subcommand is None:
        raise UsageMessageError(texts.NO_COMMAND(), ctx)


class LazyGroup(TextCommand, click.Group):
    """Commands that are named in a table and imported when used, so that help stays quick: the root, and commands
    that have others below them. `callback` runs where no command is named; by default that is a usage error."""

    def __init__(
        self, name: str | None, *, table: dict[str, Text], package: str, text: Text, examples: Text | None = None,
        callback: Callable[..., Any] = _no_command, **attrs: Any,
    ) -> None:  # fmt: skip
        super().__init__(
            name, text=text, examples=examples, invoke_without_command=True, no_args_is_help=False, callback=callback,
            **attrs,
        )  # fmt: skip
        self.table = table
        self.package = package

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in self.table:
            return None
        command: click.Command = import_module(f"{self.package}.{cmd_name}").COMMAND
        return command

    def commands_below(self, name: str) -> Collection[str]:
        """The commands that a command of the table has below it; none where it is no group."""
        command = import_module(f"{self.package}.{name}").COMMAND
        return command.table if isinstance(command, LazyGroup) else ()

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if self.get_command(ctx, args[0]) is None:
            self._unknown(ctx, args[0])
        return super().resolve_command(ctx, args)

    def _unknown(self, ctx: click.Context, name: str) -> NoReturn:
        from difflib import get_close_matches

        from taotoken._text import safe_text

        near = get_close_matches(name, self.table, n=3)
        names = ", ".join(f"{ctx.command_path} {command}" for command in near)
        raise UsageMessageError(
            texts.UNKNOWN_COMMAND(name=safe_text(name, 60)), ctx, next=texts.MEANT(names=names) if near else None
        )


def usage_line(command: click.Command, ctx: click.Context, language: Language) -> str:
    """``Usage: taotoken setup [OPTIONS] [TOOL]...``"""
    pieces = [texts.OPTIONS_PIECE().render(language)]
    pieces += [value_name(param) for param in command.params if isinstance(param, click.Argument)]
    if isinstance(command, click.Group):
        optional = command.callback is not _no_command
        pieces.append((texts.OPTIONAL_COMMAND_PIECE if optional else texts.COMMAND_PIECE)().render(language))
    return texts.USAGE(line=f"{ctx.command_path} {' '.join(pieces)}").render(language)


def help_page(command: TextCommand, ctx: click.Context, language: Language) -> str:
    """The whole page, at most 79 columns wide."""
    from taotoken_cli._wrap import paragraph, table

    parts = [usage_line(command, ctx, language), paragraph(command.text().render(language), WIDTH, "  ")]
    arguments = [p.help_row(language) for p in command.params if isinstance(p, TextArgument)]
    options = [p.help_row(language) for p in command.params if isinstance(p, TextOption) and not p.hidden]
    commands = [
        (name, text().render(language))
        for name, text in (command.table.items() if isinstance(command, LazyGroup) else ())
    ]
    for heading, rows in ((texts.ARGUMENTS, arguments), (texts.COMMANDS, commands), (texts.OPTIONS, options)):
        if rows:
            parts.append(f"{heading().render(language)}\n{table(rows, WIDTH)}")
    if command.examples:
        parts.append(f"{texts.EXAMPLES().render(language)}\n{command.examples().render(language)}")
    return "\n\n".join(parts)


def command(name: str, *, text: Text, examples: Text | None = None) -> Callable[[Callable[..., Any]], TextCommand]:
    """Decorator: a function as a `TextCommand`."""
    return click.command(name, cls=TextCommand, text=text, examples=examples)


def group(
    name: str,
    *,
    text: Text,
    table: dict[str, Text],
    package: str,
    examples: Text | None = None,
    cls: type[LazyGroup] = LazyGroup,
) -> Callable[[Callable[..., Any]], LazyGroup]:
    """Decorator: a function as a command that has others below it, the modules of `package` that `table` names."""
    return click.command(name, cls=cls, text=text, examples=examples, table=table, package=package)


def option(*decls: str, text: Text, **attrs: Any) -> Callable[[_F], _F]:
    """Decorator: an option."""
    return click.option(*decls, cls=TextOption, text=text, **attrs)


def argument(*decls: str, text: Text, **attrs: Any) -> Callable[[_F], _F]:
    """Decorator: an argument."""
    return click.argument(*decls, cls=TextArgument, text=text, **attrs)


def json_option(function: _F) -> _F:
    """Decorator: `--json`."""
    return option("--json", "as_json", text=texts.JSON_OPTION, is_flag=True)(function)
