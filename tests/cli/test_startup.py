"""What the quick paths import."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = ("httpx", "msgspec", "rich", "tomlkit", "asyncio", "ssl", "urllib.request", "pydantic", "anyio", "questionary")
NOT_FOR_HELP = (
    *HEAVY,
    "platformdirs",
    "tomllib",
    "json",
    "taotoken_plugins",
    "urllib.parse",
    "unicodedata",
)
# what set-up loads only where there is something to parse, to take out, to ask or to explain
NOT_FOR_SETUP = (
    "shlex",
    "taotoken_cli._wizard",
    "taotoken_plugins._clear",
    "taotoken_plugins._formats._shell_exports",
    "taotoken_plugins._formats._shell_lines",
)
FOR_RUNNING_PROGRAMS = {
    f"taotoken_plugins.diagnosis.{name}" for name in ("_program", "collect_running", "still_running")
}
PROBE = """
import sys
from taotoken_cli.main import run
code = run(sys.argv[1:])
sys.stdout.flush()
print("\\nMODULES", code, *sorted(sys.modules))
"""
SETUP = ("setup", "claude-code", "codex", "cline", "--base-url", "https://gw.example/api", "--model", "m",
         "--api-key-stdin", "--no-smoke", "--yes")  # fmt: skip


def loaded(home: Path, *arguments: str) -> tuple[int, set[str]]:
    """Exit code and the modules that were imported by the end."""
    import os

    env = {**os.environ, "HOME": str(home), "USERPROFILE": str(home)}
    done = subprocess.run(
        [sys.executable, "-c", PROBE, *arguments],
        input="sk-demo-7f3a99990000aaaa1111", env=env, cwd=home, capture_output=True, text=True, check=True,
    )  # fmt: skip
    code, *modules = done.stdout.rpartition("MODULES ")[2].split()
    return int(code), set(modules)


@pytest.mark.parametrize("arguments", [("--help",), ("--version",), ("--help", "--lang", "zh")])
def test_overview_imports_click_and_its_own_texts_only(clean_home: Path, arguments: tuple[str, ...]) -> None:
    """`--help` imports no command, no plugin and nothing heavy."""
    code, modules = loaded(clean_home, *arguments)
    assert code == 0
    assert not modules.intersection(NOT_FOR_HELP)
    assert not {name for name in modules if name.startswith("taotoken_cli.commands.")}


def test_a_command_page_imports_only_that_command(clean_home: Path) -> None:
    """`setup --help` imports the setup command, the table of tools' ids, no tool and no engine."""
    code, modules = loaded(clean_home, "setup", "--help")
    assert code == 0
    assert not modules.intersection({*NOT_FOR_HELP} - {"taotoken_plugins"})
    assert {name for name in modules if name.startswith("taotoken_plugins.")} == {"taotoken_plugins._registry"}
    assert {name for name in modules if name.startswith("taotoken_cli.commands.")} == {"taotoken_cli.commands.setup"}


@pytest.mark.parametrize("extra", [(), ("--json",), ("--dry-run",)])
def test_setup_without_smoke_is_light(clean_home: Path, extra: tuple[str, ...]) -> None:
    """The whole no-smoke path, in words and as JSON, needs neither network nor rendering libraries."""
    code, modules = loaded(clean_home, *SETUP, *extra)
    assert code == 0
    assert not modules.intersection(HEAVY)
    assert not modules.intersection(NOT_FOR_SETUP)
    assert {name for name in modules if name.startswith("taotoken_plugins.diagnosis.")} <= FOR_RUNNING_PROGRAMS


@pytest.mark.parametrize("arguments", [("status",), ("history",), ("undo", "--yes"), ("status", "--json")])
def test_reading_commands_are_light(clean_home: Path, arguments: tuple[str, ...]) -> None:
    """Looking and taking back need no network library either."""
    assert loaded(clean_home, *SETUP)[0] == 0
    code, modules = loaded(clean_home, *arguments)
    assert code == 0
    assert not modules.intersection(HEAVY)


def test_status_imports_nothing_that_finds_causes(clean_home: Path) -> None:
    """The phrases and rules of the diagnosis are a third of its time."""
    _, modules = loaded(clean_home, "status")
    ours = {name.partition(".diagnosis.")[2] for name in modules if name.startswith("taotoken_plugins.diagnosis.")}
    assert ours == {"_names", "_secrets"}


@pytest.mark.parametrize("arguments", [SETUP, ("status",), ("history",), ("undo", "--yes")])
def test_plugins_cost_nothing_where_none_is_enabled(clean_home: Path, arguments: tuple[str, ...]) -> None:
    """Nobody looks for entry points; set-up of named tools does not even load what would."""
    assert loaded(clean_home, *SETUP)[0] == 0
    _, modules = loaded(clean_home, *arguments)
    assert "importlib.metadata" not in modules
    ours = {name.rpartition(".")[2] for name in modules if name.startswith("taotoken_plugins._third_party")}
    assert ours <= ({"_third_party", "_enabled", "_enabled_tools"} if arguments == ("status",) else set())
