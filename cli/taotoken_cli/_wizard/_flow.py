"""From the first question to consent: ask, try, tell, and go back where that is wanted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from taotoken._message import Message
from taotoken_cli._wizard import (
    _ask_gateway,
    _ask_key,
    _ask_messages_url,
    _ask_model,
    _ask_small_model,
    _ask_tools,
    _check,
)
from taotoken_cli._wizard._answers import Answers, Kind, Step, answered, asking, back, back_to, next_question, steps
from taotoken_cli._wizard._fault import after_fault
from taotoken_cli._wizard._given import with_given_models
from taotoken_cli._wizard._screen import BackError, Screen
from taotoken_cli._wizard._world import World


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """How to ask, how to try the answer, and what stays on the screen."""

    ask: Callable[[World, Screen, Answers, Step], Answers]
    told: Callable[[World, Answers, Step], Message | None]
    check: _check.Check | None = None


QUESTIONS: Final[Mapping[Kind, Question]] = {
    "tools": Question(ask=_ask_tools.ask, told=_ask_tools.told, check=_check.files),
    "gateway": Question(ask=_ask_gateway.ask, told=_ask_gateway.told, check=_check.address),
    "messages-url": Question(ask=_ask_messages_url.ask, told=_ask_messages_url.told),
    "key": Question(ask=_ask_key.ask, told=_ask_key.told, check=_check.key),
    "model": Question(ask=_ask_model.ask, told=_ask_model.told, check=_check.model),
    "small-model": Question(ask=_ask_small_model.ask, told=_ask_small_model.told),
}


def asks(world: World, answers: Answers) -> bool:
    """Is there a question left?"""
    return any(step not in answers.ready for step in steps(answers, world.needs) if step not in answers.done)


def answer_all(world: World, screen: Screen, answers: Answers) -> Answers:
    """Every question that is still open, one after another. Where none is, nothing is told either."""
    world = replace(world, quiet=not asks(world, answers))
    while (step := next_question(answers, world.needs)) is not None:
        try:
            answers = _one(world, screen, answers, step)
        except BackError:
            answers = back(answers)
    return answers


def _one(world: World, screen: Screen, answers: Answers, step: Step) -> Answers:
    """One question: asked, unless its answer is there; then tried and told."""
    question = QUESTIONS[step.kind]
    if step not in answers.ready:
        answers = question.ask(world, screen, asking(answers, step), step)
    if step.kind == "gateway":
        settled = _ask_gateway.settle(world, screen, answers)
        if settled is None:
            return back_to(answers, step)
        answers = settled
    if step.kind in ("tools", "gateway"):
        answers = with_given_models(world, answers)
    while question.check is not None and world.options.smoke:
        answers, tried = question.check(world, screen, answers, step)
        if tried is None or tried.finding is None:
            break
        following = after_fault(world, screen, answers, step, tried)
        if following is not None:
            return following
    told = question.told(world, answers, step)
    if told is not None and not world.quiet:
        world.tell(told)
    return answered(answers, step)


def lines(world: World, answers: Answers) -> list[tuple[Step, str]]:
    """What was answered, to choose from."""
    words = world.app.console.words
    told = [(step, QUESTIONS[step.kind].told(world, answers, step)) for step in answers.done]
    return [(step, words(line).removeprefix("✓ ")) for step, line in told if line is not None]
