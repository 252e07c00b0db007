"""The pieces of a set as they stand in a text, each with its name, and the places they stand together in."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Literal

from taotoken._message import Message, Text
from taotoken._protocol import Protocol
from taotoken._text import safe_text
from taotoken_plugins._texts import paste as texts
from taotoken_plugins.diagnosis._names import role_of

Role = Literal["base_url", "api_key", "model"]
ROLES: Final[tuple[Role, ...]] = ("base_url", "api_key", "model")
MAX_PIECES: Final = 400
"""Pieces that are read from one text."""

_CAMEL: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_WEAK_URL: Final = frozenset(("url", "api", "host", "api_host", "api_url", "request_url", "gateway", "gateway_url"))
_WEAK_KEY: Final = frozenset(("key", "token"))
_SECOND_CHOICE: Final = re.compile(r"default|small|fast|haiku|opus|sonnet|subagent|light|weak|lite|vision|embed")
_SERVICE: Final = re.compile(
    r"(?:git(?:hub|lab|ee)|slack|discord|telegram|npm|pypi|aws|hf|hugging_?face|jwt|session|csrf|stripe|sentry|tavily"
    r"|brave|serper|notion|figma|database|redis|smtp|mail)(?:_|$)"
)
_IN_NAMES: Final = (
    "api base url uri key auth token bearer experimental model models id name default small fast sonnet opus haiku "
    "reasoning endpoint secret access request host apikey baseurl subagent authorization x your my main gateway "
    "address plan act mode current"
)
_ROLE_WORDS: Final = frozenset(_IN_NAMES.split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """One value. `refused` says why it can't be used; then `value` is what was written."""

    role: Role
    name: str
    value: str = field(repr=False)
    notes: tuple[Message, ...] = ()
    refused: Message | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Pieces that stand together.

    Attributes:
        what, label: what kind of place it is, and its name where it has one (a provider, an MCP server).
        protocol: the protocol of that place.
        loose: pieces of running text, which may belong to others beside them.
        active: the place says that this one is in use.
    """

    what: Text
    pieces: tuple[Piece, ...]
    label: str = ""
    protocol: Protocol | None = None
    loose: bool = False
    active: bool = False
    notes: tuple[Message, ...] = ()


def snake(name: str) -> str:
    """A name in one spelling: ``apiKey``, ``API-Key`` and ``api key`` are all ``api_key``."""
    words = _CAMEL.sub("_", name.strip())
    return re.sub(r"[\s_\-.]+", "_", words).strip("_").lower()


def role(name: str) -> Role | None:
    """What a setting of this name is in a set; None for all others."""
    plain = snake(name)
    if plain in ("authorization", "x_api_key"):
        return "api_key"
    if plain in _WEAK_URL:
        return "base_url"
    if _SERVICE.match(plain):
        return None
    found = role_of(plain)
    return found if found in ROLES else None


def is_weak(name: str) -> bool:
    """Is the name so general that its value must look like what is meant?"""
    return snake(name) in _WEAK_URL | _WEAK_KEY


def is_second_choice(name: str) -> bool:
    """Does the name stand for a model beside the main one?"""
    return _SECOND_CHOICE.search(snake(name)) is not None


def family(name: str) -> str:
    """Whose setting it is by its name: ``openai`` of ``OPENAI_BASE_URL``, empty for ``base_url``."""
    words: list[str] = []
    for word in snake(name).split("_") if name.isascii() else ():
        if word in _ROLE_WORDS:
            break
        words.append(word)
    found = "_".join(words)
    if found.startswith(("anthropic", "claude")):
        return "anthropic"
    return "openai" if found in ("openai", "open_ai", "azure_openai") else found


def protocol_of_family(name: str) -> Protocol | None:
    """The protocol that settings of this family are for."""
    return "messages" if name == "anthropic" else "chat" if name == "openai" else None


def first_of(pieces: Iterable[Piece], wanted: Role) -> Piece | None:
    """The piece of a role that counts: usable before refused, plain names before general or second ones."""
    found = [piece for piece in pieces if piece.role == wanted]
    return min(found, key=_rank) if found else None


def _rank(piece: Piece) -> tuple[bool, bool, bool]:
    second = piece.role == "model" and is_second_choice(piece.name)
    # ANTHROPIC_API_KEY loses against ANTHROPIC_AUTH_TOKEN, as in Claude Code.
    beaten = is_weak(piece.name) or snake(piece.name) == "anthropic_api_key"
    return piece.refused is not None, second, beaten


def described(what: Text, label: str, secrets: tuple[str, ...]) -> Message:
    """What a set was found in, as it may be shown."""
    shown = safe_text(label, 60, secrets=secrets)
    return texts.NAMED(what=what(), name=shown) if shown else what()
