"""`taotoken setup` without test requests: what is written, asked, refused; and `undo`, `history`, `status` after it."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

KEY = "sk-demo-7f3a99990000aaaa1111"
OTHER_KEY = "sk-demo-bbbb22223333cccc4444"
URL = "https://gw.example/api"
ALL = ("claude-code", "codex", "cline")
GATEWAY = ("--base-url", URL, "--model", "demo-large")
QUIET = ("--yes", "--no-smoke")
Snapshot = Callable[[], dict[str, tuple[int, bytes]]]


def settings(home: Path) -> Any:
    """Claude Code's environment block."""
    return json.loads((home / ".claude/settings.json").read_text())["env"]


def codex(home: Path) -> Any:
    """Codex's configuration."""
    return tomllib.loads((home / ".codex/config.toml").read_text())


def test_three_tools_are_set_up_and_taken_back(process: Any, clean_home: Path, snapshot: Snapshot) -> None:
    """The main job: written once, nothing at the second run, every byte back after undo."""
    before = snapshot()
    arguments = ("setup", *ALL, *GATEWAY, *QUIET, "--api-key-stdin", "--json")
    done = process(*arguments, stdin=KEY)
    assert (done.code, done.json["status"], done.json["changed"]) == (0, "ok", True)
    assert settings(clean_home)["ANTHROPIC_AUTH_TOKEN"] == KEY
    assert settings(clean_home)["ANTHROPIC_BASE_URL"] == URL
    assert codex(clean_home)["model_providers"]["taotoken"]["base_url"] == f"{URL}/v1"
    written = snapshot()
    assert {mode for mode, _ in written.values()} == {0o600}

    again = process(*arguments, stdin=KEY)
    assert (again.code, again.json["changed"], again.json["data"]["changes"]) == (0, False, [])
    assert snapshot() == written
    assert len(process("history", "--json").json["data"]["runs"]) == 1

    undone = process("undo", "--yes", "--json")
    assert (undone.code, undone.json["status"], undone.json["changed"]) == (0, "ok", True)
    assert snapshot() == before
    runs = process("history", "--json").json["data"]["runs"]
    assert [run["kind"] for run in runs] == ["undo", "apply"]
    assert runs[1]["undone"]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("/", ""),
        ("/v1", ""),
        ("/v1/chat/completions", "/chat/completions"),
        ("?utm_source=x", "?"),
        ("/v1/v1", "/v1"),
    ],
)
def test_base_urls_as_people_paste_them(cli: Any, clean_home: Path, typed: str, told: str) -> None:
    """The repair is told, and every tool gets its own spelling."""
    done = cli("setup", *ALL, "--base-url", URL + typed, "--model", "m", *QUIET, "--api-key-stdin", stdin=KEY)
    assert done.code == 0
    assert settings(clean_home)["ANTHROPIC_BASE_URL"] == URL
    assert codex(clean_home)["model_providers"]["taotoken"]["base_url"] == f"{URL}/v1"
    assert told in done.err


@pytest.mark.parametrize(
    ("arguments", "stdin", "env"),
    [
        (("--api-key-stdin",), KEY, {}),
        (("--api-key-stdin",), KEY + "\n", {}),
        (("--api-key-stdin",), KEY + "\r\n", {}),
        (("--api-key-stdin",), f'Bearer "{KEY}"', {}),
        (("--api-key-env", "MY_KEY"), "", {"MY_KEY": KEY}),
        (("--api-key", KEY), "", {}),
        ((), "", {"TAOTOKEN_API_KEY": KEY}),
        ((), "", {"TAOTOKEN_API_KEY": KEY, "TAOTOKEN_BASE_URL": URL}),
        (("--api-key-stdin",), KEY, {"TAOTOKEN_API_KEY": OTHER_KEY}),
    ],
)
def test_where_the_key_comes_from(
    cli: Any, clean_home: Path, arguments: tuple[str, ...], stdin: str, env: dict[str, str]
) -> None:
    """Standard input, a variable, an option, the environment; never shown."""
    done = cli("setup", "claude-code", *GATEWAY, *QUIET, *arguments, stdin=stdin, env=env)
    assert done.code == 0
    assert settings(clean_home)["ANTHROPIC_AUTH_TOKEN"] == KEY
    assert KEY not in done.both
    assert OTHER_KEY not in done.both
    assert "1111" in done.out
    assert ("can be seen by others" in done.err) is ("--api-key" in arguments)


