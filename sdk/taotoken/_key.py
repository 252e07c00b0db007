"""An API key as people paste it, made into the key itself. No note and no error shows any part of a key."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from taotoken._causes import Cause
from taotoken._edges import (
    Repairs,
    describe,
    is_assignment,
    is_unexpanded,
    odd_characters,
    refusal,
    strip_edges,
)
from taotoken._message import Message
from taotoken._placeholders import is_key_placeholder
from taotoken._texts import key as texts
from taotoken._texts import values

MAX_LENGTH = 8192

_HEADER_NAME = re.compile(r"(?:(?:proxy-)?authorization|x-api-key|api-key)\s*:\s*", re.IGNORECASE)
_BEARER = re.compile(r"(?:bearer(?:\s*:\s*|\s+|$))+", re.IGNORECASE)
_SEVERAL = re.compile(r"[,;](?:sk|rk|pk|ak)-")
_EDGE_CAUSES = (Cause.KEY_WHITESPACE, Cause.KEY_QUOTED, Cause.KEY_NON_ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class CleanKey:
    """A key fit for a header, with a note and, where there is one, a cause for each repair."""

    key: str = field(repr=False)
    notes: tuple[Message, ...] = ()
    causes: tuple[Cause, ...] = ()


def clean_key(text: str) -> CleanKey:
    """The key that `text` means.

    Raises `ConfigurationError` with cause and detail when it is empty, an example, a variable's name, or holds
    a character that can't be part of a key; the error never shows the key.
    """
    repairs = Repairs()
    if not isinstance(text, str):
        raise refusal(Cause.KEY_MISSING, values.NOT_TEXT(field=values.API_KEY()))
    key = _strip(text, repairs)
    if len(key) > MAX_LENGTH:
        too_long = values.TOO_LONG(field=values.API_KEY(), length=len(key), limit=MAX_LENGTH)
        raise refusal(Cause.CONFIG_SHAPE_MISPLACED, too_long)
    key = _without_header_words(key, repairs)
    _refuse_other_things(key)
    _refuse_bad_characters(key)
    return CleanKey(key=key, notes=repairs.notes, causes=repairs.causes)


def _strip(text: str, repairs: Repairs) -> str:
    return strip_edges(text, values.API_KEY(), repairs, causes=_EDGE_CAUSES)


def _without_header_words(key: str, repairs: Repairs) -> str:
    """The key without a header name and ``Bearer`` in front of it, and without quotes inside those."""
    if found := _HEADER_NAME.match(key):
        repairs.add(texts.HEADER_NAME_REMOVED())
        key = _strip(key[found.end() :], repairs)
    if found := _BEARER.match(key):
        repairs.add(texts.BEARER_REMOVED(), Cause.KEY_BEARER_PREFIX)
        key = _strip(key[found.end() :], repairs)
    return key


def _refuse_other_things(key: str) -> None:
    """Refuse what was meant as something else than a key."""
    if not key:
        raise refusal(Cause.KEY_MISSING, texts.MISSING())
    if is_assignment(key):
        raise refusal(Cause.CONFIG_SHAPE_MISPLACED, values.ASSIGNMENT(field=values.API_KEY()))
    if is_unexpanded(key):
        raise refusal(Cause.VALUE_NOT_EXPANDED, values.NOT_EXPANDED(field=values.API_KEY()))
    if is_key_placeholder(key):
        raise refusal(Cause.KEY_PLACEHOLDER, texts.PLACEHOLDER())
    if "://" in key:
        raise refusal(Cause.CONFIG_SHAPE_MISPLACED, texts.IS_URL())
    if key[0] in "{[<":
        raise refusal(Cause.CONFIG_SHAPE_MISPLACED, texts.IS_STRUCTURE())
    if _SEVERAL.search(key):
        raise refusal(Cause.CONFIG_SHAPE_MISPLACED, texts.SEVERAL_KEYS())


def _refuse_bad_characters(key: str) -> None:
    for position, char in odd_characters(key):
        if char.isspace():
            raise refusal(Cause.KEY_WHITESPACE, texts.BLANK_INSIDE(position=position, char=describe(char)))
        raise refusal(Cause.KEY_NON_ASCII, texts.ODD_CHARACTER(position=position, char=describe(char)))
