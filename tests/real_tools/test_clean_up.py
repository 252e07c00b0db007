"""What wins over a set-up, proved with the real program: before, with `--clean-up`, and after undo."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from real_machine import KEY, MODEL, REPLY, Machine, Ran, posts_of
from taotoken.testing import Gateway, RecordedRequest

OLD = "sk-old-relay-000000000001"
PROJECT_MODEL = "demo-small"


@pytest.fixture
def project(machine: Machine) -> Path:
    """A folder whose Claude settings hold an old relay's key and another model."""
    folder = machine.home / "project"
    (folder / ".claude").mkdir(parents=True)
    text = f'{{\n   "env": {{ "ANTHROPIC_API_KEY": "{OLD}", "ANTHROPIC_MODEL": "{PROJECT_MODEL}", "MINE": "1" }}\n}}'
    (folder / ".claude/settings.json").write_text(text)
    return folder


def set_up(machine: Machine, gateway: Gateway, project: Path, *extra: str) -> Ran:
    """`taotoken setup claude-code` in the project."""
    words = ("setup", "claude-code", "--base-url", gateway.base_url, "--model", MODEL, "--api-key-stdin", "--yes")
    return machine.taotoken(*words, "--json", *extra, key=KEY, folder=project)


def sent(machine: Machine, gateway: Gateway) -> RecordedRequest:
    """The first request of one turn of the real Claude Code in the project."""
    gateway.clear()
    machine.run("claude-code")
    return posts_of(gateway)[0]


def keys(request: RecordedRequest) -> tuple[str | None, str | None]:
    """What went out as Authorization and as x-api-key."""
    return request.header("authorization"), request.header("x-api-key")


def test_the_shadow_of_a_project_file_is_resolved_and_comes_back(
    machine: Machine, gateway: Gateway, project: Path
) -> None:
    """Told: two keys and the project's model go out. Cleaned up: one key and ours. Undone: byte for byte as before."""
    told = set_up(machine, gateway, project)
    assert (told.code, json.loads(told.out)["errors"][0]["tool"]) == (1, "claude-code"), told.out
    request = sent(machine, gateway)
    assert (keys(request), request.model) == ((f"Bearer {KEY}", OLD), PROJECT_MODEL)

    done = set_up(machine, gateway, project, "--clean-up")
    assert (done.code, json.loads(done.out)["status"]) == (0, "ok"), done.out
    assert json.loads((project / ".claude/settings.json").read_text()) == {"env": {"MINE": "1"}}
    gateway.clear()
    ran = machine.run("claude-code")
    assert REPLY in ran.out, ran.err
    (request,) = posts_of(gateway)
    assert (keys(request), request.model) == ((f"Bearer {KEY}", None), MODEL)

    assert machine.taotoken("undo", "--yes", folder=project).code == 0
    request = sent(machine, gateway)
    assert (keys(request), request.model) == ((f"Bearer {KEY}", OLD), PROJECT_MODEL)


def test_undo_gives_back_every_byte(machine: Machine, gateway: Gateway, project: Path) -> None:
    """Before the program ran, all files of the home are as they were."""
    before = machine.tree()
    assert set_up(machine, gateway, project, "--clean-up").code == 0
    assert machine.taotoken("undo", "--yes", folder=project).code == 0
    assert machine.tree() == before
