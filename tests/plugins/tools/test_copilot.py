"""Copilot CLI: the block in the start file of whichever shell the user has, and what a new terminal makes of it."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from taotoken_plugins._host import Host
from taotoken_plugins._plan import Plan
from taotoken_plugins._problem import RefusedError
from taotoken_plugins._start_file import start_file
from taotoken_plugins._status import status
from taotoken_plugins._undo import undo
from taotoken_plugins.tools.copilot import COMMAND, KEY_FILE, TOOL
from told_before import told_before

KEY = "sk-demo-7f3a"
MakeHost = Callable[..., Host]
SetUp = Callable[..., Plan]
SHELLS = {"bash": ("-ic",), "zsh": ("-ic",), "fish": ("-ic",)}
HERE = {name: path for name in SHELLS if (path := shutil.which(name))}


@pytest.mark.parametrize(
    ("platform", "env", "shell", "name"),
    [
        ("linux", {}, "posix", ".bashrc"),
        ("linux", {"SHELL": "/bin/bash"}, "posix", ".bashrc"),
        ("linux", {"SHELL": "/usr/bin/zsh"}, "posix", ".zshrc"),
        ("linux", {"SHELL": "/usr/bin/zsh", "ZDOTDIR": "z"}, "posix", "project/z/.zshrc"),
        ("linux", {"SHELL": "/bin/dash"}, "posix", ".profile"),
        ("linux", {"SHELL": "/usr/bin/fish"}, "fish", ".config/fish/config.fish"),
        ("linux", {"SHELL": "/usr/bin/pwsh"}, "powershell", ".config/powershell/Microsoft.PowerShell_profile.ps1"),
        ("darwin", {}, "posix", ".zshrc"),
        ("darwin", {"SHELL": "/bin/bash"}, "posix", ".bash_profile"),
        ("win32", {"SHELL": "/usr/bin/bash"}, "powershell", "Documents/PowerShell/Microsoft.PowerShell_profile.ps1"),
    ],
)
def test_the_start_file_is_the_one_that_new_terminals_read(
    make_host: MakeHost, platform: str, env: dict[str, str], shell: str, name: str
) -> None:
    """By SHELL, else by what is usual on the system."""
    host = make_host(platform=platform, env=env)
    assert start_file(host) == (shell, host.home / name)


def test_start_files_that_are_there_count(make_host: MakeHost) -> None:
    """bash on macOS reads the first of three; Windows PowerShell's folder is taken where only that is there."""
    mac = make_host(platform="darwin", env={"SHELL": "/bin/bash"})
    (mac.home / ".profile").write_text("")
    assert start_file(mac)[1] == mac.home / ".profile"
    (mac.home / "Documents/WindowsPowerShell").mkdir(parents=True)
    assert start_file(make_host(platform="win32"))[1].parent.name == "WindowsPowerShell"


@pytest.mark.parametrize("name", HERE)
def test_a_new_terminal_has_the_variables(name: str, make_host: MakeHost, set_up: SetUp) -> None:
    """The real shell, started as a terminal starts it, exports them; the command prints the key and nothing else."""
    host = make_host(env={"SHELL": HERE[name]})
    set_up("copilot", host, model="it's-a-$model")

    read = 'printf "%s\\n" "$COPILOT_PROVIDER_BASE_URL" "$COPILOT_MODEL"; sh -c "$COPILOT_PROVIDER_API_KEY_COMMAND"'
    environment = {"HOME": str(host.home), "PATH": "/usr/bin:/bin", "TERM": "dumb"}
    done = subprocess.run(
        [HERE[name], *SHELLS[name], read], env=environment, capture_output=True, text=True, check=True
    )

    assert done.stdout == f"https://gw.example/api/v1\nit's-a-$model\n{KEY}"


