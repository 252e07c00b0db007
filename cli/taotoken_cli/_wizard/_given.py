"""What was given before the first question: options, variables, a file of `--from`, our profile."""

from __future__ import annotations

from dataclasses import replace

from taotoken._endpoint import clean_key, clean_model, parse_base_url
from taotoken_cli._answers import MODEL_VARIABLE, URL_VARIABLE, named_key
from taotoken_cli._notes import Notes
from taotoken_cli._refusal import key_help, model_help, refusing
from taotoken_cli._setup._choose import chosen_tools
from taotoken_cli._setup._per_tool import EVERY, per_tool
from taotoken_cli._texts import next_steps as next_texts
from taotoken_cli._texts import setup as setup_texts
from taotoken_cli._wizard._answers import (
    GATEWAY,
    KEY,
    MESSAGES_URL,
    SMALL_MODEL,
    TOOLS,
    Answers,
    Step,
    protocols,
    tools_of,
)
from taotoken_cli._wizard._ask_gateway import with_variable_key
from taotoken_cli._wizard._ask_paste import take_candidate
from taotoken_cli._wizard._world import World


def given(world: World, notes: Notes) -> Answers:
    """The answers that need no question, and the proposals for those that do. Bad options raise as without wizard."""
    answers = Answers(tools=world.found)
    answers = _tools(world, answers)
    answers = _pasted(world, answers, notes)
    answers = _addresses(world, answers, notes)
    answers = _key(world, answers, notes)
    answers = _models(world, answers, notes)
    return with_given_models(world, answers) if TOOLS in answers.ready else answers


def _tools(world: World, answers: Answers) -> Answers:
    options = world.options
    if not (options.tools or options.all_tools):
        return answers
    tools = chosen_tools(options.tools, world.host, world.app.console, with_files=options.all_tools)
    return replace(answers, tools=tuple(tool.id for tool in tools), ready=answers.ready | {TOOLS})


def _pasted(world: World, answers: Answers, notes: Notes) -> Answers:
    options = world.options
    if options.from_file is None:
        return answers
    from taotoken_cli._pasted import read_pasted

    base_url = options.gateway.base_url
    pasted = read_pasted(world.app, options.from_file, options.from_choice, base_url, notes, may_ask=True)
    return take_candidate(pasted.chosen, answers)


def _addresses(world: World, answers: Answers, notes: Notes) -> Answers:
    options = world.options.gateway
    of_variable = "" if options.base_url or answers.base_url else world.app.env.get(URL_VARIABLE, "")
    if of_variable:
        notes.add(setup_texts.URL_FROM(source=setup_texts.SOURCE_ENV(name=URL_VARIABLE)))
    if url := options.base_url or of_variable:
        with refusing("--base-url", next_texts.ADDRESS()):
            clean = parse_base_url(url, allow_http=True)
        notes.add(*clean.notes)
        answers = replace(answers, base_url=clean.url, pasted=False, ready=answers.ready | {GATEWAY})
    if options.anthropic_base_url:
        with refusing("--anthropic-base-url", next_texts.MESSAGES_ADDRESS()):
            other = parse_base_url(options.anthropic_base_url, allow_http=True)
        answers = replace(answers, messages_url=other.url, ready=answers.ready | {MESSAGES_URL})
    return replace(answers, allow_http=options.allow_http)


def _key(world: World, answers: Answers, notes: Notes) -> Answers:
    key = named_key(world.app, world.options.gateway, notes)
    if key is None:
        return with_variable_key(world, answers) if GATEWAY in answers.ready and KEY not in answers.ready else answers
    with refusing("--api-key", key_help("")):
        clean = clean_key(key)
    world.app.console.keep_secret(clean.key)
    notes.add(*clean.notes)
    return replace(answers, api_key=clean.key, ready=answers.ready | {KEY})


def _models(world: World, answers: Answers, notes: Notes) -> Answers:
    """Models and small models of the command line; a model from elsewhere is for all tools that none is named for."""
    options, tools = world.options, tuple(world.tools.values())
    with refusing("--model", model_help("")):
        named = per_tool("--model", options.models, tools, _clean)
        small = per_tool("--small-model", options.small_models, tools, _clean)
    of_variable = "" if EVERY in named else clean_model(world.app.env.get(MODEL_VARIABLE, "")).model
    if of_variable:
        notes.add(setup_texts.MODEL_FROM(source=setup_texts.SOURCE_ENV(name=MODEL_VARIABLE)))
    for_all = named.get(EVERY) or of_variable
    models = {**answers.models, **(dict.fromkeys(world.tools, for_all) if for_all else {})}
    models |= {tool: model for tool, model in named.items() if tool != EVERY}
    smaller = {tool: small.get(tool) or small[EVERY] for tool in world.tools if tool in small or EVERY in small}
    ready = answers.ready | ({SMALL_MODEL} if smaller else set())
    return replace(answers, given_models=models, small_models=smaller, ready=ready)


def _clean(text: str) -> str:
    return clean_model(text).model


def with_given_models(world: World, answers: Answers) -> Answers:
    """Once the tools are known: a protocol whose tools all have a model given is not asked about, and neither is the
    small model then."""
    pasted = dict.fromkeys(answers.tools, answers.pasted_model) if answers.pasted_model else {}
    known = {**answers.given_models, **pasted}
    spoken = protocols(answers, world.needs)
    full = [one for one in spoken if all(known.get(tool) for tool in tools_of(one, answers, world.needs))]
    ready = {Step(kind="model", protocol=one) for one in full}
    models = {tool: known[tool] for one in full for tool in tools_of(one, answers, world.needs)}
    if full and len(full) == len(spoken):
        ready.add(SMALL_MODEL)
    return replace(answers, models={**answers.models, **models}, ready=answers.ready | ready)
