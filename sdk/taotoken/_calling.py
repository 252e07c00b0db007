"""The arguments of `chat` and `stream`, made into a plan."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from taotoken._checks import check_kind, check_options
from taotoken._endpoint import Endpoint
from taotoken._errors import ConfigurationError
from taotoken._exchange import Setup
from taotoken._options import CallOptions, Messages
from taotoken._protocol import Protocol
from taotoken._request import Identity, Prepared, prepare_call
from taotoken._retry import RetryPolicy
from taotoken._run import Plan
from taotoken._secrets import Secrets
from taotoken._waits import Wanted, waits_for
from taotoken._wire import Call, Decoder, Wire, load

if TYPE_CHECKING:
    from taotoken._fallback import Fallback, Rests, Route
    from taotoken._output import OutputType


_OPTIONS = frozenset(CallOptions.__annotations__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Defaults:
    """What a client says where a call doesn't."""

    identity: Identity
    model: str
    protocol: Protocol
    retry: RetryPolicy
    wanted: Wanted
    fallback: Fallback | None
    rests: Rests
    setup: Setup


def plan_call(defaults: Defaults, messages: Messages, options: CallOptions, *, streaming: bool) -> tuple[Plan, Wire]:
    """The plan of a chat call."""
    given = _known("stream" if streaming else "chat", options)
    check_options(given)
    wire = load(given.pop("protocol", None) or defaults.protocol)
    wanted = Wanted(
        total=given.pop("timeout", None),
        first_token=given.pop("first_token_timeout", None),
        idle=given.pop("idle_timeout", None),
    )
    if given.pop("tool_deltas", None):
        wire = _with_fragments(wire, streaming)
    fallback = _fallback(given.pop("fallback", None)) or defaults.fallback
    url, headers = given.pop("url", None), given.pop("extra_headers", None)
    output = _output(given, wire.protocol)
    call = Call(messages=messages, model=given.pop("model", None) or defaults.model, stream=streaming, **given)
    prepared = prepare_call(defaults.identity, wire, call, url=url, extra_headers=headers)
    plan = plan_of(defaults, prepared, wanted, whole=not streaming)
    if fallback is not None and fallback.routes:
        plan = _with_routes(plan, defaults, fallback, wire, call, url, headers)
    return (plan if output is None else replace(plan, output=output)), wire


def plan_of(defaults: Defaults, prepared: Prepared, wanted: Wanted, *, whole: bool) -> Plan:
    """The plan of any request."""
    waits = waits_for(wanted, defaults.wanted, whole=whole)
    return Plan(setup=defaults.setup, prepared=prepared, waits=waits, retry=defaults.retry)


def _known(name: str, options: CallOptions) -> dict[str, Any]:
    """The options, each of them one that exists."""
    if not options.keys() <= _OPTIONS:
        raise TypeError(f"{name}() got an unexpected keyword argument {sorted(options.keys() - _OPTIONS)[0]!r}")
    return dict(options)


def _fallback(given: Any) -> Fallback | None:
    if given is None:
        return None
    from taotoken._fallback import Fallback

    check_kind("fallback", given, Fallback)
    made: Fallback = given
    return made


def _output(given: dict[str, Any], protocol: Protocol) -> OutputType | None:
    """The output type, whose format goes where `response_format` is."""
    wanted = given.pop("output_type", None)
    if wanted is None:
        return None
    from taotoken._output import output_of

    if given.get("response_format") is not None:
        raise ConfigurationError("give either output_type or response_format")
    output = output_of(wanted)
    given["response_format"] = output.response_format(protocol)
    return output


def _with_fragments(wire: Wire, streaming: bool) -> Wire:
    """The same protocol, whose streams hand out pieces of tool calls."""
    if not streaming:
        raise ConfigurationError("tool_deltas is an option of stream()")

    def decoder() -> Decoder:
        made = wire.decoder()
        made.assembly.fragments = True
        return made

    return replace(wire, decoder=decoder)


def _with_routes(
    plan: Plan, defaults: Defaults, fallback: Fallback, wire: Wire, call: Call, url: str | None, headers: Any
) -> Plan:
    """The plan with its further routes; the keys of other endpoints become secrets too."""
    from taotoken._fallback import Route, Routes, headers_elsewhere

    def routes() -> Iterator[Route]:
        home = defaults.identity.endpoint
        yield Route(endpoint=home, model=call.model, prepare=lambda: plan.prepared)
        for route in fallback.routes:
            elsewhere = isinstance(route, Endpoint)
            there = route if isinstance(route, Endpoint) else home
            model = (route.model if isinstance(route, Endpoint) else route) or call.model
            there.url(wire.protocol)  # raises now where the endpoint can't serve the protocol
            prepare = partial(
                prepare_call,
                replace(defaults.identity, endpoint=there),
                wire,
                replace(call, model=model),
                url=None if elsewhere else url,
                extra_headers=headers_elsewhere(headers) if elsewhere else headers,
            )
            yield Route(endpoint=there, model=model, prepare=prepare)

    listed = list(routes())
    setup = plan.setup
    secrets = Secrets(dict.fromkeys((*setup.secrets, *(route.endpoint.api_key for route in listed))))
    made = Routes(listed, defaults.rests, cooldown=fallback.cooldown, clock=setup.clock)
    return replace(plan, setup=replace(setup, secrets=secrets), routes=made)
