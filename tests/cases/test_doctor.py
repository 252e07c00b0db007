"""The doctor cases, run through the engine: ``pytest tests/cases/test_doctor.py --cases DIR``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from doctor_case import facts_of
from doctor_judge import judge_case
from taotoken_plugins.diagnosis.engine import judge

OWN_CASES = Path(__file__).parent / "data"
CASE_KEYS = {"id", "surface", "source", "what", "input", "expect", "certain", "note"}


@dataclass
class Count:
    """What this session did, for its last line."""

    files: int = 0
    cases: int = 0
    assertions: int = 0


COUNT = Count()


def _folder(config: pytest.Config) -> Path:
    given = config.getoption("--cases")
    return (config.invocation_params.dir / given if given else OWN_CASES) / "doctor"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case_file" in metafunc.fixturenames:
        files = sorted(_folder(metafunc.config).glob("*.json"))
        metafunc.parametrize("case_file", files or [None], ids=lambda path: path.stem if path else "no-cases")


@pytest.fixture(scope="module", autouse=True)
def _count_at_the_end(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    capture = request.config.pluginmanager.get_plugin("capturemanager")
    with capture.global_and_fixture_disabled() if capture else nullcontext():
        print(f"\ndoctor cases: {COUNT.files} files read, {COUNT.cases} cases run, {COUNT.assertions} assertions made")


def test_doctor_case(case_file: Path | None, pytestconfig: pytest.Config) -> None:
    """The first cause named is the true one, with evidence and the remedy as data."""
    if case_file is None:
        pytest.fail(f"no case files in {_folder(pytestconfig)}")
    case = _read(case_file)
    COUNT.cases += 1
    COUNT.assertions += judge_case(judge(facts_of(case["input"])), case["expect"])


def _read(case_file: Path) -> dict[str, Any]:
    case = json.loads(case_file.read_text("utf-8"))
    COUNT.files += 1
    assert case["surface"] == "doctor", f"{case_file.name} is no doctor case"
    unknown = set(case) - CASE_KEYS
    assert not unknown, f"keys of the case that this runner doesn't interpret: {sorted(unknown)}"
    assert isinstance(case["expect"], dict), "expect is no object"
    return dict(case)
