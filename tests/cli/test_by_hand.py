"""`setup`, `status` and `doctor` with tools that are set up by hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from taotoken.testing import Gateway

KEY = "sk-demo-7f3a99990000aaaa1111"
GIVEN = ("--base-url", "https://gw.example/api", "--model", "demo-large", "--api-key-stdin")


@pytest.mark.parametrize("extra", [(), ("--yes",), ("--dry-run",), ("--no-smoke",)])
def test_the_values_are_printed_and_nothing_is_written(
    process: Any, clean_home: Path, snapshot: Callable[[], dict[str, tuple[int, bytes]]], extra: tuple[str, ...]
) -> None:
    """Exact URL and model, the end of the key; no question, no request, no file, not even our own profile."""
    del clean_home
    done = process("setup", "cursor", *GIVEN, *extra, stdin=KEY)

    assert done.code == 0, done.both
    assert "Override OpenAI Base URL: https://gw.example/api/v1\n" in done.out
    assert "Add model: demo-large\n" in done.out
    assert "sk-…1111" in done.out
    assert KEY not in done.both
    assert snapshot() == {}


def test_json_says_manual(process: Any, clean_home: Path) -> None:
    """The entries and the text are data."""
    del clean_home
    done = process("setup", "cursor", "zed", *GIVEN, "--json", stdin=KEY)

    cursor, zed = done.json["data"]["tools"]
    assert [tool["kind"] for tool in (cursor, zed)] == ["manual", "manual"]
    assert {"name": "Add model", "value": "demo-large", "secret": False} in cursor["by_hand"]["entries"]
    assert '"api_url": "https://gw.example/api/v1"' in zed["by_hand"]["snippet"]
    assert zed["smoke"] is None
    assert done.json["changed"] is False
    assert KEY not in done.both


def test_beside_a_tool_with_files(process: Any, clean_home: Path) -> None:
    """The files of the one are written and tested, the other's values are printed."""
    with Gateway(keys=(KEY,), models=("demo-large",)).in_thread() as gateway:
        given = ("--base-url", gateway.base_url, "--model", "demo-large", "--api-key-stdin", "--yes")
        done = process("setup", "cursor", "codex", *given, stdin=KEY)

    assert done.code == 0, done.both
    assert (clean_home / ".codex/config.toml").exists()
    assert "Cursor is set up by hand" in done.out
    assert "Codex: works" in done.out
    assert "Cursor: works" not in done.out


def test_all_leaves_them_out(process: Any, clean_home: Path) -> None:
    """Their files being there makes no difference."""
    path = clean_home / ".config/zed/settings.json"
    path.parent.mkdir(parents=True)
    path.write_text("{}")
    done = process("setup", "--all", *GIVEN, "--yes", "--no-smoke", stdin=KEY)
    assert done.code == 2
    assert "no_tool" in process("setup", "--all", *GIVEN, "--yes", "--json", stdin=KEY).out


def test_status_and_doctor(process: Any, clean_home: Path) -> None:
    """What can't be read is said to be so, with the command that helps; a shared file is read."""
    del clean_home
    process("setup", "codex", *GIVEN, "--yes", "--no-smoke", stdin=KEY)

    shown = process("status", "cursor", "codex-ide")
    assert "taotoken setup cursor" in shown.out
    assert "https://gw.example/api/v1   <- ~/.codex/config.toml:6" in shown.out
    assert "cursor" not in process("status").out

    refused = process("doctor", "cursor", "--json")
    assert (refused.code, refused.json["errors"][0]["code"]) == (2, "set_by_hand")
    examined = process("doctor", "codex-ide", "--offline", "--json")
    assert {finding["tool"] for finding in examined.json["findings"]} == {"codex"}
