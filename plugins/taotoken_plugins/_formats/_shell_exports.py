"""What a start file exports, statement by statement: sh and its kin, fish, PowerShell. No shell is run.

Bodies of functions and of here-documents do nothing when the file is read, so nothing in them counts.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from taotoken_plugins._formats._shell_lines import Line, lines

ASSIGN: Final = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)\+?=(.*)", re.DOTALL)
_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_FUNCTION: Final = re.compile(r"[\w.:-]+\(\)(\{?)\Z")
_BEFORE: Final = ("then", "else", "do", "{", "builtin", "command")
_FISH_BLOCKS: Final = ("function", "if", "for", "while", "switch", "begin")
_VALUE: Final = r"""(?:"([^"]*)"|'([^']*)'|([^\s;#]+))"""
_POWERSHELL: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\$env:([A-Za-z_]\w*)\s*=\s*{_VALUE}",
        rf"\$\{{env:([A-Za-z_]\w*)\}}\s*=\s*{_VALUE}",
        r"""SetEnvironmentVariable\(\s*["']([A-Za-z_]\w*)["']\s*,\s*(?:"([^"]*)"|'([^']*)')""",
        r"""^\s*setx(?:\.exe)?\s+([A-Za-z_]\w*)\s+(?:"([^"]*)"|'([^']*)'|(\S+))""",
    )
)
_ASSIGNED: Final = _POWERSHELL[:2]  # those that set a variable for this session alone
_PS_FUNCTION: Final = re.compile(r"\s*(?:function|filter)\s", re.IGNORECASE)
_LINES: Final = re.compile(r"[^\n]*\n|[^\n]+")  # a form feed ends none, whatever str.splitlines says
_HERE_STRING: Final = re.compile(r"@([\"'])[ \t]*\r?\Z")


@dataclass(frozen=True, slots=True)
class Export:
    """One exported variable.

    Attributes:
        name, value: the value as written (``$OTHER`` is not filled in).
        number: the line on which the value stands.
        line: the statement that exports it.
        names: all that the statement exports.
        alone: is the statement all there is on that line, so that it can be taken out by itself?
    """

    name: str
    value: str = field(repr=False)
    number: int
    line: Line
    names: frozenset[str]
    alone: bool


def commands(code: str) -> list[list[str]]:
    """The words of each command on a line, quotes removed; nothing where quoting is not closed."""
    lexer = shlex.shlex(code, posix=True, punctuation_chars=";&|")
    lexer.whitespace_split = True
    lexer.commenters = ""
    found: list[list[str]] = [[]]
    try:
        for word in lexer:
            if word and not word.strip(";&|"):
                found.append([])
            else:
                found[-1].append(word)
    except ValueError:
        return []
    return found


# sh, bash, zsh --------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Posix:
    """What has been read so far: plain variables, exports, and how deep in a function's body we are."""

    plain: dict[str, tuple[str, int]] = field(default_factory=dict)
    out: list[Export] = field(default_factory=list)
    depth: int = 0
    header: bool = False  # a function's name was read, its body comes


def posix(text: str) -> list[Export]:
    """``export A=1 B=2``, ``A=1`` followed by ``export A``, ``declare -x``; ``unset A`` takes back."""
    state = _Posix()
    for line in lines(text):
        found = [words for words in commands(line.code) if words]
        for words in found:
            if not _in_function(state, words):
                _command(state, words, line, alone=len(found) == 1)
    return state.out


def _in_function(state: _Posix, words: list[str]) -> bool:
    """Does this command belong to a function, as its head or in its body?"""
    rest = words
    if not state.depth and not state.header:
        head = _after_head(words)
        if head is None:
            return False
        rest, state.header = head, True
    opened = sum(word == "{" for word in rest)
    closed = sum(word == "}" for word in rest)
    if state.header and not opened:
        state.header = not rest  # a body that is no group is left to the shell
        return True
    state.header = False
    state.depth = max(0, state.depth + opened - closed)
    return True


def _after_head(words: list[str]) -> list[str] | None:
    """What stands behind the head of a function; None where there is none."""
    if words[0] == "function" and len(words) > 1:
        rest = words[2:]
        return rest[1:] if rest[:1] == ["()"] else rest
    if found := _FUNCTION.match(words[0]):
        return ([found[1]] if found[1] else []) + words[1:]
    if len(words) > 1 and words[1] in ("()", "(){") and _NAME.match(words[0]):
        return (["{"] if words[1].endswith("{") else []) + words[2:]
    return None


