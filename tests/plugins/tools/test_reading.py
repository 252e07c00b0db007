"""Reading files of tools: only files, never what reading would wait for."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from taotoken_plugins._formats import _known
from taotoken_plugins._host import Host
from taotoken_plugins._registry import BUILTIN, OWN, get_tool
from taotoken_plugins.tools._read import load


@pytest.mark.timeout(10)
def test_a_pipe_in_place_of_a_file_is_told_at_once(tmp_path: Path) -> None:
    """Nothing waits for a writer, and nothing is read from a pipe."""
    pipe = tmp_path / "settings.json"
    os.mkfifo(pipe)

    loaded = load(pipe, "json")

    assert loaded.exists
    assert loaded.reason is not None


@pytest.mark.timeout(10)
def test_a_link_to_a_device_is_told_at_once(tmp_path: Path) -> None:
    """A device that never ends is not read."""
    link = tmp_path / "settings.json"
    link.symlink_to("/dev/zero")

    assert load(link, "json").reason is not None


def test_a_link_to_a_file_is_read(tmp_path: Path) -> None:
    """Links of dotfile managers are followed."""
    (tmp_path / "real.json").write_text('{"a": 1}')
    (tmp_path / "link.json").symlink_to(tmp_path / "real.json")

    assert load(tmp_path / "link.json", "json").data == {"a": 1}


@pytest.mark.timeout(10)
def test_a_pipe_at_npmrc_does_not_stop_the_search(tmp_path: Path) -> None:
    """Looking for a program reads ~/.npmrc: a pipe there is passed over."""
    os.mkfifo(tmp_path / ".npmrc")
    host = Host(
        home=tmp_path, cwd=tmp_path, env={}, platform="linux", config_dir=tmp_path / "own", now=datetime.now(UTC)
    )

    assert get_tool("claude-code").detect(host) is None


def test_every_format_of_a_tool_can_be_undone() -> None:
    """Undo finds formats by name: each one that a tool writes must be there."""
    names = {file.format.name for tool in (*BUILTIN, OWN) for file in tool.files}

    assert names <= set(_known.FORMATS)
    assert all(_known.find_format(name) is not None for name in names)


def test_our_own_folder_may_start_with_a_tilde(clean_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """TAOTOKEN_CONFIG_DIR is the same folder wherever a command is run from."""
    monkeypatch.setenv("TAOTOKEN_CONFIG_DIR", "~/tt")

    assert Host.current().config_dir == clean_home / "tt"
