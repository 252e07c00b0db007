"""What is collected from a machine: other starts, running programs, owners, projects, and what the rules say then."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from matrix_kit import KEY, World, set_up, write
from taotoken import Cause
from taotoken_plugins._host import project_root
from taotoken_plugins._registry import get_tool
from taotoken_plugins.diagnosis import collect_files, collect_running
from taotoken_plugins.diagnosis._finding import Report
from taotoken_plugins.diagnosis._program import Running
from taotoken_plugins.diagnosis.collect import collect
from taotoken_plugins.diagnosis.collect_files import file_facts
from taotoken_plugins.diagnosis.collect_running import running
from taotoken_plugins.diagnosis.collect_starts import starts
from taotoken_plugins.diagnosis.engine import judge
from taotoken_plugins.diagnosis.facts import Facts

GATEWAY = "https://taotoken.net/api"
SETTINGS = {
    "linux": ".config/Code/User/settings.json",
    "darwin": "Library/Application Support/Code/User/settings.json",
    "win32": "AppData/Roaming/Code/User/settings.json",
}


@pytest.fixture
def world(tmp_path: Path) -> World:
    return set_up(tmp_path, GATEWAY)


def judged(world: World, tool: str, **changes: object) -> Report:
    return judge(replace(collect(get_tool(tool), world.host), **changes))  # type: ignore[arg-type]


def levels(report: Report) -> dict[Cause, str]:
    return {finding.cause: finding.level for finding in report.findings}


# Other starts


def test_a_new_terminal_would_bring_what_is_missing_here(tmp_path: Path) -> None:
    """The start file exports both pieces, this terminal was opened before: it wants a restart, not a set-up."""
    world = set_up(tmp_path, GATEWAY, tools=())
    lines = f"export ANTHROPIC_BASE_URL={GATEWAY}\nexport ANTHROPIC_AUTH_TOKEN={KEY}\n"
    write(world.home / ".bashrc", lines)

    report = judged(world, "claude-code")

    assert report.root_cause is Cause.TOOL_NOT_RESTARTED
    shown = "\n".join(str(line) for line in report.findings[0].evidence)
    assert ".bashrc" in shown
    assert KEY not in shown


@pytest.mark.parametrize(("shell", "seen"), [("/bin/zsh", False), ("/usr/bin/bash", True), ("", True)])
def test_only_the_start_files_of_the_users_shell_count(world: World, shell: str, seen: bool) -> None:
    """A .bashrc says nothing to who works in zsh."""
    write(world.home / ".bashrc", "export ANTHROPIC_API_KEY=sk-demo-another-000000\n")
    world.env(SHELL=shell)

    assert (Cause.TOOL_NOT_RESTARTED in levels(judged(world, "claude-code"))) is seen


def test_an_export_that_changes_nothing_is_no_matter(world: World) -> None:
    """Settings of the file beat the variable: nothing to tell."""
    write(world.home / ".bashrc", "export ANTHROPIC_BASE_URL=https://other.example\n")

    assert judged(world, "claude-code").findings == ()


def test_a_value_made_of_other_variables_is_not_guessed(world: World) -> None:
    """``$OTHER`` is known to the shell alone."""
    write(world.home / ".bashrc", "export ANTHROPIC_API_KEY=$OTHER\n")

    assert starts(get_tool("claude-code"), world.host) == ()


def test_variables_of_the_windows_registry(tmp_path: Path) -> None:
    """What setx wrote reaches the next program only."""
    world = set_up(tmp_path, GATEWAY, tools=())
    values = {"ANTHROPIC_BASE_URL": GATEWAY, "ANTHROPIC_AUTH_TOKEN": KEY, "PATH": "C:\\"}
    (start,) = starts(get_tool("claude-code"), world.host, lambda: values)

    assert start.kind == "windows"
    assert start.effective.base_url == GATEWAY
    assert "PATH" not in start.source.values
    assert judged(world, "claude-code", starts=(start,)).root_cause is Cause.TOOL_NOT_RESTARTED


@pytest.mark.parametrize("platform", SETTINGS)
@pytest.mark.parametrize(
    "document",
    [
        {"claudeCode.environmentVariables": [{"name": "ANTHROPIC_API_KEY", "value": "sk-demo-vscode-00000"}]},
        {"claudeCode.environmentVariables": {"ANTHROPIC_API_KEY": "sk-demo-vscode-00000"}},
        {
            f"terminal.integrated.env.{name}": {"ANTHROPIC_API_KEY": "sk-demo-vscode-00000"}
            for name in ("linux", "osx", "windows")
        },
    ],
    ids=["list", "object", "terminal"],
)
def test_settings_of_vs_code(world: World, platform: str, document: Mapping[str, object]) -> None:
    """A key in the editor's settings goes out beside the token; comments in the file are fine."""
    write(world.home / SETTINGS[platform], "// mine\n" + json.dumps(document))
    world.host = replace(world.host, platform=platform)  # type: ignore[arg-type]

    (start,) = starts(get_tool("claude-code"), world.host)

    assert start.effective.auth_headers == ("bearer", "x-api-key")
    assert levels(judged(world, "claude-code")) == {Cause.SETTINGS_SHADOWED: "warning"}


