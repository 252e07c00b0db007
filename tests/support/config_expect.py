"""Judging a config case: each key of `expect` has one check; a key without one fails the case."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from config_checks import CHECKS
from config_judge import Judge, Owned
from config_world import World
from taotoken_plugins._edit import Path as EditPath
from taotoken_plugins._host import Host
from taotoken_plugins._registry import get_tool

FOR_THE_READER = {"if_primaryApiKey_removed", "check", "note"}


def judge(world: World, expect: Mapping[str, Any], owned: Owned) -> int:
    """Check everything `expect` says; the number of comparisons. AssertionError on the first difference."""
    main = {name: value for name, value in expect.items() if name not in ("or", "second_run")}
    failure: AssertionError | None = None
    for outcome in (main, *_alternatives(expect)):
        judged = Judge(world, owned, outcome)
        try:
            _judge_one(judged, outcome)
        except AssertionError as error:
            failure = failure or error
        else:
            return judged.made
    assert failure is not None
    raise failure


def _alternatives(expect: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Other accepted outcomes: one object or a list of them."""
    other = expect.get("or", [])
    return other if isinstance(other, list) else [other]


def _judge_one(judged: Judge, expect: Mapping[str, Any]) -> None:
    if not expect.get("refuse") and not expect.get("exit_nonzero"):
        for step in judged.world.steps:
            judged.that(step.exit_code == 0, "a command failed")
    for name in sorted(set(expect) & set(CHECKS), key=list(CHECKS).index):
        CHECKS[name](judged, expect[name])


def unknown_keys(expect: Mapping[str, Any]) -> set[str]:
    """The keys of `expect`, alternatives and second run included, that have no check."""
    unknown = set(expect) - set(CHECKS) - FOR_THE_READER - {"second_run", "or"}
    parts = [*_alternatives(expect), *([expect["second_run"]] if "second_run" in expect else [])]
    return unknown.union(*map(unknown_keys, parts))


def owned_paths(world: World, host: Host) -> Owned:
    """Which paths of which file the tools' declarations own; a step into a list owns the whole list."""
    owned: dict[Path, tuple[EditPath, ...]] = {}
    for tool_id in world.tools:
        for file in get_tool(tool_id).files:
            paths = tuple(tuple(step for step in path if isinstance(step, str)) for path in file.owned)
            owned[file.path(host)] = owned.get(file.path(host), ()) + paths
    return owned