def _command(state: _Posix, words: list[str], line: Line, *, alone: bool) -> None:
    if words[0] == "unset":
        state.out = [item for item in state.out if item.name not in words[1:]]
        return
    arguments = export_words(words)
    if arguments is None:
        if len(words) == 1 and (match := ASSIGN.match(words[0])):
            state.plain[match[1]] = (match[2], line.number)
        return
    by_itself = alone and words[0] not in _BEFORE
    names = frozenset(word.partition("=")[0].removesuffix("+") for word in arguments)
    for word in arguments:
        if match := ASSIGN.match(word):
            state.out.append(Export(match[1], match[2], line.number, line, names, by_itself))
        elif word in state.plain:
            value, number = state.plain[word]
            state.out.append(Export(word, value, number, line, names, by_itself))


def export_words(words: Sequence[str]) -> list[str] | None:
    """The arguments of an exporting command, None for any other."""
    while words and words[0] in _BEFORE:
        words = words[1:]
    if not words:
        return None
    if words[0] == "export":
        return [] if "-n" in words else [word for word in words[1:] if not word.startswith("-")]
    if words[0] in ("declare", "typeset") and any(word[0] == "-" and "x" in word for word in words[1:] if word):
        return [word for word in words[1:] if not word.startswith("-")]
    return None


# fish -----------------------------------------------------------------------------------------------------


def fish(text: str) -> list[Export]:
    """``set -gx NAME value…`` in any spelling of the export flag, and ``export NAME=value``."""
    found: list[Export] = []
    depth = 0  # of blocks, while a function is open
    for line in lines(text, here=False):
        there = [words for words in commands(line.code) if words]
        for words in there:
            if depth or words[0] == "function":
                depth += (words[0] in _FISH_BLOCKS) - (words[0] == "end")
                continue
            pairs = [*_fish_exports(words)]
            names = frozenset(name for name, _ in pairs)
            found += [Export(name, value, line.number, line, names, len(there) == 1) for name, value in pairs]
    return found


def _fish_exports(words: list[str]) -> Iterator[tuple[str, str]]:
    if words[0] == "set":
        flags = [word for word in words[1:] if word.startswith("-")]
        rest = [word for word in words[1:] if not word.startswith("-")]
        if rest and _NAME.match(rest[0]) and _is_exporting(flags):
            yield rest[0], " ".join(rest[1:])
        return
    for word in export_words(words) or ():
        if match := ASSIGN.match(word):
            yield match[1], match[2]


def _is_exporting(flags: list[str]) -> bool:
    erase = any(flag in ("-e", "--erase") for flag in flags)
    return not erase and any(flag == "--export" or (flag[1] != "-" and "x" in flag) for flag in flags if len(flag) > 1)


# PowerShell -----------------------------------------------------------------------------------------------


def powershell(text: str) -> list[Export]:
    """``$env:NAME = "value"``, ``[Environment]::SetEnvironmentVariable(…)``, ``setx``."""
    return [export for line in _powershell_lines(text) for export in _of_powershell(line)]


def _of_powershell(line: Line) -> Iterator[Export]:
    for pattern in _POWERSHELL:
        for match in pattern.finditer(line.code):
            value = next((group for group in match.groups()[1:] if group is not None), "")
            rest = (line.code[: match.start()] + line.code[match.end() :]).strip(" \t\r\n;")
            alone = pattern in _ASSIGNED and (not rest or rest.startswith("#"))
            yield Export(match[1], value, line.number, line, frozenset((match[1],)), alone)


def _powershell_lines(text: str) -> Iterator[Line]:
    """Lines that are run when the profile is read: no comments, no here-strings, no bodies of functions."""
    start, depth, header, closing = 0, 0, False, ""
    for number, raw in enumerate(_LINES.findall(text), 1):
        line = Line(number, start, start + len(raw), raw.rstrip("\r\n"))
        start = line.end
        if closing:
            closing = "" if closing in raw else closing
        elif found := _HERE_STRING.search(line.code):
            closing = f"{found[1]}@"
        elif "<#" in raw and "#>" not in raw:
            closing = "#>"
        elif depth or header or _PS_FUNCTION.match(raw):
            opened = raw.count("{")
            header = not (opened or depth)
            depth = max(0, depth + opened - raw.count("}"))
        elif not raw.lstrip().startswith("#"):
            yield line
