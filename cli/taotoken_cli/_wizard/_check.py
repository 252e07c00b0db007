"""An answer is tried at once: is there a gateway, does it take the key, does the model answer? The causes are those of
the doctor."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from taotoken._endpoint import Endpoint
from taotoken._message import Message
from taotoken._protocol import Protocol
from taotoken._text import safe_text
from taotoken_cli._endpoint_options import site_of
from taotoken_cli._texts import wizard as texts
from taotoken_cli._wizard._answers import NO_KEY, Answers, Step, protocols, tools_of
from taotoken_cli._wizard._screen import Screen
from taotoken_cli._wizard._world import World
from taotoken_plugins._plan import plan
from taotoken_plugins._tool import Wanted

if TYPE_CHECKING:
    from taotoken_plugins.diagnosis.typed import Tried, Typed

_T = TypeVar("_T")
Check = Callable[[World, Screen, Answers, Step], tuple[Answers, "Tried | None"]]


def files(world: World, screen: Screen, answers: Answers, step: Step) -> tuple[Answers, Tried | None]:
    """Can the files of the tools be changed? RefusedError, before anything else is asked."""
    del screen, step
    anywhere = Wanted(endpoint=Endpoint(base_url="https://gateway.invalid", api_key=NO_KEY, model=NO_KEY))
    plan([(world.tools[tool], anywhere) for tool in answers.tools], world.host, allow_tracked=True)
    return answers, None


def address(world: World, screen: Screen, answers: Answers, step: Step) -> tuple[Answers, Tried | None]:
    """Is there an API, where the first of the tools will look for it?"""
    del step
    from taotoken_plugins.diagnosis.typed import try_address

    protocol = protocols(answers, world.needs)[0]
    told = texts.CHECKING_URL(host=_host(answers))
    return answers, _run(screen, told, lambda: try_address(_typed(world, answers, protocol, answers.endpoint())))


def key(world: World, screen: Screen, answers: Answers, step: Step) -> tuple[Answers, Tried | None]:
    """Does the gateway take it, and which models does it list for each protocol?"""
    del step
    from taotoken_plugins.diagnosis.typed import try_key

    spoken = protocols(answers, world.needs)

    async def all_of_them() -> list[Tried]:
        return await asyncio.gather(*(try_key(_typed(world, answers, one, answers.endpoint())) for one in spoken))

    tried = _run(screen, texts.CHECKING_KEY(host=_host(answers)), all_of_them)
    listed = {one: seen.models for one, seen in zip(spoken, tried, strict=True) if seen.models}
    answers = replace(answers, listed=listed, proved=any(seen.proved for seen in tried))
    return answers, next((seen for seen in tried if seen.finding is not None), tried[0])


def model(world: World, screen: Screen, answers: Answers, step: Step) -> tuple[Answers, Tried | None]:
    """Does it answer? A listed model of a gateway that took the key is not tried: the tools' own requests follow."""
    from taotoken_plugins.diagnosis.typed import try_model

    protocol = step.protocol or "chat"
    listed = answers.listed.get(protocol)
    models = dict.fromkeys(answers.models[tool] for tool in tools_of(protocol, answers, world.needs))
    for ident in models:
        if answers.proved and listed and ident in listed:
            continue
        typed = _typed(world, answers, protocol, answers.endpoint(ident))
        told = texts.CHECKING_MODEL(host=_host(answers), model=safe_text(ident, 60))
        tried = _run(screen, told, lambda typed=typed: try_model(typed, listed))  # type: ignore[misc]
        if tried.finding is not None:
            return answers, tried
        answers = replace(answers, proved=True)
    return answers, None


def _run(screen: Screen, told: Message, ask: Callable[[], Awaitable[_T]]) -> _T:
    async def asked() -> _T:
        return await ask()

    with screen.busy(told):
        return asyncio.run(asked())


def _typed(world: World, answers: Answers, protocol: Protocol, endpoint: Endpoint) -> Typed:
    from taotoken_plugins.diagnosis.typed import Typed

    tool = world.tools[tools_of(protocol, answers, world.needs)[0]]
    return Typed(tool=tool, protocol=protocol, endpoint=endpoint, host=world.host)


def _host(answers: Answers) -> str:
    return safe_text(site_of(answers.base_url), 60)
