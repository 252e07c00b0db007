"""A person at a terminal: questions, hidden key, consent, ^C, a reader that goes away."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from terminal_kit import Terminal

KEY = "sk-demo-7f3a99990000aaaa1111"
URL = "https://gw.example/api"


@pytest.mark.parametrize(
    ("language", "questions"),
    [
        ("en", ("Base URL of", "API key for gw.example", "Model id")),
        ("zh", ("网关 API 的 Base URL", "gw.example 的 API 密钥", "模型 ID")),
    ],
)
def test_what_is_missing_is_asked_for(clean_home: Path, language: str, questions: tuple[str, ...]) -> None:
    """With `--yes`, which answers but one question: address, key (not shown) and model; then it is written."""
    terminal = Terminal(clean_home, "setup", "codex", "--no-smoke", "--yes", "--lang", language)
    for question, answer in zip(questions, (URL, KEY, "demo-large"), strict=True):
        terminal.until(question)
        time.sleep(0.1)  # getpass throws away what was typed before it listens
        terminal.type(answer + "\n")
    assert terminal.end() == 0, terminal.shown
    assert KEY not in terminal.shown
    assert KEY in (clean_home / ".codex/config.toml").read_text()
    asked = [line for line in terminal.shown.splitlines() if line.startswith(questions)]
    colons = [colon for line in asked for colon in (": ", "：") if colon in line]
    assert colons == [": " if language == "en" else "："] * 3


def test_the_diff_is_coloured_on_a_terminal(clean_home: Path) -> None:
    """Green lines on a terminal, none with NO_COLOR."""
    arguments = ("setup", "codex", "--no-smoke", "--base-url", URL, "--model", "m", "--dry-run")
    coloured = Terminal(clean_home, *arguments, env={"TAOTOKEN_API_KEY": KEY})
    assert coloured.end() == 0
    assert "\x1b[32m+" in coloured.shown
    plain = Terminal(clean_home, *arguments, env={"TAOTOKEN_API_KEY": KEY, "NO_COLOR": "1"})
    assert plain.end() == 0
    assert "\x1b[" not in plain.shown
    assert KEY not in coloured.shown + plain.shown


def test_plain_http_is_asked_about(clean_home: Path) -> None:
    """Consent once, at the question; without it the refusal."""
    arguments = ("setup", "codex", "--no-smoke", "--base-url", "http://gw.example/api", "--model", "m")
    for answer, code in (("n", 3), ("y", 0)):
        terminal = Terminal(clean_home, *arguments, "--yes", env={"TAOTOKEN_API_KEY": KEY})
        terminal.until("[y/N]")
        terminal.type(answer + "\n")
        assert terminal.end() == code, terminal.shown


def test_another_address_for_anthropic_is_asked_for(clean_home: Path) -> None:
    """A base URL with a version of its own."""
    arguments = ("setup", "claude-code", "--no-smoke", "--base-url", URL + "/v4", "--model", "m", "--yes")
    terminal = Terminal(clean_home, *arguments, env={"TAOTOKEN_API_KEY": KEY})
    terminal.until("Anthropic protocol")
    terminal.type("https://gw.example/anthropic\n")
    assert terminal.end() == 0, terminal.shown
    env = json.loads((clean_home / ".claude/settings.json").read_text())["env"]
    assert env["ANTHROPIC_BASE_URL"] == "https://gw.example/anthropic"


def test_undo_asks(clean_home: Path) -> None:
    """The files are named before they go; an unclear answer is asked again."""
    setup = Terminal(
        clean_home, "setup", "codex", "--no-smoke", "--base-url", URL, "--model", "m", "--yes",
        env={"TAOTOKEN_API_KEY": KEY},
    )  # fmt: skip
    assert setup.end() == 0
    for answer, code, there in (("n", 1, True), ("y", 0, False)):
        terminal = Terminal(clean_home, "undo")
        terminal.until("[y/N]")
        terminal.type("maybe\n")
        terminal.until("y or n")
        assert "delete ~/.codex/config.toml" in terminal.shown
        terminal.type(answer + "\n")
        assert terminal.end() == code
        assert (clean_home / ".codex/config.toml").exists() is there


@pytest.mark.parametrize("question", ["Base URL", "API key for"])
def test_interrupt_at_a_question(clean_home: Path, question: str) -> None:
    """^C at any question: exit 130, one sentence, nothing written."""
    arguments = ["setup", "codex", "--no-smoke", "--yes", "--model", "m"]
    arguments += [] if question == "Base URL" else ["--base-url", URL]
    terminal = Terminal(clean_home, *arguments)
    terminal.until(question)
    time.sleep(0.1)
    terminal.type("\x03")
    assert terminal.end() == 130, terminal.shown
    assert "Interrupted" in terminal.shown
    assert "Traceback" not in terminal.shown
    assert not (clean_home / ".codex").exists()


def test_end_of_input_at_a_question(clean_home: Path) -> None:
    """^D is a way to stop too."""
    terminal = Terminal(clean_home, "setup", "codex", "--no-smoke", "--yes", "--model", "m")
    terminal.until("Base URL")
    terminal.type("\x04")
    assert terminal.end() == 130, terminal.shown


INTERRUPTED_WRITE = """
import os, signal, sys
from taotoken_plugins import _files
swap = _files.swap
def interrupted(*args, **kwargs):
    os.kill(os.getpid(), signal.SIGINT)
    return swap(*args, **kwargs)
