"""A home, a gateway, and the golden screens."""

from __future__ import annotations

import difflib
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cli_kit import argv, environment
from screen_kit import Terminal
from taotoken.testing import Gateway

GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "wizard"
WRITE = os.environ.get("TAOTOKEN_TEST_WRITE_GOLDEN") == "1"


@pytest.fixture
def gateway() -> Iterator[Gateway]:
    """The embedded gateway on loopback."""
    with Gateway().in_thread() as running:
        yield running


@pytest.fixture
def files(clean_home: Path) -> Callable[[], dict[str, tuple[int, bytes]]]:
    """What is in the home folder, our own journal and lock apart: path → mode and bytes."""

    def take() -> dict[str, tuple[int, bytes]]:
        own = clean_home / ".config" / "taotoken"
        return {
            str(path.relative_to(clean_home)): (path.stat().st_mode & 0o777, path.read_bytes())
            for path in sorted(clean_home.rglob("*"))
            if path.is_file() and (own not in path.parents or path.name == "profile.json")
        }

    return take


@pytest.fixture
def taken_back(clean_home: Path) -> Callable[[], None]:
    """`taotoken undo`."""

    def run() -> None:
        done = subprocess.run(
            argv(("undo", "--yes")), env=environment(clean_home), cwd=clean_home, capture_output=True, timeout=60
        )
        assert done.returncode == 0, done.stderr

    return run


def same_screens(name: str, terminal: Terminal) -> None:
    """The screens are those that were read and found good; TAOTOKEN_TEST_WRITE_GOLDEN=1 keeps the new ones."""
    path = GOLDEN / f"{name}.txt"
    if WRITE:
        path.parent.mkdir(exist_ok=True)
        path.write_text(terminal.kept(), "utf-8", newline="\n")
    difference = difflib.unified_diff(path.read_text("utf-8").splitlines(), terminal.kept().splitlines(), lineterm="")
    assert "\n".join(difference) == ""
