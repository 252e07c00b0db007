"""`taotoken setup` for a person at a terminal: the whole way, on the screen of a real terminal emulator."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from screen_kit import DOWN, END, ENTER, ESCAPE, INTERRUPT, SPACE, Terminal, install, pasted
from taotoken.testing import Gateway
from wizard_scripts import (
    FIRST_USE,
    KEY,
    RELAY_KEY,
    WRONG_KEY,
    another_model,
    dumb,
    first_use,
    first_use_in_chinese,
    old_relay,
    one_tool,
    project_shadow,
    relay_home,
    shadowed_project,
    three_tools,
    without_colour,
)

from .conftest import same_screens

Files = Callable[[], dict[str, tuple[int, bytes]]]


def test_first_use_with_one_tool(
    clean_home: Path, gateway: Gateway, files: Files, taken_back: Callable[[], None]
) -> None:
    """At most six questions lead to a tool that works; the key is on no screen; undo gives the bytes back."""
    install(clean_home, "claude")
    before = files()
    terminal = one_tool(clean_home, gateway)
    assert terminal.end() == 0, terminal.transcript
    same_screens("first-use", terminal)
    questions = {question for question, _ in FIRST_USE} - {"Base URL of the gateway"}  # the line of "Which gateway"
    typed = len(gateway.base_url) + len(KEY)
    print(f"first use: {len(questions)} questions, {terminal.keys} keys, {typed} of them the address and the key")
    assert len(questions) <= 6
    assert terminal.keys - typed <= 7
    env = json.loads((clean_home / ".claude/settings.json").read_text("utf-8"))["env"]
    assert (env["ANTHROPIC_BASE_URL"], env["ANTHROPIC_AUTH_TOKEN"]) == (gateway.base_url, KEY)
    assert "Claude Code: works, first token after" in terminal.transcript
    assert KEY.encode() not in terminal.raw
    taken_back()
    assert files() == before


def test_first_use_in_chinese(clean_home: Path, gateway: Gateway) -> None:
    """By the locale alone, with a slip in the address; every line is Chinese and fits into 80 columns."""
    install(clean_home, "claude")
    terminal = first_use_in_chinese(clean_home, gateway)
    assert terminal.end() == 0, terminal.transcript
    same_screens("first-use-zh", terminal)
    env = json.loads((clean_home / ".claude/settings.json").read_text("utf-8"))["env"]
    assert (env["ANTHROPIC_MODEL"], env["ANTHROPIC_DEFAULT_HAIKU_MODEL"]) == ("demo-large", "demo-small")


def test_three_tools_a_mistyped_address_and_a_refused_key(
    clean_home: Path, gateway: Gateway, files: Files, taken_back: Callable[[], None]
) -> None:
    """Each wrong answer is told at once with its cause, and mended there; one model per protocol."""
    install(clean_home, "claude", "codex", "cline")
    before = files()
    terminal = three_tools(clean_home, gateway)
    assert terminal.end() == 0, terminal.transcript
    same_screens("three-tools", terminal)
    assert terminal.transcript.count("works, first token after") == 3
    assert (
        json.loads((clean_home / ".claude/settings.json").read_text("utf-8"))["env"]["ANTHROPIC_MODEL"] == "demo-small"
    )
    assert tomllib.loads((clean_home / ".codex/config.toml").read_text("utf-8"))["model"] == "demo-small"
    assert WRONG_KEY.encode() not in terminal.raw
    taken_back()
    assert files() == before


def test_a_home_full_of_an_old_relays_settings(
    clean_home: Path, gateway: Gateway, files: Files, taken_back: Callable[[], None]
) -> None:
    """What is in use is shown and offered; what would send the old key is taken out; the rest keeps its bytes."""
    install(clean_home, "claude", "codex")
    relay_home(clean_home)
    before = files()
    terminal = old_relay(clean_home, gateway)
    assert terminal.end() == 0, terminal.transcript
    same_screens("old-relay", terminal)
    assert RELAY_KEY.encode() not in terminal.raw
    env = json.loads((clean_home / ".claude/settings.json").read_text("utf-8"))["env"]
    assert env["ANTHROPIC_API_KEY"] == ""
    assert env["HTTP_TIMEOUT"] == "60000"
    taken_back()
    assert files() == before


def test_a_project_file_that_would_win(
    clean_home: Path, gateway: Gateway, files: Files, taken_back: Callable[[], None]
) -> None:
    """Settings of the folder one stands in are told before anything is written, and taken out on consent: then the
    tool works there, and undo gives those bytes back too."""
    install(clean_home, "claude")
    shadowed_project(clean_home)
    before = files()
    terminal = project_shadow(clean_home, gateway)
    assert terminal.end() == 0, terminal.transcript
    same_screens("project-shadow", terminal)
    assert "project/.claude/settings.json sets ANTHROPIC_API_KEY" in terminal.transcript
    assert "Claude Code: works" in terminal.transcript
    assert RELAY_KEY.encode() not in terminal.raw
    taken_back()
    assert files() == before


def test_a_set_that_no_program_reads(
    clean_home: Path, gateway: Gateway, files: Files, taken_back: Callable[[], None]
) -> None:
    """It is offered with its place and its key, and on consent the place is emptied; undo fills it again."""
    install(clean_home, "codex")
    misplaced = clean_home / ".codex/config.json"
    misplaced.parent.mkdir()
    misplaced.write_text(json.dumps({"base_url": gateway.base_url, "api_key": KEY, "model": "demo-large"}), "utf-8")
    before = files()
    terminal = Terminal(clean_home, "setup")
    terminal.answer("Which tools", ENTER)
    terminal.answer("unused in ~/.codex/config.json", ENTER)
    terminal.answer("return keeps sk-…0001", ENTER)
    terminal.answer("Which model for Codex", ENTER)
    terminal.answer("Also take out what is unused", DOWN + ENTER)
    terminal.answer("Write these changes", ENTER)
    assert terminal.end() == 0, terminal.transcript
    same_screens("left-over", terminal)
    assert not misplaced.exists()
    assert KEY.encode() not in terminal.raw
    taken_back()
    assert files() == before


@pytest.mark.parametrize("question", [question for question, _ in FIRST_USE])
def test_interrupt_at_every_question(clean_home: Path, gateway: Gateway, files: Files, question: str) -> None:
    """^C: exit 130, one sentence, and not a byte is touched."""
    install(clean_home, "claude")
    before = files()
    terminal = Terminal(clean_home, "setup")
    first_use(terminal, gateway, upto=question)
    terminal.answer(question, INTERRUPT)
    assert terminal.end() == 130, terminal.transcript
    assert terminal.transcript.endswith("Interrupted. Nothing is half done.")
    assert "Traceback" not in terminal.transcript
    assert files() == before


def test_end_of_input_stops_too(clean_home: Path, gateway: Gateway, files: Files) -> None:
    """^D is another ^C."""
    install(clean_home, "claude")
    before = files()
    terminal = Terminal(clean_home, "setup")
    first_use(terminal, gateway, upto="API key for")
    terminal.answer("API key for", END)
    assert terminal.end() == 130, terminal.transcript
    assert files() == before


def test_the_second_run_changes_what_the_user_changes(clean_home: Path, gateway: Gateway, files: Files) -> None:
    """Return all the way changes nothing; then another model, and the rest stays."""
    install(clean_home, "claude")
    first = one_tool(clean_home, gateway)
    assert first.end() == 0, first.transcript
    written = files()
    again = Terminal(clean_home, "setup")
    for question in ("Which tools", "Which gateway", "return keeps sk-…0001", "Which model", "Which small model"):
        again.answer(question, ENTER)
    assert again.end() == 0, again.transcript
    same_screens("second-run", again)
    assert "Already set: nothing to change." in again.transcript
    assert files() == written
    other = another_model(clean_home)
    assert other.end() == 0, other.transcript
    env = json.loads((clean_home / ".claude/settings.json").read_text("utf-8"))["env"]
    assert (env["ANTHROPIC_MODEL"], env["ANTHROPIC_AUTH_TOKEN"]) == ("demo-small", KEY)


def test_no_colour(clean_home: Path, gateway: Gateway) -> None:
    """NO_COLOR: not one colour on the way, and the same screens."""
    install(clean_home, "claude")
    terminal = without_colour(clean_home, gateway)
    assert terminal.end() == 0, terminal.transcript
    same_screens("first-use", terminal)
    codes = {
        code for part in terminal.raw.split(b"\x1b[")[1:] if (code := part.split(b"m")[0]).replace(b";", b"").isdigit()
    }
    assert not [code for code in codes for number in code.split(b";") if 30 <= int(number) <= 49 or int(number) >= 90]


def test_a_dumb_terminal(clean_home: Path, gateway: Gateway, files: Files, taken_back: Callable[[], None]) -> None:
    """The same questions as plain lines, without a single escape sequence."""
    install(clean_home, "claude", "codex")
    before = files()
    terminal = dumb(clean_home, gateway)
    assert terminal.end() == 0, terminal.transcript
    same_screens("dumb", terminal)
    assert b"\x1b" not in terminal.raw
    assert KEY.encode() not in terminal.raw
    taken_back()
    assert files() == before


def test_no_tool_installed(clean_home: Path, gateway: Gateway) -> None:
    """It says so, and offers to prepare one."""
    (clean_home / "tools").mkdir()
    terminal = Terminal(clean_home, "setup")
    terminal.answer("No coding tool was found", ENTER)
    terminal.wait("Choose at least one")
    terminal.answer("No coding tool was found", DOWN + SPACE + ENTER)
    terminal.answer("Which gateway", pasted(gateway.base_url), note="paste the address")
    terminal.answer("API key for", KEY + ENTER, note="the key, enter")
    terminal.answer("Which model for Codex", ENTER)
    terminal.answer("Write these changes", ENTER)
    assert terminal.end() == 0, terminal.transcript
    same_screens("no-tool", terminal)
    assert (clean_home / ".codex/config.toml").exists()


def test_a_snippet_pasted_at_the_first_question(clean_home: Path, gateway: Gateway) -> None:
    """Address, key and model come from it: nothing is left to ask but the tools and consent."""
    install(clean_home, "codex")
    snippet = f"export OPENAI_BASE_URL={gateway.base_url}/v1\nexport OPENAI_API_KEY=“{KEY}”\nOPENAI_MODEL=demo-small\n"
    terminal = Terminal(clean_home, "setup")
    terminal.answer("Which tools", pasted(snippet), note="paste a snippet")
    terminal.wait("Read from the pasted text")
    terminal.answer("Which tools", ENTER)
    terminal.answer("Write these changes", ENTER)
    assert terminal.end() == 0, terminal.transcript
    same_screens("pasted", terminal)
    assert tomllib.loads((clean_home / ".codex/config.toml").read_text("utf-8"))["model"] == "demo-small"
    assert KEY.encode() not in terminal.raw


def test_a_file_with_several_sets(clean_home: Path, gateway: Gateway) -> None:
    """A path instead of an address; the set is chosen with its key masked; a path that gives nothing is asked again."""
    install(clean_home, "codex")
    rows = f"| https://a.example | {WRONG_KEY} | m-1 |\n| {gateway.base_url} | {KEY} | demo-small |\n"
    (clean_home / "keys.md").write_text(f"| Base URL | API Key | Model |\n| --- | --- | --- |\n{rows}", "utf-8")
    (clean_home / "empty.txt").write_text("nothing here", "utf-8")
    terminal = Terminal(clean_home, "setup", "codex")
    terminal.answer("Which gateway", DOWN + ENTER)
    terminal.answer("Base URL of the gateway", "~/empty.txt" + ENTER)
    terminal.wait("empty.txt holds no base URL")
    terminal.answer("Which gateway", "~")
    terminal.answer("Base URL of the gateway", "/keys.md" + ENTER)
    terminal.answer("several sets", DOWN + ENTER)
    terminal.answer("Write these changes", ENTER)
    assert terminal.end() == 0, terminal.transcript
    same_screens("file", terminal)
    assert WRONG_KEY.encode() not in terminal.raw
    assert f'"{KEY}"' in (clean_home / ".codex/config.toml").read_text("utf-8")


def test_back_and_forth(clean_home: Path, gateway: Gateway) -> None:
    """Esc leads back question by question, and from the last one to any; what was answered stays the proposal."""
    install(clean_home, "claude")
    terminal = Terminal(clean_home, "setup")
    first_use(terminal, gateway, upto="Which small model")
    terminal.answer("Which small model", ESCAPE)
    terminal.answer("Which model", ESCAPE)
    terminal.answer("API key for", ESCAPE)
    terminal.answer("Which gateway", ENTER)
    terminal.answer("return keeps sk-…0001", ENTER)
    terminal.answer("Which model", DOWN + ENTER)
    terminal.answer("Which small model", ENTER)
    terminal.answer("Write these changes", DOWN + ENTER)
    terminal.answer("Which answer?", DOWN * 3 + ENTER)
    terminal.answer("Which model", "large" + ENTER)
    terminal.answer("Which small model", "small" + ENTER)
    terminal.answer("Write these changes", ENTER)
    assert terminal.end() == 0, terminal.transcript
    same_screens("back-and-forth", terminal)
    env = json.loads((clean_home / ".claude/settings.json").read_text("utf-8"))["env"]
    assert (env["ANTHROPIC_MODEL"], env["ANTHROPIC_DEFAULT_HAIKU_MODEL"]) == ("demo-large", "demo-small")


def test_a_long_list_is_searched_and_an_unlisted_model_is_tried(clean_home: Path) -> None:
    """Twelve rows at most; typing narrows; an id that no one has is told with the nearest ones."""
    install(clean_home, "codex")
    with Gateway(models=[f"vendor-{number:03}/model" for number in range(300)]).in_thread() as gateway:
        terminal = Terminal(clean_home, "setup", "codex", "--base-url", gateway.base_url)
        terminal.answer("API key for", KEY + ENTER, note="the key, enter")
        terminal.answer("Which model", "vendor-7x")
        terminal.answer("vendor-7x (not in the list", ENTER)
        terminal.wait("does not have the model vendor-7x")
        terminal.answer("What now?", ENTER)
        terminal.answer("Which model", "217")
        terminal.answer("217", ENTER)
        terminal.answer("Write these changes", ENTER)
        assert terminal.end() == 0, terminal.transcript
    same_screens("search", terminal)
    assert tomllib.loads((clean_home / ".codex/config.toml").read_text("utf-8"))["model"] == "vendor-217/model"


def test_declined(clean_home: Path, gateway: Gateway, files: Files) -> None:
    """No is no: exit 1, nothing written."""
    install(clean_home, "claude")
    before = files()
    terminal = Terminal(clean_home, "setup", "--no-smoke")
    first_use(terminal, gateway, upto="Which model")
    terminal.answer("Model id", "m" + ENTER)
    terminal.answer("Which small model", ENTER)
    terminal.answer("Write these changes", DOWN * 2 + ENTER)
    assert terminal.end() == 1, terminal.transcript
    assert terminal.transcript.endswith("Nothing was changed.")
    assert files() == before


def flags(url: str) -> tuple[str, ...]:
    return ("setup", "codex", "--base-url", url, "--model", "demo-large", "--no-smoke")


def test_what_is_given_is_not_asked(clean_home: Path, gateway: Gateway) -> None:
    """Options and the key's variable leave one question: consent. Where the key is from is told."""
    terminal = Terminal(clean_home, *flags(gateway.base_url), env={"TAOTOKEN_API_KEY": KEY})
    terminal.answer("Write these changes", ENTER)
    assert terminal.end() == 0, terminal.transcript
    assert "note: key taken from the environment variable TAOTOKEN_API_KEY" in terminal.transcript
    assert "Connect your coding tools" not in terminal.transcript
    assert f'"{KEY}"' in (clean_home / ".codex/config.toml").read_text("utf-8")


