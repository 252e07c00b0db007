"""`taotoken setup`, proved by running the real programs against the embedded gateway."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from real_machine import KEY, MODEL, POST_PATHS, REPLY, TOOLS, Machine, posts_of
from taotoken.testing import Gateway

FIXTURES = Path(__file__).resolve().parent.parent / "cases/data/fixtures"
OTHER_KEY = "sk-demo-real-tools-0002-b81c"
LOGIN = {
    "OPENAI_API_KEY": None,
    "auth_mode": "chatgpt",
    "tokens": {
        "id_token": "h.p.s",
        "access_token": "at.fake",
        "refresh_token": "rt-fake",
        "account_id": "a1",
    },
    "last_refresh": "2026-08-01T00:00:00Z",
}


def assert_answers(machine: Machine, gateway: Gateway, tool: str, **expected: str) -> None:
    """The program prints the gateway's reply after one POST to its own path with the right key and model."""
    ran = machine.run(tool)

    assert REPLY in ran.out, f"{tool} said: {ran.out}\n{ran.err}"
    (post,) = posts_of(gateway)
    assert post.path == POST_PATHS[tool]
    assert post.key == expected.get("key", KEY)
    assert post.key_header == expected.get("header", "bearer")
    assert post.model == expected.get("model", MODEL)
    assert post.stream
    assert post.tools


@pytest.mark.parametrize("tool", TOOLS)
def test_a_fresh_machine_answers_after_setup(machine: Machine, gateway: Gateway, tool: str) -> None:
    """The main job: three pieces in, the real program answers through the gateway."""
    envelope = machine.setup(tool, "--model", MODEL, base_url=gateway.base_url)

    assert envelope["status"] == "ok"
    assert_answers(machine, gateway, tool)


@pytest.mark.parametrize(
    "spelling",
    ["{}/", "{}/v1", "{}/v1/chat/completions", "{}?utm_source=x", "{}/v1/v1"],
)
def test_every_spelling_of_the_url_works(machine: Machine, gateway: Gateway, spelling: str) -> None:
    """A trailing slash, a /v1, a pasted endpoint, a tracking parameter, a doubled /v1: all three tools answer."""
    machine.setup(*TOOLS, "--model", MODEL, base_url=spelling.format(gateway.base_url))

    for tool in TOOLS:
        gateway.clear()
        assert_answers(machine, gateway, tool)


def test_each_tool_can_have_its_own_model(machine: Machine, gateway: Gateway) -> None:
    """`--model TOOL=ID` reaches that tool only."""
    machine.setup(*TOOLS, "--model", MODEL, "--model", "codex=demo-small", base_url=gateway.base_url)

    for tool in TOOLS:
        gateway.clear()
        assert_answers(machine, gateway, tool, model="demo-small" if tool == "codex" else MODEL)


def test_a_switch_to_another_gateway_takes_over(machine: Machine, gateway: Gateway) -> None:
    """After a second setup the tools use the second gateway's URL, key and model, and nothing of the first."""
    machine.setup(*TOOLS, "--model", MODEL, base_url=gateway.base_url)
    for tool in TOOLS:
        machine.run(tool)

    with Gateway(keys=(OTHER_KEY,), models=("other-model",), text=REPLY).in_thread() as other:
        machine.setup(*TOOLS, "--model", "other-model", base_url=other.base_url, key=OTHER_KEY)
        gateway.clear()
        for tool in TOOLS:
            other.clear()
            assert_answers(machine, other, tool, key=OTHER_KEY, model="other-model")

    assert posts_of(gateway) == []


def test_undo_before_the_tools_ran_gives_back_everything(machine: Machine, gateway: Gateway) -> None:
    """Bytes, modes and absence of every file in the home are as before."""
    _old_files(machine.home)
    before = machine.tree()
    machine.setup(*TOOLS, "--model", MODEL, base_url=gateway.base_url)
    assert machine.tree() != before

    undone = machine.taotoken("undo", "--yes")

    assert undone.code == 0, undone.err
    assert machine.tree() == before


def test_undo_after_the_tools_ran_takes_back_only_our_values(machine: Machine, gateway: Gateway) -> None:
    """What the tools wrote since stays; our URL, key and model are gone; untouched files are byte-equal."""
    _old_files(machine.home)
    settings = machine.home / ".claude/settings.json"
    config = machine.home / ".codex/config.toml"
    originals = {path: path.read_bytes() for path in (settings, config)}
    machine.setup(*TOOLS, "--model", MODEL, base_url=gateway.base_url)
    for tool in TOOLS:
        machine.run(tool)
    state = machine.home / ".claude.json"
    written_by_claude = set(json.loads(state.read_text()))

    undone = machine.taotoken("undo", "--yes")

    assert undone.code == 0, undone.err
    assert {path: path.read_bytes() for path in originals} == originals
    after = json.loads(state.read_text())
    assert set(after) == written_by_claude - {"hasCompletedOnboarding"}
    assert after["mcpServers"] == {"mine": {"command": "npx", "args": ["-y", "mine"]}}
    leftovers = [path for path in machine.home.rglob("*") if path.is_file() and _holds(path, KEY.encode())]
    assert [path for path in leftovers if ".config/taotoken" not in str(path)] == []


