"""A person goes through `taotoken setup`; then the real programs answer, and undo gives everything back."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from real_machine import POST_PATHS, PROGRAMS, REPLY, TOOLS, Machine, posts_of
from screen_kit import ENTER, Terminal, pasted
from taotoken.testing import Gateway
from wizard_scripts import (
    KEY,
    RELAY_KEY,
    another_model,
    dumb,
    first_use_in_chinese,
    old_relay,
    one_tool,
    project_shadow,
    relay_home,
    shadowed_project,
    three_tools,
    without_colour,
)

Tree = Mapping[str, tuple[bytes | str, int]]
LARGE, SMALL = "demo-large", "demo-small"


def by_name(home: Path, gateway: Gateway) -> Terminal:
    """The tools named on the command line, the address with its version, and the first model of each list."""
    terminal = Terminal(home, "setup", *TOOLS)
    terminal.answer("Which gateway", pasted(gateway.base_url + "/v1"))
    terminal.answer("API key for", KEY + ENTER)
    for tool in ("Claude Code", "Codex", "Cline"):
        terminal.answer(f"Which model for {tool}", ENTER)
    terminal.answer("Which small model", ENTER)
    terminal.answer("Write these changes", ENTER)
    return terminal


def two_runs(home: Path, gateway: Gateway) -> Terminal:
    """First use with one tool, and then again for another model."""
    first = one_tool(home, gateway)
    assert first.end() == 0, first.transcript
    return another_model(home)


def nothing(home: Path) -> None:
    """A home that no one has set up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """One person's way: what is there before, the keys, and which model each program asks for afterwards."""

    walk: Callable[[Path, Gateway], Terminal]
    models: Mapping[str, str]
    prepare: Callable[[Path], None] = nothing
    env: Mapping[str, str] = field(default_factory=dict)
    installed: tuple[str, ...] = ()  # more than those that are set up
    runs: int = 1


ONE = {"claude-code": LARGE}
SCENARIOS = {
    "by-name": Scenario(walk=by_name, models=dict.fromkeys(TOOLS, LARGE)),
    "first-use": Scenario(walk=one_tool, models=ONE),
    "first-use-zh": Scenario(walk=first_use_in_chinese, models=ONE),
    "three-tools": Scenario(walk=three_tools, models={"claude-code": SMALL, "codex": SMALL, "cline": LARGE}),
    "old-relay": Scenario(
        walk=old_relay,
        models={"claude-code": LARGE, "codex": LARGE},
        prepare=relay_home,
        env={"ANTHROPIC_API_KEY": RELAY_KEY},
    ),
    "project-shadow": Scenario(walk=project_shadow, models=ONE, prepare=shadowed_project),
    "second-run": Scenario(walk=two_runs, models={"claude-code": SMALL}, runs=2),
    "no-colour": Scenario(walk=without_colour, models=ONE),
    "dumb": Scenario(walk=dumb, models={"claude-code": SMALL}, installed=("codex",)),
}


@pytest.fixture
def gateway() -> Iterator[Gateway]:
    """The gateway of the scripts, with a reply that is known again."""
    with Gateway(text=REPLY).in_thread() as running:
        yield running


def link_programs(machine: Machine, *tools: str) -> None:
    """The real programs, those of `tools` alone, in the folder that is the wizard's PATH."""
    folder = machine.home / "tools"
    folder.mkdir()
    for tool in tools:
        (folder / PROGRAMS[tool]).symlink_to(machine.tools_dir / "node_modules/.bin" / PROGRAMS[tool])


def asked(machine: Machine, gateway: Gateway, scenario: Scenario) -> dict[str, tuple[str, str | None, str | None]]:
    """What each program asked the gateway for: path, key, model. Its answer must come out."""
    found = {}
    for tool in scenario.models:
        gateway.clear()
        ran = machine.run(tool, scenario.env)
        assert REPLY in ran.out, f"{tool} said: {ran.out}\n{ran.err}"
        (post,) = posts_of(gateway)
        found[tool] = (post.path, post.key, post.model)
    return found


def home_of(machine: Machine) -> Tree:
    """The home outside our own journal: the profile is no part of that."""
    profile = machine.home / ".config/taotoken/profile.json"
    own = {"profile": (profile.read_bytes(), profile.stat().st_mode)} if profile.exists() else {}
    return {**machine.tree(), **own}


def without_ours(before: Tree, written: Tree, used: Tree) -> Tree:
    """What must be there after setup is taken back from a home in which the programs have run since: what setup
    touched is as before, but for the folders and the JSON values that the programs added; the rest is theirs."""
    ours = {name for name in before.keys() | written.keys() if before.get(name) != written.get(name)}
    left = {name: used[name] for name in used.keys() - ours} | {name: before[name] for name in before.keys() & ours}
    for name in ours & used.keys():
        if any(other.startswith(f"{name}/") for other in left):
            left[name] = used[name]
        elif used[name][0] != written[name][0]:
            old, new, now = (_values(tree, name) for tree in (before, written, used))
            values = {key: value for key, value in now.items() if old.get(key) == new.get(key)}
            values |= {key: value for key, value in old.items() if value != new.get(key)}
            if values:
                left[name] = (json.dumps(values), before.get(name, used[name])[1])
    return left


def _values(tree: Tree, name: str) -> dict[str, object]:
    values: dict[str, object] = json.loads(tree[name][0]) if name in tree else {}
    return values


def assert_same(found: Tree, wanted: Tree) -> None:
    """The same names, modes and bytes; where `wanted` was written by the test, the same values."""
    assert found.keys() == wanted.keys()
    different = {name for name in wanted if found[name] != wanted[name]}
    assert {name: found[name][1] for name in different} == {name: wanted[name][1] for name in different}
    assert {name: json.loads(found[name][0]) for name in different} == {
        name: json.loads(wanted[name][0]) for name in different
    }


def undo(machine: Machine, runs: int) -> Tree:
    """Take back so many runs of setup; the home then."""
    for _ in range(runs):
        undone = machine.taotoken("undo", "--yes")
        assert undone.code == 0, undone.err
    return home_of(machine)


@pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=SCENARIOS.keys())
def test_the_programs_answer_after_the_wizard(machine: Machine, gateway: Gateway, scenario: Scenario) -> None:
    """With key and model of the answers; undo then gives all back that setup touched and leaves the programs theirs;
    where they haven't run yet, it gives back every byte, mode and absence."""
    link_programs(machine, *scenario.models, *scenario.installed)
    scenario.prepare(machine.home)
    before = home_of(machine)
    terminal = scenario.walk(machine.home, gateway)
    assert terminal.end() == 0, terminal.transcript
    written = home_of(machine)
    assert written != before
    unused = shutil.copytree(machine.home, machine.home.with_name("unused"), symlinks=True)

    assert asked(machine, gateway, scenario) == {
        tool: (POST_PATHS[tool], KEY, model) for tool, model in scenario.models.items()
    }
    used = home_of(machine)
    assert_same(undo(machine, scenario.runs), without_ours(before, written, used))

    shutil.rmtree(machine.home)
    unused.rename(machine.home)
    assert home_of(machine) == written
    assert undo(machine, scenario.runs) == before
