"""Sets in text of any kind: names, a sign, values. For shells, .env files, source code, prose, and all that is too
damaged for its own parser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from taotoken._message import Message, Text
from taotoken._protocol import Protocol
from taotoken._text import safe_text
from taotoken._texts import values
from taotoken_plugins._paste._labels import (
    NAME,
    fits,
    is_variable,
    looks_like_key,
    looks_like_model,
    looks_like_url,
    name_of_match,
    role_of_match,
)
from taotoken_plugins._paste._pieces import MAX_PIECES, Piece, Role, Scope, family
from taotoken_plugins._paste._repair import has_full_width
from taotoken_plugins._texts import paste as texts

_HINT: Final = re.compile(
    r"url|uri|key|token|model|base|endpoint|auth|地址|网址|域名|端点|链接|密钥|秘钥|密匙|令牌|模型",
    re.IGNORECASE,
)
# A setting that is commented out; `# Base URL: …` is a heading.
_COMMENTED: Final = re.compile(
    r"[ \t]*(?:#[ \t]*(?:export[ \t]+|set[ \t]+)?[$\w.:\-]+[ \t]*=|//|rem[ \t]|::|;|<!--)", re.IGNORECASE
)
_CLOSE: Final = r"(?:[\\\"'`*_\]\)}]|</?\w{1,10}>){0,6}"
_SIGN: Final = re.compile(
    rf"(?P<close>{_CLOSE})[ \t]{{0,40}}(?:\([^()\n]{{0,40}}\)[ \t]{{0,5}})?"
    r"(?P<sign>:=|=>|==?|:|\||,(?=[ \t]{0,5}[\"'])|(?:is|are|为|是|用|填写?|使用|设为|设置为|改为|改成)"
    r"(?=[\s:\"'`A-Za-z])|)"
    r"[ \t]{0,40}[:=]?[ \t\\]{0,40}(?P<break>\n{0,2}[ \t]{0,20})(?P<open>(?:[*_(]|<(?=\w)|\\(?=[\"'])){0,4})"
)
_VALUE: Final = re.compile(
    r"""(?P<prefix>[frbu]{1,2}(?=["']))?(?:"(?P<double>[^"\n\\]*)\\?"|'(?P<single>[^'\n\\]*)\\?'|`(?P<tick>[^`\n]*)`"""
    r"""|["'`]?(?P<bare>(?:Bearer[ \t]+)?(?:\$?\{\{?[^{}\n]{0,100}\}\}?|\$\([^()\n]{0,100}\)"""
    r"""|[^\s"'`,;|<>(){}\\，。；、]"""
    r"""|(?<=[\w\])])\([^()\n]{0,100}\))+))""",
    re.IGNORECASE,
)
_CLIENT: Final = re.compile(
    r"\b(?:Async|Chat|create|new[ \t]+)?(?:Azure)?(?P<name>OpenAI|Anthropic|TaoToken)(?:Compatible|Client)?[ \t]*\("
)
_SECTION: Final = re.compile(r"^[ \t]*\[{1,2}[ \t]*(?P<name>[\w.\-\"' ]{1,120})\]{1,2}[ \t]*(?:#.*)?$")
_CLIENTS: Final[dict[str, Protocol]] = {"OpenAI": "chat", "Anthropic": "messages"}


@dataclass(slots=True)
class _Open:
    """The set that is being filled."""

    what: Text
    loose: bool
    protocol: Protocol | None = None
    label: str = ""
    pieces: list[Piece] = field(default_factory=list)

    def closed(self) -> Scope:
        return Scope(
            what=self.what,
            pieces=tuple(self.pieces),
            label=self.label,
            protocol=self.protocol,
            loose=self.loose,
        )


def scan(text: str, original: str, what: Text) -> Iterator[Scope]:
    """The sets in `text`; `original` is the same text, of the same length, before its signs were made plain."""
    now = _Open(what=what, loose=True)
    count = start = 0
    for line in text.splitlines(keepends=True):
        end = start + len(line)
        for new in _new_set(line, now):
            if now.pieces:
                yield now.closed()
            now = new
        if count < MAX_PIECES and _HINT.search(line) and not _COMMENTED.match(line):
            for piece in _pieces(text, original, start, end):
                count += 1
                if _starts_again(piece, now):
                    yield now.closed()
                    now = replace(now, pieces=[])
                now.pieces = _with(now.pieces, piece)
        start = end
    if now.pieces:
        yield now.closed()


def without_comments(text: str) -> str:
    """The text without its commented-out lines."""
    return "".join(line for line in text.splitlines(keepends=True) if not _COMMENTED.match(line))


def _new_set(line: str, now: _Open) -> Iterator[_Open]:
    """A client that is made, or a table's heading, starts a set of its own."""
    if (client := _CLIENT.search(line)) and "import" not in line:
        yield _Open(what=texts.CODE, loose=True, protocol=_CLIENTS.get(client["name"]))
    elif section := _SECTION.match(line):
        name = section["name"].strip("\"' ").rpartition(".")[2].strip("\"'")
        protocol: Protocol | None = "responses" if "model_providers" in line else None
        yield replace(now, label=name, protocol=protocol, pieces=[])


def _starts_again(piece: Piece, now: _Open) -> bool:
    """Does the piece begin the next set: a second address or key of the same family, under a label?"""
    if piece.role == "model" or is_variable(piece.name):
        return False
    same = [other for other in now.pieces if other.role == piece.role and family(other.name) == family(piece.name)]
    return bool(same) and all(other.value != piece.value for other in same)


def _with(pieces: list[Piece], piece: Piece) -> list[Piece]:
    """`pieces` and the new one; of a variable that is set twice the last value counts."""
    before = [other for other in pieces if other.name == piece.name and other.role == piece.role]
    if not before:
        return [*pieces, piece]
    if all(other.value == piece.value for other in before) or not is_variable(piece.name):
        return pieces
    note = texts.SET_TWICE(name=safe_text(piece.name, 80))
    kept = [other for other in pieces if other not in before]
    return [*kept, replace(piece, notes=(*piece.notes, note))]


def _pieces(text: str, original: str, start: int, end: int) -> Iterator[Piece]:
    """The named values that begin on one line."""
    at = start
    while at < end and (found := NAME.search(text, at, end)):
        at = found.end()
        wanted = role_of_match(found)
        if wanted is None:
            continue
        taken = _value(text, original, found, wanted)
        if taken is not None:
            piece, at = taken
            yield piece


def _value(text: str, original: str, found: re.Match[str], wanted: Role) -> tuple[Piece, int] | None:
    """The value behind a name, and where it ends."""
    sign = _SIGN.match(text, found.end())
    value = _VALUE.match(text, sign.end()) if sign else None
    if sign is None or value is None:
        return None
    group = next(name for name in ("double", "single", "tick", "bare") if value[name] is not None)
    quoted = group != "bare"
    name, content = name_of_match(found), value[group] if quoted else value[group].rstrip(".:!?")
    if not fits(wanted, name, content, quoted=quoted):
        return None
    notes = _sign_notes(found, sign, name, content, wanted, quoted=quoted)
    if notes is None:
        return None
    if has_full_width(original[value.start(group) : value.end(group)]):
        notes = (*notes, texts.FULL_WIDTH(field=_FIELDS[wanted]()))
    return Piece(role=wanted, name=name, value=content, notes=notes), value.end()


_FIELDS: Final[dict[Role, Text]] = {
    "base_url": values.BASE_URL,
    "api_key": values.API_KEY,
    "model": values.MODEL,
}


def _sign_notes(
    found: re.Match[str], sign: re.Match[str], name: str, content: str, wanted: Role, *, quoted: bool
) -> tuple[Message, ...] | None:
    """What to say about the sign between name and value; None where the two don't belong together."""
    if sign["break"].startswith("\n"):
        # The value of a label may stand on the next line; a variable without a value has none.
        named = sign["sign"] in (":", "") and not is_variable(name)
        return () if named and _fits_alone(wanted, content) else None
    if sign["sign"] or found["shell"]:
        return ()
    if not (sign[0] or quoted or not name.isascii()):
        return None
    plainly = is_variable(name) or quoted or not name.isascii()
    if not _fits_alone(wanted, content) or (wanted == "model" and not plainly):
        return None
    return (texts.EQUALS_REPAIRED(name=safe_text(name, 80)),) if is_variable(name) else ()


def _fits_alone(wanted: Role, content: str) -> bool:
    """Does the value tell by its shape alone what it is?"""
    if wanted == "base_url":
        return looks_like_url(content)
    return looks_like_key(content) if wanted == "api_key" else looks_like_model(content)
