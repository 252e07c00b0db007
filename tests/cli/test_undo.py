"""`taotoken undo`: looking first, and what it means for scripts when a file is left."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

KEY = "sk-demo-7f3a99990000aaaa1111"
SETUP = ("setup", "codex", "--base-url", "https://gw.example/api", "--model", "m", "--yes", "--no-smoke")
Snapshot = Callable[[], dict[str, tuple[int, bytes]]]


def test_dry_run_only_looks(cli: Any, snapshot: Snapshot) -> None:
    """The files are named, nothing is changed or asked, and the run can still be taken back."""
    assert cli(*SETUP, "--api-key-stdin", stdin=KEY).code == 0
    written = snapshot()
    for language, words in (("en", "delete ~/.codex/config.toml"), ("zh", "删除 ~/.codex/config.toml")):
        done = cli("undo", "--dry-run", "--lang", language)
        assert done.code == 0
        assert words in done.out
        assert "--dry-run" in done.out.splitlines()[-1]
    as_json = cli("undo", "--dry-run", "--yes", "--json")
    assert (as_json.code, as_json.json["status"], as_json.json["changed"]) == (0, "ok", False)
    assert {file["outcome"] for file in as_json.json["data"]["files"]} == {"deleted"}
    assert as_json.json["data"]["run"] is None
    assert snapshot() == written
    assert len(cli("history", "--json").json["data"]["runs"]) == 1


def test_a_file_that_is_left_is_exit_1(cli: Any, clean_home: Path) -> None:
    """`partial`: the rest is taken back, and a script can tell."""
    assert cli(*SETUP, "--api-key-stdin", stdin=KEY).code == 0
    broken = clean_home / ".codex/config.toml"
    broken.write_text(broken.read_text() + "\n[broken")
    again = broken.read_text()
    shown = cli("undo", "--yes")
    assert (shown.code, "but for the files left" in shown.out) == (1, True)
    assert cli(*SETUP, "--api-key-stdin", stdin=KEY).code == 3  # Codex could not read it either
    broken.unlink()
    assert cli(*SETUP, "--api-key-stdin", stdin=KEY).code == 0
    broken.write_text(again)
    done = cli("undo", "--yes", "--json")
    assert (done.code, done.json["status"], done.json["changed"]) == (1, "partial", True)
    outcomes = {Path(file["path"]).name: file["outcome"] for file in done.json["data"]["files"]}
    assert outcomes == {"config.toml": "left", "profile.json": "deleted"}
    (error,) = done.json["errors"]
    assert (error["code"], error["file"]) == ("undo_left", str(broken))
    assert "can't be parsed" in error["message"]
    assert "[broken" in broken.read_text()
