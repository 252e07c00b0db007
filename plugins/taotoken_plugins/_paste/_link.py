"""``ccswitch://v1/import?…`` links, as relay sites put them behind their import buttons.

Parameters that count here: ``resource`` (provider), ``app``, ``name``, ``endpoint`` (several with commas, the first
is the main one), ``apiKey``, ``model``, ``haikuModel``, ``sonnetModel``, ``opusModel``, and ``config`` with
``configFormat`` (the tool's own config in base64; what the link itself says goes before it). ``configUrl`` is never
fetched.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final
from urllib.parse import parse_qsl

from taotoken._message import Message
from taotoken._protocol import Protocol
from taotoken_plugins._paste._pieces import Piece, Role, Scope
from taotoken_plugins._texts import paste as texts

MAX_LINKS: Final = 50
MAX_LENGTH: Final = 200_000
MAX_ENDPOINTS: Final = 5

_LINK: Final = re.compile(r"ccswitch://v1/import/?\?([^\s\"'`<>|)\]]{1,200000})", re.IGNORECASE)
_APPS: Final[Mapping[str, Protocol]] = {
    "claude": "messages",
    "claude-desktop": "messages",
    "codex": "responses",
}
_MODELS: Final = ("model", "sonnetModel", "opusModel", "haikuModel")

ReadConfig = Callable[[str], tuple[Scope, ...]]


def links(text: str, read_config: ReadConfig) -> Iterator[tuple[int, int, tuple[Scope, ...], tuple[Message, ...]]]:
    """The links of a text with their places: the sets in each, and what can't be used of it."""
    for _, found in zip(range(MAX_LINKS), _LINK.finditer(text), strict=False):
        query = found[1].replace("&amp;", "&").rstrip(".,;")
        try:
            given = dict(reversed(parse_qsl(query, max_num_fields=100)))  # of two equal names the first counts
        except ValueError:
            continue
        yield found.start(), found.end(), *_read(given, read_config)


def _read(given: Mapping[str, str], read_config: ReadConfig) -> tuple[tuple[Scope, ...], tuple[Message, ...]]:
    if given.get("resource", "provider") != "provider":
        return (), (texts.LINK_OTHER(),)
    problems = [texts.LINK_REMOTE()] if given.get("configUrl") else []
    inner: tuple[Scope, ...] = ()
    if given.get("config"):
        decoded = _decoded(given["config"])
        inner = read_config(decoded) if decoded is not None else ()
        if not any(scope.pieces for scope in inner):
            problems.append(texts.LINK_CONFIG())
    pieces = tuple(_pieces(given))
    have = {piece.role for piece in pieces}
    filled = (*pieces, *(piece for scope in inner for piece in scope.pieces if piece.role not in have))
    app = given.get("app", "").lower()
    return tuple(
        Scope(
            what=texts.LINK,
            label=given.get("name", ""),
            pieces=one,
            protocol=_APPS.get(app),
            active=number == 0,
        )
        for number, one in enumerate(_by_endpoint(filled, given.get("endpoint", "")))
    ), tuple(problems)


def _pieces(given: Mapping[str, str]) -> Iterator[Piece]:
    if key := given.get("apiKey"):
        yield Piece(role="api_key", name="apiKey", value=key)
    for name in _MODELS:
        if value := given.get(name):
            yield Piece(role="model", name=name, value=value)
    if endpoint := given.get("endpoint"):
        yield Piece(role="base_url", name="endpoint", value=endpoint)


def _by_endpoint(pieces: tuple[Piece, ...], endpoint: str) -> Iterator[tuple[Piece, ...]]:
    """One set for each address of the link."""
    addresses = [part.strip() for part in endpoint.split(",") if part.strip()][:MAX_ENDPOINTS]
    if len(addresses) < 2:
        yield pieces
        return
    role: Role = "base_url"
    rest = tuple(piece for piece in pieces if piece.role != role)
    for address in addresses:
        yield (*rest, Piece(role=role, name="endpoint", value=address))


def _decoded(text: str) -> str | None:
    """Base64 in any alphabet, with or without padding, and with its ``+`` read as blanks on the way."""
    body = re.sub(r"[\r\n=]", "", text.strip()).replace(" ", "+").replace("-", "+").replace("_", "/")
    if len(body) > MAX_LENGTH:
        return None
    try:
        return base64.b64decode(body + "=" * (-len(body) % 4), validate=True).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError, ValueError):
        return None
