"""`taotoken bench`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from taotoken_cli._app import App
from taotoken_cli._bench._options import BenchOptions, check_exclusive, joined_goodput, loads, objectives
from taotoken_cli._click import LazyGroup, Number, OneOf, group, json_option, option
from taotoken_cli._endpoint_options import gateway_options, take_gateway_options
from taotoken_cli._numbers import Amount, Amounts
from taotoken_cli._texts import bench as texts

if TYPE_CHECKING:
    from taotoken_cli._bench._result import BenchResult

_MANY = 1_000_000


class BenchGroup(LazyGroup):
    """`--goodput` takes its bounds as several words."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, joined_goodput(args))


@group("bench", cls=BenchGroup, text=texts.HELP, examples=texts.EXAMPLES, table=texts.COMMANDS, package=__name__)
@option("--model", "models", multiple=True, metavar="ID", text=texts.MODEL)
@option("--targets", metavar="FILE", text=texts.TARGETS)
@option("-c", "--concurrency", type=Amounts(whole=True), metavar="N[,N…]", text=texts.CONCURRENCY)
@option("--rate", type=Amounts(whole=False), metavar="R[,R…]", text=texts.RATE)
@option("-n", "--requests", type=Number(1, _MANY), metavar="N", text=texts.REQUESTS)
@option("--duration", type=Amount(), metavar="SECONDS", text=texts.DURATION)
@option("--warmup", type=Number(0, _MANY), default=1, metavar="N", text=texts.WARMUP)
@option("--prompt-tokens", type=Number(1, _MANY), metavar="N", text=texts.PROMPT_TOKENS)
@option("--prompt-file", metavar="FILE", text=texts.PROMPT_FILE)
@option("--same-prompt", is_flag=True, text=texts.SAME_PROMPT)
@option("--max-tokens", type=Number(1, _MANY), default=128, metavar="N", text=texts.MAX_TOKENS)
@option("--temperature", type=Amount(zero=True), metavar="T", text=texts.TEMPERATURE)
@option("--protocol", type=OneOf("chat", "responses", "messages"), default="chat", text=texts.PROTOCOL)
@option("--goodput", metavar="BOUND…", text=texts.GOODPUT)
@option("--timeout", "silence", type=Amount(), default=300.0, metavar="SECONDS", text=texts.SILENCE)
@option("--transport", type=OneOf("auto", "fast", "direct", "aiohttp", "httpx"), default="auto", text=texts.TRANSPORT)
@option("--out", metavar="FILE", text=texts.OUT)
@option("--csv", metavar="FILE", text=texts.CSV)
@option("--report", metavar="FILE", text=texts.REPORT)
@gateway_options
@json_option
@click.pass_context
def COMMAND(ctx: click.Context, /, **values: Any) -> int:  # noqa: N802 - what the group imports
    """Parse, run, show; nothing where another command follows."""
    if ctx.invoked_subcommand is not None:
        return 0
    return _bench(ctx.ensure_object(App), values)


def _bench(app: App, values: dict[str, Any]) -> int:
    from taotoken_cli._bench._files import check_places, read_prompt
    from taotoken_cli._bench._targets import find_targets
    from taotoken_cli._finish import finish
    from taotoken_cli._render.bench import show
    from taotoken_cli._render.bench_data import data

    gateway = take_gateway_options(values)
    options = BenchOptions(**values)
    check_exclusive(options, gateway)
    bounds = objectives(options)
    check_places(options)
    levels = loads(options, read_prompt(app, options.prompt_file))
    targets = find_targets(app, gateway, options)
    from taotoken_cli._bench._work import run

    result = _written(app, run(app, options, targets, levels, bounds))
    return finish(app, "bench", result, as_json=options.as_json, data=data, show=show)


def _written(app: App, result: BenchResult) -> BenchResult:
    """Write the files that were asked for, also of a load that was stopped."""
    from taotoken_cli._bench._files import write_csv, write_json, write_text
    from taotoken_cli._render.bench_data import data

    options = result.options
    if not result.runs:
        return result
    if options.out:
        write_json(Path(options.out), {"schema": "taotoken.bench/1", **data(result, "en", samples=True)})
    if options.csv:
        write_csv(Path(options.csv), result.rows())
    if options.report:
        from taotoken_cli._render.bench_page import page

        write_text(Path(options.report), page(result, app.console.language))
    written = tuple(path for path in (options.out, options.csv, options.report) if path)
    return replace(result, written=written)
