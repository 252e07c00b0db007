"""Variables that shell start files export: what a new terminal will have, without running any shell."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from taotoken_plugins._host import Host

MAX_FILE = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ShellVariable:
    """One exported variable; `value` is the text as written (``$OTHER`` is not expanded)."""

    name: str
    value: str = field(repr=False)
    path: Path
    line: int


Found = tuple[str, str]  # name, value
Parser = Callable[[str], Iterator[tuple[int, Found]]]

_ASSIGN = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)\+?=(.*)", re.DOTALL)
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_POWERSHELL = re.compile(r"""\$env:([A-Za-z_]\w*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;#]+))""", re.IGNORECASE)
_POWERSHELL_BRACED = re.compile(r"""\$\{env:([A-Za-z_]\w*)\}\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;#]+))""", re.IGNORECASE)
_DOTNET = re.compile(
    r"""SetEnvironmentVariable\(\s*["']([A-Za-z_]\w*)["']\s*,\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE
)
_SETX = re.compile(r"""^\s*setx(?:\.exe)?\s+([A-Za-z_]\w*)\s+(?:"([^"]*)"|'([^']*)'|(\S+))""", re.IGNORECASE)


def shell_variables(host: Host) -> tuple[ShellVariable, ...]:
    """Every exported variable in the start files of this host's shells, in file and line order."""
    return tuple(variable for path, parse in _start_files(host) for variable in _variables(path, _read(path), parse))


def exported(host: Host, names: Iterable[str]) -> tuple[ShellVariable, ...]:
    """The start-file exports of `names` that have a value."""
    wanted = set(names)
    found = []
    for path, parse in _start_files(host):
        text = _read(path)
        if any(name in text for name in wanted):  # a long start file is parsed only where it matters
            found += [item for item in _variables(path, text, parse) if item.name in wanted and item.value]
    return tuple(found)


def _variables(path: Path, text: str, parse: Parser) -> Iterator[ShellVariable]:
    for line, (name, value) in parse(text):
        yield ShellVariable(name=name, value=value, path=path, line=line)


def is_exported(host: Host, name: str) -> bool:
    """Does this terminal, or a new one, have a value for `name`?"""
    return bool(host.env.get(name)) or bool(exported(host, (name,)))


def environment_file(path: Path) -> tuple[tuple[str, str, int], ...]:
    """Name, value and line of every assignment in a dotenv-like file."""
    return tuple((name, value, line) for line, (name, value) in _environment_file(_read(path)))


def _read(path: Path) -> str:
    try:
        if not path.is_file() or path.stat().st_size > MAX_FILE:
            return ""
        return path.read_bytes().decode("utf-8-sig", errors="replace")
    except OSError:
        return ""


def _start_files(host: Host) -> Iterator[tuple[Path, Parser]]:
    home = host.home
    if host.platform != "win32":
        yield system_environment(host), _environment_file
        for name in (".profile", ".bash_profile", ".bash_login", ".bashrc", ".bash_aliases"):
            yield home / name, _posix
        zsh = Path(host.env.get("ZDOTDIR") or home)
        for name in (".zshenv", ".zprofile", ".zshrc", ".zlogin"):
            yield zsh / name, _posix
        config = Path(host.env.get("XDG_CONFIG_HOME") or home / ".config")
        yield config / "fish" / "config.fish", _fish
        for path in _sorted_files(config / "fish" / "conf.d", ".fish"):
            yield path, _fish
        folders = [config / "powershell"]
    else:
        documents = home / "Documents"
        folders = [documents / "PowerShell", documents / "WindowsPowerShell"]
        for name in (".bash_profile", ".bashrc", ".profile"):  # Git Bash
            yield home / name, _posix
    for folder in folders:
        for name in ("profile.ps1", "Microsoft.PowerShell_profile.ps1"):
            yield folder / name, _powershell


def system_environment(host: Host) -> Path:
    """PAM's environment file, the same on every Unix."""
    del host
    return Path("/etc/environment")


