"""The tutorial on plugins, followed to the letter: its files, its test, and what it says about failures. (What it
types is replayed with the other console blocks, with the package that it builds installed.)"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from docs_pages import ROOT
from docs_plugin import files_of, install

PAGES = [ROOT / f"docs/plugins/write-a-tool{suffix}.md" for suffix in ("", ".zh-CN")]
MODULE = "acme_taotoken/__init__.py"


@pytest.fixture(params=PAGES, ids=lambda page: page.name)
def page(request: pytest.FixtureRequest) -> str:
    """The text of the page, in both languages."""
    text: str = request.param.read_text(encoding="utf-8")
    return text


def run_test(files: dict[str, str], folder: Path) -> subprocess.CompletedProcess[str]:
    """`pip install .` and `pytest test_acme.py`."""
    folder.mkdir()
    site = install(files, folder)
    path = os.pathsep.join([str(site), *filter(None, [os.environ.get("PYTHONPATH")])])
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_acme.py"]
    return subprocess.run(
        command,
        cwd=folder / "project",
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_package_is_as_short_as_promised(page: str) -> None:
    """Three files, and the declaration in about forty lines, blank ones apart."""
    files = files_of(page)
    assert list(files) == ["pyproject.toml", MODULE, "test_acme.py"]
    assert len([line for line in files[MODULE].splitlines() if line.strip()]) < 50


def test_the_test_of_the_page_passes(page: str, tmp_path: Path) -> None:
    """The package is built and installed as the page says, and its test runs."""
    done = run_test(files_of(page), tmp_path / "good")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout


def test_the_failure_of_the_page_is_the_real_one(page: str, tmp_path: Path) -> None:
    """With the key not marked as secret, the driver says what the page shows."""
    files = files_of(page)
    marked = ', secret=name == "apiKey"'
    assert marked in files[MODULE]
    files[MODULE] = files[MODULE].replace(marked, "")
    done = run_test(files, tmp_path / "bad")
    assert done.returncode == 1
    shown = next(part for part in page.split("`") if part.startswith("acme: the key"))
    assert f"AssertionError: {shown}" in done.stdout
