"""`taotoken chat`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from taotoken_cli import _exit
from taotoken_cli._app import App
from taotoken_cli._click import OneOf, argument, command, json_option, option
from taotoken_cli._endpoint_options import gateway_options, take_gateway_options
from taotoken_cli._results.chat import ChatOptions, ChatResult
from taotoken_cli._texts import chat as texts

if TYPE_CHECKING:
    from taotoken._endpoint import Endpoint
    from taotoken._reply import Reply

MAX_QUESTION = 1_000_000
FIRST_TOKEN_SECONDS = 300.0  # long enough for a model that thinks first; a gateway that never answers must end


def run(endpoint: Endpoint, options: ChatOptions, on_text: Callable[[str], None]) -> ChatResult:
    """Ask; `on_text` gets the answer piece by piece."""
    import asyncio

    ask = _whole if options.raw else _streamed
    return ChatResult(reply=asyncio.run(ask(endpoint, options, on_text)))


async def _streamed(endpoint: Endpoint, options: ChatOptions, on_text: Callable[[str], None]) -> Reply:
    from taotoken import AsyncTaoToken, TextDelta

    async with (
        AsyncTaoToken(endpoint) as client,
        client.stream(options.question, protocol=options.protocol, first_token_timeout=FIRST_TOKEN_SECONDS) as stream,
    ):
        async for event in stream:
            if isinstance(event, TextDelta):
                on_text(event.text)
        return await stream.reply()


async def _whole(endpoint: Endpoint, options: ChatOptions, on_text: Callable[[str], None]) -> Reply:
    del on_text
    from taotoken import AsyncTaoToken

    async with AsyncTaoToken(endpoint) as client:
        return await client.chat(options.question, protocol=options.protocol)


@command("chat", text=texts.HELP, examples=texts.EXAMPLES)
@argument("question", metavar="TEXT", text=texts.QUESTION)
@option("--model", metavar="ID", default="", text=texts.MODEL)
@option("--protocol", type=OneOf("chat", "responses", "messages"), default="chat", text=texts.PROTOCOL)
@option("--raw", is_flag=True, text=texts.RAW)
@option("--curl", is_flag=True, text=texts.CURL)
@gateway_options
@json_option
@click.pass_obj
def COMMAND(app: App, /, *, model: str, **values: Any) -> int:  # noqa: N802 - what the group imports
    """Parse, run, show."""
    from taotoken_cli._answers import gateway_with_model
    from taotoken_cli._finish import finish
    from taotoken_cli._render import chat as render

    gateway = take_gateway_options(values)
    options = _checked(app, ChatOptions(**values))
    endpoint = gateway_with_model(app, gateway, model)
    if options.curl:
        app.console.say(render.curl(endpoint, options))
        return _exit.DONE
    streams = not (options.as_json or options.raw)
    writer = render.Answer(app.console if streams else None)
    with writer:
        result = run(endpoint, options, writer.write)
    show = render.show_raw if options.raw else render.show
    return finish(app, "chat", result, as_json=options.as_json, data=render.data, show=show)


def _checked(app: App, options: ChatOptions) -> ChatOptions:
    """The question read from standard input for ``-``; UsageProblemError for what can't be asked."""
    from dataclasses import replace

    from taotoken_cli._answers import missing

    flags = {"--raw": options.raw, "--curl": options.curl, "--json": options.as_json}
    given = [name for name, is_given in flags.items() if is_given]
    if len(given) > 1:
        raise missing("usage", texts.ONE_OF(options=", ".join(given)), given[1], texts.ONE_OF_NEXT())
    question = app.stdin.read(MAX_QUESTION) if options.question == "-" else options.question
    if not question.strip():
        raise missing("usage", texts.EMPTY_QUESTION(), "TEXT", texts.EMPTY_QUESTION_NEXT(command="chat"))
    return replace(options, question=question)
