"""`taotoken models`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from taotoken_cli._app import App
from taotoken_cli._click import command, json_option
from taotoken_cli._endpoint_options import gateway_options, take_gateway_options
from taotoken_cli._results.models import ModelsResult
from taotoken_cli._texts import models as texts

if TYPE_CHECKING:
    from taotoken._endpoint import Endpoint
    from taotoken._reply import Model


def run(endpoint: Endpoint) -> ModelsResult:
    """Ask the gateway."""
    import asyncio

    from taotoken import AsyncTaoToken

    async def ask() -> tuple[Model, ...]:
        async with AsyncTaoToken(endpoint) as client:
            return await client.models()

    return ModelsResult(base_url=endpoint.base_url, models=asyncio.run(ask()))


@command("models", text=texts.HELP)
@gateway_options
@json_option
@click.pass_obj
def COMMAND(app: App, /, *, as_json: bool, **values: Any) -> int:  # noqa: N802 - what the group imports
    """Parse, run, show."""
    from taotoken_cli._answers import saved_gateway
    from taotoken_cli._finish import finish
    from taotoken_cli._render.models import data, show

    endpoint = saved_gateway(app, app.host(), take_gateway_options(values))
    return finish(app, "models", run(endpoint), as_json=as_json, data=data, show=show)
