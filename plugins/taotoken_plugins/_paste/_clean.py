"""Values of a pasted text as they can be used, or why they can't."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from taotoken._edges import is_unexpanded
from taotoken._endpoint import clean_key, clean_model, parse_base_url
from taotoken._errors import ConfigurationError
from taotoken._message import Message
from taotoken_plugins._paste._pieces import Piece, Scope, snake
from taotoken_plugins._texts import paste as texts

_BEARER: Final = re.compile(r"\A\s*bearer\s+", re.IGNORECASE)
_CODE: Final = re.compile(
    r"(?:await\s+)?(?:os\.|process\.env|import\.meta|getenv|env\(|env\.|Deno\.|Bun\.|std::env|System\.|Environment"
    r"|Read-Host|\$\(|getpass|input\(|config\.|settings\.|secrets\.|userdata\.)"
)


def cleaned(scope: Scope) -> Scope:
    """`scope` with every value in its clean form; empty values are left out."""
    pieces = [clean(piece) for piece in scope.pieces if piece.value.strip() or piece.refused]
    if scope.what is texts.CURL:  # an endpoint's path is right there, no repair worth a note
        pieces = [replace(piece, notes=()) for piece in pieces]
    return replace(scope, pieces=tuple(pieces))


def clean(piece: Piece) -> Piece:
    """The piece with its clean value and the notes of the way there, or with the reason against it."""
    if piece.refused is not None:
        return piece
    if snake(piece.name) == "authorization":
        piece = replace(piece, value=_BEARER.sub("", piece.value, count=1))
    if (reference := _reference(piece.value)) is not None:
        return replace(piece, refused=texts.REFERENCE(what=reference))
    try:
        value, notes = _clean_value(piece)
    except ConfigurationError as error:
        return replace(piece, refused=error.detail or texts.REFERENCE(what=texts.REFERENCE_VARIABLE()))
    return replace(piece, value=value, notes=(*piece.notes, *notes))


def _reference(value: str) -> Message | None:
    bare = _BEARER.sub("", value.strip(), count=1).lstrip("\"'`")
    if is_unexpanded(bare, anywhere=bare.startswith(("$", "%"))):
        return texts.REFERENCE_VARIABLE()
    return texts.REFERENCE_CODE() if _CODE.match(bare) else None


def _clean_value(piece: Piece) -> tuple[str, tuple[Message, ...]]:
    if piece.role == "api_key":
        key = clean_key(piece.value)
        return key.key, key.notes
    if piece.role == "base_url":
        url = parse_base_url(piece.value, allow_http=True)
        return url.url, url.notes
    model = clean_model(piece.value)
    return model.model, model.notes
