"""What is told around a result: notes before a refusal, next steps that help, places, counts."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Any

import pytest

from taotoken.testing import Gateway
from taotoken_cli import _count
from taotoken_cli._render._smoke import seconds
from taotoken_cli._texts.gateway import EXAMPLES

KEY = "sk-demo-7f3a99990000aaaa1111"
OTHER_KEY = "sk-demo-bbbb22223333cccc4444"
URL = "https://gw.example/api"
THEIRS = "https://elsewhere.example/api"
GATEWAY = ("--base-url", URL, "--model", "m")
QUIET = ("--yes", "--no-smoke")


# Notes ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [("setup", "codex", "--model", "m", *QUIET), ("models",), ("chat", "hi")])
@pytest.mark.parametrize("as_json", [False, True])
def test_a_refusal_names_both_sources(cli: Any, command: tuple[str, ...], as_json: bool) -> None:
    """A key that stays with its own gateway is told before the refusal, which names where URL and key come from."""
    env = {"TAOTOKEN_API_KEY": OTHER_KEY, "TAOTOKEN_BASE_URL": THEIRS}
    done = cli(*command, "--base-url", URL + "/?x=1", *(("--json",) if as_json else ()), env=env)
    assert done.code == 2
    told = "the key in the environment variable TAOTOKEN_API_KEY belongs to elsewhere.example"
    assert f"note: {told}; it is not sent to gw.example" in done.err
    assert "note: What stood after ? or # in the base URL was removed" in done.err
    refusal = done.json["errors"][0]["message"] if as_json else done.err.partition("error: ")[2]
    assert f"no API key for gw.example, the host that --base-url names: {told}" in refusal
    assert OTHER_KEY not in done.both


def test_every_key_left_aside_is_named(cli: Any) -> None:
    """The environment's and the profile's, where neither belongs to the gateway."""
    assert cli("setup", "codex", *GATEWAY, *QUIET, "--api-key-stdin", stdin=KEY).code == 0
    env = {"TAOTOKEN_API_KEY": OTHER_KEY, "TAOTOKEN_BASE_URL": THEIRS}
    done = cli("models", "--base-url", "https://third.example/api", "--json", "--lang", "zh", env=env)
    message = done.json["errors"][0]["message"]
    assert message == (
        "没有 third.example（来自：--base-url）的 API 密钥：密钥（环境变量 TAOTOKEN_API_KEY）属于 elsewhere.example；"
        "密钥（你的 taotoken 配置）属于 gw.example。"
    )


def test_notes_are_told_before_a_file_is_refused(cli: Any, clean_home: Path) -> None:
    """Also when the plan stops: a broken file doesn't swallow that the base URL was repaired."""
    (clean_home / ".codex").mkdir()
    (clean_home / ".codex/config.toml").write_text("model = \n")
    done = cli("setup", "codex", "--base-url", URL + "/", "--model", "m", *QUIET, "--api-key-stdin", stdin=KEY)
    assert done.code == 3
    assert "note: The slash at the end of the base URL was removed." in done.err


def test_a_note_is_told_once(cli: Any) -> None:
    """And stands among the notes of the result."""
    arguments = ("--base-url", URL + "/", "--model", "m", *QUIET, "--api-key-stdin", "--json")
    done = cli("setup", "codex", *arguments, stdin=f'"{KEY}"')
    assert done.err.count("slash at the end") == 1
    assert done.err.count("Quotation marks") == 1
    assert sum("slash at the end" in note for note in done.json["data"]["notes"]) == 1


def test_a_plan_says_what_would_happen(cli: Any, clean_home: Path) -> None:
    """--dry-run and --check don't speak of the file as if it were written."""
    (clean_home / ".claude").mkdir()
    (clean_home / ".claude/settings.json").write_text('{"env": {"ANTHROPIC_API_KEY": "sk-old-000000000009"}}')
    for flag in ("--dry-run", "--check"):
        for language, told in (("en", "removes env.ANTHROPIC_API_KEY ("), ("zh", "移除 env.ANTHROPIC_API_KEY（")):
            done = cli("setup", "claude-code", *GATEWAY, "--api-key-stdin", flag, "--lang", language, stdin=KEY)
            assert f": {told}" in done.err or f"：{told}" in done.err
            assert "removed" not in done.err
            assert "已" not in done.err


