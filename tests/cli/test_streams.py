"""Standard streams that are closed, full, or in another encoding than UTF-8."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from cli_kit import argv, environment

KEY = "sk-demo-7f3a99990000aaaa1111"
GATEWAY = ("--base-url", "https://gw.example/api", "--model", "m", "--api-key-env", "K", "--no-smoke", "--yes")
SETUP = ("setup", "codex", *GATEWAY)


def shell(
    home: Path, arguments: tuple[str, ...], redirection: str, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """`taotoken ARGUMENTS` by a shell that does `redirection` first."""
    return subprocess.run(
        ["sh", "-c", f'exec "$@" {redirection}', "sh", *argv(arguments)],
        env={**environment(home, env), "K": KEY}, cwd=home, stdin=subprocess.DEVNULL, capture_output=True, timeout=60,
    )  # fmt: skip


def runs(home: Path) -> int:
    """How many runs are recorded."""
    return len(list((home / ".config/taotoken/journal").glob("*.json")))


@pytest.mark.parametrize("redirection", [">&-", "2>&-", "<&-", ">&- 2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("arguments", [("status",), ("status", "--json"), ("--help",), ("--version",), SETUP])
def test_a_closed_stream_is_an_empty_one(clean_home: Path, redirection: str, arguments: tuple[str, ...]) -> None:
    """What the command does is the same, and its files are whole: none of them took a stream's place."""
    done = shell(clean_home, arguments, redirection)
    assert done.returncode == 0, done.stderr
    assert b"Traceback" not in done.stderr
    if arguments == SETUP:
        assert KEY in (clean_home / ".codex/config.toml").read_text()
        assert runs(clean_home) == 1


@pytest.mark.parametrize(
    ("arguments", "option"),
    [
        (("undo",), b"--yes"),
        (("setup", "codex"), b"--yes"),
        (("setup", "codex", "--yes", "--base-url", "https://gw.example/api", "--api-key-stdin"), b"API key is empty"),
        (("chat", "-"), b"question is empty"),
    ],
)
def test_nothing_can_be_asked_without_standard_input(
    clean_home: Path, arguments: tuple[str, ...], option: bytes
) -> None:
    """A closed standard input is no terminal and holds no key: the refusal in words, never a fault of ours."""
    assert shell(clean_home, SETUP, "").returncode == 0
    done = shell(clean_home, arguments, "<&-")
    assert done.returncode in (2, 3), done.stderr
    assert option in done.stderr
    assert b"inside taotoken" not in done.stderr


@pytest.mark.parametrize("arguments", [(*SETUP, "--json"), ("nonsense", "--json"), ("setup", "nope", "--json")])
def test_closed_standard_error_leaves_json_alone(clean_home: Path, arguments: tuple[str, ...]) -> None:
    """Notes and errors don't move to standard output, which holds one object."""
    done = shell(clean_home, arguments, "2>&-")
    assert json.loads(done.stdout)["schema"].startswith("taotoken.")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="Linux has a device that is always full")
@pytest.mark.parametrize("arguments", [("status",), ("status", "--json"), ("--help",), ("undo", "--yes"), SETUP])
def test_output_that_takes_nothing_more(clean_home: Path, arguments: tuple[str, ...]) -> None:
    """A full disk under standard output: one sentence and the next step on standard error, exit 1."""
    assert shell(clean_home, ("setup", "cline", *GATEWAY), "").returncode == 0
    done = shell(clean_home, arguments, ">/dev/full")
    assert done.returncode == 1
    assert b"error: The output can't be written (No space left on device)." in done.stderr
    assert b"next: " in done.stderr
    for word in (b"Traceback", b"Exception ignored", b"inside taotoken"):
        assert word not in done.stderr


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="Linux has a device that is always full")
def test_errors_that_take_nothing_more(clean_home: Path) -> None:
    """Nowhere to say anything: the exit code alone."""
    assert shell(clean_home, ("nonsense",), "2>/dev/full").returncode == 1
    assert shell(clean_home, ("status",), ">/dev/full 2>/dev/full").returncode == 1


@pytest.mark.parametrize("encoding", ["utf-8", "gbk", "cp1252", "ascii", "latin-1"])
@pytest.mark.parametrize("arguments", [("status", "codex", "--json"), (*SETUP, "--json"), ("undo", "x…", "--json")])
def test_json_is_utf8_whatever_the_console_is(clean_home: Path, encoding: str, arguments: tuple[str, ...]) -> None:
    """A program that reads the object needs to know nothing about the console's encoding."""
    assert shell(clean_home, SETUP, "").returncode == 0
    done = shell(clean_home, arguments, "", {"PYTHONIOENCODING": encoding, "TAOTOKEN_LANG": "zh"})
    found = json.loads(done.stdout.decode("utf-8"))
    texts = json.dumps(found, ensure_ascii=False)
    assert "sk-…1111" in texts or found["errors"][0]["code"] == "unknown_run"
    if encoding in ("utf-8", "gbk") and found["errors"]:
        assert "不是" in texts  # still in the language that was asked for
