"""The versions that our settings were proved with are the ones that the real programs are installed at."""

from __future__ import annotations

import json
from pathlib import Path

from taotoken_plugins._registry import BUILTIN

PINS = Path(__file__).resolve().parents[2] / "real_tools/programs.json"


def test_pinned_versions_are_those_of_the_declarations() -> None:
    """One version each, in both places; a program without a pin would not be run."""
    pinned = json.loads(PINS.read_text(encoding="utf-8"))["programs"]
    assert {tool: pin["version"] for tool, pin in pinned.items()} == {t.id: t.tested for t in BUILTIN if t.tested}
    assert {pin["set"] for pin in pinned.values()} == {"test", "test-tools"}