@pytest.mark.parametrize("path", [".vscode-server/data/Machine/settings.json", ".vscode/settings.json"])
def test_settings_of_a_remote_machine_and_of_the_workspace(world: World, path: str) -> None:
    """Both reach the terminals inside the editor."""
    document = {"terminal.integrated.env.linux": {"ANTHROPIC_API_KEY": "sk-demo-vscode-00000"}}
    write(world.home / path, json.dumps(document))

    assert [start.kind for start in starts(get_tool("claude-code"), world.host)] == ["editor"]


def test_the_claude_extension_is_no_matter_to_others(world: World) -> None:
    """Its variables are for Claude Code alone."""
    document = {"claudeCode.environmentVariables": {"OPENAI_API_KEY": "sk-demo-vscode-00000"}}
    write(world.home / SETTINGS["linux"], json.dumps(document))

    assert starts(get_tool("cline"), world.host) == ()


# Running programs


def process(proc: Path, pid: int, command: str, env: Mapping[str, str], *, ticks: int) -> None:
    folder = proc / str(pid)
    folder.mkdir(parents=True)
    (folder / "cmdline").write_bytes(command.replace(" ", "\0").encode() + b"\0")
    (folder / "environ").write_bytes("\0".join(f"{name}={value}" for name, value in env.items()).encode())
    (folder / "stat").write_text(f"{pid} (a (b) c) S " + " ".join(["0"] * 18) + f" {ticks} 0 0")


@pytest.fixture
def proc(tmp_path: Path) -> Path:
    folder = tmp_path / "proc"
    folder.mkdir()
    (folder / "stat").write_text("cpu 1 2\nbtime 1700000000\n")
    return folder


@pytest.mark.parametrize(
    ("tool", "command", "found"),
    [
        ("claude-code", "/home/u/.local/bin/claude", [False]),
        ("claude-code", "node /usr/lib/node_modules/@anthropic-ai/claude-code/cli.js", [False]),
        ("claude-code", "grep claude", []),
        ("codex", "codex exec hello", [False]),
        ("codex", "/opt/codex app-server", [True]),
        ("cline", "cline -y", [False]),
        ("codex", "vim codex.md", []),
    ],
)
def test_programs_of_the_tool_are_found(world: World, proc: Path, tool: str, command: str, found: list[bool]) -> None:
    """By their program, not by a word in the arguments; a background server is told from the rest."""
    process(proc, 41, command, {"HOME": str(world.home)}, ticks=500)

    programs = running(get_tool(tool), world.host, proc)

    assert [program.daemon for program in programs] == found
    if found:
        assert programs[0].started == datetime.fromtimestamp(1_700_000_000 + 500 / os.sysconf("SC_CLK_TCK"), UTC)


@pytest.mark.parametrize("env", [{"HOME": "/home/other"}, {}, {"HOME": "{home}", "CODEX_HOME": "/elsewhere"}])
def test_programs_of_another_home_are_left_out(world: World, proc: Path, env: Mapping[str, str]) -> None:
    """Another user's, and one that was given another folder."""
    filled = {name: value.format(home=world.home) for name, value in env.items()}
    process(proc, 41, "codex", filled, ticks=5)

    assert running(get_tool("codex"), world.host, proc) == ()


def test_a_process_that_is_gone_meanwhile_is_left_out(world: World, proc: Path) -> None:
    """Its folder is empty by the time it is read."""
    (proc / "77").mkdir()

    assert running(get_tool("codex"), world.host, proc) == ()


