"""`taotoken setup --protocol`, `--context-window`, `--max-output` and `--all`: for which tools, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from taotoken_plugins._registry import tool_ids

KEY = "sk-demo-7f3a99990000aaaa1111"
URL = "https://gw.example/api"
USUAL = ("--base-url", URL, "--model", "demo-large", "--yes", "--no-smoke", "--api-key-stdin")


def provider(home: Path) -> Any:
    """pi's entry of ours."""
    return json.loads((home / ".pi/agent/models.json").read_text())["providers"]["taotoken"]


def install(home: Path, *programs: str) -> dict[str, str]:
    """Programs of these names on PATH."""
    folder = home.parent / "programs"
    folder.mkdir()
    for name in programs:
        (folder / name).write_text("")
        (folder / name).chmod(0o755)
    return {"PATH": str(folder)}


@pytest.mark.parametrize(
    ("typed", "api", "url"),
    [
        ((), "openai-completions", f"{URL}/v1/chat/completions"),
        (("--protocol", "chat"), "openai-completions", f"{URL}/v1/chat/completions"),
        (("--protocol", "responses"), "openai-responses", f"{URL}/v1/responses"),
        (("--protocol", "pi=messages"), "anthropic-messages", f"{URL}/v1/messages"),
        (("--protocol", "messages", "--protocol", "pi=responses"), "openai-responses", f"{URL}/v1/responses"),
        (("--protocol", "chat", "--protocol", "chat"), "openai-completions", f"{URL}/v1/chat/completions"),
    ],
)
def test_the_protocol_is_written_and_told(
    cli: Any, clean_home: Path, typed: tuple[str, ...], api: str, url: str
) -> None:
    """For all tools or for one; what is told before writing, and in the JSON, is the URL of that protocol."""
    done = cli("setup", "pi", *typed, *USUAL, stdin=KEY)
    assert (done.code, f"pi will use {url} " in done.out) == (0, True)
    assert provider(clean_home)["api"] == api
    again = cli("setup", "pi", *typed, *USUAL, "--json", stdin=KEY)
    assert (again.json["changed"], again.json["data"]["tools"][0]["url"]) == (False, url)


def test_messages_needs_an_address_that_can_be_told(cli: Any, clean_home: Path) -> None:
    """A base URL with a version of its own says nothing about the Anthropic protocol, whichever tool speaks it."""
    usual = (
        "setup",
        "pi",
        "--model",
        "m",
        "--yes",
        "--no-smoke",
        "--api-key-stdin",
        "--base-url",
        "https://gw.example/v4",
    )
    assert cli(*usual, stdin=KEY).code == 0
    failed = cli(*usual, "--protocol", "messages", "--json", stdin=KEY)
    assert (failed.code, failed.json["errors"][0]["code"]) == (2, "missing_anthropic_base_url")
    named = ("--protocol", "messages", "--anthropic-base-url", "https://gw.example/anthropic")
    assert cli(*usual, *named, stdin=KEY).code == 0
    assert provider(clean_home)["baseUrl"] == "https://gw.example/anthropic"


def test_sizes_are_written_where_the_tool_has_a_place(cli: Any, clean_home: Path) -> None:
    """Both sizes, as numbers; the first choice of the next run may be another one."""
    sizes = ("--context-window", "200000", "--max-output", "32000")
    assert cli("setup", "pi", *sizes, *USUAL, stdin=KEY).code == 0
    assert provider(clean_home)["models"] == [{"id": "demo-large", "contextWindow": 200000, "maxTokens": 32000}]
    assert cli("setup", "pi", "--max-output", "8000", *USUAL, stdin=KEY).code == 0
    assert provider(clean_home)["models"] == [{"id": "demo-large", "contextWindow": 200000, "maxTokens": 8000}]


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("codex", "--protocol", "chat"), "protocol_not_offered", ("--protocol", "Codex", "responses")),
        (("pi", "codex", "--protocol", "codex=messages"), "protocol_not_offered", ("Codex", "codex=responses")),
        (("pi", "qwen-code", "--protocol", "responses"), "protocol_not_offered", ("Qwen Code", "chat, messages")),
        (("pi", "--protocol", "gemini"), "usage", ("--protocol", "gemini", "chat, responses, messages")),
        (("pi", "--protocol", "nothing=chat"), "usage", ("--protocol", "nothing=chat")),
        (("pi", "--protocol", "codex=responses"), "usage", ("--protocol", "codex")),
        (("pi", "--protocol", "chat", "--protocol", "messages"), "usage", ("--protocol", "chat, messages", "pi=")),
        (("codex", "--context-window", "200000"), "size_not_offered", ("--context-window", "Codex")),
        (("droid", "--context-window", "200000"), "size_not_offered", ("--context-window", "droid")),
        (("codex", "--small-model", "m"), "small_model_not_offered", ("--small-model", "Codex")),
        (("claude-code", "--small-model", "codex=m"), "usage", ("--small-model", "codex")),
        (("pi", "--max-output", "0"), "usage", ("--max-output", "0")),
        (("pi", "--max-output", "8k"), "usage", ("--max-output", "8k")),
        (("pi", "--all"), "usage", ("--all",)),
    ],
)
def test_what_a_named_tool_does_not_have_is_refused(
    cli: Any, clean_home: Path, arguments: tuple[str, ...], code: str, words: tuple[str, ...]
) -> None:
    """Exit 2, the option and the way out named, nothing written; the same codes as JSON."""
    for extra in ((), ("--lang", "zh")):
        done = cli("setup", *arguments, *USUAL, *extra, stdin=KEY)
        assert done.code == 2
        assert [word for word in words if word not in done.err] == []
    failed = cli("setup", *arguments, *USUAL, "--json", stdin=KEY)
    assert (failed.code, [error["code"] for error in failed.json["errors"]]) == (2, [code])
    assert list(clean_home.iterdir()) == []


