"""Variables that shell start files export: what a new terminal will have, without running any shell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from taotoken_plugins._host import Host
from taotoken_plugins._snapshot import read_file

if TYPE_CHECKING:
    from taotoken_plugins._formats import Format
    from taotoken_plugins._formats._shell_exports import Export

MAX_FILE = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ShellVariable:
    """One exported variable; `value` is the text as written (``$OTHER`` is not expanded)."""

    name: str
    value: str = field(repr=False)
    path: Path
    line: int


Parser = Callable[[str], Sequence["Export"]]


def shell_variables(host: Host) -> tuple[ShellVariable, ...]:
    """Every exported variable in the start files of this host's shells, in file and line order."""
    return tuple(variable for path, shell in _start_files(host) for variable in _variables(path, _read(path), shell))


def exported(host: Host, names: Iterable[str]) -> tuple[ShellVariable, ...]:
    """The start-file exports of `names` that have a value."""
    wanted = set(names)
    found = []
    for path, shell in _start_files(host):
        text = _read(path)
        if any(name in text for name in wanted):  # a long start file is parsed only where it matters
            found += [item for item in _variables(path, text, shell) if item.name in wanted and item.value]
    return tuple(found)


def _variables(path: Path, text: str, shell: str) -> Iterator[ShellVariable]:
    if not text:
        return
    for export in _parser(shell)(text):
        yield ShellVariable(name=export.name, value=export.value, path=path, line=export.number)


def _parser(shell: str) -> Parser:
    from taotoken_plugins._formats import _shell_exports as exports

    parsers: dict[str, Parser] = {
        "sh": exports.posix,
        "fish": exports.fish,
        "powershell": exports.powershell,
        "environment": _environment_exports,
    }
    return parsers[shell]


def start_file_format(path: Path, host: Host) -> Format | None:
    """How a start file of the user's is edited; None for one that is not theirs, or none at all."""
    shell = next((shell for other, shell in _start_files(host) if other == path), "environment")
    if shell == "environment":
        return None
    from taotoken_plugins._formats.exports_format import SHELLS

    return SHELLS[shell]


def is_exported(host: Host, name: str) -> bool:
    """Does this terminal, or a new one, have a value for `name`?"""
    return bool(host.env.get(name)) or bool(exported(host, (name,)))


def environment_file(path: Path) -> tuple[tuple[str, str, int], ...]:
    """Name, value and line of every assignment in a dotenv-like file."""
    return tuple((item.name, item.value, item.number) for item in _environment_exports(_read(path)))


def _environment_exports(text: str) -> list[Export]:
    """/etc/environment and its like: every ``NAME=value`` line counts."""
    if not text:
        return []  # mostly there is no such file, and the parser takes a while to load
    from taotoken_plugins._formats._shell_exports import ASSIGN, Export, commands
    from taotoken_plugins._formats._shell_lines import lines

    return [
        Export(match[1], match[2], line.number, line, frozenset((match[1],)), alone=True)
        for line in lines(text, here=False)
        for words in commands(line.code)
        if words and (match := ASSIGN.match(words[-1]))
    ]


def _read(path: Path) -> str:
    try:
        data = read_file(path)
    except OSError:
        return ""
    return data.decode("utf-8-sig", errors="replace") if len(data) <= MAX_FILE else ""


def _start_files(host: Host) -> Iterator[tuple[Path, str]]:
    """Each start file with the shell it is written for."""
    home = host.home
    if host.platform != "win32":
        yield system_environment(host), "environment"
        for name in (".profile", ".bash_profile", ".bash_login", ".bashrc", ".bash_aliases"):
            yield home / name, "sh"
        zsh = Path(host.env.get("ZDOTDIR") or home)
        for name in (".zshenv", ".zprofile", ".zshrc", ".zlogin"):
            yield zsh / name, "sh"
        config = Path(host.env.get("XDG_CONFIG_HOME") or home / ".config")
        yield config / "fish" / "config.fish", "fish"
        for path in _sorted_files(config / "fish" / "conf.d", ".fish"):
            yield path, "fish"
        folders = [config / "powershell"]
    else:
        documents = home / "Documents"
        folders = [documents / "PowerShell", documents / "WindowsPowerShell"]
        for name in (".bash_profile", ".bashrc", ".profile"):  # Git Bash
            yield home / name, "sh"
    for folder in folders:
        for name in ("profile.ps1", "Microsoft.PowerShell_profile.ps1"):
            yield folder / name, "powershell"


def system_environment(host: Host) -> Path:
    """PAM's environment file, the same on every Unix."""
    del host
    return Path("/etc/environment")


def _sorted_files(folder: Path, suffix: str) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.suffix == suffix)
    except OSError:
        return []
