"""`setup --clean-up`: what would win over the new settings is told, and with consent taken out and brought back."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from taotoken.testing import Gateway
from terminal_kit import Terminal

KEY = "sk-demo-7f3a99990000aaaa1111"
OLD = "sk-old-relay-bbbb0000cccc2222dddd"
SETTINGS = ".claude/settings.json"
Snapshot = Callable[[], dict[str, tuple[int, bytes]]]


@pytest.fixture
def gateway() -> Iterator[Gateway]:
    """A gateway that admits our key."""
    with Gateway(keys=(KEY,)).in_thread() as running:
        yield running


@pytest.fixture
def project(clean_home: Path) -> Path:
    """A folder whose Claude settings hold an old relay's key and model, in a layout of their own."""
    folder = clean_home / "project"
    (folder / ".claude").mkdir(parents=True)
    text = f'{{ "env": {{"ANTHROPIC_API_KEY": "{OLD}",\n  "ANTHROPIC_MODEL":"old-model", "KEEP": "1"}},\n"theme": "x"}}'
    (folder / SETTINGS).write_text(text, encoding="utf-8")
    (folder / SETTINGS).chmod(0o640)
    return folder


def arguments(gateway: Gateway, tool: str = "claude-code") -> tuple[str, ...]:
    """A set-up that has all it needs."""
    return ("setup", tool, "--base-url", gateway.base_url, "--model", "demo-large", "--api-key-stdin", "--yes")


def git(folder: Path, *words: str) -> None:
    """Run git."""
    subprocess.run(
        ["git", "-c", "user.name=t", "-c", "user.email=t@t.example", *words],
        cwd=folder,
        check=True,
        capture_output=True,
    )


# Told ------------------------------------------------------------------------------------------------------


def test_yes_alone_leaves_a_projects_file_and_the_verdict_says_so(
    cli: Any, clean_home: Path, gateway: Gateway, project: Path
) -> None:
    """The file keeps its bytes; what wins is told before and after, exit 1, and the way to take it out is named."""
    before = (project / SETTINGS).read_bytes()
    done = cli(*arguments(gateway), "--json", stdin=KEY, cwd=project)
    assert (project / SETTINGS).read_bytes() == before
    assert (done.code, done.json["status"], done.json["changed"]) == (1, "partial", True)
    told = "\n".join(done.json["data"]["warnings"])
    assert "~/project/.claude/settings.json sets ANTHROPIC_API_KEY, ANTHROPIC_MODEL and beats" in told
    assert "--clean-up" in done.err
    rows = [(row["setting"], row["line"], row["here"], row["taken_out"]) for row in done.json["data"]["overrides"]]
    assert rows == [("ANTHROPIC_API_KEY", 1, True, False), ("ANTHROPIC_MODEL", 2, True, False)]
    assert OLD not in done.both
    assert not done.json["data"]["tools"][0]["smoke"]["ok"]


def test_an_answer_to_other_settings_is_no_success(cli: Any, clean_home: Path, gateway: Gateway, project: Path) -> None:
    """The project's model answers as well: the request works, the set-up does not, and doctor finds the same."""
    (project / SETTINGS).write_text('{"env": {"ANTHROPIC_MODEL": "demo-small"}}', encoding="utf-8")
    done = cli(*arguments(gateway), "--json", stdin=KEY, cwd=project)
    (error,) = done.json["errors"]
    assert (done.code, error["code"], error["line"]) == (1, "settings_shadowed", 1)
    assert error["file"] == str(project / SETTINGS)
    assert "taotoken setup claude-code --clean-up" in error["next"]
    assert gateway.requests[-1].model == "demo-small"
    found = cli("doctor", "claude-code", "--json", cwd=project).json["findings"][0]
    assert (found["id"], found["message"], found["remedy"]) == (error["code"], error["message"], error["next"])
    assert found["status"] == "warning"


@pytest.mark.parametrize("option", ["--no-smoke", "--check"])
def test_without_a_test_request_the_verdict_is_the_same(
    cli: Any, clean_home: Path, gateway: Gateway, project: Path, option: str
) -> None:
    """Nothing is sent, and exit 1 names the file."""
    done = cli(*arguments(gateway), option, "--json", stdin=KEY, cwd=project)
    codes = [error["code"] for error in done.json["errors"]]
    assert (done.code, codes) == (1, ["settings_shadowed"])
    again = cli(*arguments(gateway), option, "--json", stdin=KEY, cwd=clean_home)
    assert (again.code, again.json["errors"]) == (0 if option == "--no-smoke" else 1, [])


def test_a_value_that_is_the_same_as_ours_wins_nothing(cli: Any, gateway: Gateway, project: Path) -> None:
    """Nothing to tell, nothing to take out."""
    values = {"ANTHROPIC_BASE_URL": gateway.base_url, "ANTHROPIC_MODEL": "demo-large", "OTHER": "1"}
    (project / SETTINGS).write_text(json.dumps({"env": values}), encoding="utf-8")
    done = cli(*arguments(gateway), "--json", stdin=KEY, cwd=project)
    assert (done.code, done.json["data"]["overrides"]) == (0, []), done.both


