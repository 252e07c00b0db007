"""`taotoken experiment`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from taotoken_cli._app import App
from taotoken_cli._click import Number, OneOf, argument, command, json_option, option
from taotoken_cli._endpoint_options import gateway_options, take_gateway_options
from taotoken_cli._numbers import Amounts
from taotoken_cli._texts import experiment as texts

if TYPE_CHECKING:
    from taotoken._endpoint import Endpoint
    from taotoken.measure import Experiment, ExperimentPlan
    from taotoken.measure._experiments._experiment import ExperimentName
    from taotoken_cli._results.experiment import ExperimentResult

_NAMES: tuple[ExperimentName, ...] = ("prefill", "decode", "fit", "context", "cache", "sampling")
_MANY = 1_000_000


def run(app: App, endpoint: Endpoint, name: ExperimentName, plan: ExperimentPlan) -> ExperimentResult:
    """Say what it will take, and run it."""
    import asyncio

    from taotoken import AsyncTaoToken
    from taotoken._text import safe_text
    from taotoken.measure import cost_of, run_experiment
    from taotoken_cli._progress_line import Counter, ProgressLine
    from taotoken_cli._results.experiment import ExperimentResult

    cost = cost_of(name, plan)
    app.console.note(
        texts.COST(
            name=name, model=safe_text(endpoint.model, 60), requests=cost.requests,
            prompt=f"{cost.prompt_tokens:,}", output=f"{cost.output_tokens:,}",
        )
    )  # fmt: skip

    async def perform(counter: Counter) -> Experiment:
        async with AsyncTaoToken(endpoint) as client:
            return await run_experiment(client, name, plan, on_record=lambda _: counter.step())

    with ProgressLine(app.console) as line:
        return ExperimentResult(experiment=asyncio.run(perform(Counter(line, texts.PROGRESS, cost.requests))))


@command("experiment", text=texts.HELP, examples=texts.EXAMPLES)
@argument("name", metavar="NAME", type=OneOf(*_NAMES), text=texts.NAME)
@option("--model", metavar="ID", default="", text=texts.MODEL)
@option("--protocol", type=OneOf("chat", "responses", "messages"), default="chat", text=texts.PROTOCOL)
@option("--prompt-tokens", type=Amounts(whole=True), metavar="N[,N…]", text=texts.PROMPT_TOKENS)
@option("--max-tokens", type=Number(1, _MANY), metavar="N", text=texts.MAX_TOKENS)
@option("--repeat", type=Number(1, 100), metavar="N", text=texts.REPEAT)
@gateway_options
@json_option
@click.pass_obj
def COMMAND(  # noqa: N802 - what the group imports
    app: App, /, *, name: ExperimentName, model: str, prompt_tokens: tuple[float, ...] | None, as_json: bool,
    **values: Any,
) -> int:  # fmt: skip
    """Parse, run, show."""
    from taotoken.measure import ExperimentPlan
    from taotoken_cli._answers import gateway_with_model, missing
    from taotoken_cli._finish import finish
    from taotoken_cli._render.experiment import data, show

    if name == "sampling" and prompt_tokens:
        raise missing("usage", texts.NO_LENGTHS(), "--prompt-tokens", texts.NO_LENGTHS_NEXT())
    gateway = take_gateway_options(values)
    lengths = tuple(int(length) for length in prompt_tokens) if prompt_tokens else None
    plan = ExperimentPlan(prompt_tokens=lengths, **values)
    result = run(app, gateway_with_model(app, gateway, model), name, plan)
    return finish(app, "experiment", result, as_json=as_json, data=data, show=show)