_files.swap = interrupted
from taotoken_cli.main import run
sys.exit(run(sys.argv[1:]))
"""


def test_interrupt_during_the_write(clean_home: Path) -> None:
    """^C between two files: the write is finished first, then 130 with the way back."""
    arguments = ["setup", "claude-code", "codex", "--no-smoke", "--base-url", URL, "--model", "m", "--yes"]
    env = {**os.environ, "HOME": str(clean_home), "TAOTOKEN_API_KEY": KEY}
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_WRITE, *arguments], env=env, cwd=clean_home, capture_output=True, text=True,
        timeout=60, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    assert done.returncode == 130, done.stderr
    assert "taotoken undo " in done.stderr
    assert "Traceback" not in done.stderr
    assert (clean_home / ".codex/config.toml").exists()
    assert (clean_home / ".claude/settings.json").exists()


@pytest.mark.parametrize("arguments", [("--help",), ("setup", "--help"), ("history", "--json"), ("nonsense",)])
def test_a_reader_that_goes_away(clean_home: Path, arguments: tuple[str, ...]) -> None:
    """A closed pipe: no traceback, no hint of one."""
    reader, writer = os.pipe()
    os.close(reader)
    env = {**os.environ, "HOME": str(clean_home)}
    done = subprocess.run(
        [sys.executable, "-m", "taotoken_cli", *arguments], env=env, stdout=writer, stderr=subprocess.PIPE, text=True
    )
    os.close(writer)
    assert "Traceback" not in done.stderr
    assert "BrokenPipe" not in done.stderr
    assert "Exception ignored" not in done.stderr


def test_the_set_of_a_pasted_file_is_asked_for(clean_home: Path) -> None:
    """Several sets: the list with masked keys, a number, asked again until it is one of them."""
    rows = f"| {URL} | {KEY} | m-1 |\n| https://b.example | sk-demo-bbbb22223333cccc4444 | m-2 |\n"
    (clean_home / "keys.md").write_text(f"| Base URL | API Key | Model |\n| --- | --- | --- |\n{rows}")
    terminal = Terminal(clean_home, "setup", "codex", "--no-smoke", "--yes", "--from", "keys.md")
    terminal.until("Which one (1 to 2)")
    terminal.type("3\n")
    terminal.until("Which one (1 to 2): 3\nWhich one (1 to 2)")
    terminal.type("2\n")
    assert terminal.end() == 0, terminal.shown
    assert "model m-2" in (terminal.shown)
    assert KEY not in terminal.shown
    assert "sk-demo-bbbb22223333cccc4444" in (clean_home / ".codex/config.toml").read_text()


def test_a_key_for_a_pasted_address_needs_consent(clean_home: Path) -> None:
    """The address is from a text, the key from a variable: return means no, and nothing is written."""
    (clean_home / "note.txt").write_text(f"Base URL: {URL}\nModel: m-1\n")
    for answer, code in (("", 2), ("y", 0)):
        command = ("setup", "codex", "--no-smoke", "--yes", "--from", "note.txt", "--api-key-env", "MINE")
        terminal = Terminal(clean_home, *command, env={"MINE": KEY})
        terminal.until("[y/N]")
        terminal.type(answer + "\n")
        assert terminal.end() == code, terminal.shown
        assert (clean_home / ".codex").exists() == (code == 0)


SAVED = "sk-demo-bbbb22223333cccc4444"


@pytest.mark.parametrize("option", ["--yes", "--dry-run", "--check"])
def test_a_saved_key_is_not_asked_for_needlessly(clean_home: Path, option: str) -> None:
    """Who wants no question, or only looks, gets none."""
    arguments = ("setup", "codex", "--no-smoke", "--base-url", URL, "--model", "m")
    assert Terminal(clean_home, *arguments, "--yes", env={"TAOTOKEN_API_KEY": SAVED}).end() == 0
    terminal = Terminal(clean_home, "setup", "codex", "--no-smoke", option)
    assert terminal.end() == 0, terminal.shown
    assert "return keeps" not in terminal.shown


def test_standard_input_for_the_key_is_a_question_on_a_terminal(clean_home: Path) -> None:
    """`--api-key-stdin` typed at a terminal names the gateway that the key is for."""
    terminal = Terminal(
        clean_home, "setup", "codex", "--no-smoke", "--base-url", URL, "--model", "m", "--yes", "--api-key-stdin"
    )
    terminal.until("API key for gw.example (not shown while you type): ")
    time.sleep(0.1)
    terminal.type(KEY + "\n")
    assert terminal.end() == 0, terminal.shown
    assert KEY not in terminal.shown