def test_another_key_of_the_same_look(cli: Any) -> None:
    """The diff shows twice the same mask; the note says that the key changes."""
    first, second = "sk-demo-000000000000-0001", "sk-demo-999999999999-0001"
    assert cli("setup", "codex", *GATEWAY, *QUIET, "--api-key-stdin", stdin=first).code == 0
    done = cli("setup", "codex", *GATEWAY, "--dry-run", "--api-key-stdin", stdin=second)
    assert done.out.count('experimental_bearer_token = "sk-…0001"') == 2
    assert "experimental_bearer_token gets a different key, though both keys are shown as sk-…0001" in done.err


# Next steps -------------------------------------------------------------------------------------------------


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.mark.parametrize("command", [("models",), ("chat", "hi", "--model", "m")])
def test_the_next_step_for_an_address_nobody_answers(cli: Any, command: tuple[str, ...]) -> None:
    """It speaks of the base URL that was given, not of a doctor that looks at other ones."""
    url = f"http://127.0.0.1:{_free_port()}/api"
    for language, words in (("en", "host and port of the base URL"), ("zh", "Base URL 的主机和端口")):
        done = cli(*command, "--base-url", url, "--api-key-stdin", "--lang", language, stdin=KEY)
        assert done.code == 1
        assert words in done.err
        assert "--base-url" in done.err
        assert "doctor" not in done.err


def test_the_refusal_of_plain_http_speaks_the_command_line(cli: Any) -> None:
    """--allow-http, never the keyword of the library; in both languages."""
    for language in ("en", "zh"):
        done = cli("models", "--base-url", "http://gw.example/api", "--api-key-stdin", "--lang", language, stdin=KEY)
        assert done.code == 3
        assert "--allow-http" in done.err
        assert "allow_http" not in done.err
        assert "gw.example" in done.err.splitlines()[0]


def test_an_unknown_tool_is_told_first(cli: Any) -> None:
    """Before a missing --yes, a missing key or anything else that would have to be mended twice."""
    done = cli("setup", "codexx")
    assert (done.code, "codexx" in done.err, "--yes" in done.err) == (2, True, False)
    assert "did you mean codex?" in done.err


@pytest.mark.parametrize(("language", "label", "verb"), [("en", "next: ", "Run:"), ("zh", "下一步：", "运行：")])
def test_a_label_does_not_say_run_twice(cli: Any, language: str, label: str, verb: str) -> None:
    """`next: taotoken …` and `fix: taotoken …`."""
    with Gateway(keys=(KEY,)).in_thread() as gateway:
        arguments = ("setup", "claude-code", "--base-url", gateway.base_url, "--model", "demo-large", "--yes")
        done = cli(*arguments, "--api-key-stdin", "--lang", language, stdin=OTHER_KEY)
        looked = cli("doctor", "claude-code", "--lang", language)
    assert done.code == 1
    steps = [line for line in done.err.splitlines() if line.startswith(label)]
    fixes = [line.strip() for line in looked.out.splitlines() if line.strip().startswith(("fix: ", "修复："))]
    assert steps
    assert fixes
    assert not [line for line in (*steps, *fixes) if line.partition(verb)[0] in (label, "fix: ", "修复：")]


# Places -----------------------------------------------------------------------------------------------------


