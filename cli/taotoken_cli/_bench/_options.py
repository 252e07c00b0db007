"""What was typed after `taotoken bench`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from taotoken._text import safe_text
from taotoken_cli._click import UsageMessageError
from taotoken_cli._endpoint_options import GatewayOptions
from taotoken_cli._failure import UsageProblemError
from taotoken_cli._texts import bench as texts
from taotoken_plugins._problem import Problem

if TYPE_CHECKING:
    from taotoken._protocol import Protocol
    from taotoken.measure import Load, Objectives
    from taotoken.measure._senders import SenderName

_BOUND = re.compile(r"(ttft|tpot|e2e):(\d{1,9}(?:\.\d{1,6})?)")
_LEAST_REQUESTS = 20
_PER_STREAM = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchOptions:
    """The options that are not about the gateway; None where nothing was said."""

    models: tuple[str, ...] = ()
    targets: str | None = None
    concurrency: tuple[float, ...] | None = None
    rate: tuple[float, ...] | None = None
    requests: int | None = None
    duration: float | None = None
    warmup: int = 1
    prompt_tokens: int | None = None
    prompt_file: str | None = None
    same_prompt: bool = False
    max_tokens: int = 128
    temperature: float | None = None
    protocol: Protocol = "chat"
    goodput: str | None = None
    silence: float = 300.0
    transport: SenderName = "auto"
    out: str | None = None
    csv: str | None = None
    report: str | None = None
    as_json: bool = False


def check_exclusive(options: BenchOptions, gateway: GatewayOptions) -> None:
    """UsageProblemError for two options that can't both be meant."""
    key = gateway.api_key_stdin or gateway.api_key_env or gateway.api_key
    for one, other, both in (
        ("-c", "--rate", options.concurrency and options.rate),
        ("--prompt-tokens", "--prompt-file", options.prompt_tokens and options.prompt_file),
        ("--targets", "--model", options.targets and options.models),
        ("--targets", "--base-url", options.targets and gateway.base_url),
        ("--targets", "--api-key-stdin, --api-key-env, --api-key", options.targets and key),
    ):
        if both:
            message = texts.EXCLUSIVE(options=f"{one}, {other}")
            field = other.partition(",")[0]
            raise UsageProblemError(Problem(code="usage", message=message, field=field, next=texts.EXCLUSIVE_NEXT()))


def joined_goodput(arguments: list[str]) -> list[str]:
    """The arguments, with the bounds that follow ``--goodput`` as one: ``ttft:500 tpot:50`` is how they are written
    everywhere."""
    joined: list[str] = []
    for argument in arguments:
        bounds = (len(joined) > 1 and joined[-2] == "--goodput") or (joined and joined[-1].startswith("--goodput="))
        if bounds and _BOUND.fullmatch(argument):
            joined[-1] += f" {argument}"
        else:
            joined.append(argument)
    return joined


def objectives(options: BenchOptions) -> Objectives | None:
    """The bounds of ``--goodput`` in seconds."""
    if options.goodput is None:
        return None
    from taotoken.measure import Objectives

    bounds: dict[str, float] = {}
    for piece in options.goodput.replace(",", " ").split() or [""]:
        found = _BOUND.fullmatch(piece)
        if found is None or found[1] in bounds or not float(found[2]):
            raise UsageMessageError(texts.BAD_GOODPUT(value=safe_text(piece, 60)), field="--goodput")
        bounds[found[1]] = float(found[2]) / 1000
    return Objectives(**bounds)


def loads(options: BenchOptions, text: str | None) -> list[Load]:
    """The loads in the order of the sweep; `text` is the prompt of a file."""
    from taotoken.measure import Load, Prompts

    prompts = Prompts(text=text, tokens=options.prompt_tokens or 256, nonce=not options.same_prompt)
    if options.rate is not None:
        levels = [("rate", rate) for rate in options.rate]
    else:
        levels = [("concurrency", int(level)) for level in options.concurrency or (1,)]
    return [
        Load(
            **{shape: level},  # type: ignore[arg-type]  # rates are floats, concurrencies ints
            requests=_requests(options, level),
            seconds=options.duration,
            warmup=options.warmup,
            prompts=prompts,
            max_tokens=options.max_tokens,
            silence=options.silence,
        )
        for shape, level in levels
    ]


def _requests(options: BenchOptions, level: float) -> int | None:
    if options.requests is not None or options.duration is not None:
        return options.requests
    return max(_LEAST_REQUESTS, int(_PER_STREAM * level))
