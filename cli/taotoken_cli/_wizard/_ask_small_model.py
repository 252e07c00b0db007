"""The small model of the tools that have one, for their background work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from taotoken._endpoint import clean_model
from taotoken._errors import ConfigurationError
from taotoken._message import Message
from taotoken_cli._refusal import words
from taotoken_cli._texts import wizard as texts
from taotoken_cli._wizard._answers import Answers, Step, small_model_tools
from taotoken_cli._wizard._screen import Row, Screen, Typed
from taotoken_cli._wizard._told import both, names
from taotoken_cli._wizard._world import World

_AS_NOW, _SAME = "now", "same"


def ask(world: World, screen: Screen, answers: Answers, step: Step) -> Answers:
    """One for all tools that have the setting; the main model again by default."""
    del step
    tools = small_model_tools(answers, world.needs)
    listed = tuple(dict.fromkeys(i for tool in tools for i in answers.listed.get(world.needs.protocols[tool], ())))
    first, now = _first(world, answers, tools), _now(world, answers, tools)
    values = tuple(model for model in listed if model not in {answers.models[tool] for tool in tools})
    while True:
        picked = screen.search(texts.ASK_SMALL_MODEL(tools=names(tools, world)), values, first=first)
        if picked == _AS_NOW:
            return replace(answers, small_models=now)
        if picked == _SAME:
            return replace(answers, small_models={tool: answers.models[tool] for tool in tools})
        try:
            clean = clean_model(picked.text if isinstance(picked, Typed) else picked)
        except ConfigurationError as error:
            world.tell(texts.FAULT(message=words(error)))
            continue
        for note in clean.notes:
            world.note(note)
        return replace(answers, small_models=dict.fromkeys(tools, clean.model))


def _first(world: World, answers: Answers, tools: Sequence[str]) -> list[Row]:
    main = both(dict.fromkeys(answers.models[tool] for tool in tools))
    rows = [Row(value=_SAME, title=world.app.console.words(texts.SAME_AS_MAIN(model=main)))]
    if now := _now(world, answers, tools):
        shown = both(dict.fromkeys(now.values()))
        rows.insert(0, Row(value=_AS_NOW, title=world.app.console.words(texts.AS_NOW(models=shown))))
    return rows


def _now(world: World, answers: Answers, tools: Sequence[str]) -> dict[str, str]:
    """The small models that all of these tools ask this gateway for already, beside another main one."""
    here = {tool: world.here[tool] for tool in tools if world.same_gateway(tool, answers.base_url)}
    now = {
        tool: one.small_model for tool, one in here.items() if one.small_model and one.small_model != one.using.model
    }
    return now if len(now) == len(tools) else {}


def told(world: World, answers: Answers, step: Step) -> Message | None:
    """The model; nothing where each tool shall do as it does."""
    del step
    if not answers.small_models:
        return None
    tools = small_model_tools(answers, world.needs)
    models = both(dict.fromkeys(answers.small_models.get(tool, "") for tool in tools))
    return texts.ANSWERED(what=texts.WHAT_SMALL_MODEL(tools=names(tools, world)), answer=models)
