"""Sets in parsed JSON and TOML: every object that holds a base URL or a key, with what stands above it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from taotoken._message import Message, Text
from taotoken._protocol import Protocol
from taotoken._text import safe_text
from taotoken_plugins._paste._pieces import Piece, Role, Scope, family, is_weak, role
from taotoken_plugins._texts import paste as texts
from taotoken_plugins.diagnosis import pasted_file
from taotoken_plugins.diagnosis.pasted_file import path_of_data

MAX_DEPTH: Final = 12

# Tables that are no place of their own: what stands in them belongs to the object around.
_PART_OF: Final = re.compile(
    r"options|settings|env|headers|http_?headers|default_?headers|request_?options|auth|credentials",
    re.IGNORECASE,
)
_MCP: Final = frozenset(("mcpServers", "mcp_servers", "mcp", "context_servers"))
_ALIASES: Final = frozenset(("opus", "sonnet", "haiku", "opusplan", "default", "best"))
_CHOOSING: Final = ("model_provider", "lastUsedProvider", "activeProvider", "currentProvider", "current")
_KINDS: Final[Mapping[str, tuple[Text, Protocol | None]]] = {
    pasted_file.CLAUDE_SETTINGS: (texts.CLAUDE_SETTINGS, "messages"),
    pasted_file.CODEX_AUTH: (texts.CODEX_AUTH, None),
    pasted_file.CLINE_PROVIDERS: (texts.CLINE_PROVIDERS, "chat"),
}


@dataclass(frozen=True, slots=True)
class _Around:
    """What holds for an object because of where it stands."""

    what: Text
    protocol: Protocol | None
    chosen: frozenset[str]
    names: frozenset[str] = frozenset()
    path: tuple[str, ...] = ()
    above: tuple[Piece, ...] = ()


def scopes_in_json(data: Any) -> tuple[Scope, ...]:
    """The sets in a parsed JSON text."""
    if isinstance(data, list):
        data = {"": data}
    what, protocol = _KINDS.get(path_of_data(data) or "", (texts.JSON, None))
    if isinstance(data.get("openai"), dict) and what is texts.CODEX_AUTH:
        what = texts.JSON  # the shape a community tutorial gives; it holds for any tool
    return tuple(_walk(data, _Around(what, protocol, _chosen(data), _provider_names(data))))


def scopes_in_toml(data: Mapping[str, Any]) -> tuple[Scope, ...]:
    """The sets in a parsed TOML text."""
    codex = any(name in data for name in ("model_providers", "model_provider", "wire_api", "openai_base_url"))
    what: Text = texts.CODEX_CONFIG if codex else texts.TOML
    return tuple(_walk(data, _Around(what, "responses" if codex else None, _chosen(data))))


def _chosen(data: Mapping[str, Any]) -> frozenset[str]:
    chosen = {data[name] for name in _CHOOSING if isinstance(data.get(name), str)}
    model = data.get("model")
    return frozenset(chosen | ({model.partition("/")[0]} if isinstance(model, str) and "/" in model else set()))


def _provider_names(data: Mapping[str, Any]) -> frozenset[str]:
    table = data.get("provider")
    return frozenset(str(name) for name in table) if isinstance(table, dict) else frozenset()


def _walk(data: Mapping[str, Any], around: _Around) -> Iterator[Scope]:
    tables = tuple(_tables(data, MAX_DEPTH - len(around.path)))
    own = _without_lone_weak(tuple(piece for table in tables for piece in _pieces(table, around)))
    below = replace(around, above=_inherited(own, around.above))
    inner: list[Scope] = []
    if len(around.path) < MAX_DEPTH:
        for table in tables:
            for name, value in table.items():
                if not _is_part(name, value):
                    inner += _children(str(name), value, below)
    given = {piece.role for piece in own}
    if given & {"base_url", "api_key"} or (given and not inner and not around.path):
        pieces = (*own, *(piece for piece in around.above if piece.role not in given))
        yield _scope(around, pieces)
    yield from inner


def _scope(around: _Around, pieces: tuple[Piece, ...]) -> Scope:
    names = [name for name in around.path if name]
    active = any(name in around.chosen for name in names)
    pieces = tuple(_plain_models(pieces, around, names))
    label = next((name for name in reversed(names) if not name.isdecimal()), "")
    return Scope(what=around.what, pieces=pieces, label=label, protocol=around.protocol, active=active)


def _children(name: str, value: Any, around: _Around) -> Iterator[Scope]:
    inside = replace(around, path=(*around.path, name))
    if name in _MCP:
        yield from _mcp(value, inside)
    elif isinstance(value, dict):
        yield from _walk(value, inside)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            if isinstance(item, dict):
                title = next((item[key] for key in ("name", "displayName", "id") if isinstance(item.get(key), str)), "")
                yield from _walk(item, replace(inside, path=(*inside.path, title or str(index))))
    elif isinstance(value, str) and "\n" in value and "base_url" in value:
        yield from _embedded(value)


def _mcp(servers: Any, around: _Around) -> Iterator[Scope]:
    """Only the variables of an MCP server: its own address and headers belong to another service."""
    for name, server in servers.items() if isinstance(servers, dict) else ():
        env = server.get("env", server.get("environment")) if isinstance(server, dict) else None
        if isinstance(env, dict):
            inside = replace(around, what=texts.MCP, protocol=None, path=(*around.path, str(name)), above=())
            yield from _walk(env, inside)


def _embedded(text: str) -> Iterator[Scope]:
    """A TOML file kept as a string, as switchers store Codex's."""
    from taotoken_plugins._formats import FormatError
    from taotoken_plugins._formats.toml_format import TOML

    try:
        data = TOML.load(text.encode("utf-8", "replace"))
    except FormatError:
        return
    yield from scopes_in_toml(data)