def test_an_exported_key_of_an_old_relay_does_not_win(machine: Machine, gateway: Gateway) -> None:
    """Variables of another provider in the shell lose to what setup wrote, and no second header goes out."""
    shell = {
        "ANTHROPIC_API_KEY": "sk-old-relay-000000000001",
        "ANTHROPIC_BASE_URL": "http://127.0.0.1:9/old",
        "ANTHROPIC_MODEL": "old-model",
        "OPENAI_API_KEY": "sk-old-relay-000000000002",
        "OPENAI_BASE_URL": "http://127.0.0.1:9/old",
    }
    machine = Machine(home=machine.home, tools_dir=machine.tools_dir, env=shell)
    machine.setup(*TOOLS, "--model", MODEL, base_url=gateway.base_url)

    for tool in TOOLS:
        gateway.clear()
        assert_answers(machine, gateway, tool)


def test_a_gateway_that_takes_only_x_api_key(machine: Machine) -> None:
    """The header is chosen by what the gateway accepts: Claude Code then sends x-api-key and nothing else."""
    with Gateway(
        keys=(KEY,), models=(MODEL,), text=REPLY, accepts="x-api-key", strict_header=True
    ).in_thread() as gateway:
        machine.setup("claude-code", "--model", MODEL, base_url=gateway.base_url)
        gateway.clear()
        assert_answers(machine, gateway, "claude-code", header="x-api-key")


def test_a_chatgpt_login_stays_and_the_gateway_key_is_sent(machine: Machine, gateway: Gateway) -> None:
    """C21: auth.json with a login keeps its bytes, Codex sends the gateway's key."""
    auth = machine.home / ".codex/auth.json"
    auth.parent.mkdir(mode=0o700)
    auth.write_text(json.dumps(LOGIN))
    auth.chmod(0o600)
    before = auth.read_bytes()
    machine.setup("codex", "--model", MODEL, base_url=gateway.base_url)

    assert_answers(machine, gateway, "codex")
    assert auth.read_bytes() == before


def test_codex_with_its_key_in_auth_json(machine: Machine, gateway: Gateway) -> None:
    """`--codex-auth auth-json` writes the API-key form, and Codex sends that key."""
    machine.setup("codex", "--model", MODEL, "--codex-auth", "auth-json", base_url=gateway.base_url)

    auth = machine.home / ".codex/auth.json"
    assert json.loads(auth.read_text()) == {"auth_mode": "apikey", "OPENAI_API_KEY": KEY}
    assert stat.S_IMODE(auth.stat().st_mode) == 0o600
    assert KEY not in (machine.home / ".codex/config.toml").read_text()
    assert_answers(machine, gateway, "codex")


def test_folders_named_by_the_tools_own_variables(machine: Machine, gateway: Gateway, tmp_path: Path) -> None:
    """C24: CLAUDE_CONFIG_DIR, CODEX_HOME and CLINE_DATA_DIR are written to and read from."""
    moved = {
        "CLAUDE_CONFIG_DIR": str(tmp_path / "c"),
        "CODEX_HOME": str(tmp_path / "d"),
        "CLINE_DATA_DIR": str(tmp_path / "e"),
    }
    (tmp_path / "e/settings").mkdir(parents=True)
    (tmp_path / "e/settings/global-settings.json").write_text('{"telemetryOptOut": true}\n')
    machine = Machine(home=machine.home, tools_dir=machine.tools_dir, env=moved)
    machine.setup(*TOOLS, "--model", MODEL, base_url=gateway.base_url)

    assert not (machine.home / ".claude").exists()
    assert not (machine.home / ".codex").exists()
    assert not (machine.home / ".cline/data/settings/providers.json").exists()
    for tool in TOOLS:
        gateway.clear()
        assert_answers(machine, gateway, tool)


def test_files_full_of_foreign_settings_still_work(machine: Machine, gateway: Gateway) -> None:
    """Odd layouts, other providers, hooks and MCP servers: kept, and the tools answer."""
    _old_files(machine.home)
    mcp = machine.home / ".cline/data/settings/cline_mcp_settings.json"
    mcp.write_text('{"mcpServers": {"a": {"command": "demo", "disabled": true}}}\n')
    before = mcp.read_bytes()
    machine.setup(*TOOLS, "--model", MODEL, base_url=gateway.base_url)

    assert mcp.read_bytes() == before
    for tool in TOOLS:
        gateway.clear()
        assert_answers(machine, gateway, tool)


def _old_files(home: Path) -> None:
    """Files as they grow over a year: the fixtures, without the parts that would start programs here."""
    for folder in (".claude", ".codex"):
        (home / folder).mkdir(mode=0o755, exist_ok=True)
    settings = json.loads((FIXTURES / "settings.json").read_text(encoding="utf-8"))
    del settings["hooks"], settings["statusLine"], settings["env"]["HTTP_PROXY"]
    (home / ".claude/settings.json").write_text(json.dumps(settings, indent=4), encoding="utf-8")
    (home / ".claude.json").write_bytes((FIXTURES / "claude.json").read_bytes())
    config = (FIXTURES / "config.toml").read_text(encoding="utf-8")
    lines = [line for line in config.splitlines(keepends=True) if not line.startswith("notify")]
    text = "".join(lines)
    for block in ("[profiles.review]", "[mcp_servers.docs]"):  # refused by this Codex, or starts a program
        start = text.index(block)
        text = text[:start] + text[text.index("\n[", start) + 1 :]
    (home / ".codex/config.toml").write_text(text, encoding="utf-8")


def _holds(path: Path, needle: bytes) -> bool:
    return not path.is_symlink() and needle in path.read_bytes()
