"""The config cases, run through the real command line: ``pytest tests/cases/test_config.py --cases DIR``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from config_expect import judge, owned_paths, unknown_keys
from config_world import World, file_bytes
from taotoken_plugins._host import Host
from taotoken_plugins._registry import tool_ids

OWN_CASES = Path(__file__).parent / "data"
CASE_KEYS = {"id", "surface", "source", "what", "input", "expect", "certain", "note"}
INPUT_KEYS = {
    "action",
    "set",
    "tool",
    "files",
    "files_b64",
    "modes",
    "symlinks",
    "directories",
    "umask",
    "changed_before_write",
    "variants",
    "steps",
    "second_run",
}
SET_KEYS = {"base_url", "api_key", "model"}


@dataclass
class Count:
    """What this session did, for its last line."""

    files: int = 0
    cases: int = 0
    runs: int = 0
    assertions: int = 0


COUNT = Count()


def _folder(config: pytest.Config) -> Path:
    given = config.getoption("--cases")
    return (config.invocation_params.dir / given if given else OWN_CASES) / "config"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case_file" in metafunc.fixturenames:
        files = sorted(_folder(metafunc.config).glob("*.json"))
        metafunc.parametrize("case_file", files or [None], ids=lambda path: path.stem if path else "no-cases")


@pytest.fixture(scope="module", autouse=True)
def _count_at_the_end(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    capture = request.config.pluginmanager.get_plugin("capturemanager")
    with capture.global_and_fixture_disabled() if capture else nullcontext():
        print(
            f"\nconfig cases: {COUNT.files} files read, {COUNT.cases} cases run in {COUNT.runs} homes, "
            f"{COUNT.assertions} assertions made"
        )


def test_config_case(case_file: Path | None, tmp_path: Path, pytestconfig: pytest.Config) -> None:
    """The command does what the case expects, in every variant."""
    if case_file is None:
        pytest.fail(f"no case files in {_folder(pytestconfig)}")
    case = _read(case_file)
    case_input, expect = case["input"], case["expect"]
    COUNT.cases += 1
    for number, files in enumerate(_variants(case_input)):
        world = _run(tmp_path / f"run{number}", case_input, files, case_input.get("steps", ["configure"]))
        COUNT.assertions += judge(world, expect, owned_paths(world, _host(world)))
        if "second_run" in case_input:
            again = _run(tmp_path / f"again{number}", case_input, files, case_input["second_run"]["steps"])
            COUNT.assertions += judge(again, expect["second_run"], owned_paths(again, _host(again)))


def _read(case_file: Path) -> dict[str, Any]:
    case = json.loads(case_file.read_text("utf-8"))
    COUNT.files += 1
    assert case["surface"] == "config", f"{case_file.name} is no config case"
    case_input, expect = case["input"], case["expect"]
    for where, unknown in (
        ("the case", set(case) - CASE_KEYS),
        ("input", set(case_input) - INPUT_KEYS),
        ("input.set", set(case_input["set"]) - SET_KEYS),
        ("input.second_run", set(case_input.get("second_run", {})) - {"steps"}),
        ("expect", unknown_keys(expect)),
    ):
        assert not unknown, f"keys of {where} that this runner doesn't interpret: {sorted(unknown)}"
    assert case_input.get("action", "configure") == "configure", f"unknown action {case_input['action']!r}"
    assert ("second_run" in case_input) == ("second_run" in expect), "second_run is only on one side"
    unknown_tools = [tool for tool in case_input["tool"].split("+") if tool not in tool_ids()]
    assert not unknown_tools, f"unknown tool: {unknown_tools}"
    assert isinstance(expect, dict), "expect is no object"
    assert expect, "a case that expects nothing"
    return dict(case)


def _variants(case_input: Mapping[str, Any]) -> list[dict[str, bytes]]:
    """The files of each run: the case's own, each variant's on top."""
    files = file_bytes(case_input)
    variants = [file_bytes({"files": variant}) for variant in case_input.get("variants", [{}])]
    assert variants, "variants is empty"
    return [files | variant for variant in variants]


def _run(root: Path, case_input: Mapping[str, Any], files: Mapping[str, bytes], steps: list[Any]) -> World:
    umask = int(case_input.get("umask", "022"), 8)
    world = World(root=root, tools=case_input["tool"].split("+"), wanted=case_input["set"], umask=umask)
    world.build(case_input, files)
    world.run(steps)
    COUNT.runs += 1
    return world


def _host(world: World) -> Host:
    return Host(
        home=world.home,
        cwd=world.project,
        env={},
        platform="linux",
        config_dir=world.home / ".config" / "taotoken",
        now=datetime(2026, 12, 1, tzinfo=UTC),
    )
