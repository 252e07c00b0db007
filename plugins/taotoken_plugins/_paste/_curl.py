"""curl commands, as sh, cmd and PowerShell spell them. Read, never run."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from typing import Final

from taotoken._protocol import Protocol
from taotoken_plugins._paste._pieces import Piece, Scope
from taotoken_plugins._texts import paste as texts

MAX_COMMANDS: Final = 50
MAX_LENGTH: Final = 60_000

_START: Final = re.compile(r"(?<![\w/.\-])curl(?:\.exe)?[ \t]+(?=\S)")
_CONTINUED: Final = re.compile(r"[\\^`][ \t]*\n")
_CMD_ESCAPE: Final = re.compile(r"\^\r?\n|\^(.)")
_URL: Final = re.compile(r"https?://|localhost[:/]|[\w\-]+(?:\.[\w\-]+)+(?::\d+)?/", re.IGNORECASE)
_MODEL: Final = re.compile(r"""\\?["']?model\\?["']?\s{0,5}:\s{0,5}\\?["']?([^"'\\\s,}]{1,200})""")
_AUTH: Final = ("authorization", "x-api-key", "api-key")
_BODY: Final = ("-d", "--data", "--data-raw", "--data-binary", "--data-ascii", "--json")
_OTHERS: Final = (
    "-X --request -o --output -A --user-agent -e --referer -b --cookie -x --proxy -m --max-time --connect-timeout "
    "-w --write-out -F --form --cacert --cert --key --retry --noproxy --resolve -u --user"
)
_WITH_VALUE: Final = frozenset(_OTHERS.split())


def commands(text: str) -> Iterator[tuple[int, int, Scope]]:
    """The curl commands of a text with their places, as far as their quoting is whole."""
    end = 0
    for _, found in zip(range(MAX_COMMANDS), _START.finditer(text), strict=False):
        if found.start() < end:
            continue
        end = _end(text, found.end())
        if (words := _words(text[found.end() : end])) is not None and (pieces := tuple(_pieces(words))):
            yield found.start(), end, Scope(what=texts.CURL, pieces=pieces, protocol=_protocol(pieces))


def _end(text: str, start: int) -> int:
    """Where the command ends: at a line end or operator outside quotes that nothing continues."""
    quote, at, limit = "", start, min(len(text), start + MAX_LENGTH)
    while at < limit:
        char = text[at]
        if not quote and (continued := _CONTINUED.match(text, at)):
            at = continued.end()
            continue
        if char in "\\^" and quote != "'":
            at += 2
            continue
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        elif char in "\n|;" or text.startswith("&&", at):
            return at
        at += 1
    return limit


def _words(command: str) -> list[str] | None:
    if "^" in command and ('^"' in command or "^\n" in command):
        command = _CMD_ESCAPE.sub(lambda match: match[1] or " ", command)
    command = re.sub(r"[\\`][ \t]*\n", " ", command)
    try:
        return shlex.split(command, posix=True)
    except ValueError:
        return None


def _pieces(words: list[str]) -> Iterator[Piece]:
    option = ""
    for word in words:
        if option:
            yield from _option(option, word)
            option = ""
        elif word in ("-H", "--header", "--url") or word in _BODY or word in _WITH_VALUE:
            option = word
        elif word.startswith("-H"):
            yield from _option("-H", word[2:])
        elif word.startswith("--"):
            name, _, value = word.partition("=")
            yield from _option(name, value)
        elif not word.startswith("-") and _URL.match(word):
            yield Piece(role="base_url", name="", value=word)


def _option(option: str, value: str) -> Iterator[Piece]:
    if option in ("-H", "--header"):
        name, _, content = value.partition(":")
        if name.strip().lower() in _AUTH and content.strip():
            yield Piece(role="api_key", name=name.strip(), value=content.strip())
    elif option == "--url":
        yield Piece(role="base_url", name="", value=value)
    elif option in _BODY and (model := _MODEL.search(value, 0, 200_000)):
        yield Piece(role="model", name="model", value=model[1])


def _protocol(pieces: tuple[Piece, ...]) -> Protocol | None:
    url = next((piece.value for piece in pieces if piece.role == "base_url"), "")
    path = url.partition("?")[0].rstrip("/")
    if path.endswith("/messages"):
        return "messages"
    if path.endswith("/responses"):
        return "responses"
    return "chat" if path.endswith("/chat/completions") else None
