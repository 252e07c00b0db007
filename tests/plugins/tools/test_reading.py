"""Reading files of tools: only files, never what reading would wait for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

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