def test_a_failed_test_request_names_the_tool(cli: Any) -> None:
    """`tool` is the tool's id; `field` is for settings and options only."""
    with Gateway(keys=(KEY,), fault="401").in_thread() as gateway:
        arguments = ("setup", "codex", "cline", "--base-url", gateway.base_url, "--model", "demo-large", "--yes")
        done = cli(*arguments, "--api-key-stdin", "--json", stdin=KEY)
    assert (done.code, done.json["status"]) == (1, "partial")
    assert [problem["tool"] for problem in done.json["errors"]] == ["codex", "cline"]
    assert not {"codex", "cline"} & {problem.get("field") for problem in done.json["errors"]}


def test_errors_show_home_as_tilde(cli: Any, clean_home: Path) -> None:
    """Once, and absolute in JSON."""
    (clean_home / ".codex/config.toml").mkdir(parents=True)
    arguments = ("setup", "codex", *GATEWAY, *QUIET, "--api-key-stdin")
    done = cli(*arguments, stdin=KEY)
    assert done.code == 3
    assert "error: ~/.codex/config.toml is a folder" in done.err
    assert str(clean_home) not in done.both
    as_json = cli(*arguments, "--json", stdin=KEY)
    assert as_json.json["errors"][0]["file"] == str(clean_home / ".codex/config.toml")


def test_a_file_of_the_system_in_an_error(cli: Any, clean_home: Path) -> None:
    """An OSError names its file the same way."""
    log = clean_home / "folder"
    log.mkdir()
    done = cli("gateway", "--log", str(log))
    assert done.code == 3
    assert "error: ~/folder: " in done.err
    assert str(clean_home) not in done.both


# Words ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "words"), [(0, "0 files"), (1, "1 file"), (2, "2 files")])
def test_one_is_not_many(count: int, words: str) -> None:
    """`1 file`, `2 files`."""
    assert _count.files(count).render("en") == words
    assert _count.files(count).render("zh") == f"{count} 个文件"


def test_counts_are_words_everywhere(cli: Any) -> None:
    """In every sentence with a number of things."""
    with Gateway(keys=(KEY,), models=("only",)).in_thread() as gateway:
        done = cli("models", "--base-url", gateway.base_url, "--api-key-stdin", stdin=KEY)
    assert "1 model at " in done.err
    arguments = ("--base-url", URL, "--model", "m", "--api-key-stdin")
    assert "(it would change 2 files)" in cli("setup", "codex", *arguments, "--dry-run", stdin=KEY).out
    assert "Written: 2 files (" in cli("setup", "codex", *arguments, *QUIET, stdin=KEY).out
    assert "0 runs forgotten." in cli("history", "--prune").out


@pytest.mark.parametrize(
    ("value", "words"),
    [(None, "?"), (0.0, "<1 ms"), (0.0004, "<1 ms"), (0.0006, "1 ms"), (0.25, "250 ms"), (1.5, "1.50 s")],
)
def test_durations(value: float | None, words: str) -> None:
    """Nothing takes 0 ms."""
    assert seconds(value) == words


def test_examples_of_gateway_are_the_same_in_both_languages() -> None:
    """But for the text that the gateway shall answer with."""
    assert EXAMPLES.zh.replace("你好", "hello") == EXAMPLES.en


def test_a_deleted_file_is_told(cli: Any, clean_home: Path) -> None:
    """Codex back from auth.json: the plan says `delete`, in words and as JSON."""
    arguments = ("setup", "codex", *GATEWAY, "--no-smoke", "--api-key-stdin")
    assert cli(*arguments, "--yes", "--codex-auth", "auth-json", stdin=KEY).code == 0
    done = cli(*arguments, "--dry-run", stdin=KEY)
    assert "delete ~/.codex/auth.json" in done.out
    changes = cli(*arguments, "--yes", "--json", stdin=KEY).json["data"]["changes"]
    assert {Path(change["path"]).name: change["deleted"] for change in changes} == {
        "auth.json": True,
        "config.toml": False,
    }
    assert not (clean_home / ".codex/auth.json").exists()
    assert cli("undo", "--yes").code == 0
    assert json.loads((clean_home / ".codex/auth.json").read_text())["OPENAI_API_KEY"] == KEY