def _sorted_files(folder: Path, suffix: str) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.suffix == suffix)
    except OSError:
        return []


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Logical lines with the number of their first line: a trailing backslash joins the next one."""
    held, start = "", 0
    for number, line in enumerate(text.splitlines(), 1):
        start = start or number
        if line.endswith("\\") and not line.lstrip().startswith("#"):
            held += line[:-1]
            continue
        yield start, held + line
        held, start = "", 0
    if held:
        yield start, held


def _without_comment(line: str) -> str:
    """`line` up to a ``#`` that starts a word outside quotes."""
    quote = ""
    for index, char in enumerate(line):
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        elif char == "#" and (index == 0 or line[index - 1] in " \t;&|"):
            return line[:index]
    return line


def _commands(line: str) -> list[list[str]]:
    """The words of each command on a line, quotes and comments removed; empty where quoting is not closed."""
    lexer = shlex.shlex(_without_comment(line), posix=True, punctuation_chars=";&|")
    lexer.whitespace_split = True
    lexer.commenters = ""
    commands: list[list[str]] = [[]]
    try:
        for word in lexer:
            if word and not word.strip(";&|"):
                commands.append([])
            else:
                commands[-1].append(word)
    except ValueError:
        return []
    return commands


def _export_words(words: list[str]) -> list[str] | None:
    """The arguments of an exporting command, None for any other."""
    while words and words[0] in ("then", "else", "do", "{", "builtin", "command"):
        words = words[1:]
    if not words:
        return None
    if words[0] == "export":
        return [] if "-n" in words else [word for word in words[1:] if not word.startswith("-")]
    if words[0] in ("declare", "typeset") and any(word[0] == "-" and "x" in word for word in words[1:] if word):
        return [word for word in words[1:] if not word.startswith("-")]
    return None


def _posix(text: str) -> Iterator[tuple[int, Found]]:
    """sh, bash, zsh: ``export A=1 B=2``, ``A=1`` followed by ``export A``, ``unset A``."""
    plain: dict[str, tuple[int, str]] = {}
    out: list[tuple[int, Found]] = []
    for number, line in _lines(text):
        for words in _commands(line):
            out = _posix_command(number, words, plain, out)
    yield from out


def _posix_command(
    number: int, words: list[str], plain: dict[str, tuple[int, str]], out: list[tuple[int, Found]]
) -> list[tuple[int, Found]]:
    if words and words[0] == "unset":
        return [item for item in out if item[1][0] not in words[1:]]
    exports = _export_words(words)
    if exports is None:
        if len(words) == 1 and (match := _ASSIGN.match(words[0])):
            plain[match[1]] = (number, match[2])
        return out
    for word in exports:
        if match := _ASSIGN.match(word):
            out.append((number, (match[1], match[2])))
        elif word in plain:
            line, value = plain[word]
            out.append((line, (word, value)))
    return out


def _environment_file(text: str) -> Iterator[tuple[int, Found]]:
    """/etc/environment: every ``NAME=value`` line counts."""
    for number, line in _lines(text):
        for words in _commands(line):
            if words and (match := _ASSIGN.match(words[-1])):
                yield number, (match[1], match[2])


def _fish(text: str) -> Iterator[tuple[int, Found]]:
    """fish: ``set -gx NAME value…`` in any spelling of the export flag, and ``export NAME=value``."""
    for number, line in _lines(text):
        for words in _commands(line):
            if words and words[0] == "set":
                flags = [word for word in words[1:] if word.startswith("-")]
                rest = [word for word in words[1:] if not word.startswith("-")]
                if rest and _NAME.match(rest[0]) and _fish_exports(flags):
                    yield number, (rest[0], " ".join(rest[1:]))
            else:
                for word in _export_words(words) or ():
                    if match := _ASSIGN.match(word):
                        yield number, (match[1], match[2])


def _fish_exports(flags: list[str]) -> bool:
    erase = any(flag in ("-e", "--erase") for flag in flags)
    return not erase and any(flag == "--export" or (flag[1] != "-" and "x" in flag) for flag in flags if len(flag) > 1)


def _powershell(text: str) -> Iterator[tuple[int, Found]]:
    """PowerShell: ``$env:NAME = "value"``, ``[Environment]::SetEnvironmentVariable(…)``, ``setx``."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("#"):
            continue
        for pattern in (_POWERSHELL, _POWERSHELL_BRACED, _DOTNET, _SETX):
            for match in pattern.finditer(line):
                yield number, (match[1], next((group for group in match.groups()[1:] if group is not None), ""))