def test_line_end_of_a_piped_key_is_not_worth_a_note(cli: Any) -> None:
    """`echo KEY |` is the normal way."""
    done = cli("setup", "codex", *GATEWAY, *QUIET, "--api-key-stdin", stdin=KEY + "\n")
    assert "API key" not in done.err


@pytest.mark.parametrize(
    ("env", "url"),
    [
        ({"TAOTOKEN_API_KEY": OTHER_KEY, "TAOTOKEN_BASE_URL": "https://elsewhere.example/api"}, URL),
        ({"TAOTOKEN_API_KEY": OTHER_KEY, "TAOTOKEN_BASE_URL": "https://gw.example:8443/api"}, URL),
        ({"TAOTOKEN_API_KEY": OTHER_KEY, "TAOTOKEN_BASE_URL": "elsewhere.example"}, "https://gw.example.evil/api"),
    ],
)
def test_a_key_does_not_go_to_another_gateway(cli: Any, env: dict[str, str], url: str) -> None:
    """The key of the environment stays with the gateway of the environment; both are named."""
    done = cli("setup", "codex", "--base-url", url, "--model", "m", *QUIET, env=env)
    assert done.code == 2
    assert "--api-key-stdin" in done.err
    assert OTHER_KEY not in done.both


def test_saved_key_serves_its_own_gateway_only(cli: Any, clean_home: Path) -> None:
    """The profile answers for the same host; another host has to bring its own key."""
    assert cli("setup", "codex", *GATEWAY, *QUIET, "--api-key-stdin", stdin=KEY).code == 0
    assert cli("setup", "claude-code", *QUIET).code == 0
    assert settings(clean_home) == settings(clean_home) | {"ANTHROPIC_AUTH_TOKEN": KEY, "ANTHROPIC_MODEL": "demo-large"}
    done = cli("setup", "codex", "--base-url", "https://other.example/api", *QUIET)
    assert (done.code, "--api-key-stdin" in done.err) == (2, True)


def test_models_for_single_tools(cli: Any, clean_home: Path) -> None:
    """`--model TOOL=ID` beats `--model ID`; an equals sign in a model id is no tool."""
    models = ("--model", "base=x", "--model", "codex=demo-small")
    done = cli("setup", *ALL, "--base-url", URL, *models, *QUIET, "--api-key-stdin", stdin=KEY)
    assert done.code == 0
    assert settings(clean_home)["ANTHROPIC_MODEL"] == "base=x"
    assert codex(clean_home)["model"] == "demo-small"


@pytest.mark.parametrize(
    ("arguments", "field", "words"),
    [
        (("codex", "--model", "m"), "--base-url", "base URL"),
        (("codex", "--base-url", URL, "--model", "m"), "--api-key-stdin", "gw.example"),
        (("codex", "--base-url", URL, "--api-key", KEY), "--model", "codex"),
        (("codex", "cline", "--base-url", URL, "--api-key", KEY, "--model", "codex=m"), "--model", "cline"),
        (("codex", "--base-url", URL, "--api-key", KEY, "--model", "a", "--model", "b"), "--model", "a, b"),
        (("codex", "--base-url", URL, "--api-key", KEY, "--model", "cline=b"), "--model", "cline"),
        (("codex", "--base-url", URL, "--api-key", KEY, "--model", "codex="), "--model", "empty"),
        (("codex", "--base-url", URL, "--api-key", KEY, "--api-key-stdin", "--model", "m"), "--api-key-stdin", "one"),
        (("codex", "--base-url", URL, "--api-key-env", "NOPE", "--model", "m"), "--api-key-env", "NOPE"),
        (("claude-code", "--base-url", URL + "/v4", "--api-key", KEY, "--model", "m"), "--anthropic-base-url", "/v4"),
        (("codex", "--dry-run", "--check"), "--check", "exclude"),
        ((), "TOOL", "None of the tools"),
    ],
)
def test_missing_or_contradicting_answers(
    cli: Any, snapshot: Snapshot, arguments: tuple[str, ...], field: str, words: str
) -> None:
    """Without a terminal: exit 2, the option named, nothing written, nothing asked."""
    done = cli("setup", *arguments, *QUIET, "--json")
    assert done.code == 2
    assert done.json["errors"][0]["field"] == field
    assert words in json.dumps(done.json["errors"][0])
    assert done.json["errors"][0]["next"]
    assert snapshot() == {}


