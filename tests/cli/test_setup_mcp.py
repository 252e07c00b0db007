"""`setup cline --mcp` and `--mcp-env`: the MCP settings change on request alone, byte by byte, and come back."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

KEY = "sk-demo-7f3a99990000aaaa1111"
URL = "https://gw.example/api"
MCP = ".cline/data/settings/cline_mcp_settings.json"
SERVER = '"a": {"command": "demo", "env": {"T": "tok-1234567890abcdef"}, "autoApprove": ["x"]}'
THEIRS = f'{{\n  "mcpServers": {{\n    {SERVER}\n  }}\n}}\n'
Snapshot = Callable[[], dict[str, tuple[int, bytes]]]


def run(cli: Any, *extra: str, env: dict[str, str] | None = None, tool: str = "cline") -> Any:
    """`taotoken setup cline …` without test requests."""
    words = ("setup", tool, "--base-url", URL, "--model", "demo-large", "--api-key-stdin", "--yes", "--no-smoke")
    return cli(*words, *extra, stdin=KEY, env=env)


@pytest.fixture
def settings(clean_home: Path) -> Path:
    """The MCP settings of a user."""
    path = clean_home / MCP
    path.parent.mkdir(parents=True)
    path.write_text(THEIRS, encoding="utf-8")
    path.chmod(0o644)
    return path


def test_without_the_options_the_file_stays(cli: Any, settings: Path) -> None:
    """Not a byte of it, and not its mode."""
    assert run(cli).code == 0
    assert (settings.read_text(), settings.stat().st_mode & 0o777) == (THEIRS, 0o644)


def test_one_entry_starts_our_server(cli: Any, settings: Path, snapshot: Snapshot) -> None:
    """This interpreter, no key, time enough to start; others stay byte for byte; 0600; a second run changes nothing."""
    before = snapshot()
    done = run(cli, "--mcp")
    assert done.code == 0, done.both
    text = settings.read_text()
    entry = {"command": sys.executable, "args": ["-m", "taotoken_cli", "mcp"], "timeout": 600}
    assert json.loads(text)["mcpServers"]["taotoken"] == entry
    assert f"    {SERVER},\n" in text
    assert settings.stat().st_mode & 0o777 == 0o600
    assert KEY not in text
    assert "tok-1234567890abcdef" not in done.both
    assert "Already set" in run(cli, "--mcp").out
    assert cli("undo", "--yes").code == 0
    assert snapshot() == before


def test_a_file_that_was_not_there(cli: Any, clean_home: Path, snapshot: Snapshot) -> None:
    """Made 0600, and gone again after undo."""
    before = snapshot()
    assert run(cli, "--mcp").code == 0
    assert (clean_home / MCP).stat().st_mode & 0o777 == 0o600
    assert cli("undo", "--yes").code == 0
    assert snapshot() == before


def test_an_entry_of_ours_gets_this_interpreter_and_keeps_the_rest(cli: Any, settings: Path) -> None:
    """What the user set beside stays."""
    ours = {"command": "/old/python", "args": ["-m", "taotoken_cli", "mcp"], "disabled": True, "timeout": 30}
    settings.write_text(json.dumps({"mcpServers": {"taotoken": ours}}))
    assert run(cli, "--mcp").code == 0
    assert json.loads(settings.read_text())["mcpServers"]["taotoken"] == {**ours, "command": sys.executable}


def test_our_folder_goes_along_where_a_variable_moves_it(cli: Any, clean_home: Path, tmp_path: Path) -> None:
    """Cline hands few variables on to its servers."""
    own = tmp_path / "own"
    assert run(cli, "--mcp", env={"TAOTOKEN_CONFIG_DIR": str(own)}).code == 0
    entry = json.loads((clean_home / MCP).read_text())["mcpServers"]["taotoken"]
    assert entry["env"] == {"TAOTOKEN_CONFIG_DIR": str(own)}


def test_the_three_pieces_go_into_an_entry_of_the_users(cli: Any, settings: Path, snapshot: Snapshot) -> None:
    """Address with /v1, key and model beside what is there; masked in all that is shown; undo is exact."""
    before = snapshot()
    done = run(cli, "--mcp-env", "a")
    assert done.code == 0, done.both
    entry = json.loads(settings.read_text())["mcpServers"]["a"]
    pieces = {"OPENAI_BASE_URL": f"{URL}/v1", "OPENAI_API_KEY": KEY, "OPENAI_MODEL": "demo-large"}
    assert entry == {"command": "demo", "env": {"T": "tok-1234567890abcdef", **pieces}, "autoApprove": ["x"]}
    assert settings.stat().st_mode & 0o777 == 0o600
    assert KEY not in done.both
    assert "tok-1234567890abcdef" not in done.both
    assert cli("undo", "--yes").code == 0
    assert snapshot() == before


def test_an_entry_with_a_transport_table(cli: Any, settings: Path) -> None:
    """What `cline mcp install` writes."""
    transport = {"type": "stdio", "command": "demo", "env": {"T": "1"}}
    settings.write_text(json.dumps({"mcpServers": {"my.server": {"transport": transport}}}))
    assert run(cli, "--mcp-env", "my.server").code == 0
    found = json.loads(settings.read_text())["mcpServers"]["my.server"]
    assert list(found) == ["transport"]
    assert found["transport"]["env"]["OPENAI_BASE_URL"] == f"{URL}/v1"


@pytest.mark.parametrize(
    ("option", "text", "code", "said"),
    [
        (("--mcp-env", "b"), THEIRS, "no_mcp_entry", "There are: a."),
        (("--mcp-env", ""), THEIRS, "no_mcp_entry", "There are: a."),
        (("--mcp-env", "b"), "{}", "no_mcp_entry", "There are: none."),
        (("--mcp",), '{"mcpServers": {"taotoken": {"url": "https://x.example"}}}', "mcp_entry_taken", "another one"),
        (("--mcp",), '{"mcpServers": []}', "config_wrong_type", "mcpServers"),
        (("--mcp",), '{"mcpServers": {', "json_syntax", ""),
    ],
)
def test_what_can_not_be_done_is_refused(
    cli: Any, settings: Path, snapshot: Snapshot, option: tuple[str, ...], text: str, code: str, said: str
) -> None:
    """With the file and what there is; nothing at all is written."""
    settings.write_text(text)
    before = snapshot()
    done = run(cli, *option, "--json")
    assert (done.code, [error["code"] for error in done.json["errors"]]) == (3, [code])
    assert said in done.json["errors"][0]["message"]
    assert snapshot() == before


@pytest.mark.parametrize("option", [("--mcp",), ("--mcp-env", "a")])
def test_the_options_are_for_cline(cli: Any, option: tuple[str, ...]) -> None:
    """Without it among the tools they are a mistake."""
    done = run(cli, *option, tool="codex")
    assert done.code == 2
    assert "add cline to the tools" in done.err


def test_the_place_that_a_variable_names(cli: Any, clean_home: Path) -> None:
    """CLINE_MCP_SETTINGS_PATH, and the moved data folder."""
    for name, file in (("CLINE_MCP_SETTINGS_PATH", "m.json"), ("CLINE_DATA_DIR", "d")):
        path = clean_home / file
        assert run(cli, "--mcp", env={name: str(path)}).code == 0
        place = path if file == "m.json" else path / "settings/cline_mcp_settings.json"
        assert "taotoken" in json.loads(place.read_text())["mcpServers"]
