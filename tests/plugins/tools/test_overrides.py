"""What would win over a set-up: found by each tool's own reading, nothing too much and nothing too little."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from taotoken_plugins._apply import apply
from taotoken_plugins._clear import clearing
from taotoken_plugins._host import Host
from taotoken_plugins._overrides import overrides, planned
from taotoken_plugins._plan import plan
from taotoken_plugins._registry import BUILTIN, get_tool
from taotoken_plugins._snapshot import pretending, read_file
from taotoken_plugins._status import status
from told_before import WANTED, found_before

MakeHost = Callable[..., Host]
FILES = [tool.id for tool in BUILTIN if tool.kind == "files"]
CLAUDE = get_tool("claude-code")


def write(path: Path, data: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


@pytest.mark.parametrize("tool_id", FILES)
def test_on_a_clean_machine_nothing_wins(tool_id: str, host: Host) -> None:
    """And a plan that is only thought of reads as it does once it is written."""
    tool = get_tool(tool_id)
    made = plan([(tool, WANTED)], host)
    with planned(made):
        thought, found = status(tool, host), overrides(tool, host)
    assert found == ()
    assert not any(file.path(host).exists() for file in tool.files)
    apply(made, host)
    written = status(tool, host)
    assert (thought.base_url, thought.api_key, thought.model) == (written.base_url, written.api_key, written.model)
    assert written.api_key == WANTED.endpoint.api_key


@pytest.mark.parametrize("tool_id", FILES)
def test_without_a_set_of_ours_nothing_wins(tool_id: str, host: Host) -> None:
    """There is nothing to win over."""
    assert overrides(get_tool(tool_id), host) == ()


def test_the_same_value_in_two_files_wins_twice(host: Host) -> None:
    """Taking out one of them would change nothing."""
    for name in ("settings.json", "settings.local.json"):
        write(host.cwd / ".claude" / name, {"env": {"ANTHROPIC_MODEL": "old"}})
    found = found_before(CLAUDE, host)
    assert [one.path.name for one in found if one.path] == ["settings.local.json", "settings.json"]


def test_models_of_families_win_beside_the_pieces(host: Host) -> None:
    """They are told, but the tool uses the pieces all the same."""
    write(host.cwd / ".claude/settings.json", {"env": {"ANTHROPIC_DEFAULT_HAIKU_MODEL": "old", "OTHER": "1"}})
    (one,) = found_before(CLAUDE, host)
    assert (one.name, one.pieces, one.here) == ("ANTHROPIC_DEFAULT_HAIKU_MODEL", False, True)


@pytest.mark.parametrize(
    "values",
    [
        {"env": {"CLAUDE_CODE_USE_BEDROCK": "1"}},
        {"apiKeyHelper": "echo sk-x"},
        {"env": {"ANTHROPIC_CUSTOM_HEADERS": "x-api-key: sk-x"}},
        {"env": {"ANTHROPIC_AUTH_TOKEN": ""}},
    ],
)
def test_other_ways_to_win(values: dict[str, object], host: Host) -> None:
    """Another route, another key, a header, an empty value."""
    path = write(host.cwd / ".claude/settings.json", values)
    (one,) = found_before(CLAUDE, host)
    assert one.path == path
    assert clearing([one], host).can_go == (one,)


def test_an_export_is_told_for_this_terminal_and_for_new_ones(make_host: MakeHost) -> None:
    """Each place on its own; a value of the file is not shown in the repr."""
    host = make_host(env={"KIMI_MODEL_NAME": "old"})
    (host.home / ".zshrc").write_text("export KIMI_MODEL_NAME=old\n")
    found = found_before(get_tool("kimi-code"), host)
    assert [(one.kind, one.here, one.line) for one in found] == [("env", True, None), ("rc", False, 1)]
    sorted_ = clearing(found, host)
    assert ([one.kind for one in sorted_.can_go], [one.kind for one in sorted_.stays]) == (["rc"], ["env"])


def test_a_read_only_file_stays(host: Host) -> None:
    """It is told instead; the rest of the plan is not stopped by it."""
    path = write(host.cwd / ".claude/settings.json", {"env": {"ANTHROPIC_MODEL": "old"}})
    path.chmod(0o444)
    assert clearing(found_before(CLAUDE, host), host).can_go == ()


def test_files_that_are_pretended(tmp_path: Path) -> None:
    """Read as said, through links too, and only inside."""
    real = write(tmp_path / "a.json", {})
    (tmp_path / "link.json").symlink_to(real)
    with pretending({real: b"1", tmp_path / "gone.json": None}):
        assert (read_file(real), read_file(tmp_path / "link.json")) == (b"1", b"1")
        with pytest.raises(FileNotFoundError):
            read_file(tmp_path / "gone.json")
    assert read_file(real) == b"{}"
