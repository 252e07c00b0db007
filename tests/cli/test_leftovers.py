"""Values where no program reads them: `setup` takes them over when it was given no others, and empties the place."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from taotoken.testing import Gateway

KEY = "sk-demo-7f3a99990000aaaa1111"
OTHER = "sk-demo-bbbb0000cccc2222dddd"
CLAUDE, CODEX, CLINE = ".claude/settings.json", ".codex/config.toml", ".cline/data/settings/providers.json"
MCP = ".cline/data/settings/cline_mcp_settings.json"
Snapshot = Callable[[], dict[str, tuple[int, bytes]]]


@pytest.fixture
def gateway() -> Iterator[Gateway]:
    """A gateway that admits our key."""
    with Gateway(keys=(KEY,)).in_thread() as running:
        yield running


def pieces(url: str) -> dict[str, str]:
    """The generic shape of tutorials."""
    return {"base_url": url, "api_key": KEY, "model": "demo-large"}


def server(url: str, name: str = "my-gateway") -> dict[str, Any]:
    """An MCP server that was given the gateway's values."""
    env = {"OPENAI_BASE_URL": f"{url}/v1", "OPENAI_API_KEY": KEY, "OPENAI_MODEL": "demo-large", "MINE": "1"}
    return {"mcpServers": {name: {"command": "demo", "env": env}}}


# tool, file, what it holds, what it holds afterwards (None: it is gone), the file that the tool reads
CASES: list[tuple[str, str, Callable[[str], Any], Callable[[str], Any], str]] = [
    ("claude-code", CLAUDE, lambda url: {**pieces(url), "theme": "x"}, lambda url: {"theme": "x"}, CLAUDE),
    (
        "claude-code",
        CLAUDE,
        lambda url: {"ANTHROPIC_BASE_URL": url, "ANTHROPIC_AUTH_TOKEN": KEY, "ANTHROPIC_MODEL": "demo-large"},
        lambda url: {},
        CLAUDE,
    ),
    (
        "claude-code",
        ".claude/setting.json",
        lambda url: {"env": {"ANTHROPIC_BASE_URL": url, "ANTHROPIC_AUTH_TOKEN": KEY, "ANTHROPIC_MODEL": "demo-large"}},
        lambda url: {"env": {}},
        CLAUDE,
    ),
    ("codex", ".codex/auth.json", lambda url: {"openai": pieces(url)}, lambda url: None, CODEX),
    ("codex", ".codex/auth.json", pieces, lambda url: None, CODEX),
    ("codex", ".codex/config.json", lambda url: {**pieces(url), "x": 1}, lambda url: {"x": 1}, CODEX),
    ("codex", ".codex/config.json", pieces, lambda url: None, CODEX),
    (
        "cline",
        MCP,
        server,
        lambda url: {
            "mcpServers": {
                "my-gateway": {
                    "command": "demo",
                    "env": {"OPENAI_BASE_URL": f"{url}/v1", "OPENAI_MODEL": "demo-large", "MINE": "1"},
                }
            }
        },
        CLINE,
    ),
    (
        "cline",
        MCP,
        lambda url: server(url, "your-mcp-server"),
        lambda url: {"mcpServers": {"your-mcp-server": {"command": "demo", "env": {"MINE": "1"}}}},
        CLINE,
    ),
]
IDS = [f"{case[0]}-{Path(case[1]).name}-{index}" for index, case in enumerate(CASES)]


def put(home: Path, name: str, data: Any) -> Path:
    """A file a user wrote by hand."""
    path = home / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data, indent=2), encoding="utf-8")
    path.chmod(0o644)
    return path


@pytest.mark.parametrize(("tool", "file", "before", "after", "read"), CASES, ids=IDS)
def test_the_values_are_moved(
    cli: Any,
    clean_home: Path,
    gateway: Gateway,
    snapshot: Snapshot,
    tool: str,
    file: str,
    before: Callable[[str], Any],
    after: Callable[[str], Any],
    read: str,
) -> None:
    """Without other values they go where the tool reads them, the old place is emptied, and undo brings it back."""
    path = put(clean_home, file, before(gateway.base_url))
    first = snapshot()

    done = cli("setup", tool, "--clean-up", "--yes", "--json")

    assert (done.code, done.json["status"]) == (0, "ok"), done.both
    assert KEY not in done.both
    assert f"base URL taken from {path.name} (where no program reads it)" in done.err
    assert KEY in (clean_home / read).read_text()
    assert [(row["tool"], row["file"], row["taken_out"]) for row in done.json["data"]["leftovers"]] == [
        (tool, str(path), True)
    ]
    left = after(gateway.base_url)
    if left is None:
        assert not path.exists()
    else:
        found = json.loads(path.read_text())
        if read == file:
            assert {name: found[name] for name in left} == left
            assert not {"base_url", "api_key", "ANTHROPIC_AUTH_TOKEN"} & set(found)
        else:
            assert found == left
    assert gateway.requests[-1].key == KEY
    assert cli("undo", "--yes").code == 0
    assert snapshot() == first


