"""What real tools print under known faults: ``pytest tests/cases/test_symptoms.py --cases DIR``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from taotoken_plugins.diagnosis.explain import explain

OWN_CASES = Path(__file__).parent / "data"
KEYS = {"tool", "version", "fault", "fault_detail", "message", "ok", "exit", "causes", "indistinguishable"}
MAX_CANDIDATES = 5


@dataclass
class Count:
    """What this session did, for its last line."""

    files: int = 0
    cases: int = 0
    assertions: int = 0
    ranks: list[int] = field(default_factory=list)


COUNT = Count()


def _file(config: pytest.Config) -> Path:
    given = config.getoption("--cases")
    return (config.invocation_params.dir / given if given else OWN_CASES) / "symptoms" / "symptoms.json"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "entry" not in metafunc.fixturenames:
        return
    file = _file(metafunc.config)
    entries = json.loads(file.read_text("utf-8")) if file.is_file() else []
    COUNT.files += file.is_file()
    metafunc.parametrize("entry", entries or [None], ids=_name)


def _name(entry: dict[str, Any] | None) -> str:
    return f"{entry['tool']}-{entry['fault']}" if entry else "no-symptoms"


@pytest.fixture(scope="module", autouse=True)
def _count_at_the_end(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    mean = sum(COUNT.ranks) / len(COUNT.ranks) if COUNT.ranks else 0.0
    capture = request.config.pluginmanager.get_plugin("capturemanager")
    with capture.global_and_fixture_disabled() if capture else nullcontext():
        print(
            f"\nsymptoms: {COUNT.files} file read, {COUNT.cases} cases run, {COUNT.assertions} assertions made, "
            f"mean rank of the true cause {mean:.2f}"
        )


def test_symptom(entry: dict[str, Any] | None, pytestconfig: pytest.Config) -> None:
    """From the text alone an acceptable cause comes first, and the true one is among the candidates."""
    if entry is None:
        pytest.fail(f"no symptoms in {_file(pytestconfig)}")
    unknown = set(entry) - KEYS
    assert not unknown, f"keys that this runner doesn't interpret: {sorted(unknown)}"
    assert entry["causes"], "an entry without causes"
    COUNT.cases += 1
    report = explain(entry["message"])
    candidates = [str(finding.cause) for finding in report.candidates]
    assert candidates, "no candidate is named"
    assert len(candidates) <= MAX_CANDIDATES
    assert candidates[0] in {*entry["causes"], *entry["indistinguishable"]}, candidates
    assert report.root_cause == candidates[0]
    ranks = [candidates.index(cause) + 1 for cause in entry["causes"] if cause in candidates]
    assert ranks, candidates
    COUNT.ranks.append(min(ranks))
    COUNT.assertions += 5
