"""The key: never shown, cleaned with a note, and only the one that is kept for this very host can be kept."""

from __future__ import annotations

from dataclasses import replace

from taotoken._endpoint import clean_key
from taotoken._errors import ConfigurationError
from taotoken._hosts import page
from taotoken._message import Message
from taotoken._text import mask_key, safe_text
from taotoken._url import host_of
from taotoken_cli._count import models
from taotoken_cli._endpoint_options import site_of
from taotoken_cli._refusal import words
from taotoken_cli._texts import wizard as texts
from taotoken_cli._wizard._answers import Answers, Step
from taotoken_cli._wizard._screen import Screen
from taotoken_cli._wizard._world import World


def ask(world: World, screen: Screen, answers: Answers, step: Step) -> Answers:
    """A clean key."""
    del step
    if address := page(host_of(answers.base_url), "api-keys"):
        world.tell(texts.KEY_PAGE(page=address))
    kept = _kept(world, answers)
    host = safe_text(site_of(answers.base_url))
    question = texts.ASK_KEY_KEEP(host=host, key=mask_key(kept)) if kept else texts.ASK_KEY(host=host)
    while True:
        text = screen.secret(question)
        if not text.strip() and kept:
            return replace(answers, api_key=kept)
        world.app.console.keep_secret(text.strip())
        try:
            clean = clean_key(text)
        except ConfigurationError as error:
            world.tell(texts.FAULT(message=words(error)))
            continue
        world.app.console.keep_secret(clean.key)
        for note in clean.notes:
            world.note(note)
        return replace(answers, api_key=clean.key, proved=False)


def _kept(world: World, answers: Answers) -> str:
    """The key that return keeps: the last answer, or one that this machine has for this host."""
    if answers.api_key:
        return answers.api_key
    for _, key in world.keys_for(answers.base_url):
        world.app.console.keep_secret(key)
        try:
            clean = clean_key(key).key
        except ConfigurationError:
            continue
        if clean not in answers.refused:
            return clean
    return ""


def told(world: World, answers: Answers, step: Step) -> Message:
    """The end of the key, and what the gateway said to it."""
    del world, step
    key = mask_key(answers.api_key)
    count = max((len(ids) for ids in answers.listed.values()), default=0)
    accepted = texts.KEY_ACCEPTED_MODELS(key=key, models=models(count)) if count else texts.KEY_ACCEPTED(key=key)
    return texts.ANSWERED(what=texts.WHAT_KEY(), answer=accepted if answers.proved else key)