def test_consent_is_needed_without_a_terminal(cli: Any, snapshot: Snapshot) -> None:
    """No --yes, no terminal: exit 2 naming --yes."""
    done = cli("setup", "codex", *GATEWAY, "--no-smoke", "--api-key-stdin", stdin=KEY)
    assert done.code == 2
    assert "--yes" in done.err
    assert snapshot() == {}


@pytest.mark.parametrize(("flag", "code"), [("--dry-run", 0), ("--check", 1)])
def test_looking_writes_nothing(cli: Any, clean_home: Path, flag: str, code: int) -> None:
    """Plan and diff are shown; not even our own folder is made."""
    done = cli("setup", *ALL, *GATEWAY, "--api-key-stdin", flag, stdin=KEY)
    assert done.code == code
    assert '+    "ANTHROPIC_BASE_URL": "https://gw.example/api"' in done.out
    assert list(clean_home.iterdir()) == []
    assert KEY not in done.both


def test_check_is_quiet_when_all_is_set(cli: Any) -> None:
    """--check: exit 0 once there is nothing to change."""
    assert cli("setup", *ALL, *GATEWAY, *QUIET, "--api-key-stdin", stdin=KEY).code == 0
    done = cli("setup", *ALL, *GATEWAY, "--api-key-stdin", "--check", stdin=KEY)
    assert (done.code, "Already set" in done.out) == (0, True)


def test_installed_tools_are_chosen_without_names(cli: Any, clean_home: Path) -> None:
    """No TOOL: what is found on this machine."""
    folder = clean_home / "bin"
    folder.mkdir()
    (folder / "codex").write_text("#!/bin/sh\n")
    (folder / "codex").chmod(0o755)
    done = cli("setup", *GATEWAY, *QUIET, "--api-key-stdin", "--json", stdin=KEY, env={"PATH": str(folder)})
    assert [tool["id"] for tool in done.json["data"]["tools"]] == ["codex"]


def test_removed_values_are_told_and_masked(cli: Any, clean_home: Path) -> None:
    """A competing key is taken out, said, masked in the diff, and back after undo."""
    path = clean_home / ".claude/settings.json"
    path.parent.mkdir()
    old = '{\n    "env": {"ANTHROPIC_API_KEY": "hunter2hunter2hunter2"}\n}\n'
    path.write_text(old)
    for extra in ((), ("--json",)):
        done = cli("setup", "claude-code", *GATEWAY, *QUIET, "--api-key-stdin", *extra, stdin=KEY)
        assert done.code == 0
        assert "removes env.ANTHROPIC_API_KEY" in done.both
        assert "hunter2hunter2" not in done.both
        assert cli("undo", "--yes").code == 0
        assert path.read_text() == old


def test_codex_key_in_auth_json_when_asked_for(cli: Any, clean_home: Path) -> None:
    """--codex-auth auth-json is handed to the tool."""
    done = cli("setup", "codex", *GATEWAY, *QUIET, "--codex-auth", "auth-json", "--api-key-stdin", stdin=KEY)
    assert done.code == 0
    assert json.loads((clean_home / ".codex/auth.json").read_text())["OPENAI_API_KEY"] == KEY


def test_another_address_for_the_anthropic_protocol(cli: Any, clean_home: Path) -> None:
    """--anthropic-base-url serves Claude Code; the others keep the base URL."""
    urls = ("--base-url", "https://gw.example/api/v4", "--anthropic-base-url", "https://gw.example/anthropic")
    done = cli("setup", *ALL, *urls, "--model", "m", *QUIET, "--api-key-stdin", stdin=KEY)
    assert done.code == 0
    assert settings(clean_home)["ANTHROPIC_BASE_URL"] == "https://gw.example/anthropic"
    assert codex(clean_home)["model_providers"]["taotoken"]["base_url"] == "https://gw.example/api/v4"
    assert cli("setup", *ALL, *QUIET, "--check").code == 0


def test_what_comes_next_is_said(cli: Any) -> None:
    """The last lines name the command that starts each tool."""
    done = cli("setup", *ALL, *GATEWAY, *QUIET, "--api-key-stdin", stdin=KEY)
    assert done.out.split("Next:")[1].count("\n") >= 3
    assert "taotoken undo" in done.out