@pytest.mark.parametrize("extra", ["--yes", "--dry-run"])
def test_the_wizard_is_not_loaded_where_nothing_is_asked(clean_home: Path, gateway: Gateway, extra: str) -> None:
    """Neither questionary nor prompt_toolkit, on a terminal too."""
    import os

    probe = clean_home / "sitecustomize.py"
    probe.write_text(
        "import atexit, sys\natexit.register(lambda: print('LOADED', *[m for m in sys.modules if m in "
        "('questionary', 'prompt_toolkit')], 'END'))\n",
        "utf-8",
    )
    path = os.pathsep.join([str(clean_home), os.environ.get("PYTHONPATH", "")])
    env: dict[str, Any] = {"TAOTOKEN_API_KEY": KEY, "PYTHONPATH": path}
    terminal = Terminal(clean_home, *flags(gateway.base_url), extra, env=env)
    assert terminal.end() == 0, terminal.transcript
    assert "LOADED END" in terminal.transcript


@pytest.mark.parametrize("term", ["xterm-256color", "dumb"])
def test_what_is_typed_while_a_gateway_is_asked_is_not_shown(clean_home: Path, term: str) -> None:
    """Someone who pastes the key before it is asked for doesn't put it on the screen."""
    install(clean_home, "claude")
    with Gateway(fault="hang").in_thread() as gateway:
        terminal = Terminal(clean_home, "setup", env={"TERM": term})
        terminal.answer("Which tools", ENTER) if term != "dumb" else terminal.answer("Numbers, or return", ENTER)
        address = gateway.base_url + ENTER if term == "dumb" else pasted(gateway.base_url)
        terminal.answer("Number or address" if term == "dumb" else "Which gateway", address)
        terminal.wait("Asking 127.0.0.1")
        terminal.press(KEY)
        terminal.press(INTERRUPT)
        assert terminal.end() == 130, terminal.transcript
    assert KEY.encode() not in terminal.raw


