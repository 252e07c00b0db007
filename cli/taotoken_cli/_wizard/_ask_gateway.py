"""Which gateway: those in use here and those we know are offered; any spelling of another one will do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from taotoken._causes import Cause
from taotoken._endpoint import parse_base_url
from taotoken._errors import ConfigurationError
from taotoken._hosts import known_roots
from taotoken._message import Message
from taotoken._text import safe_text
from taotoken_cli._answers import KEY_VARIABLE, variable_key
from taotoken_cli._endpoint_options import site_of
from taotoken_cli._refusal import words
from taotoken_cli._texts import setup as setup_texts
from taotoken_cli._texts import wizard as texts
from taotoken_cli._wizard._answers import KEY, Answers, Step
from taotoken_cli._wizard._ask_paste import is_address, take_text
from taotoken_cli._wizard._screen import BackError, Row, Screen, Typed
from taotoken_cli._wizard._world import World

_OTHER = "other"
_OFFICIAL = ("api.anthropic.com", "api.openai.com")


def ask(world: World, screen: Screen, answers: Answers, step: Step) -> Answers:
    """The base URL, clean; or all that a pasted text gives."""
    del step
    rows = [*_rows(world, answers), Row(value=_OTHER, title=world.app.console.words(texts.OTHER_GATEWAY()))]
    while True:
        here = answers.base_url if any(row.value == answers.base_url for row in rows) else None
        picked = screen.choose(texts.ASK_GATEWAY(), rows, default=here, typed=True)
        try:
            text = _typed(screen, picked)
            taken = _take(world, screen, answers, text)
        except BackError:
            if picked == _OTHER or isinstance(picked, Typed):
                continue  # from the line back to the list
            raise
        if taken is not None:
            return taken


def _typed(screen: Screen, picked: str | Typed) -> str:
    """The row, or the line that was begun by typing."""
    if isinstance(picked, Typed):
        return (
            picked.text
            if len(picked.text) > 1
            else screen.text(texts.ASK_URL(), default=picked.text, hint=texts.HINT_URL)
        )
    return screen.text(texts.ASK_URL(), hint=texts.HINT_URL) if picked == _OTHER else picked


def _take(world: World, screen: Screen, answers: Answers, text: str) -> Answers | None:
    if not text.strip():
        return None
    if not is_address(text):
        return take_text(world, screen, answers, text)
    try:
        clean = parse_base_url(text, allow_http=True)
    except ConfigurationError as error:
        world.tell(texts.FAULT(message=words(error)))
        return None
    for note in clean.notes:
        world.note(note)
    return replace(answers, base_url=clean.url, pasted=False, messages_url=None, allow_http=False)


def settle(world: World, screen: Screen, answers: Answers) -> Answers | None:
    """After the address is known: consent to plain http, and the key that belongs to this host, or none."""
    allowed = _allowed(world, screen, answers)
    if allowed is None:
        return None
    answers = allowed
    site = site_of(answers.base_url)
    if answers.messages_url is None and world.saved.base_url and site_of(world.saved.base_url) == site:
        answers = replace(answers, messages_url=world.saved.messages_base_url)
    if KEY in answers.ready:
        return replace(answers, key_site=site)
    answers = with_variable_key(world, answers)
    if KEY in answers.ready:
        return answers
    return replace(answers, api_key=answers.api_key if answers.key_site == site else "", key_site=site)


def with_variable_key(world: World, answers: Answers) -> Answers:
    """With the key of the environment, where it belongs to the address."""
    key = variable_key(world.app.env, answers.base_url, pasted=answers.pasted)
    if not key:
        return answers
    world.note(setup_texts.KEY_FROM(source=setup_texts.SOURCE_ENV(name=KEY_VARIABLE)))
    return replace(answers, api_key=key, key_site=site_of(answers.base_url), ready=answers.ready | {KEY})


def _allowed(world: World, screen: Screen, answers: Answers) -> Answers | None:
    if answers.allow_http:
        return answers
    try:
        parse_base_url(answers.base_url)
    except ConfigurationError as error:
        if error.cause is not Cause.PLAIN_HTTP_KEY:
            raise
        words_of = world.app.console.words
        rows = [
            Row(value="other", title=words_of(texts.HTTP_OTHER())),
            Row(value="yes", title=words_of(texts.HTTP_YES())),
        ]
        host = safe_text(site_of(answers.base_url))
        if screen.choose(texts.ASK_HTTP(host=host), rows) != "yes":
            return None
        return replace(answers, allow_http=True)
    return answers


def told(world: World, answers: Answers, step: Step) -> Message:
    """The final address."""
    del world, step
    return texts.ANSWERED(what=texts.WHAT_URL(), answer=answers.base_url)


def _rows(world: World, answers: Answers) -> list[Row]:
    rows: dict[str, Row] = {}
    for url, from_where in _known(world, answers):
        try:
            clean = parse_base_url(url, allow_http=True).url
        except ConfigurationError:
            continue
        if site_of(clean) in _OFFICIAL or clean in rows:
            continue
        title = world.app.console.words(texts.ROW_GATEWAY(url=clean, from_where=from_where) if from_where else clean)
        rows[clean] = Row(value=clean, title=title)
    return list(rows.values())


def _known(world: World, answers: Answers) -> Iterator[tuple[str, Message | None]]:
    if world.saved.base_url:
        yield world.saved.base_url, texts.GATEWAY_SAVED()
    for tool, here in world.here.items():
        if here.using.base_url and here.installed is not None:
            yield here.using.base_url, texts.GATEWAY_OF(tool=world.tools[tool].name)
    for one in world.left:
        if one.base_url:
            yield one.base_url, texts.GATEWAY_LEFT(place=safe_text(world.host.tilde(one.path), 60))
    for root in known_roots():
        yield root, texts.GATEWAY_KNOWN()
    if answers.base_url:
        yield answers.base_url, None
