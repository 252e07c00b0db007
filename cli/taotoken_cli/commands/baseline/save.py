"""`taotoken baseline save`."""

from __future__ import annotations

from typing import Any

import click

from taotoken_cli._app import App
from taotoken_cli._click import Number, OneOf, command, json_option, option
from taotoken_cli._endpoint_options import gateway_options, take_gateway_options
from taotoken_cli._numbers import Amount
from taotoken_cli._texts import baseline as texts

_MANY = 1_000_000


@command("save", text=texts.SAVE_HELP)
@option("--name", metavar="NAME", text=texts.NAME)
@option("--model", metavar="ID", default="", text=texts.MODEL)
@option("--protocol", type=OneOf("chat", "responses", "messages"), default="chat", text=texts.PROTOCOL)
@option("--prompt", metavar="TEXT", default="", text=texts.PROMPT)
@option("--max-tokens", type=Number(1, _MANY), default=50, metavar="N", text=texts.MAX_TOKENS)
@option("--temperature", type=Amount(zero=True), default=0.0, metavar="T", text=texts.TEMPERATURE)
@option("--seed", type=Number(0, 999_999_999), metavar="N", text=texts.SEED)
@option("--runs", type=Number(5, 1000), default=10, metavar="N", text=texts.RUNS)
@gateway_options
@json_option
@click.pass_obj
def COMMAND(  # noqa: N802 - what the group imports
    app: App, /, *, name: str | None, model: str, prompt: str, runs: int, as_json: bool, **values: Any
) -> int:
    """Parse, run, show."""
    from taotoken.measure import BaselineSettings
    from taotoken.measure._baseline import DEFAULT_PROMPT
    from taotoken_cli._answers import gateway_with_model
    from taotoken_cli._baseline._result import SaveResult
    from taotoken_cli._baseline._take import check_seed, take
    from taotoken_cli._finish import finish
    from taotoken_cli._render.baseline import save_data, show_save
    from taotoken_plugins import _baselines

    check_seed(values["seed"], values["protocol"])
    if name is not None:
        _baselines.check_name(name)
    endpoint = gateway_with_model(app, take_gateway_options(values), model)
    settings = BaselineSettings(
        base_url=endpoint.base_url, model=endpoint.model, prompt=prompt or DEFAULT_PROMPT, **values
    )
    host = app.host()
    name = name or _baselines.name_for(settings)
    _baselines.check_place(name, host)
    older = _baselines.load(name, host).baseline if _baselines.exists(name, host) else None
    baseline = take(app, host, endpoint, settings, runs)
    path = _baselines.save(baseline, name, host)
    result = SaveResult(name=name, path=path, shown_path=host.tilde(path), baseline=baseline, replaced=older)
    return finish(app, "baseline-save", result, as_json=as_json, data=save_data, show=show_save)
