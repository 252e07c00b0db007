"""`taotoken baseline check`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from taotoken_cli._app import App
from taotoken_cli._click import Number, OneOf, argument, command, json_option, option
from taotoken_cli._endpoint_options import GatewayOptions, gateway_options, take_gateway_options
from taotoken_cli._numbers import Amount
from taotoken_cli._texts import baseline as texts

if TYPE_CHECKING:
    from taotoken._endpoint import Endpoint
    from taotoken.measure import Baseline, BaselineCheck
    from taotoken_plugins._host import Host
    from taotoken_plugins._problem import Problem

_MANY = 1_000_000


@command("check", text=texts.CHECK_HELP)
@argument("name", metavar="[NAME]", required=False, text=texts.WHICH)
@option("--model", metavar="ID", text=texts.MODEL_CHECK)
@option("--protocol", type=OneOf("chat", "responses", "messages"), text=texts.PROTOCOL_CHECK)
@option("--prompt", metavar="TEXT", text=texts.SETTING_CHECK)
@option("--max-tokens", type=Number(1, _MANY), metavar="N", text=texts.SETTING_CHECK)
@option("--temperature", type=Amount(zero=True), metavar="T", text=texts.SETTING_CHECK)
@option("--seed", type=Number(0, 999_999_999), metavar="N", text=texts.SETTING_CHECK)
@option("--runs", type=Number(5, 1000), metavar="N", text=texts.RUNS_CHECK)
@gateway_options
@json_option
@click.pass_obj
def COMMAND(  # noqa: N802 - what the group imports
    app: App, /, *, name: str | None, runs: int | None, as_json: bool, **values: Any
) -> int:
    """Parse, run, show."""
    from taotoken.measure import check_baseline
    from taotoken_cli._baseline._result import CheckResult
    from taotoken_cli._baseline._take import check_seed, take
    from taotoken_cli._finish import finish
    from taotoken_cli._render.baseline import check_data, show_check

    host, gateway = app.host(), take_gateway_options(values)
    given = {key: value for key, value in values.items() if value not in (None, "")}
    name, before, endpoint = _find(app, host, gateway, name, given)
    settings = replace(before.settings, **{"base_url": endpoint.base_url, "model": endpoint.model, **given})
    check_seed(settings.seed, settings.protocol)
    check = check_baseline(before, take(app, host, endpoint, settings, runs or len(before.runs)))
    if _only_times(check):  # a busy moment, here or there, is over soon
        app.console.note(texts.TIMES_AGAIN())
        check = check_baseline(before, take(app, host, endpoint, settings, runs or len(before.runs)))
    result = CheckResult(name=name, check=check, errors=_problems(name, check))
    return finish(app, "baseline-check", result, as_json=as_json, data=check_data, show=show_check)


def _find(
    app: App, host: Host, gateway: GatewayOptions, name: str | None, given: dict[str, Any]
) -> tuple[str, Baseline, Endpoint]:
    """The baseline, and the gateway to ask: by name the baseline's own, unless another is given; without a name that
    of the settings. Raises RefusedError where there is none."""
    from taotoken.measure import BaselineSettings
    from taotoken_cli._answers import gateway_with_model
    from taotoken_plugins import _baselines

    model = given.get("model", "")
    if name is None:
        endpoint = gateway_with_model(app, gateway, model)
        protocol = given.get("protocol", "chat")
        wanted = BaselineSettings(base_url=endpoint.base_url, model=endpoint.model, protocol=protocol)
        name = _baselines.name_for(wanted)
        before = _baselines.load(name, host).baseline
    else:
        before = _baselines.load(name, host).baseline
        assert before is not None
        gateway = gateway if gateway.base_url else replace(gateway, base_url=before.settings.base_url)
        endpoint = gateway_with_model(app, gateway, model or before.settings.model)
    assert before is not None  # `load` raises where it is not there
    return name, before, endpoint


def _only_times(check: BaselineCheck) -> bool:
    return {finding.name for finding in check.findings if finding.changed} in ({"ttft"}, {"tpot"}, {"ttft", "tpot"})


def _problems(name: str, check: BaselineCheck) -> tuple[Problem, ...]:
    from taotoken_plugins._problem import Problem

    names = ", ".join(finding.name for finding in check.findings if finding.changed)
    if names:
        message = texts.FAILED(name=name, names=names)
        return (Problem(code="baseline_changed", message=message, next=texts.FAILED_NEXT(name=name)),)
    if check.settings:
        asked = ", ".join(str(setting.params["name"]) for setting in check.settings)
        message = texts.FAILED_SETTINGS(name=name, names=asked)
        return (Problem(code="baseline_settings", message=message, next=texts.FAILED_SETTINGS_NEXT(name=name)),)
    return ()
