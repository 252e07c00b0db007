"""^C while a request is out, while the program loads, and what scripts are told about it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from pathlib import Path
from types import ModuleType

import pytest

from cli_kit import argv, environment
from taotoken.testing import Gateway
from taotoken_cli.__main__ import main

KEY = "sk-test-gateway-000001"


def interrupted(home: Path, gateway: Gateway, *arguments: str, requests: int) -> subprocess.CompletedProcess[str]:
    """A command that gets ^C once the gateway, which never answers, has seen so many requests."""
    process = subprocess.Popen(
        argv(arguments), env={**environment(home), "TAOTOKEN_API_KEY": KEY}, cwd=home, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    end = time.monotonic() + 30
    while len(gateway.requests) < requests and time.monotonic() < end:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    return subprocess.CompletedProcess(arguments, process.returncode, out, err)


@pytest.mark.parametrize("as_json", [False, True])
def test_interrupt_during_the_test_request(clean_home: Path, as_json: bool) -> None:
    """The files are written by then: that is said, with the way back, and the envelope says so too."""
    with Gateway(fault="hang").in_thread() as gateway:
        arguments = ("setup", "codex", "--base-url", gateway.base_url, "--model", "demo-large", "--yes")
        done = interrupted(clean_home, gateway, *arguments, *(("--json",) if as_json else ()), requests=1)
    assert done.returncode == 130, done.stderr
    assert (clean_home / ".codex/config.toml").exists()
    assert "Traceback" not in done.stderr
    if as_json:
        found = json.loads(done.stdout)
        assert (found["schema"], found["status"], found["changed"]) == ("taotoken.setup/1", "failed", True)
        assert [error["code"] for error in found["errors"]] == ["interrupted"]
        assert "taotoken undo 2" in found["errors"][0]["message"]
    else:
        assert "after the files were written" in done.stderr
        assert "taotoken undo 2" in done.stderr


@pytest.mark.parametrize("command", [("models",), ("chat", "hi")])
@pytest.mark.parametrize("as_json", [False, True])
def test_interrupt_during_a_request(clean_home: Path, command: tuple[str, ...], as_json: bool) -> None:
    """Nothing was written, and there is one object where one was asked for."""
    with Gateway(fault="hang").in_thread() as gateway:
        arguments = (*command, "--base-url", gateway.base_url, *(("--model", "m") if command[0] == "chat" else ()))
        done = interrupted(clean_home, gateway, *arguments, *(("--json",) if as_json else ()), requests=1)
    assert done.returncode == 130, done.stderr
    assert "Traceback" not in done.stderr
    if as_json:
        found = json.loads(done.stdout)
        assert (found["changed"], found["errors"][0]["code"]) == (False, "interrupted")
    else:
        assert done.stderr.endswith("\nInterrupted. Nothing is half done.\n")


class Interrupting(MetaPathFinder):
    """^C while our modules are loaded."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> None:
        """Interrupt the import of the command line."""
        if name == "taotoken_cli.main":
            raise KeyboardInterrupt


def test_interrupt_while_loading(monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit 130 without a traceback, as soon as our own code runs at all."""
    monkeypatch.delitem(sys.modules, "taotoken_cli.main", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Interrupting(), *sys.meta_path])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 130


def test_the_console_script_is_the_guarded_one() -> None:
    """`taotoken` and `python -m taotoken_cli` start at the same place."""
    project = Path(os.path.dirname(__file__), "..", "..", "pyproject.toml")
    assert tomllib.loads(project.read_text("utf-8"))["project"]["scripts"]["taotoken"] == "taotoken_cli.__main__:main"
