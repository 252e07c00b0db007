"""From a pasted text to the three-piece sets in it. Pure: nothing is run, looked up or fetched."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from taotoken._message import Message, Text
from taotoken._text import safe_text
from taotoken_plugins._formats import FormatError
from taotoken_plugins._paste._bare import bare_scopes
from taotoken_plugins._paste._clean import cleaned
from taotoken_plugins._paste._curl import commands
from taotoken_plugins._paste._found import Found
from taotoken_plugins._paste._join import candidates
from taotoken_plugins._paste._link import links
from taotoken_plugins._paste._objects import load, spans
from taotoken_plugins._paste._pieces import Piece, Scope, family
from taotoken_plugins._paste._repair import blanked, plain
from taotoken_plugins._paste._scan import scan, without_comments
from taotoken_plugins._paste._table import table_scopes
from taotoken_plugins._paste._tree import scopes_in_json, scopes_in_toml
from taotoken_plugins._problem import Problem
from taotoken_plugins._texts import paste as texts
from taotoken_plugins.diagnosis._clean_text import MAX_TEXT, searchable

MAX_PROBLEMS: Final = 12

_FENCE: Final = re.compile(r"^[ \t]*(?:```|~~~)[^\n]*$", re.MULTILINE)
# A line that is only the name of the file that follows.
_FILE_NAME: Final = re.compile(
    r"^[ \t]*(?:[#/*>`\-]{1,3}[ \t]*|cat[ \t]+)?[`*\"]{0,3}[~%\w.$:/\\\-]{0,120}"
    r"(?:\.toml|\.jsonc?|\.env)[`*\"]{0,3}[ \t]*[:：]?[ \t]*$",
    re.MULTILINE,
)
_TAG: Final = re.compile(
    r"</?(?:b|i|em|strong|code|pre|td|th|tr|table|tbody|thead|br|p|div|span|li|ul|ol|h[1-6]|a)(?:\s[^<>]{0,300})?/?>",
    re.IGNORECASE,
)
_MCP: Final = re.compile(r"[\"'](?:mcpServers|mcp_servers)[\"']")
_CALL: Final = re.compile(r"\w[ \t]*\([ \t\n]*\Z")
_TOML: Final = re.compile(
    r"^[ \t]*(?:\[[\w.\-\"']+\][ \t]*(?:#.*)?$|(?:model|model_provider|base_url)[ \t]*=[ \t]*\")",
    re.MULTILINE,
)
_CODE: Final = re.compile(
    r"\b(?:import|from|const|let|require|def|async|await|new)\b.{0,80}\b(?:openai|anthropic|client|requests|fetch|axios)\b|\bfetch\(|\brequests\.post\(",
    re.IGNORECASE,
)
_ASSIGNED: Final = re.compile(
    r"^[ \t]*(?:(?:export |set |\$env:)?\"?[A-Z][A-Z0-9_]+[ \t]*="
    r"|(?:setx|setenv|export|set) .{0,20}[A-Z_]{4}|[A-Z][A-Z0-9]*_[A-Z0-9_]+[ ])"
    r"|SetEnvironmentVariable\(",
    re.MULTILINE,
)
_BROKEN_JSON: Final = re.compile(r"\{[\s\S]{0,400}?[\"“”'][\w.\-]{1,60}[\"“”']\s{0,5}[:：]")


def read_set(text: str) -> Found:
    """The three-piece sets that `text` holds, the best first, and the values in it that can't be used."""
    whole = searchable(text).text
    scopes: list[Scope] = []
    problems: list[Problem] = []
    if len(text) > MAX_TEXT:
        problems.append(Problem(code="paste_too_long", message=texts.TOO_LONG(limit=MAX_TEXT)))
    rest: list[str] = []
    for section in _sections(whole):
        found, messages, left = _read_section(section)
        scopes += found
        rest.append(left)
        problems += (Problem(code="paste_link", message=message) for message in messages)
    scopes += bare_scopes("\n".join(rest), scopes)
    ready = [cleaned(scope) for scope in scopes]
    problems += _problems(ready)
    return Found(candidates=candidates(ready), problems=tuple(problems[:MAX_PROBLEMS]))


def _sections(text: str) -> Iterator[str]:
    """Code blocks of Markdown, the text between them, and files under their names, each on its own."""
    blocks = _FENCE.split(text) if "```" in text or "~~~" in text else [text]
    for block in blocks:
        yield from (part for part in _FILE_NAME.split(block) if part.strip())


