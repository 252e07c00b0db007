"""``--from FILE|-``: the set that a pasted text gives, chosen where it gives several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Final

from taotoken._message import Message
from taotoken._text import mask_key, safe_text
from taotoken_cli._app import App
from taotoken_cli._endpoint_options import site_of
from taotoken_cli._failure import UsageProblemError
from taotoken_cli._notes import Notes
from taotoken_cli._texts import pasted as texts
from taotoken_plugins._paste._found import Candidate
from taotoken_plugins._problem import Problem, RefusedError

if TYPE_CHECKING:
    from taotoken_plugins._paste import Found
    from taotoken_plugins.diagnosis.leftovers import Leftover

MAX_BYTES: Final = 8_000_000
STDIN: Final = "-"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pasted:
    """The chosen set of a text, and how to call that text."""

    chosen: Candidate
    source: Message


def left_over(found: Leftover) -> Pasted:
    """The set that stands in a place which no program reads."""
    chosen = Candidate(
        base_url=found.base_url, api_key=found.api_key, model=found.model, source=texts.NOBODY_READS_IT()
    )
    return Pasted(chosen=chosen, source=texts.SOURCE(name=_called(str(found.path)), what=chosen.source))


def read_pasted(
    app: App, name: str, choice: int | None, base_url: str | None, notes: Notes, *, may_ask: bool
) -> Pasted:
    """The set in the file `name`; UsageProblemError with the list where there are several and none is chosen.

    `base_url`, the address of the command line, narrows the choice to the sets of its host.
    """
    found = read_sets(app, decoded(read_bytes(app, name)))
    usable = usable_sets(found, base_url)
    if not usable:
        raise RefusedError(_nothing(name), *found.problems)
    chosen = _choose(app, usable, choice, may_ask)
    if not (chosen.complete and chosen.model):
        notes.add(*(problem.message for problem in found.problems))
    notes.add(*chosen.notes)
    return Pasted(chosen=chosen, source=texts.SOURCE(name=_called(name), what=chosen.source))


def read_sets(app: App, text: str) -> Found:
    """What `text` gives; its keys are masked from now on."""
    from taotoken_plugins._paste import read_set

    found = read_set(text)
    for candidate in found.candidates:
        app.console.keep_secret(candidate.api_key or "")
    return found


def _called(name: str) -> Message:
    return texts.STDIN() if name == STDIN else texts.FILE(name=safe_text(Path(name).name, 80))


def read_bytes(app: App, name: str) -> bytes:
    """All of the file or of standard input, as far as a paste can be long."""
    if name != STDIN:
        with Path(name).expanduser().open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    else:
        if app.stdin.isatty():
            app.console.tell(texts.PASTE_NOW())
        raw = getattr(app.stdin, "buffer", None)
        data = raw.read(MAX_BYTES + 1) if raw else app.stdin.read(MAX_BYTES + 1).encode("utf-8", "replace")
    if len(data) > MAX_BYTES:
        message = texts.TOO_BIG(name=_called(name), limit=MAX_BYTES // 1_000_000)
        raise RefusedError(Problem(code="paste_too_long", message=message, field="--from", next=texts.NOTHING_NEXT()))
    return data


def decoded(data: bytes) -> str:
    """Text of any encoding that a Chinese or Western system saves it in."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("gb18030", "replace")


def usable_sets(found: Found, base_url: str | None = None) -> tuple[Candidate, ...]:
    """The whole sets, else those with an address or a key; of one host where the command line names it."""
    some = tuple(item for item in found.candidates if item.base_url or item.api_key)
    whole = tuple(item for item in some if item.complete) or some
    same = tuple(item for item in whole if base_url and item.base_url and site_of(item.base_url) == site_of(base_url))
    return same or whole


def _nothing(name: str) -> Problem:
    message = texts.NOTHING(name=_called(name))
    return Problem(code="no_set_found", message=message, field="--from", next=texts.NOTHING_NEXT())


def _choose(app: App, sets: Sequence[Candidate], choice: int | None, may_ask: bool) -> Candidate:
    if choice is not None:
        if 1 <= choice <= len(sets):
            return sets[choice - 1]
        raise _several(sets, texts.NO_SUCH_CHOICE(choice=choice))
    if len(sets) == 1:
        return sets[0]
    if not may_ask:
        raise _several(sets, texts.SEVERAL())
    from taotoken_cli._prompt import ask

    app.console.tell(texts.SEVERAL())
    app.console.tell(_list(sets))
    while True:
        answer = ask(app, texts.ASK_CHOICE(count=len(sets)))
        if answer.isascii() and answer.isdecimal() and len(answer) < 4 and 1 <= int(answer) <= len(sets):
            return sets[int(answer) - 1]


def _several(sets: Sequence[Candidate], message: Message) -> UsageProblemError:
    told = texts.WITH_LIST(message=message, list=_list(sets))
    following = texts.CHOOSE_NEXT(count=len(sets))
    return UsageProblemError(Problem(code="several_sets", message=told, field="--from-choice", next=following))


def _list(sets: Sequence[Candidate]) -> Message:
    """The sets, numbered, with their keys masked."""
    lines = [
        texts.CHOICE(
            number=number,
            url=safe_text(item.base_url) if item.base_url else texts.NONE(),
            key=mask_key(item.api_key) if item.api_key else texts.NONE(),
            model=safe_text(item.model, 120) if item.model else texts.NONE(),
            what=item.source,
        )
        for number, item in enumerate(sets, 1)
    ]
    return reduce(lambda one, other: texts.LINES(first=one, second=other), lines)