def test_the_small_model_goes_to_the_tools_that_have_one(cli: Any, clean_home: Path) -> None:
    """Found tools without the setting are told; the one that has it gets it, cleaned."""
    env = install(clean_home, "claude", "codex")
    done = cli("setup", "--small-model", " demo-small ", *USUAL, stdin=KEY, env=env)
    assert done.code == 0, done.both
    assert "Codex has no setting for --small-model" in done.err
    settings = json.loads((clean_home / ".claude/settings.json").read_text("utf-8"))["env"]
    assert (settings["ANTHROPIC_MODEL"], settings["ANTHROPIC_DEFAULT_HAIKU_MODEL"]) == ("demo-large", "demo-small")


def test_every_refusal_at_once(cli: Any) -> None:
    """Two tools, three things they don't have: told together."""
    done = cli("setup", "codex", "droid", "--protocol", "chat", "--context-window", "9", *USUAL, "--json", stdin=KEY)
    assert [(error["tool"], error["code"]) for error in done.json["errors"]] == [
        ("codex", "protocol_not_offered"),
        ("codex", "size_not_offered"),
        ("droid", "size_not_offered"),
    ]


def test_what_a_found_tool_does_not_have_is_told(cli: Any, clean_home: Path) -> None:
    """Without names, a tool without the choice is set up as usual, with a note."""
    env = install(clean_home, "pi", "codex")
    done = cli("setup", "--protocol", "messages", "--max-output", "9000", *USUAL, stdin=KEY, env=env)
    assert done.code == 0
    assert "Codex can't speak messages; it is set up for responses" in done.err
    assert "Codex has no setting for --max-output" in done.err
    assert "pi can't" not in done.err
    assert provider(clean_home)["api"] == "anthropic-messages"
    assert f"Codex will use {URL}/v1/responses" in done.out


def test_all_means_programs_and_files(cli: Any, clean_home: Path) -> None:
    """A tool that is installed, one whose file alone is there, a broken link; not the .env of the folder, which says
    nothing about a program."""
    env = install(clean_home, "pi")
    files = (".codex/config.toml", ".qwen/settings.json", ".env")
    for name in files:
        (clean_home / name).parent.mkdir(exist_ok=True)
    (clean_home / files[0]).write_text("")
    (clean_home / files[1]).symlink_to(clean_home / "nowhere/settings.json")
    (clean_home / files[2]).write_text("A=1\n")
    (clean_home / "nowhere").mkdir()

    without = cli("setup", *USUAL, "--dry-run", "--json", stdin=KEY, env=env)
    done = cli("setup", "--all", *USUAL, "--dry-run", "--json", stdin=KEY, env=env)

    assert [tool["id"] for tool in without.json["data"]["tools"]] == ["pi"]
    assert [tool["id"] for tool in done.json["data"]["tools"]] == ["codex", "pi", "qwen-code"]


def test_all_on_an_empty_machine(cli: Any) -> None:
    """Nothing is there: refused, with what can be named."""
    done = cli("setup", "--all", *USUAL, stdin=KEY, env={"PATH": "/nowhere"})
    assert (done.code, "taotoken setup claude-code" in done.err) == (2, True)


@pytest.mark.parametrize("command", ["setup", "status", "doctor"])
def test_help_lists_every_tool(cli: Any, command: str) -> None:
    """The ids that can be typed are those of the registry."""
    page = cli(command, "--help").out
    assert [name for name in tool_ids() if name not in page] == []
