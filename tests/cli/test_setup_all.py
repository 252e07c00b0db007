"""`taotoken setup --all` in a home that all tools have lived in."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from taotoken.testing import Gateway
from taotoken_plugins._registry import BUILTIN

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
KEY = "sk-demo-7f3a99990000aaaa1111"
PROGRAMS = [tool.id for tool in BUILTIN if tool.headless("")]


def lived_in(home: Path) -> None:
    """Comments, other providers and everything else of the fullest files that the tools' own tests have."""
    for tool in BUILTIN:
        shutil.copytree(GOLDEN / tool.id / "before-full", home, dirs_exist_ok=True)
    settings = home / ".claude/settings.json"  # its proxy would really be used
    settings.write_bytes(settings.read_bytes().replace(b'"HTTP_PROXY"', b'"NOT_A_PROXY"'))


def test_every_tool_answers_and_undo_gives_everything_back(
    process: Any, clean_home: Path, snapshot: Callable[[], dict[str, tuple[int, bytes]]]
) -> None:
    """One run: all test requests succeed with the settings now in force; a second one changes nothing; the bytes and
    modes come back."""
    lived_in(clean_home)
    (clean_home / "work").mkdir()
    before = snapshot()
    with Gateway(keys=(KEY,), models=("demo-large",)).in_thread() as gateway:
        arguments = ("setup", "--all", "--yes", "--base-url", gateway.base_url, "--model", "demo-large", "--json")
        done = process(*arguments, "--api-key-stdin", stdin=KEY, cwd=clean_home / "work")
        again = process(*arguments, "--no-smoke", cwd=clean_home / "work")

    assert done.code == 0, done.both
    tested = [(tool["id"], tool["smoke"]["ok"]) for tool in done.json["data"]["tools"]]
    assert tested == [(name, True) for name in PROGRAMS]
    assert KEY not in done.both
    assert (again.code, again.json["changed"]) == (0, False)
    assert process("undo", "--yes").code == 0
    assert snapshot() == before
