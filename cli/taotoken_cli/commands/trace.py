"""`taotoken trace`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from taotoken_cli import _exit
from taotoken_cli._app import App
from taotoken_cli._click import Number, OneOf, argument, command, json_option, option
from taotoken_cli._endpoint_options import gateway_options, take_gateway_options
from taotoken_cli._results.trace import TraceOptions, TraceResult
from taotoken_cli._texts import chat as chat_texts
from taotoken_cli._texts import trace as texts

if TYPE_CHECKING:
    from taotoken._endpoint import Endpoint
    from taotoken._options import CallOptions
    from taotoken.measure._trace import AskEngine

MAX_QUESTION = 4_000_000
FIRST_TOKEN_SECONDS = 300.0


def run(endpoint: Endpoint, options: TraceOptions) -> TraceResult:
    """Trace, and turn a request that failed into a problem."""
    import asyncio

    from taotoken.measure import trace_repeatedly
    from taotoken_cli._failure import problem_of_record

    call: CallOptions = {
        "protocol": options.protocol,
        "max_tokens": options.max_tokens,
        "first_token_timeout": FIRST_TOKEN_SECONDS,
    }
    engine: AskEngine = "around" if options.engine else "after" if is_near(endpoint) else "never"
    traces = asyncio.run(trace_repeatedly(endpoint, options.question, times=options.repeat, engine=engine, **call))
    failure = next((one.record.failure for one in traces if one.record.failure is not None), None)
    if failure is None:
        return TraceResult(traces=traces, host=endpoint.host)
    problem = problem_of_record(failure)
    return TraceResult(traces=traces, host=endpoint.host, status="failed", errors=(problem,), exit_code=_exit.PROBLEM)


def is_near(endpoint: Endpoint) -> bool:
    """Is the server on this machine or in a private network, so that it may be one's own?"""
    from ipaddress import ip_address

    if endpoint.is_loopback:
        return True
    try:
        return ip_address(endpoint.host).is_private
    except ValueError:
        return "." not in endpoint.host or endpoint.host.endswith((".local", ".lan", ".internal"))


@command("trace", text=texts.HELP, examples=texts.EXAMPLES)
@argument("question", metavar="TEXT", text=texts.QUESTION)
@option("--model", metavar="ID", default="", text=texts.MODEL)
@option("--protocol", type=OneOf("chat", "responses", "messages"), default="chat", text=texts.PROTOCOL)
@option("--max-tokens", type=Number(1, 1_000_000), metavar="N", text=texts.MAX_TOKENS)
@option("--repeat", type=Number(1, 100), default=1, metavar="N", text=texts.REPEAT)
@option("--engine", is_flag=True, text=texts.ENGINE)
@gateway_options
@json_option
@click.pass_obj
def COMMAND(app: App, /, *, model: str, **values: Any) -> int:  # noqa: N802 - what the group imports
    """Parse, run, show."""
    from taotoken_cli._answers import gateway_with_model
    from taotoken_cli._finish import finish
    from taotoken_cli._render import trace as render

    gateway = take_gateway_options(values)
    options = _checked(app, TraceOptions(**values))
    endpoint = gateway_with_model(app, gateway, model)
    result = run(endpoint, options)
    return finish(app, "trace", result, as_json=options.as_json, data=render.data, show=render.show)


def _checked(app: App, options: TraceOptions) -> TraceOptions:
    """The question read from standard input for ``-``; UsageProblemError for an empty one."""
    from dataclasses import replace

    from taotoken_cli._answers import missing

    question = app.stdin.read(MAX_QUESTION) if options.question == "-" else options.question
    if not question.strip():
        raise missing("usage", chat_texts.EMPTY_QUESTION(), "TEXT", chat_texts.EMPTY_QUESTION_NEXT(command="trace"))
    return replace(options, question=question)
