"""A model ID as people paste it, made into the ID itself. Whether a gateway has it is not decided here."""

from __future__ import annotations

from dataclasses import dataclass

from taotoken._causes import Cause
from taotoken._edges import (
    Repairs,
    describe,
    is_assignment,
    is_invisible,
    is_unexpanded,
    refusal,
    strip_edges,
)
from taotoken._message import Message
from taotoken._placeholders import is_model_placeholder
from taotoken._texts import model as texts
from taotoken._texts import values

MAX_LENGTH = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class CleanModel:
    """A model ID, possibly empty, with a note for each repair."""

    model: str
    notes: tuple[Message, ...] = ()


def clean_model(text: str) -> CleanModel:
    """The model ID that `text` means; empty stays empty.

    Raises `ConfigurationError` with cause and detail for an example, a variable's name, or a blank, control or
    invisible character inside. Any other character is kept: gateways have IDs in Chinese and with brackets.
    """
    repairs = Repairs()
    if not isinstance(text, str):
        raise refusal(Cause.MODEL_ID_WRONG, values.NOT_TEXT(field=values.MODEL()))
    model = strip_edges(text, values.MODEL(), repairs)
    if len(model) > MAX_LENGTH:
        too_long = values.TOO_LONG(field=values.MODEL(), length=len(model), limit=MAX_LENGTH)
        raise refusal(Cause.MODEL_ID_WRONG, too_long)
    if is_assignment(model):
        raise refusal(Cause.CONFIG_SHAPE_MISPLACED, values.ASSIGNMENT(field=values.MODEL()))
    if is_unexpanded(model):
        raise refusal(Cause.VALUE_NOT_EXPANDED, values.NOT_EXPANDED(field=values.MODEL()))
    if is_model_placeholder(model):
        raise refusal(Cause.MODEL_PLACEHOLDER, texts.PLACEHOLDER())
    _refuse_bad_characters(model)
    return CleanModel(model=model, notes=repairs.notes)


def _refuse_bad_characters(model: str) -> None:
    for position, char in enumerate(model, 1):
        if char.isspace() or not char.isprintable() or is_invisible(char):
            detail = texts.ODD_CHARACTER(position=position, char=describe(char))
            raise refusal(Cause.MODEL_ID_WRONG, detail)
