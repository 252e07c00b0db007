"""Promises to scripts: the envelope of every command, exit codes, and that no key is ever shown."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest

from taotoken.testing import Gateway
from taotoken_cli import _exit

KEY = "hunter2/hunter2+hunter2=9999"  # shaped like nothing that a pattern would find
ENVELOPE = ["schema", "status", "changed", "data", "errors"]
PROBLEM = {"code", "message", "file", "line", "column", "field", "tool", "next"}
DATA = {
    "setup": {"tools", "changes", "unchanged", "notes", "warnings", "overrides", "leftovers", "written", "run", "undo"},
    "undo": {"run", "undone", "files", "notes"},
    "history": {"runs", "pruned", "warnings"},
    "status": {"tools"},
    "doctor": {"offline", "tools", "unsure", "deciding", "notes", "settings_of", "report", "fixed"},
    "models": {"base_url", "models"},
    "chat": {"text", "reasoning", "finish_reason", "model", "request_id", "usage", "timing"},
    "tools": {"tools", "run"},
    "trace": {"traces", "warmth"},
    "bench": {"taotoken", "started_at", "transport", "targets", "load", "stopped", "runs", "knees"},
    "demo": {"tools", "left"},
}


@pytest.fixture
def gateway() -> Iterator[Gateway]:
    """A gateway that admits our key."""
    with Gateway(keys=(KEY,)).in_thread() as running:
        yield running


def commands(gateway: Gateway, key_options: tuple[str, ...] = ("--api-key-stdin",)) -> list[tuple[str, ...]]:
    """Every command with an envelope, in an order in which each has something to say."""
    place = ("--base-url", gateway.base_url, "--model", "demo-large", *key_options)
    return [
        ("setup", "claude-code", "codex", "cline", *place, "--yes"),
        ("status",),
        ("doctor",),
        ("models",),
        ("chat", "hi"),
        ("trace", "hi"),
        ("bench", "-c", "1,2", "-n", "2"),
        ("history",),
        ("undo", "--yes"),
        ("tools",),
        ("demo",),
    ]


def test_envelope_keys(cli: Any, gateway: Gateway) -> None:
    """`{schema, status, changed, data, errors}`, in this order, with the same data keys every time."""
    for command in commands(gateway):
        done = cli(*command, "--json", stdin=KEY)
        found = done.json
        top = [name for name in found if name not in ("root_cause", "findings")]
        assert top == ENVELOPE
        assert ("root_cause" in found and "findings" in found) is (command[0] == "doctor")
        assert found["schema"] == f"taotoken.{command[0]}/1"
        assert (found["status"], found["errors"], done.code) == ("ok", [], _exit.DONE), done.both
        assert found["changed"] is (command[0] in ("setup", "undo"))
        assert set(found["data"]) == DATA[command[0]]


@pytest.mark.parametrize("command", [("setup", "codex"), ("undo",), ("models",), ("chat", "x"), ("status", "nope")])
def test_envelope_of_a_failure(cli: Any, command: tuple[str, ...]) -> None:
    """A failed command prints the envelope too, and only on standard output."""
    done = cli(*command, "--json")
    assert done.err == ""
    assert list(done.json) == ENVELOPE
    assert done.json["data"] is None
    for problem in done.json["errors"]:
        assert set(problem) <= PROBLEM
        assert problem["code"]
        assert problem["message"]


@pytest.mark.parametrize("way", ["stdin", "env", "option", "variable"])
@pytest.mark.parametrize("fault", [None, "401", "hostile-error"])
@pytest.mark.parametrize("debug", ["", "1"])
def test_the_key_is_in_no_output(cli: Any, gateway: Gateway, way: str, fault: str | None, debug: str) -> None:
    """Whatever way it came and whatever goes wrong, in words and as JSON, with TAOTOKEN_DEBUG or without."""
    options = {
        "stdin": ("--api-key-stdin",), "env": (), "option": ("--api-key", KEY), "variable": ("--api-key-env", "MINE"),
    }[way]  # fmt: skip
    env = {"TAOTOKEN_DEBUG": debug, **({"TAOTOKEN_API_KEY": KEY} if way == "env" else {}), "MINE": KEY}
    gateway.set_fault(fault)
    for command, extra in itertools.product(commands(gateway, options)[:9], ((), ("--json",))):
        done = cli(*command, *extra, stdin=KEY, env=env)
        assert "hunter2" not in done.both, command
        assert done.code in (0, 1, 3)
        if fault is None and command[0] != "undo":
            assert done.code == 0, done.both


def test_the_key_in_an_unexpected_failure(cli: Any, gateway: Gateway, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not in a traceback either."""
    from taotoken_cli._setup import _work

    def broken(plan: object, host: object) -> None:
        raise LookupError(f"the key is {KEY}")

    monkeypatch.setattr(_work, "apply", broken)
    done = cli(*commands(gateway)[0], stdin=KEY, env={"TAOTOKEN_DEBUG": "1"})
    assert done.code == 1
    assert "LookupError" in done.err
    assert "Traceback" in done.err
    assert "hunter2" not in done.both


def test_exit_codes_are_what_the_documentation_says() -> None:
    """Scripts rely on the numbers."""
    codes = (_exit.DONE, _exit.PROBLEM, _exit.USAGE, _exit.REFUSED, _exit.WRITE_FAILED, _exit.INTERRUPTED)
    assert codes == (0, 1, 2, 3, 4, 130)


def test_a_failed_write_is_exit_4(cli: Any, clean_home: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rolled back and said so."""
    from taotoken_plugins import _files

    swap, calls = _files.swap, []

    def full(*arguments: Any) -> None:
        calls.append(arguments)
        if len(calls) == 2:
            raise OSError(28, "No space left on device")
        swap(*arguments)

    monkeypatch.setattr(_files, "swap", full)
    arguments = ("--base-url", "https://gw.example/api", "--model", "m", "--api-key-stdin", "--yes", "--no-smoke")
    done = cli("setup", "claude-code", "codex", *arguments, "--json", stdin=KEY)
    assert done.code == _exit.WRITE_FAILED
    assert not (clean_home / ".claude/settings.json").exists()
    assert done.json["changed"] is False


@pytest.mark.parametrize(("times", "code"), [(1, 0), (2, 0), (3, 3)])
def test_a_file_changed_meanwhile(cli: Any, monkeypatch: pytest.MonkeyPatch, times: int, code: int) -> None:
    """With --yes the plan is made again, at most three times; then exit 3."""
    from taotoken_cli._setup import _work
    from taotoken_cli._texts import setup as texts
    from taotoken_plugins._apply import apply
    from taotoken_plugins._problem import ChangedMeanwhileError, Problem

    real, calls = apply, []

    def unlucky(plan: Any, host: Any) -> Any:
        calls.append(plan)
        if len(calls) <= times:
            raise ChangedMeanwhileError(Problem(code="changed_meanwhile", message=texts.PLAN_AGAIN()))
        return real(plan, host)

    monkeypatch.setattr(_work, "apply", unlucky)
    arguments = ("--base-url", "https://gw.example/api", "--model", "m", "--api-key-stdin", "--yes", "--no-smoke")
    done = cli("setup", "codex", *arguments, stdin=KEY)
    assert done.code == code
    assert done.err.count("planning again") == times
