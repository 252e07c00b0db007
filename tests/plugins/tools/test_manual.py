"""Tools that are set up by hand: what is printed is exact, shows no key, and nothing of them is ever written."""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from taotoken_plugins._by_hand import ByHand
from taotoken_plugins._host import Host
from taotoken_plugins._plan import plan
from taotoken_plugins._registry import BUILTIN, MANUAL, get_tool, tool_ids
from taotoken_plugins._status import status
from taotoken_plugins._tool import Tool, Wanted

KEY = "sk-demo-0000000000017f3a"
MakeWanted = Callable[..., Wanted]


def told(tool_id: str, wanted: Wanted, host: Host) -> ByHand:
    """What the declaration says for this set."""
    by_hand = get_tool(tool_id).by_hand
    assert by_hand is not None
    return by_hand(wanted, host)


@pytest.mark.parametrize("tool", MANUAL, ids=lambda tool: tool.id)
def test_nothing_of_it_is_written_or_found(tool: Tool, wanted: MakeWanted, host: Host) -> None:
    """It has no files, is never picked by itself, and can be named."""
    assert (tool.kind, tool.files) == ("manual", ())
    assert tool not in BUILTIN
    assert tool.id in tool_ids()
    assert tool.detect(host) is None
    assert not tool.headless("x")
    assert plan([(tool, wanted())], host).changes == ()


@pytest.mark.parametrize("tool", MANUAL, ids=lambda tool: tool.id)
def test_url_and_model_are_exact_and_the_key_is_masked(tool: Tool, wanted: MakeWanted, host: Host) -> None:
    """The base URL in the tool's own spelling and the model stand there whole; of the key only its end."""
    shown = told(tool.id, wanted(key=KEY), host)
    text = repr(shown.entries) + shown.snippet

    assert tool.tool_base_url(wanted().endpoint) in text
    assert "demo-large" in text
    assert KEY not in text
    assert [entry.value for entry in shown.entries if entry.secret] == ["sk-…7f3a"]


@pytest.mark.parametrize(
    ("tool", "file"),
    [
        ("vscode-chat", "~/.config/Code/User/chatLanguageModels.json"),
        ("zed", "~/.config/zed/settings.json"),
        ("goose", "~/.config/goose/custom_providers/custom_taotoken.json"),
        ("crush", "~/.config/crush/crushrc"),
        ("claude-code-vscode", "~/.claude/settings.json"),
        ("codex-ide", "~/.codex/config.toml"),
    ],
)
def test_the_file_is_named(tool: str, file: str, wanted: MakeWanted, host: Host) -> None:
    """Where the text belongs, in both languages."""
    where = told(tool, wanted(), host).where
    assert file in where.render("en")
    assert file in where.render("zh")


@pytest.mark.parametrize(
    ("platform", "tool", "file"),
    [
        ("darwin", "vscode-chat", "~/Library/Application Support/Code/User/chatLanguageModels.json"),
        ("win32", "vscode-chat", "~/AppData/Roaming/Code/User/chatLanguageModels.json"),
        ("win32", "zed", "~/AppData/Roaming/Zed/settings.json"),
        ("win32", "goose", "~/AppData/Roaming/Block/goose/config/custom_providers/custom_taotoken.json"),
    ],
)
def test_other_systems_have_other_places(
    platform: str, tool: str, file: str, wanted: MakeWanted, make_host: Callable[..., Host]
) -> None:
    """macOS and Windows."""
    assert file in str(told(tool, wanted(), make_host(platform=platform)).where)


@pytest.mark.parametrize("tool", ["vscode-chat", "zed", "goose", "claude-code-vscode"])
def test_snippets_of_json_parse(tool: str, wanted: MakeWanted, host: Host) -> None:
    """Whatever is in the model's name."""
    assert json.loads(told(tool, wanted(model='a"b\\c模型'), host).snippet)


@pytest.mark.parametrize(
    ("protocol", "url", "kind"),
    [
        ("chat", "https://gw.example/api/v1/chat/completions", "chat-completions"),
        ("responses", "https://gw.example/api/v1/responses", "responses"),
        ("messages", "https://gw.example/api/v1/messages", "messages"),
    ],
)
def test_vs_code_gets_the_whole_endpoint(protocol: str, url: str, kind: str, wanted: MakeWanted, host: Host) -> None:
    """For each protocol, with the sizes that were given."""
    options = {"protocol": protocol, "context-window": "200000", "max-output": "9000"}
    (provider,) = json.loads(told("vscode-chat", wanted(options=options), host).snippet)
    (model,) = provider["models"]
    assert (model["url"], model["apiType"]) == (url, kind)
    assert (model["maxInputTokens"], model["maxOutputTokens"]) == (200000, 9000)


def test_the_script_of_crush_is_quoted_for_a_shell(wanted: MakeWanted, host: Host, tmp_path: Path) -> None:
    """A real shell passes on exactly the values."""
    snippet = told("crush", wanted(model="a'b$c;d"), host).snippet
    script = 'provider() { printf \'%s\\n\' "$@"; }\nmodel() { provider "$@"; }\n' + snippet
    done = subprocess.run(["sh", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "https://gw.example/api/v1" in done.stdout.splitlines()
    assert "taotoken/a'b$c;d" in done.stdout.splitlines()
    assert shlex.split(snippet)


@pytest.mark.parametrize(("tool", "other"), [("claude-code-vscode", "claude-code"), ("codex-ide", "codex")])
def test_a_shared_file_is_read_as_the_other_tool_reads_it(
    tool: str, other: str, set_up: Callable[..., object], host: Host
) -> None:
    """What the program was set up for is what the extension will use; which file, is told, and to reload."""
    set_up(other, host)
    found = status(get_tool(tool), host)
    assert (found.base_url, found.model) == (status(get_tool(other), host).base_url, "demo-large")
    assert get_tool(tool).shares == other


@pytest.mark.parametrize("tool", ["roo", "claude-code-vscode", "codex-ide"])
def test_extensions_run_on_the_remote_host(tool: str, wanted: MakeWanted, host: Host) -> None:
    """Reload the window; with Remote-SSH the host is the place."""
    notes = " ".join(str(note) for note in told(tool, wanted(), host).notes)
    assert "Reload Window" in notes
    assert "Remote-SSH" in notes