@pytest.mark.parametrize(("tool", "file", "before", "after", "read"), CASES, ids=IDS)
def test_without_consent_the_old_place_stays(
    cli: Any,
    clean_home: Path,
    gateway: Gateway,
    tool: str,
    file: str,
    before: Callable[[str], Any],
    after: Callable[[str], Any],
    read: str,
) -> None:
    """`--yes` alone takes the values over and tells of the place; in a file of the tool it adds its own only."""
    path = put(clean_home, file, before(gateway.base_url))
    first = path.read_bytes()
    done = cli("setup", tool, "--yes")
    assert done.code == 0, done.both
    assert "--clean-up" in done.err
    assert path.name in done.err
    if read == file:
        assert all(line in path.read_bytes() for line in first.splitlines()[1:-2])
    else:
        assert path.read_bytes() == first


def test_other_values_come_first(cli: Any, clean_home: Path, gateway: Gateway) -> None:
    """What the user gives is used, and the old place emptied all the same."""
    path = put(clean_home, ".codex/auth.json", {"openai": {**pieces("https://old.example"), "api_key": OTHER}})
    given = ("--base-url", gateway.base_url, "--model", "demo-small", "--api-key-stdin")
    done = cli("setup", "codex", *given, "--clean-up", "--yes", stdin=KEY)
    assert done.code == 0, done.both
    assert not path.exists()
    assert OTHER not in done.both + (clean_home / CODEX).read_text()
    assert 'model = "demo-small"' in (clean_home / CODEX).read_text()


def test_a_stand_in_is_no_value(cli: Any, clean_home: Path) -> None:
    """YOUR_API_KEY is not taken over: the pieces are asked for."""
    put(clean_home, CLAUDE, {"base_url": "https://gw.example/api", "api_key": "YOUR_API_KEY"})
    done = cli("setup", "claude-code", "--yes", "--json")
    assert (done.code, done.json["errors"][0]["code"]) == (2, "missing_base_url")


def test_a_key_of_ones_own_does_not_go_to_an_address_found_there(cli: Any, clean_home: Path) -> None:
    """As with any other address that the user didn't name."""
    put(clean_home, ".codex/auth.json", {"openai": pieces("https://old.example/api")})
    done = cli("setup", "codex", "--api-key-stdin", "--yes", "--json", stdin=OTHER)
    assert (done.code, done.json["errors"][0]["code"]) == (2, "key_of_other_source")


def test_a_projects_file_is_no_leftover(cli: Any, clean_home: Path) -> None:
    """It may come from a stranger: its address is not taken over."""
    project = clean_home / "work"
    put(project, CLAUDE, pieces("https://stranger.example/api"))
    done = cli("setup", "claude-code", "--yes", "--json", cwd=project)
    assert (done.code, done.json["errors"][0]["code"]) == (2, "missing_base_url")


def test_an_entry_that_is_set_is_not_emptied(cli: Any, clean_home: Path, gateway: Gateway) -> None:
    """--mcp-env keeps the entry's key current; --clean-up leaves it then."""
    path = put(clean_home, MCP, server("https://old.example/api"))
    given = ("--base-url", gateway.base_url, "--model", "demo-large", "--api-key-stdin")
    done = cli("setup", "cline", *given, "--mcp-env", "my-gateway", "--clean-up", "--yes", stdin=KEY)
    assert done.code == 0, done.both
    env = json.loads(path.read_text())["mcpServers"]["my-gateway"]["env"]
    assert (env["OPENAI_API_KEY"], env["OPENAI_BASE_URL"]) == (KEY, f"{gateway.base_url}/v1")


@pytest.mark.parametrize(("tool", "file", "before", "after", "read"), CASES, ids=IDS)
def test_doctor_moves_the_same_when_it_is_named(
    cli: Any,
    clean_home: Path,
    gateway: Gateway,
    snapshot: Snapshot,
    tool: str,
    file: str,
    before: Callable[[str], Any],
    after: Callable[[str], Any],
    read: str,
) -> None:
    """One mechanism: both leave the old place in the same state, and the tool set up."""
    path = put(clean_home, file, before(gateway.base_url))
    first = snapshot()
    assert cli("setup", tool, "--clean-up", "--yes").code == 0
    by_setup = path.read_bytes() if path.exists() else None
    assert cli("undo", "--yes").code == 0
    assert snapshot() == first
    cause = cli("doctor", tool, "--json").json["root_cause"]
    done = cli("doctor", tool, "--fix", "--check", cause, "--yes", "--json")
    assert done.code == 0, done.both
    assert (path.read_bytes() if path.exists() else None) == by_setup
    assert KEY in (clean_home / read).read_text()
