"""`taotoken gateway`."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from taotoken_cli import _exit
from taotoken_cli._app import App
from taotoken_cli._click import Number, OneOf, command, option
from taotoken_cli._texts import gateway as texts

if TYPE_CHECKING:
    from taotoken.testing import Gateway

DEFAULT_KEY = "sk-test-gateway-000001"
DEFAULT_MODELS = ("demo-large", "demo-small")


@dataclass(frozen=True, slots=True, kw_only=True)
class GatewayCommandOptions:
    """What was typed."""

    port: int = 0
    keys: tuple[str, ...] = field(default=(), repr=False)
    models: tuple[str, ...] = ()
    accepts: Literal["any", "bearer", "x-api-key"] = "any"
    fault: str | None = None
    answer: str = "Hello from the gateway."
    log: str | None = None
    port_file: str | None = None


def make(options: GatewayCommandOptions) -> Gateway:
    """The gateway; UsageProblemError for a fault that there is none of, or an empty key."""
    from taotoken._text import safe_text
    from taotoken.testing import FAULTS, Gateway
    from taotoken_cli._answers import missing

    if options.fault is not None and options.fault not in FAULTS:
        message = texts.UNKNOWN_FAULT(name=safe_text(options.fault, 60))
        raise missing("usage", message, "--fault", texts.UNKNOWN_FAULT_NEXT(names=", ".join(FAULTS)))
    if not all(key.strip() for key in options.keys):
        raise missing("usage", texts.EMPTY_KEY(), "--key", texts.EMPTY_KEY_NEXT())
    return Gateway(
        keys=options.keys or (DEFAULT_KEY,),
        models=options.models or DEFAULT_MODELS,
        accepts=options.accepts,
        fault=options.fault,
        text=options.answer,
        port=options.port,
        log=options.log,
    )


def run(app: App, options: GatewayCommandOptions) -> int:
    """Serve until ^C or SIGTERM, which is how this command ends well."""
    import asyncio
    import signal
    from contextlib import suppress

    from taotoken_cli._count import requests

    gateway = make(options)

    async def serve() -> None:
        stopped = asyncio.Event()
        with suppress(NotImplementedError):  # Windows has no such handlers
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.set)
        async with gateway:
            _announce(app, gateway, options)
            await stopped.wait()

    try:
        with suppress(KeyboardInterrupt):
            asyncio.run(serve())
    except OSError as error:
        if error.filename is not None or gateway.requests:
            raise
        raise _refused(options.port, error) from error
    app.console.tell(texts.STOPPED(requests=requests(len(gateway.requests))))
    return _exit.DONE


def _refused(port: int, error: OSError) -> Exception:
    from taotoken._text import safe_text
    from taotoken_plugins._problem import Problem, RefusedError

    message = texts.PORT_TAKEN(port=port, reason=safe_text(os.strerror(error.errno) if error.errno else str(error)))
    return RefusedError(Problem(code="port_taken", message=message, field="--port", next=texts.PORT_TAKEN_NEXT()))


def _announce(app: App, gateway: Gateway, options: GatewayCommandOptions) -> None:
    keys, models = options.keys or (DEFAULT_KEY,), options.models or DEFAULT_MODELS
    if options.port_file:
        _write_port(Path(options.port_file), gateway.port)
    console = app.console
    console.say(texts.LISTENING(url=gateway.base_url))
    if options.keys:
        console.say(texts.KEYS(keys=", ".join(_masked(keys))))
    else:  # the built-in key is no secret: it is in the documentation
        console.say(texts.KEYS(keys=DEFAULT_KEY))
        console.say(texts.TRY(url=gateway.base_url, key=DEFAULT_KEY, model=models[0]))
    console.say(texts.MODELS(models=", ".join(models)))
    console.say(texts.STOP())
    console.out.flush()


def _masked(keys: tuple[str, ...]) -> list[str]:
    from taotoken._text import mask_key

    return [mask_key(key) for key in keys]


def _write_port(path: Path, port: int) -> None:
    """Whole or not at all: a reader that polls for the file never sees it empty."""
    temp = path.with_name(path.name + ".part")
    temp.write_text(f"{port}\n", encoding="ascii")
    temp.replace(path)


@command("gateway", text=texts.HELP, examples=texts.EXAMPLES)
@option("--port", type=Number(0, 65535), default=0, metavar="PORT", text=texts.PORT)
@option("--key", "keys", multiple=True, metavar="KEY", text=texts.KEY)
@option("--model", "models", multiple=True, metavar="ID", text=texts.MODEL)
@option("--accepts", type=OneOf("any", "bearer", "x-api-key"), default="any", text=texts.ACCEPTS)
@option("--fault", metavar="NAME", text=texts.FAULT)
@option("--text", "answer", default="Hello from the gateway.", metavar="TEXT", text=texts.TEXT)
@option("--log", metavar="FILE", text=texts.LOG)
@option("--port-file", metavar="FILE", text=texts.PORT_FILE)
@click.pass_obj
def COMMAND(app: App, /, **values: Any) -> int:  # noqa: N802 - what the group imports
    """Parse and run."""
    return run(app, GatewayCommandOptions(**values))
