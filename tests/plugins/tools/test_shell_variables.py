"""Exported variables in shell start files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from taotoken_plugins._host import Host
from taotoken_plugins._shell import environment_file, exported, is_exported, shell_variables

MakeHost = Callable[..., Host]
NAMES = ("ANTHROPIC_BASE_URL", "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN")


def found(host: Host) -> list[tuple[str, str, int]]:
    return [(item.name, item.value, item.line) for item in shell_variables(host)]


def put(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8", newline="")
    return path


def test_c26_exactly_one_finding(host: Host) -> None:
    """C26: locals, comments and other names are not findings; no file is changed."""
    text = (
        "local v_gemini_old=1\n# export ANTHROPIC_API_KEY=sk-x\n"
        'export ANTHROPIC_BASE_URL="https://old.example"\nexport MY_ANTHROPIC_NOTE=1\n'
    )
    path = put(host.home / ".zshrc", text)
    (item,) = exported(host, NAMES)
    assert (item.name, item.value, item.path, item.line) == ("ANTHROPIC_BASE_URL", "https://old.example", path, 3)
    assert path.read_text() == text
    assert "old.example" not in repr(item)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("export A=1", [("A", "1")]),
        ('export A="x y"  # note', [("A", "x y")]),
        ("export A='x#y' # don't", [("A", "x#y")]),
        ("export A=x#y", [("A", "x#y")]),
        ("export A=$OTHER/b", [("A", "$OTHER/b")]),
        ("export A=1 B=2", [("A", "1"), ("B", "2")]),
        ("export A=1; export B=2 && export C=3", [("A", "1"), ("B", "2"), ("C", "3")]),
        ("  if true; then export A=1; fi", [("A", "1")]),
        ("declare -x A=1", [("A", "1")]),
        ("typeset -gx A=1", [("A", "1")]),
        ("A=1", []),
        ("local A=1", []),
        ("# export A=1", []),
        ("echo export A=1", []),
        ("export -n A=1", []),
        ('export A="unclosed', []),
        ("export PATH", []),
        ("A=1\nexport A", [("A", "1")]),
        ("export A=1\nunset A", []),
        ("export A=\\\n1", [("A", "1")]),
    ],
)
def test_posix_lines(line: str, expected: list[tuple[str, str]], host: Host) -> None:
    """bash, zsh and sh: exports in their usual spellings, and nothing else."""
    put(host.home / ".bashrc", line + "\n")
    assert [(name, value) for name, value, _ in found(host)] == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("set -gx A 1", [("A", "1")]),
        ("set --global --export A 'x y'", [("A", "x y")]),
        ("set -Ux A 1 # note", [("A", "1")]),
        ("set -x A 1", [("A", "1")]),
        ("export A=1", [("A", "1")]),
        ("set -g A 1", []),
        ("set -e A", []),
        ("# set -gx A 1", []),
    ],
)
def test_fish_lines(line: str, expected: list[tuple[str, str]], host: Host) -> None:
    """fish: any spelling of the export flag."""
    put(host.home / ".config" / "fish" / "conf.d" / "keys.fish", line + "\n")
    assert [(name, value) for name, value, _ in found(host)] == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('$env:A = "1"', [("A", "1")]),
        ("$Env:A='x y' # note", [("A", "x y")]),
        ("${env:A} = '1'", [("A", "1")]),
        ("[Environment]::SetEnvironmentVariable('A', '1', 'User')", [("A", "1")]),
        ("setx A sk-1", [("A", "sk-1")]),
        ('setx A "x y"', [("A", "x y")]),
        ("# $env:A = '1'", []),
        ("$a = 1", []),
    ],
)
def test_powershell_lines(line: str, expected: list[tuple[str, str]], make_host: MakeHost) -> None:
    """PowerShell profiles on Windows."""
    host = make_host(platform="win32")
    put(host.home / "Documents" / "PowerShell" / "Microsoft.PowerShell_profile.ps1", line + "\r\n")
    assert [(name, value) for name, value, _ in found(host)] == expected


def test_places_and_lines(make_host: MakeHost, tmp_path: Path) -> None:
    """Every start file is read, in a fixed order, ZDOTDIR honoured, with line numbers."""
    host = make_host(env={"ZDOTDIR": str(tmp_path / "zsh")})
    put(tmp_path / "etc" / "environment", "# c\nA=etc\n")
    put(host.home / ".profile", "\n\nexport A=profile\n")
    put(tmp_path / "zsh" / ".zshenv", "export A=zshenv\n")
    put(host.home / ".zshrc", "export A=unread\n")
    put(host.home / ".config" / "fish" / "config.fish", "set -gx A fish\n")
    assert found(host) == [("A", "etc", 2), ("A", "profile", 3), ("A", "zshenv", 1), ("A", "fish", 1)]


def test_unreadable_places_are_nothing(host: Host) -> None:
    """A folder, a dangling link, wrong bytes: no error."""
    (host.home / ".bashrc").mkdir()
    (host.home / ".profile").symlink_to(host.home / "gone")
    (host.home / ".zshrc").write_bytes(b"\xff\xfe\nexport A=1\n")
    assert found(host) == [("A", "1", 2)]


def test_is_exported(make_host: MakeHost) -> None:
    """In this terminal or a new one; an empty value is none."""
    host = make_host(env={"A": "1", "B": ""})
    put(host.home / ".zshrc", "export C=1\nexport D=\n")
    assert [is_exported(host, name) for name in "ABCD"] == [True, False, True, False]


def test_environment_file(tmp_path: Path) -> None:
    """A dotenv file: quotes, export and comments."""
    path = put(tmp_path / ".env", "# c\nA=1\nexport B='2'\nC=\"x y\" # z\n")
    assert environment_file(path) == (("A", "1", 2), ("B", "2", 3), ("C", "x y", 4))
    assert environment_file(tmp_path / "gone") == ()
