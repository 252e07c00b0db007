"""The model, from the gateway's own list, once for all tools that speak the same protocol."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from taotoken._endpoint import clean_model
from taotoken._errors import ConfigurationError
from taotoken._hosts import page
from taotoken._message import Message
from taotoken._url import host_of
from taotoken_cli._refusal import words
from taotoken_cli._texts import wizard as texts
from taotoken_cli._wizard._answers import Answers, Step, tools_of
from taotoken_cli._wizard._screen import Row, Screen, Typed
from taotoken_cli._wizard._told import both, names
from taotoken_cli._wizard._world import World

_AS_NOW = ""


def ask(world: World, screen: Screen, answers: Answers, step: Step) -> Answers:
    """A model for each tool of the protocol; an id that isn't listed is taken too, and tried."""
    tools = tools_of(step.protocol, answers, world.needs)
    listed = answers.listed.get(step.protocol or "chat", ())
    while True:
        if listed:
            picked = _pick(world, screen, answers, tools, listed)
            if picked == _AS_NOW:
                return replace(answers, models={**answers.models, **_now(world, answers, tools)})
        else:
            picked = _type(world, screen, answers, tools)
        try:
            clean = clean_model(picked)
        except ConfigurationError as error:
            world.tell(texts.FAULT(message=words(error)))
            continue
        if not clean.model:
            world.tell(texts.FAULT(message=texts.MODEL_EMPTY()))
            continue
        for note in clean.notes:
            world.note(note)
        return replace(answers, models={**answers.models, **dict.fromkeys(tools, clean.model)})


def _pick(world: World, screen: Screen, answers: Answers, tools: Sequence[str], listed: Sequence[str]) -> str:
    first, proposed = [], _proposed(world, answers, tools)
    if now := _now(world, answers, tools):
        shown = both(dict.fromkeys(now.values()) if len(set(now.values())) == 1 else _each(world, now))
        first = [Row(value=_AS_NOW, title=world.app.console.words(texts.AS_NOW(models=shown)))]
    same = set(now.values()) if len(set(now.values())) == 1 else set()
    near = tuple(model for model in proposed if model in listed and model not in same)
    values = (*near, *(model for model in listed if model not in same and model not in near))
    picked = screen.search(texts.ASK_MODEL(tools=names(tools, world)), values, first=first)
    return picked.text if isinstance(picked, Typed) else picked


def _each(world: World, now: dict[str, str]) -> list[Message]:
    return [texts.ONE_OF(tool=world.tools[tool].name, model=model) for tool, model in now.items()]


def _type(world: World, screen: Screen, answers: Answers, tools: Sequence[str]) -> str:
    if address := page(host_of(answers.base_url), "models"):
        world.tell(texts.PAGE(page=address))
    proposed = (*_proposed(world, answers, tools), *_now(world, answers, tools).values())
    default = next(iter(proposed), "")
    return screen.text(texts.ASK_MODEL_UNLISTED(tools=names(tools, world)), default=default)


def _now(world: World, answers: Answers, tools: Sequence[str]) -> dict[str, str]:
    """What all of these tools ask this gateway for already; nothing where one of them doesn't."""
    now = {tool: world.here[tool].using.model or "" for tool in tools if world.same_gateway(tool, answers.base_url)}
    return now if len(now) == len(tools) and all(now.values()) else {}


def _proposed(world: World, answers: Answers, tools: Sequence[str]) -> tuple[str, ...]:
    """Ids that are likelier than the rest: the answer before, that for other tools, ours of before."""
    mine = (answers.models.get(tool) for tool in tools)
    others = (answers.models.get(tool) for tool in answers.tools)
    saved = world.saved.model if world.is_saved_gateway(answers.base_url) else None
    return tuple(dict.fromkeys(model for model in (*mine, *others, saved) if model))


def told(world: World, answers: Answers, step: Step) -> Message:
    """The model."""
    tools = tools_of(step.protocol, answers, world.needs)
    models = both(dict.fromkeys(answers.models[tool] for tool in tools))
    return texts.ANSWERED(what=texts.WHAT_MODEL(tools=names(tools, world)), answer=models)
