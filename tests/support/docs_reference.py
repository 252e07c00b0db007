"""The references that are made from the program itself: the command line, and the causes that doctor names.

python tests/support/docs_reference.py    # rewrites the generated parts of all pages
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from docs_pages import ROOT, language_of
from taotoken._causes import Cause
from taotoken._message import Language, Text
from taotoken_cli._app import App, make_app
from taotoken_cli._click import LazyGroup, TextArgument, TextCommand, TextOption, usage_line
from taotoken_cli._console import Console
from taotoken_cli.main import _root
from taotoken_plugins._texts.causes import CAUSES
from taotoken_plugins.diagnosis._layers import LAYERS, layer_of

PAGES = tuple(ROOT / "docs/reference" / name for name in ("cli.md", "cli.zh-CN.md"))
CAUSE_PAGES = tuple(ROOT / "docs/reference" / name for name in ("causes.md", "causes.zh-CN.md"))
_CAUSE_HEAD = {
    "en": "| Cause | What it means | What to do | Who |",
    "zh": "| 原因 | 含义 | 怎么办 | 由谁处理 |",
}
_WORDS = {
    "en": {"option": "| Option | Meaning |", "argument": "| Argument | Meaning |", "examples": "Examples:"},
    "zh": {"option": "| 选项 | 含义 |", "argument": "| 参数 | 含义 |", "examples": "示例："},
}


def app() -> App:
    """A program that writes nowhere."""
    return make_app(Console(io.StringIO(), io.StringIO(), "en", {}), {})


def parse(argv: Sequence[str]) -> None:
    """Parse a command line as the program would; click.ClickException where it would refuse it."""
    group = _root()
    try:
        with group.make_context("taotoken", list(argv), obj=app()) as ctx:
            _parse_below(group, ctx)
    except click.exceptions.Exit:
        return


def _parse_below(group: LazyGroup, ctx: click.Context) -> None:
    given = [*getattr(ctx, "_protected_args", ()), *ctx.args]
    if not given and ctx.parent is not None:
        return
    name, command, rest = group.resolve_command(ctx, given)
    assert command is not None
    with command.make_context(name, rest, parent=ctx) as inner:
        if isinstance(command, LazyGroup):
            _parse_below(command, inner)


def reference(language: Language) -> str:
    """The generated part of the page."""
    return "\n".join(["", *_lines(language), ""])


def _lines(language: Language) -> Iterator[str]:
    group = _root()
    with click.Context(group, info_name="taotoken", obj=app()) as top:
        yield from _command(group, top, language)
        yield from _below(group, top, language)


def _below(group: LazyGroup, above: click.Context, language: Language) -> Iterator[str]:
    for name in group.list_commands(above):
        command = group.get_command(above, name)
        assert isinstance(command, TextCommand)
        with click.Context(command, parent=above, info_name=name) as ctx:
            yield from _command(command, ctx, language)
            if isinstance(command, LazyGroup):
                yield from _below(command, ctx, language)


def _command(command: TextCommand, ctx: click.Context, language: Language) -> Iterator[str]:
    yield from (f"## {ctx.command_path}", "", *command.text().render(language).split("\n"), "")
    usage = usage_line(command, ctx, language)
    yield from ("```text", usage, "```", "")
    for kind, params in (("argument", TextArgument), ("option", TextOption)):
        shown = [param.help_row(language) for param in command.params if isinstance(param, params)]
        if shown:
            yield from (_WORDS[language][kind], "| --- | --- |", *(_row(*row) for row in shown), "")
    if command.examples and ctx.parent is not None:
        examples = command.examples().render(language).splitlines()
        yield from (_WORDS[language]["examples"], "", "```sh", *(line.strip() for line in examples), "```", "")


def _row(name: str, meaning: str) -> str:
    return f"| `{name.replace('|', chr(92) + '|')}` | {meaning} |"


def causes(language: Language) -> str:
    """The generated part of the page of causes: a table for each layer, in the order of a request's way."""
    lines = [""]
    for layer in LAYERS:
        lines += [f"## {layer}", "", _CAUSE_HEAD[language], "| --- | --- | --- | --- |"]
        lines += [_cause(cause, language) for cause in Cause if layer_of(cause) == layer]
        lines += [""]
    return "\n".join([*lines, ""])


def _cause(cause: Cause, language: Language) -> str:
    text = CAUSES[cause]
    cells = [opened(sentence, language) for sentence in (text.sentence, text.remedy)]
    page = f"causes/{cause}{'.zh-CN' if language == 'zh' else ''}.md"
    return f"| [`{cause}`]({page}) | {cells[0]} | {cells[1]} | {text.who} |"


def opened(text: Text, language: Language) -> str:
    """A sentence with the parts that vary in capitals, and without those that may be empty."""
    sentence = text.zh if language == "zh" else text.en
    if "{model}" in sentence:
        sentence = sentence.replace("{nearest}", "")
    return re.sub(r"\{(\w+)\}", lambda match: match[1].upper(), sentence).replace("|", "\\|")


def main() -> None:
    """Rewrite the generated parts."""
    for mark, pages, made in (("cli", PAGES, reference), ("causes", CAUSE_PAGES, causes)):
        for page in pages:
            _rewrite(page, mark, made("zh" if language_of(page) == "zh" else "en"))


def _rewrite(page: Path, mark: str, part: str) -> None:
    before, _, rest = page.read_text(encoding="utf-8").partition(f"<!-- {mark} -->\n")
    after = rest.partition(f"<!-- /{mark} -->")[2]
    page.write_text(f"{before}<!-- {mark} -->\n{part}<!-- /{mark} -->{after}", encoding="utf-8")
    sys.stdout.write(f"{page.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main()
