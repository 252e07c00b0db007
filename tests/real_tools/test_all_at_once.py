"""`taotoken setup --all --yes` where every tool has lived for years: the programs answer, and nothing else changed.

The small set runs in `make test`, every program there is in `make test-tools`.
"""

from __future__ import annotations

import contextlib
import difflib
import os
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from real_machine import GOLDEN, KEY, MODEL, REPLY, TOOLS, Machine, posts_of, router
from taotoken.testing import Gateway
from taotoken_plugins._registry import BUILTIN

SMALL = (*TOOLS, "opencode", "pi", "qwen-code", "aider", "llm")
EVERY = tuple(tool.id for tool in BUILTIN if tool.headless(""))
pytestmark = pytest.mark.usefixtures("modern_node")


@pytest.mark.parametrize("tools", [SMALL, pytest.param(EVERY, marks=pytest.mark.all_tools)], ids=["small", "every"])
@pytest.mark.timeout(900)
def test_everything_answers_nothing_else_changes_and_undo_gives_all_back(
    more: Machine, gateway: Gateway, tools: tuple[str, ...]
) -> None:
    """One run for all: only owned values and at most two commas a file differ; each real program answers through the
    gateway; a run of undo before they start gives back all bytes, modes and links."""
    _lived_in(more.home, tools)
    before = more.tree()
    arguments = ("--all", "--model", MODEL)

    envelope = more.setup(*arguments, base_url=gateway.base_url)
    assert [tool["id"] for tool in envelope["data"]["tools"]] == [tool for tool in EVERY if tool in tools]
    for change in envelope["data"]["changes"]:
        target = Path(change["target"])
        if not change["created"] and _names(change) != {"text"}:  # the whole file is the value then
            old, _ = before[str(target.relative_to(more.home))]
            assert isinstance(old, bytes)
            _assert_only_ours_changed(old.decode(), target.read_text("utf-8"), _names(change))
    undone = more.taotoken("undo", "--yes")
    assert undone.code == 0, undone.err
    assert more.tree() == before

    more.setup(*arguments, "--no-smoke", base_url=gateway.base_url)
    answered = [tool for tool in tools if _answers(more, gateway, tool)]
    assert answered == [tool for tool in tools if _can_run(more, tool)]


def _can_run(machine: Machine, tool: str) -> bool:
    """Everything but what needs a newer Python than there is."""
    path = machine.environment({})["PATH"]
    return tool not in ("vibe", "openhands") or shutil.which(tool, path=path) is not None


def _answers(machine: Machine, gateway: Gateway, tool: str) -> bool:
    """Does the program print the gateway's reply, having sent our key and model, and nothing elsewhere?"""
    if not _can_run(machine, tool):
        return False
    gateway.clear()
    with router(machine) if tool == "claude-code-router" else contextlib.nullcontext():
        ran = machine.run_as_declared(tool)
    assert REPLY in ran.out, f"{tool} said: {ran.out}\n{ran.err}"
    assert {(post.key, post.model) for post in posts_of(gateway)} == {(KEY, MODEL)}
    return True


# The home ---------------------------------------------------------------------------------------------------


def _lived_in(home: Path, tools: tuple[str, ...]) -> None:
    """The fullest files that the tools' own tests have, odd modes, one of them a link into another folder."""
    for tool in tools:
        shutil.copytree(GOLDEN / tool / "before-full", home, dirs_exist_ok=True)
    settings = home / ".claude/settings.json"  # its proxy would really be used
    settings.write_bytes(settings.read_bytes().replace(b'"HTTP_PROXY"', b'"NOT_A_PROXY"'))
    config = home / ".codex/config.toml"  # refused by this Codex, or it starts programs
    text = re.sub(r"\[(profiles\.review|mcp_servers\.docs)\]\n(?:.+\n)+", "", config.read_text("utf-8"))
    config.write_text(text.replace("notify =", "# notify ="), encoding="utf-8")
    settings.chmod(0o640)
    config.chmod(0o600)
    real = home / "dotfiles/aider.yml"
    real.parent.mkdir()
    shutil.move(home / ".aider.conf.yml", real)
    (home / ".aider.conf.yml").symlink_to(os.path.relpath(real, home))


# The changes ------------------------------------------------------------------------------------------------


def _assert_only_ours_changed(before: str, after: str, owned: set[str]) -> None:
    """No line of the file as it was is gone but those that name a value that was set or removed; two commas may
    differ. A line may have got such a value put in (files of one line), an empty container may be filled."""
    lines = list(difflib.ndiff(before.splitlines(), after.splitlines()))
    lost = [line[2:] for line in lines if line.startswith("- ")]
    there = {line[2:].rstrip(",") for line in lines if line.startswith(("+ ", "  "))}
    commas = [line for line in lost if line.rstrip(",") in there]
    filled = [line for line in lost if line.endswith(("{}", "[]")) and line[:-1] in there]
    grown = [line[2:] for line in lines if line.startswith("+ ") and any(name in line for name in owned)]
    foreign = [
        line
        for line in lost
        if line not in (*commas, *filled)
        and not any(name in line for name in owned)
        and not any(_is_kept_in(line, longer) for longer in grown)
    ]
    assert len(commas) <= 2, commas
    assert foreign == []


def _is_kept_in(line: str, longer: str) -> bool:
    """Are all its characters there, in order?"""
    rest = iter(longer)
    return len(line) > 20 and all(char in rest for char in line)


def _names(change: dict[str, Any]) -> set[str]:
    """The last part of each edit's path: a member's name, or what an element of a list is found by."""
    return {re.split(r"[.\[=]", edit["path"].rstrip("]"))[-1] for edit in change["edits"]}


def test_a_foreign_line_would_be_noticed() -> None:
    """The comparison sees a lost line that no edit explains, another value, and a third comma."""
    before = '{\n"A": 1,\n"b": 1,\n"c": 2,\n"d": 3\n}\n'
    _assert_only_ours_changed(before, before.replace('"A": 1', '"A": 5').replace('"d": 3', '"d": 3,'), {"A"})
    for wrong in (before.replace('"c": 2,\n', ""), before.replace("3", "4"), before.replace(",", "")):
        with pytest.raises(AssertionError):
            _assert_only_ours_changed(before, wrong, {"A"})