def _is_part(name: Any, value: Any) -> bool:
    return isinstance(value, dict) and _PART_OF.fullmatch(str(name)) is not None


def _tables(data: Mapping[str, Any], depth: int) -> Iterator[Mapping[str, Any]]:
    """An object and the tables in it that are no place of their own, such as ``options`` and ``env``."""
    yield data
    for name, value in data.items():
        if depth > 0 and _is_part(name, value):
            yield from _tables(value, depth - 1)


def _pieces(data: Mapping[str, Any], around: _Around) -> Iterator[Piece]:
    models: list[str] = []
    for name, value in data.items():
        name = str(name)
        if isinstance(value, str):
            if (found := role(name)) and not _is_alias(name, value, around):
                yield Piece(role=found, name=name, value=value)
        elif name.lower() in ("models", "model") and isinstance(value, (dict, list)):
            models += _ids(value)
        if name == "tokens" and isinstance(value, dict) and value:
            yield Piece(role="api_key", name=name, value="-", refused=texts.LOGIN_TOKENS())
    if models:
        yield Piece(role="model", name="default_models", value=models[0], notes=_several(models))


def _is_alias(name: str, value: str, around: _Around) -> bool:
    return around.what is texts.CLAUDE_SETTINGS and name == "model" and value.partition("[")[0] in _ALIASES


def _ids(value: Any) -> list[str]:
    """Model ids of a ``models`` table or list."""
    if isinstance(value, dict):
        return [str(name) for name in value]
    found = [item if isinstance(item, str) else _id(item) for item in value if isinstance(item, (str, dict))]
    return [name for name in found if name]


def _id(item: Mapping[str, Any]) -> str:
    return next((item[key] for key in ("id", "model", "name") if isinstance(item.get(key), str)), "")


def _several(models: Sequence[str]) -> tuple[Message, ...]:
    return (texts.ONE_OF_MODELS(model=safe_text(models[0], 80)),) if len(models) > 1 else ()


def _without_lone_weak(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Names such as ``url`` and ``token`` count only beside a piece with a better name."""
    given: set[Role] = {piece.role for piece in pieces if not is_weak(piece.name) and piece.role != "model"}
    weak = {piece.role for piece in pieces if is_weak(piece.name)}
    if given or {"base_url", "api_key"} <= weak:
        return pieces
    return tuple(piece for piece in pieces if not is_weak(piece.name))


def _inherited(own: tuple[Piece, ...], above: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """What objects below may use: settings of no other family, the nearest first."""
    given = {piece.role for piece in own}
    return (*(piece for piece in own if not family(piece.name)), *(p for p in above if p.role not in given))


def _plain_models(pieces: tuple[Piece, ...], around: _Around, names: Sequence[str]) -> Iterator[Piece]:
    """Models without the provider's name in front (``taotoken/glm`` above the provider ``taotoken``), and none
    that name another provider of the same file."""
    for piece in pieces:
        provider, slash, rest = piece.value.partition("/")
        if piece.role == "model" and slash and provider in names:
            yield replace(piece, value=rest)
        elif not (piece.role == "model" and slash and provider in around.names):
            yield piece
