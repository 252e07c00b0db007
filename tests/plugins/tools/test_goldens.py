"""Byte-exact results of each tool on fresh and lived-in homes (tests/golden/<tool>/{before,after}-<case>)."""

from __future__ import annotations

import difflib
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from taotoken_plugins._host import Host
from taotoken_plugins._plan import Plan
from taotoken_plugins._registry import BUILTIN
from taotoken_plugins._undo import undo

GOLDEN = Path(__file__).resolve().parents[2] / "golden"
CASES = sorted((path.parent.name, path.name.removeprefix("after-")) for path in GOLDEN.glob("*/after-*"))


def _tree(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _fill(host: Host, tool: str, case: str) -> dict[str, bytes]:
    before = GOLDEN / tool / f"before-{case}"
    host.home.mkdir(parents=True, exist_ok=True)
    if before.is_dir():
        shutil.copytree(before, host.home, dirs_exist_ok=True)
    return _tree(host.home)


_CHANGES: dict[str, dict[str, object]] = {
    "auth-json": {"options": {"codex-auth": "auth-json"}},
    "x-api-key": {"auth_header": "x-api-key"},
    "messages": {"options": {"protocol": "messages", "max-output": "8000"}},
    "anthropic": {"options": {"protocol": "messages"}},
    "responses": {"options": {"protocol": "responses"}},
    "sizes": {"options": {"protocol": "chat", "context-window": "200000", "max-output": "32000"}},
}


def _changes(case: str) -> dict[str, object]:
    return _CHANGES.get(case, {})


@pytest.fixture
def golden_host(make_host: Callable[..., Host], tmp_path: Path) -> Host:
    return make_host(config_dir=tmp_path / "own")


@pytest.mark.parametrize(("tool", "case"), CASES)
def test_result_is_byte_exact(tool: str, case: str, golden_host: Host, set_up: Callable[..., Plan]) -> None:
    """Set-up gives exactly the stored bytes, a second run changes nothing, undo gives the first bytes back."""
    before = _fill(golden_host, tool, case)
    set_up(tool, golden_host, **_changes(case))
    assert _tree(golden_host.home) == _tree(GOLDEN / tool / f"after-{case}")
    assert set_up(tool, golden_host, **_changes(case)).changes == ()
    undo(golden_host)
    assert _tree(golden_host.home) == before


def test_every_tool_has_a_fresh_and_a_full_golden() -> None:
    """No tool is without its goldens."""
    assert {(tool, case) for tool in [tool.id for tool in BUILTIN] for case in ("fresh", "full")} <= set(CASES)


def test_lived_in_settings_change_at_most_ten_lines() -> None:
    """On the 26-line settings.json the diff is at most 10 changed lines."""
    name = ".claude/settings.json"
    before, after = (
        (GOLDEN / "claude-code" / f"{side}-full" / name).read_text("utf-8").splitlines() for side in ("before", "after")
    )
    changed = [line for line in difflib.ndiff(before, after) if line[0] in "+-"]
    assert len(changed) <= 10, changed