@pytest.mark.parametrize("at", ["Which tools", "Which gateway"])
def test_a_snippet_from_a_terminal_that_marks_no_paste(clean_home: Path, gateway: Gateway, at: str) -> None:
    """Its lines come as typed: they are one answer all the same, and none of them reaches the question for the key."""
    install(clean_home, "claude")
    lines = f"api_key={KEY}\rbase_url={gateway.base_url}\rmodel=demo-small\r"
    terminal = Terminal(clean_home, "setup")
    if at == "Which gateway":
        terminal.answer("Which tools", ENTER)
    terminal.answer(at, lines)
    if at == "Which tools":
        terminal.wait("Read from the pasted text")
        terminal.answer("Which tools", ENTER)
    terminal.wait("Write these changes")
    assert "✓ Model for Claude Code: demo-small" in terminal.transcript
    assert KEY.encode() not in terminal.raw
    terminal.press(INTERRUPT)
    assert terminal.end() == 130


def test_a_key_in_a_line_is_shown_as_stars(clean_home: Path, gateway: Gateway) -> None:
    """A command with the key in it, pasted where an address is asked for: the rest of it can be read."""
    install(clean_home, "claude")
    terminal = Terminal(clean_home, "setup")
    terminal.answer("Which tools", ENTER)
    terminal.answer("Which gateway", DOWN + ENTER)
    terminal.answer("Base URL of the gateway", pasted(f'curl {gateway.base_url}/v1/models -H "x-api-key: {KEY}"'))
    terminal.wait("/v1/models -H")
    terminal.press(INTERRUPT)
    assert terminal.end() == 130
    assert KEY.encode() not in terminal.raw


