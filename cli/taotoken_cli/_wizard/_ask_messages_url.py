"""The address for the Anthropic protocol, where it can't be derived from the base URL."""

from __future__ import annotations

from dataclasses import replace

from taotoken._endpoint import parse_base_url
from taotoken._errors import ConfigurationError
from taotoken._message import Message
from taotoken_cli._refusal import words
from taotoken_cli._texts import wizard as texts
from taotoken_cli._wizard._answers import Answers, Step, tools_of
from taotoken_cli._wizard._screen import Screen
from taotoken_cli._wizard._told import names
from taotoken_cli._wizard._world import World


def ask(world: World, screen: Screen, answers: Answers, step: Step) -> Answers:
    """The second address, clean."""
    del step
    tools = names(tools_of("messages", answers, world.needs), world)
    while True:
        text = screen.text(texts.ASK_MESSAGES_URL(tool=tools), default=answers.messages_url or "")
        try:
            clean = parse_base_url(text, allow_http=answers.allow_http)
            taken = replace(answers, messages_url=clean.url)
            taken.endpoint()
        except ConfigurationError as error:
            world.tell(texts.FAULT(message=words(error)))
            continue
        for note in clean.notes:
            world.note(note)
        return taken


def told(world: World, answers: Answers, step: Step) -> Message:
    """The final address."""
    del world, step
    return texts.ANSWERED(what=texts.WHAT_MESSAGES_URL(), answer=answers.messages_url or "")
