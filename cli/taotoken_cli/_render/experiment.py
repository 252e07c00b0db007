"""`experiment` in words and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from taotoken._message import Language
from taotoken_cli._console import Console
from taotoken_cli._render._columns import point, table
from taotoken_cli._texts import experiment as texts
from taotoken_cli._wrap import wrap

if TYPE_CHECKING:
    from taotoken_cli._results.experiment import ExperimentResult

_WIDTH = 79
_FIELDS = ("ttft", "tpot", "e2e", "input_tokens", "output_tokens", "cached_tokens", "finish_reason", "text")


def show(result: ExperimentResult, console: Console) -> None:
    """What was done, the table, what was seen, what it means, one advice."""
    found = result.experiment
    for line in wrap(console.words(texts.DID(message=found.did)), _WIDTH):
        console.say(line)
    console.say()
    rows = [found.columns, *found.rows]
    for line in table([[console.words(cell) for cell in row] for row in rows], first_left=1):
        console.say(line)
    console.say()
    if found.saw:
        console.say(texts.SAW())
        for message in found.saw:
            for line in point(console.words(message)):
                console.say(line)
    for message in (texts.MEANS(message=found.means), texts.ADVICE(message=found.advice)):
        for line in wrap(console.words(message), _WIDTH):
            console.say(line)


def data(result: ExperimentResult, language: Language) -> dict[str, Any]:
    """The data of the envelope; times in seconds."""
    found = result.experiment
    return {
        "name": found.name,
        "did": found.did.render(language),
        "saw": [message.render(language) for message in found.saw],
        "means": found.means.render(language),
        "advice": found.advice.render(language),
        "figures": dict(found.figures),
        "requests": [{name: getattr(record, name) for name in _FIELDS} for record in found.records],
    }
