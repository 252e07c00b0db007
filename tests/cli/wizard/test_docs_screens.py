"""The pages that show the wizard show what it shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .conftest import GOLDEN

ROOT = Path(__file__).resolve().parents[3]
PAGES = [
    ROOT / f"{name}{language}.md"
    for name in ("README", "docs/tutorial/first-setup")
    for language in ("", ".zh-CN")
]  # fmt: skip
_BLOCK = re.compile(r"^```text\n(.*?)^```", re.MULTILINE | re.DOTALL)


def _dense(text: str) -> str:
    """`text` without blanks and line ends, which are elsewhere for another port."""
    return re.sub(r"\s", "", text.replace("127.0.0.1:8800", "127.0.0.1:40000"))


def screens(page: Path) -> list[str]:
    """Each question, answer or fault of the page's screens."""
    blocks = [block for block in _BLOCK.findall(page.read_text("utf-8")) if re.search(r"^\? ", block, re.MULTILINE)]
    return [
        _dense(part) for block in blocks for part in re.split(r"^(?=[?✓✗])", block, flags=re.MULTILINE) if part.strip()
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_each_screen_of_a_page_is_one_that_was_seen(page: Path) -> None:
    """Word by word those of the tests' screens."""
    seen = _dense("\n".join(path.read_text("utf-8") for path in sorted(GOLDEN.glob("*.txt"))))
    shown = screens(page)
    assert len(shown) >= 4
    assert [part for part in shown if part not in seen] == []