def _read_section(original: str) -> tuple[list[Scope], list[Message], str]:
    """The sets in a section, what can't be used of its links, and the text that no reader of a whole shape took."""
    text = plain(original)
    scopes: list[Scope] = []
    messages: list[Message] = []
    taken: list[tuple[int, int]] = []
    for start, end, found, said in links(text, _read_config):
        taken.append((start, end))
        scopes += found
        messages += said
    text = blanked(text, taken)
    text = blanked(text, [tag.span() for tag in _TAG.finditer(text)])
    found_commands = list(commands(text))
    scopes += [scope for _, _, scope in found_commands]
    text = blanked(text, [(start, end) for start, end, _ in found_commands])
    in_objects, text = _read_objects(original, text)
    rest = list(_read_rest(text, original))
    if _MCP.search(text):
        return [*scopes, *in_objects, *_variables_only(rest)], messages, ""
    return [*scopes, *in_objects, *rest], messages, without_comments(text)


def _read_objects(original: str, text: str) -> tuple[list[Scope], str]:
    """The sets in the JSON objects of a section, and the text without those objects."""
    places = [place for place in spans(text) if not _CALL.search(text, max(0, place[0] - 80), place[0])]
    outside = _MCP.search(blanked(text, places))  # a list of MCP servers that is cut off, its parts whole
    scopes: list[Scope] = []
    taken: list[tuple[int, int]] = []
    for start, end in places:
        if (inner := _read_object(original[start:end], text[start:end])) is not None:
            taken.append((start, end))
            scopes += _variables_only(inner) if outside and outside.start() < start else inner
    return scopes, blanked(text, taken)


def _variables_only(scopes: Sequence[Scope]) -> Iterator[Scope]:
    """Only settings named for a program: the address and headers of an MCP server belong to another service."""
    for scope in scopes:
        yield replace(scope, pieces=tuple(piece for piece in scope.pieces if family(piece.name)))


def _read_object(original: str, text: str) -> tuple[Scope, ...] | None:
    """The sets in a JSON object; None where it can't be parsed even with plain quotes and signs."""
    data = load(original)
    if data is not None:
        return scopes_in_json(data)
    data = load(text) if text != original else None
    if data is None:
        return None
    return tuple(replace(scope, notes=(*scope.notes, texts.QUOTES_REPAIRED())) for scope in scopes_in_json(data))


def _read_config(text: str) -> tuple[Scope, ...]:
    """The config inside a link: JSON or TOML."""
    if (data := load(text.strip())) is not None:
        return scopes_in_json(data)
    return _read_toml(text) or ()


def _read_toml(text: str) -> tuple[Scope, ...] | None:
    from taotoken_plugins._formats.toml_format import TOML

    try:
        return scopes_in_toml(TOML.load(text.encode("utf-8", "replace")))
    except FormatError:
        return None


def _read_rest(text: str, original: str) -> Iterator[Scope]:
    if _TOML.search(text) and "base_url" in text:
        found = _read_toml(original) if text == plain(original) else None
        found = found or _read_toml(text)
        if found is not None:
            yield from found
            return
    taken = []
    for start, end, scope in table_scopes(text):
        taken.append((start, end))
        yield scope
    what, notes = _kind(text)
    for scope in scan(blanked(text, taken), original, what):
        yield replace(scope, notes=(*scope.notes, *notes))


def _kind(text: str) -> tuple[Text, tuple[Message, ...]]:
    """What running text is, for telling the user where a set was found."""
    if _CODE.search(text):
        return texts.CODE, ()
    if _BROKEN_JSON.search(text):
        return texts.JSON, (texts.DAMAGED(what=texts.JSON()),)
    if _TOML.search(text) and "model_provider" in text:
        return texts.CODEX_CONFIG, (texts.DAMAGED(what=texts.TOML()),)
    return (texts.DOTENV if _ASSIGNED.search(text) else texts.WORDS), ()


def _problems(scopes: Sequence[Scope]) -> Iterator[Problem]:
    """Every value that can't be used, once."""
    secrets = tuple({piece.value for scope in scopes for piece in scope.pieces if piece.role == "api_key"})
    seen: list[tuple[str, Message]] = []
    for piece in (piece for scope in scopes for piece in scope.pieces):
        if piece.refused is None or (piece.name, piece.refused) in seen:
            continue
        seen.append((piece.name, piece.refused))
        yield _problem(piece, piece.refused, secrets)


def _problem(piece: Piece, reason: Message, secrets: tuple[str, ...]) -> Problem:
    name = safe_text(piece.name, 80, secrets=secrets) or piece.role
    return Problem(code="paste_value", message=texts.REFUSED(name=name, reason=reason), field=name)