@pytest.mark.parametrize("shell", ["/bin/bash", "/usr/bin/zsh", "/usr/bin/fish", "/usr/bin/pwsh"])
@pytest.mark.parametrize(
    ("protocol", "url", "header"),
    [
        ("chat", "https://gw.example/api/v1/chat/completions", "bearer"),
        ("responses", "https://gw.example/api/v1/responses", "bearer"),
        ("messages", "https://gw.example/api/v1/messages", "x-api-key"),
    ],
)
def test_status_reads_what_setup_wrote(
    make_host: MakeHost, set_up: SetUp, shell: str, protocol: str, url: str, header: str
) -> None:
    """Every shell and protocol; the key is in its own file, never in the start file; undo leaves nothing."""
    host = make_host(env={"SHELL": shell})
    path = start_file(host)[1]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"# mine, without a line feed")
    set_up("copilot", host, options={"protocol": protocol})

    found = status(TOOL, host)
    assert (found.endpoint_url, found.auth_headers, found.model) == (url, (header,), "demo-large")
    assert found.api_key == KEY
    assert found.origin["base_url"].path == path
    assert found.problems == ()
    assert KEY not in path.read_text("utf-8")
    assert (host.home / KEY_FILE).stat().st_mode & 0o777 == 0o600
    assert set_up("copilot", host, options={"protocol": protocol}).changes == ()
    undo(host)
    assert path.read_bytes() == b"# mine, without a line feed"
    assert not (host.home / ".copilot").exists()


def test_lines_added_since_stay_when_undone(host: Host, set_up: SetUp) -> None:
    """A start file that setup made and the user went on with keeps the user's lines."""
    set_up("copilot", host)
    path = host.home / ".bashrc"
    path.write_text("alias a=b\n" + path.read_text() + "alias c=d\n")

    undo(host)

    assert path.read_text() == "alias a=b\nalias c=d\n"


def test_half_a_block_is_refused(host: Host, set_up: SetUp) -> None:
    """Nothing is written, and the line is named."""
    path = host.home / ".bashrc"
    path.write_text("a=1\n# >>> taotoken >>>\n")
    with pytest.raises(RefusedError) as refused:
        set_up("copilot", host)
    (problem,) = refused.value.problems
    assert (problem.code, problem.line) == ("shell_block", 2)
    assert path.read_text() == "a=1\n# >>> taotoken >>>\n"
    assert [str(found) for found in status(TOOL, host).problems] != []


def test_what_this_terminal_has_from_before_does_not_count(make_host: MakeHost, set_up: SetUp) -> None:
    """Its variables are replaced in the next one, which setup says; a stronger key is told, and counts."""
    old = {"COPILOT_PROVIDER_BASE_URL": "https://old.example/v1", "COPILOT_MODEL": "old"}
    host = make_host(env=old)
    set_up("copilot", host)
    assert status(TOOL, host).base_url == "https://gw.example/api/v1"
    assert [str(said) for said in TOOL.warnings(host)] == [
        "This terminal has COPILOT_… variables already. What is set up now counts in a new terminal."
    ]

    stronger = make_host(env={"COPILOT_PROVIDER_BEARER_TOKEN": "sk-other"})
    assert status(TOOL, stronger).api_key == "sk-other"
    assert "COPILOT_PROVIDER_BEARER_TOKEN is set in this terminal" in told_before(TOOL, stronger)


def test_exports_outside_the_block_are_told(host: Host, set_up: SetUp) -> None:
    """By file and line; the block itself is no conflict."""
    (host.home / ".bashrc").write_text("export COPILOT_MODEL=mine\n")
    set_up("copilot", host)
    (said,) = TOOL.warnings(host)
    assert "~/.bashrc:1 exports COPILOT_MODEL too" in str(said)


@pytest.mark.parametrize(("shell", "named"), [("/bin/tcsh", True), ("/usr/bin/nu", True), ("/bin/dash", False)])
def test_a_shell_that_reads_no_file_of_ours_is_told(make_host: MakeHost, shell: str, named: bool) -> None:
    """What is written would count in none of its terminals."""
    said = [str(message) for message in TOOL.warnings(make_host(env={"SHELL": shell}))]
    assert any("does not read ~/.profile" in words and Path(shell).name in words for words in said) is named


def test_a_key_command_of_the_users_own_is_not_run(make_host: MakeHost) -> None:
    """Nor is it taken for a key."""
    env = {"COPILOT_PROVIDER_BASE_URL": "https://gw.example/v1", "COPILOT_PROVIDER_API_KEY_COMMAND": "echo sk-x"}
    found = status(TOOL, make_host(env=env))
    assert found.api_key is None
    assert any("echo sk-x" in str(problem) for problem in found.problems)
    assert env["COPILOT_PROVIDER_API_KEY_COMMAND"] != COMMAND


def test_another_program_of_that_name_is_not_taken_for_it(make_host: MakeHost, tmp_path: Path) -> None:
    """AWS has a `copilot` too."""
    program = tmp_path / "bin/copilot"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    host = make_host(env={"PATH": str(program.parent)})
    assert TOOL.detect(host) is None
    (host.home / ".copilot").mkdir()
    assert TOOL.detect(host) is not None
