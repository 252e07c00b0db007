"""Values without a name beside them, by their shape: used only for what no reader found."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from taotoken_plugins._paste._labels import looks_like_model
from taotoken_plugins._paste._pieces import Piece, Role, Scope
from taotoken_plugins._texts import paste as texts

MAX_VALUES: Final = 5
MAX_LINES: Final = 12

_URL: Final = re.compile(r"(?<![A-Za-z0-9])https?://[^\s\"'`<>|\\，。；、,;)\]}]{3,2000}", re.IGNORECASE)
_API: Final = re.compile(
    r"/v\d|/api(?:/|\Z)|/anthropic|/openai|completions|/messages|/responses|//api\.", re.IGNORECASE
)
_KEY: Final = re.compile(r"(?<![A-Za-z0-9_\-/])(?:sk|rk|pk|ak)-[A-Za-z0-9_\-]{8,500}")


def bare_scopes(text: str, scopes: Sequence[Scope]) -> tuple[Scope, ...]:
    """Scopes of unnamed addresses, keys and models where `scopes` have none."""
    given = {piece.role for scope in scopes for piece in scope.pieces}
    urls = [] if "base_url" in given else _urls(text)
    keys = [] if _has_usable_key(scopes) else _distinct(_KEY, text)
    if not urls and not keys:
        return ()
    pieces = [_piece("base_url", url) for url in urls] + [_piece("api_key", key) for key in keys]
    known = (piece.value for scope in scopes for piece in scope.pieces)
    if "model" not in given and (model := _model(text, (*urls, *keys, *known))):
        pieces.append(_piece("model", model))
    return tuple(Scope(what=texts.WORDS, pieces=(piece,), loose=True) for piece in pieces)


def _has_usable_key(scopes: Sequence[Scope]) -> bool:
    return any(piece.role == "api_key" and piece.refused is None for scope in scopes for piece in scope.pieces)


def _piece(role: Role, value: str) -> Piece:
    return Piece(role=role, name="", value=value, notes=(texts.NO_LABELS(),))


def _distinct(pattern: re.Pattern[str], text: str) -> list[str]:
    found: dict[str, None] = {}
    for match in pattern.finditer(text):
        found.setdefault(match[0].rstrip(".:"))
        if len(found) >= 4 * MAX_VALUES:
            break
    return list(found)[:MAX_VALUES]


def _urls(text: str) -> list[str]:
    """Addresses of an API where some look like one, else all."""
    found = _distinct(_URL, text)
    return [url for url in found if _API.search(url)] or found


def _model(text: str, others: tuple[str, ...]) -> str | None:
    """In a few lines without names, the one word that can be a model id."""
    if text.count("\n") > MAX_LINES or len(text) > 4000:
        return None
    for value in sorted(others, key=len, reverse=True):
        text = text.replace(value, " ") if value else text
    words = [word.strip(",;，。；、\"'`") for word in text.split()]
    likely = [word for word in words if looks_like_model(word) and re.search(r"\d", word)]
    likely = [word for word in likely if "://" not in word and not _KEY.match(word)]
    return likely[0] if len(set(likely)) == 1 else None