def test_a_key_in_git_must_be_made_anew(cli: Any, gateway: Gateway, project: Path) -> None:
    """Tracked: it is in the history, taken out or not; untracked: no word of it."""
    git(project, "init")
    assert "git tracks" not in cli(*arguments(gateway), "--dry-run", stdin=KEY, cwd=project).err
    git(project, "add", ".")
    for extra in ((), ("--clean-up",)):
        told = cli(*arguments(gateway), *extra, "--dry-run", stdin=KEY, cwd=project).err
        assert "git tracks ~/project/.claude/settings.json, so the key in ANTHROPIC_API_KEY" in told


def test_an_administrators_file_is_told_and_never_changed(
    cli: Any, clean_home: Path, gateway: Gateway, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It is neither the user's nor the project's."""
    from taotoken_plugins.tools import _claude_sources

    managed = tmp_path / "etc"
    managed.mkdir()
    monkeypatch.setattr(_claude_sources, "managed_dir", lambda platform: managed)
    (managed / "managed-settings.json").write_text('{"env": {"ANTHROPIC_MODEL": "theirs"}}', encoding="utf-8")
    done = cli(*arguments(gateway), "--clean-up", "--no-smoke", "--json", stdin=KEY)
    (row,) = done.json["data"]["overrides"]
    assert (done.code, row["taken_out"], row["file"]) == (1, False, str(managed / "managed-settings.json"))
    assert "theirs" in (managed / "managed-settings.json").read_text()


def test_a_variable_of_this_terminal_is_told_with_its_command(cli: Any, clean_home: Path, gateway: Gateway) -> None:
    """It can't be changed from here: `unset`, and the verdict says that the tool obeys it."""
    env = {"KIMI_MODEL_NAME": "other", "KIMI_MODEL_BASE_URL": "https://old.example/v1"}
    done = cli(*arguments(gateway, "kimi-code"), "--clean-up", "--no-smoke", "--json", stdin=KEY, env=env)
    assert (done.code, done.json["errors"][0]["code"]) == (1, "settings_shadowed")
    assert "unset KIMI_MODEL_NAME" in "\n".join(done.json["data"]["warnings"])
    assert "unset KIMI_MODEL_NAME" in done.json["errors"][0]["next"]


# Taken out -------------------------------------------------------------------------------------------------


def test_clean_up_takes_out_what_wins_and_undo_brings_it_back(
    cli: Any, clean_home: Path, gateway: Gateway, project: Path, snapshot: Snapshot
) -> None:
    """In the same plan, diff, journal and undo: only the winning values go; bytes and modes come back."""
    before = snapshot()
    done = cli(*arguments(gateway), "--clean-up", stdin=KEY, cwd=project)
    assert done.code == 0, done.both
    assert (project / SETTINGS).read_text() == '{ "env": {"KEEP": "1"},\n"theme": "x"}'
    assert (project / SETTINGS).stat().st_mode & 0o777 == 0o640
    assert OLD not in done.both
    assert "removes env.ANTHROPIC_API_KEY (it would win over the new settings of Claude Code)" in done.err
    assert gateway.requests[-1].model == "demo-large"
    assert cli("undo", "--yes", cwd=project).code == 0
    assert snapshot() == before


def test_a_line_of_a_start_file_does_nothing_any_more(
    cli: Any, clean_home: Path, gateway: Gateway, snapshot: Snapshot
) -> None:
    """Only that line, its mode kept; it comes back even after the file was changed elsewhere."""
    rc = clean_home / ".bashrc"
    rc.write_text("# mine\nexport KIMI_MODEL_NAME=old\nif true; then\n  export KIMI_MODEL_API_KEY=" + OLD + "\nfi\n")
    rc.chmod(0o644)
    before = snapshot()
    told = cli(*arguments(gateway, "kimi-code"), "--no-smoke", stdin=KEY)
    assert "KIMI_MODEL_NAME is exported (~/.bashrc:2) and Kimi Code still obeys it" in told.err
    assert told.code == 0, "it wins in a new terminal only"
    assert cli("undo", "--yes").code == 0

    done = cli(*arguments(gateway, "kimi-code"), "--clean-up", stdin=KEY)
    assert done.code == 0, done.both
    lines = rc.read_text().splitlines()
    assert lines[1] == ": # (taotoken) export KIMI_MODEL_NAME=old"
    assert rc.stat().st_mode & 0o777 == 0o644
    subprocess.run(["bash", "-n", str(rc)], check=True)
    rc.write_text("alias ll='ls -l'\n" + rc.read_text())
    assert cli("undo", "--yes").code == 0
    assert rc.read_bytes() == b"alias ll='ls -l'\n" + before[".bashrc"][1]


def test_a_line_that_does_more_is_left_and_told(cli: Any, clean_home: Path, gateway: Gateway) -> None:
    """Nothing is cut out of it."""
    rc = clean_home / ".bashrc"
    rc.write_text("test -n x && export KIMI_MODEL_NAME=old\n")
    done = cli(*arguments(gateway, "kimi-code"), "--clean-up", "--no-smoke", stdin=KEY)
    assert rc.read_text() == "test -n x && export KIMI_MODEL_NAME=old\n"
    assert "KIMI_MODEL_NAME is exported (~/.bashrc:1)" in done.err


def test_doctor_takes_out_the_same_when_it_is_named(
    cli: Any, clean_home: Path, gateway: Gateway, project: Path
) -> None:
    """One mechanism: `doctor --fix --check settings_shadowed` leaves the file as `--clean-up` does."""
    (project / SETTINGS).write_text('{"env": {"ANTHROPIC_MODEL": "demo-small"}}', encoding="utf-8")
    cli(*arguments(gateway), stdin=KEY, cwd=project)
    done = cli("doctor", "claude-code", "--fix", "--check", "settings_shadowed", "--yes", "--json", cwd=project)
    assert (done.code, done.json["changed"]) == (0, True), done.both
    by_doctor = (project / SETTINGS).read_bytes()
    assert cli("undo", "--yes", cwd=project).code == 0
    assert cli(*arguments(gateway), "--clean-up", stdin=KEY, cwd=project).code == 0
    assert (project / SETTINGS).read_bytes() == by_doctor


# Asked -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("answer", "taken_out"), [("\r", False), ("\x1b[B\r", True)])
def test_a_person_is_asked_once(
    clean_home: Path, gateway: Gateway, project: Path, answer: str, taken_out: bool
) -> None:
    """Return means no; with yes the further changes are shown before the last question."""
    before = (project / SETTINGS).read_bytes()
    words = ("setup", "claude-code", "--base-url", gateway.base_url, "--model", "demo-large", "--no-smoke")
    terminal = Terminal(clean_home, *words, env={"TAOTOKEN_API_KEY": KEY}, folder=project)
    terminal.until("Also take out what is unused or would win over")
    terminal.until("yes, together with the rest")
    terminal.type(answer)
    terminal.until("no, leave everything as it is")
    terminal.type("\r")
    assert terminal.end() == (0 if taken_out else 1), terminal.shown
    assert ((project / SETTINGS).read_bytes() != before) is taken_out
    assert ("change ~/project/.claude/settings.json" in terminal.shown) is taken_out
    assert OLD not in terminal.shown


# Beside it -------------------------------------------------------------------------------------------------


def test_a_start_file_that_gets_our_block_is_left_to_the_next_run(
    cli: Any, clean_home: Path, gateway: Gateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Undo takes back values of one kind of edit: the export is told now, and goes with the second run."""
    monkeypatch.setenv("SHELL", "/bin/bash")
    rc = clean_home / ".bashrc"
    rc.write_text("export KIMI_MODEL_NAME=old\n")
    words = ("setup", "copilot", "kimi-code", "--base-url", gateway.base_url, "--model", "demo-large", "--clean-up")
    first = cli(*words, "--api-key-stdin", "--yes", "--no-smoke", "--json", stdin=KEY)
    assert [row["taken_out"] for row in first.json["data"]["overrides"]] == [False]
    assert rc.read_text().startswith("export KIMI_MODEL_NAME=old\n# >>> taotoken >>>")
    second = cli(*words, "--api-key-stdin", "--yes", "--no-smoke", "--json", stdin=KEY)
    assert [row["taken_out"] for row in second.json["data"]["overrides"]] == [True]
    assert rc.read_text().startswith(": # (taotoken) export KIMI_MODEL_NAME=old\n")


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="programs are found in /proc")
def test_a_running_program_is_told(cli: Any, clean_home: Path, gateway: Gateway, tmp_path: Path) -> None:
    """With its process and what it keeps; only where its settings change."""
    program = tmp_path / "codex"
    program.symlink_to(shutil.which("sleep") or "")
    with subprocess.Popen([str(program), "60"], env={"HOME": str(clean_home)}) as running:
        try:
            told = cli(*arguments(gateway, "codex"), "--no-smoke", stdin=KEY).err
            again = cli(*arguments(gateway, "codex"), "--no-smoke", stdin=KEY).err
        finally:
            running.kill()
    assert f"Codex is running (process {running.pid}): it and conversations resumed in it keep the old settings" in told
    assert "is running" not in again


def test_what_a_link_of_the_project_leads_to_elsewhere_is_left(
    cli: Any, gateway: Gateway, project: Path, tmp_path: Path
) -> None:
    """It is neither in the home folder nor in the project."""
    outside = tmp_path / "outside.json"
    outside.write_text('{"env": {"ANTHROPIC_MODEL": "theirs"}}', encoding="utf-8")
    (project / SETTINGS).unlink()
    (project / SETTINGS).symlink_to(outside)
    done = cli(*arguments(gateway), "--clean-up", "--no-smoke", "--json", stdin=KEY, cwd=project)
    assert [row["taken_out"] for row in done.json["data"]["overrides"]] == [False]
    assert "theirs" in outside.read_text()