def test_a_suspend_key_is_no_part_of_an_answer(clean_home: Path, gateway: Gateway) -> None:
    """^Z puts the wizard aside where a shell is there to do so; without one, it goes on."""
    install(clean_home, "claude")
    terminal = Terminal(clean_home, "setup")
    terminal.answer("Which tools", "\x1a" + ENTER)
    terminal.answer("Which gateway", "h")
    terminal.answer("Base URL of the gateway", "\x1a" + gateway.base_url[1:] + ENTER)
    terminal.answer("API key for", "\x1a" + KEY + ENTER)
    terminal.wait("Which model")
    assert f"✓ Base URL: {gateway.base_url}" in terminal.visible
    terminal.press(INTERRUPT)
    assert terminal.end() == 130


def test_a_broken_file_is_told_before_anything_else_is_asked(clean_home: Path, files: Files) -> None:
    """The file, the line and what to do; nobody answers five questions for nothing."""
    install(clean_home, "claude")
    (clean_home / ".claude").mkdir()
    (clean_home / ".claude/settings.json").write_text('{"env": {\n  "A": "1"\n  "B": "2"}}', "utf-8")
    before = files()
    terminal = Terminal(clean_home, "setup")
    terminal.answer("Which tools", ENTER)
    assert terminal.end() != 0
    assert "settings.json:3:3: A comma is missing" in terminal.transcript
    assert "Which gateway" not in terminal.transcript
    assert files() == before


def test_a_narrow_terminal_shows_every_key(clean_home: Path) -> None:
    """40 columns: the line that names the keys goes on in the next one."""
    install(clean_home, "claude")
    terminal = Terminal(clean_home, "setup", columns=40)
    terminal.answer("Which tools", ENTER)
    terminal.wait("Which gateway")
    assert "esc: back" in terminal.visible
    terminal.press(INTERRUPT)
    assert terminal.end() == 130


def test_nothing_listens_there(clean_home: Path) -> None:
    """A wrong port: told with the tool's name, and no program is guessed."""
    install(clean_home, "claude")
    with Gateway().in_thread() as gateway:
        gone = gateway.base_url
    terminal = Terminal(clean_home, "setup")
    terminal.answer("Which tools", ENTER)
    terminal.answer("Which gateway", pasted(gone))
    terminal.wait("What now?")
    words = " ".join(terminal.visible.split())
    assert (
        f"Nothing listens on {gone.split('/')[2]}: the local proxy that Claude Code points at is not running." in words
    )
    terminal.press(INTERRUPT)
    assert terminal.end() == 130
