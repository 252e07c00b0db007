"""`setup env` in a folder that git looks at: the line for .gitignore, on consent."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from terminal_kit import Terminal

KEY = "sk-demo-7f3a99990000aaaa1111"
GIVEN = ("--base-url", "https://gw.example/api", "--model", "demo-large")
RUN = ("setup", "env", *GIVEN, "--api-key-stdin", "--no-smoke", "--yes")
Snapshot = Callable[[], dict[str, tuple[int, bytes]]]


@pytest.fixture
def project(clean_home: Path) -> Path:
    """A folder in a repository, whose .gitignore has no line feed at its end."""
    folder = clean_home / "repo/app"
    folder.mkdir(parents=True)
    subprocess.run(["git", "init", "-q", str(clean_home / "repo")], check=True)
    (clean_home / "repo/.gitignore").write_bytes(b"node_modules/\n# caf\xe9")
    return folder


def test_with_the_flag_the_line_is_added_and_undo_takes_it_back(
    process: Any, project: Path, snapshot: Snapshot
) -> None:
    """At the root of the repository, behind what is there; git ignores the file then; the bytes come back."""
    before = snapshot()
    done = process(*RUN, "--gitignore", "--json", stdin=KEY, cwd=project)
    assert done.code == 0, done.both
    assert (project.parent / ".gitignore").read_bytes() == b"node_modules/\n# caf\xe9\n.env\n"
    assert not any("gitignore" in warning for warning in done.json["data"]["warnings"])
    subprocess.run(["git", "-C", str(project), "check-ignore", "-q", ".env"], check=True)
    assert process(*RUN, "--gitignore", "--json", stdin=KEY, cwd=project).json["changed"] is False
    assert process("undo", "--yes", cwd=project).code == 0
    assert snapshot() == before


def test_without_it_the_line_is_named_and_nothing_but_the_env_is_written(process: Any, project: Path) -> None:
    """A warning with the flag that does it."""
    done = process(*RUN, stdin=KEY, cwd=project)
    assert done.code == 0
    assert "pass --gitignore" in " ".join(done.err.split())
    assert (project.parent / ".gitignore").read_bytes() == b"node_modules/\n# caf\xe9"


def test_what_is_ignored_needs_no_line(process: Any, project: Path) -> None:
    """Whatever the pattern: the file stays as it is."""
    (project / ".gitignore").write_text(".e*\n")
    done = process(*RUN, "--gitignore", stdin=KEY, cwd=project)
    assert done.code == 0
    assert "gitignore" not in done.both
    assert (project / ".gitignore").read_text() == ".e*\n"


@pytest.mark.parametrize(("lines", "said"), [("link", "is a link"), (".env\n!.env\n", "overrules .env")])
def test_where_a_line_would_not_help_it_says_why(
    process: Any, project: Path, snapshot: Snapshot, lines: str, said: str
) -> None:
    """Git follows no link, and its last word counts: nothing is written that only looks like protection."""
    file = project.parent / ".gitignore"
    file.unlink()
    if lines == "link":
        (project.parent / "elsewhere").write_text("a\n")
        file.symlink_to("elsewhere")
    else:
        file.write_text(lines)
    before = snapshot()
    done = process(*RUN, "--gitignore", "--json", stdin=KEY, cwd=project)
    assert done.code == 0, done.both
    assert any(said in warning for warning in done.json["data"]["warnings"])
    assert subprocess.run(["git", "-C", str(project), "check-ignore", "-q", ".env"], check=False).returncode == 1
    after = snapshot()
    assert {name: after[name] for name in before} == before


def test_what_is_tracked_is_refused_and_a_line_would_not_help(process: Any, project: Path) -> None:
    """The way out is told: take it out of git."""
    (project / ".env").write_text("A=1\n")
    subprocess.run(["git", "-C", str(project), "add", ".env"], check=True)
    done = process(*RUN, "--gitignore", "--json", stdin=KEY, cwd=project)
    assert done.code == 3
    (error,) = done.json["errors"]
    assert error["code"] == "tracked_file"
    assert "git rm --cached" in error["next"]
    assert (project.parent / ".gitignore").read_bytes() == b"node_modules/\n# caf\xe9"


@pytest.mark.parametrize("answer", ["y", "n"])
def test_at_a_terminal_it_is_offered(project: Path, answer: str) -> None:
    """Only a yes adds the line."""
    arguments = ("setup", "env", *GIVEN, "--no-smoke")
    terminal = Terminal(project.parents[1], *arguments, env={"TAOTOKEN_API_KEY": KEY}, folder=project)
    terminal.until("Add the line .env to ~/repo/.gitignore?")
    terminal.type(answer + "\n")
    terminal.until("no, leave everything as it is")
    terminal.type("\r")
    assert terminal.end() == 0, terminal.shown
    assert (b"\n.env\n" in (project.parent / ".gitignore").read_bytes()) is (answer == "y")
    assert KEY in (project / ".env").read_text()
