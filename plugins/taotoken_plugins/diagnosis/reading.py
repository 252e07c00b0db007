"""Reads what a person pastes: an error in any language, a log, a stack trace, or a config file.

The text is searched for phrases and places, never matched as a whole. Reading takes time in proportion to the
length of the text, and nothing of the text is kept but short quotations made safe to show.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from taotoken._text import mask_keys_in, safe_text
from taotoken_plugins.diagnosis._clean_text import Searchable, searchable
from taotoken_plugins.diagnosis._marks import (
    entries_of,
    model_in,
    request_ids_in,
    routes_in,
    times_in,
    urls_in,
)
from taotoken_plugins.diagnosis._quiet import heard
from taotoken_plugins.diagnosis._spots import failures_in
from taotoken_plugins.diagnosis.facts import Failure, Hit, Reading
from taotoken_plugins.diagnosis.pasted_file import pasted_file
from taotoken_plugins.diagnosis.symptoms import BY_ID, SYMPTOMS, Symptom

_WINDOW: Final = 500
_TRIES: Final = 12
_TOOL_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "claude-code": ("claude code", "claude-code", "claude-cli", ".claude/", "api error: ", "/v1/messages"),
    "codex": ("codex", "unexpected status", "reconnecting..."),
    "cline": ("cline", "saoudrizwan"),
    "roo-code": ("roo code", "roo-code", "roo-cline"),
    "python": ("traceback (most recent call last)", "openai.", "httpx."),
}


def read(text: str, *, secrets: tuple[str, ...] = ()) -> Reading:
    """What `text` says. `secrets` are masked in everything kept, beside all that looks like a key."""
    if not text.strip():
        return Reading()
    found = searchable(text, secrets)
    file = pasted_file(text)
    has_key = mask_keys_in(found.text) != found.text
    if file is not None:
        return Reading(file=file, has_key=has_key, empty=False)
    found = heard(found)
    hits = tuple(sorted(_hits(found), key=lambda hit: hit.at))
    told = [hit.at for hit in hits if not BY_ID[hit.symptom].hides]
    failures, places = failures_in(found, told)
    model = next((hit.groups["model"] for hit in hits if "model" in hit.groups), None)
    whole = Reading(
        tool=_tool(found, hits),
        failures=tuple(failure for _, failure in failures),
        hits=hits,
        urls=(*urls_in(found), *routes_in(found)),
        model=model or model_in(found),
        request_ids=request_ids_in(found),
        times=times_in(found),
        count=len({bisect_right(found.starts, at) for at in (*told, *places)}),
        has_key=has_key,
        empty=False,
    )
    return _first_entry(whole, failures, entries_of(found))


def _first_entry(whole: Reading, failures: Sequence[tuple[int, Failure]], entries: Sequence[int]) -> Reading:
    """Of a log with several entries the first that tells of an error; the later ones are its `rest`."""
    events = [at for at, _ in failures] + [hit.at for hit in whole.hits]
    first = min((bisect_right(entries, at) for at in events), default=0)

    def is_first(at: int) -> bool:
        return bisect_right(entries, at) == first

    if all(is_first(at) for at in events):
        return whole
    rest = replace(
        whole,
        failures=tuple(failure for at, failure in failures if not is_first(at)),
        hits=tuple(hit for hit in whole.hits if not is_first(hit.at)),
    )
    return replace(
        whole,
        failures=tuple(failure for at, failure in failures if is_first(at)),
        hits=tuple(hit for hit in whole.hits if is_first(hit.at)),
        rest=rest,
    )


def _hits(found: Searchable) -> Iterator[Hit]:
    for symptom in SYMPTOMS:
        hit = _hit(symptom, found)
        if hit is not None:
            yield hit


def _hit(symptom: Symptom, found: Searchable) -> Hit | None:
    """The first place where the phrase stands."""
    places = sorted(place for needle in symptom.needles for place in _places(needle, found.lower))
    if not places:
        return None
    if symptom.pattern is None:
        return Hit(symptom.id, found.line_at(places[0]), places[0])
    for place in places[: _TRIES * 2]:
        start = max(0, place - _WINDOW)
        match = symptom.pattern.search(found.text, start, place + _WINDOW)
        if match is not None:
            groups = {
                name.rstrip("2"): safe_text(value, 200, secrets=found.secrets)
                for name, value in match.groupdict().items()
                if value
            }
            return Hit(symptom.id, found.line_at(place), match.start(), groups)
    return None


def _places(needle: str, lower: str) -> Iterator[int]:
    at = lower.find(needle)
    for _ in range(_TRIES):
        if at < 0:
            return
        yield at
        at = lower.find(needle, at + len(needle))


def _tool(found: Searchable, hits: tuple[Hit, ...]) -> str | None:
    """The tool that printed the text, as far as the text shows it."""
    named = next((BY_ID[hit.symptom].tool for hit in hits if BY_ID[hit.symptom].tool), None)
    if named:
        return named
    head = found.lower[:200_000]
    return next((tool for tool, words in _TOOL_WORDS.items() if any(word in head for word in words)), None)