def test_without_proc_nothing_is_known(world: World, tmp_path: Path) -> None:
    """Other systems have none."""
    assert running(get_tool("codex"), world.host, tmp_path / "none") == ()
    assert running(get_tool("codex"), replace(world.host, platform="darwin"), collect_running.PROC) == ()


@pytest.mark.parametrize(
    ("tool", "daemon", "minutes", "cause"),
    [
        ("cline", False, -5, Cause.TOOL_NOT_RESTARTED),
        ("cline", False, 5, None),
        ("codex", False, -5, Cause.TOOL_NOT_RESTARTED),
        # Measured: a key in config.toml reaches the daemon's next session, and Claude Code reads settings.json anew.
        ("codex", True, -5, None),
        ("claude-code", False, -5, None),
    ],
)
def test_a_program_older_than_its_settings(
    world: World, tool: str, daemon: bool, minutes: int, cause: Cause | None
) -> None:
    """It is told, as a warning, where the tool doesn't take the change by itself."""
    started = datetime.now(UTC) + timedelta(minutes=minutes)
    report = judged(world, tool, running=(Running(pid=41, started=started, daemon=daemon),))

    assert levels(report) == ({cause: "warning"} if cause else {})


def test_a_daemon_that_keeps_the_old_key(tmp_path: Path) -> None:
    """A key in auth.json, changed after the daemon began: it has the old one."""
    world = set_up(tmp_path, GATEWAY, tools=("codex",))
    text = world.file("codex").read_text()
    world.file("codex").write_text(text.replace(f'experimental_bearer_token = "{KEY}"', "requires_openai_auth = true"))
    write(world.home / ".codex/auth.json", json.dumps({"auth_mode": "apikey", "OPENAI_API_KEY": KEY}))
    (world.home / ".codex/auth.json").chmod(0o600)
    old = Running(pid=41, started=datetime.now(UTC) - timedelta(minutes=5), daemon=True)

    report = judged(world, "codex", running=(old,))

    assert levels(report) == {Cause.CODEX_APP_SERVER_STALE: "warning"}
    assert "codex app-server daemon restart" in str(report.findings[0].remedy)


# Files


def test_the_owner_is_told_where_it_is_not_the_homes(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file left by a sudo run."""
    world.host = replace(world.host, euid=1000)
    monkeypatch.setattr(collect_files, "_owner_id", lambda path: 4_000_000)

    facts = collect(get_tool("codex"), world.host)

    assert all(file.owner for file in facts.files)
    assert judge(facts).root_cause is Cause.FILE_WRONG_OWNER


def test_modes_and_times_are_facts(world: World) -> None:
    """As the file system has them."""
    (fact,) = file_facts([world.file("codex"), world.home / "none.toml", world.home], world.host)

    assert fact.mode == 0o600
    assert fact.owner is None
    assert fact.changed is not None
    assert abs(datetime.now(UTC) - fact.changed) < timedelta(minutes=5)


def test_the_project_is_the_repository_around(world: World) -> None:
    """The folder with .git above; a home that is itself a repository is nobody's project."""
    folder = world.home / "work/app/deep"
    folder.mkdir(parents=True)
    (world.home / "work/.git").mkdir()

    assert project_root(replace(world.host, cwd=folder)) == world.home / "work"
    assert project_root(world.host) is None


@pytest.mark.parametrize(
    ("url", "cause"),
    [("https://collector.example", Cause.KEY_TO_FOREIGN_HOST), (f"{GATEWAY}/", None)],
)
def test_a_project_that_chooses_where_the_key_goes(world: World, url: str, cause: Cause | None) -> None:
    """Its base URL with the user's key is a leak, unless the key is for that host anyway."""
    world.project(".claude/settings.json", {"env": {"ANTHROPIC_BASE_URL": url}})

    assert judged(world, "claude-code").root_cause is cause


def test_the_facts_show_no_key(world: World) -> None:
    """Not even in a repr."""
    write(world.home / ".bashrc", f"export OPENAI_API_KEY={KEY}\n")
    world.env(OPENAI_API_KEY=KEY)
    facts: Facts = collect(get_tool("cline"), world.host)

    assert KEY not in repr(facts)


def test_a_key_that_others_can_read_is_worth_knowing(world: World) -> None:
    """For information, with the fix; not where something fails, and not for a file that is private."""
    assert judged(world, "claude-code").findings == ()
    world.file("claude-code").chmod(0o644)
    assert levels(judged(world, "claude-code")) == {Cause.KEY_FILE_EXPOSED: "info"}
