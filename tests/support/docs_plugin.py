"""The package that a page of the documentation builds: its files as the page shows them, installed by pip."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

_FILE = re.compile(r"`([\w./-]+\.(?:py|toml))`(?::|：)\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def files_of(text: str) -> dict[str, str]:
    """Path → content, of every block that the text says to save under a name."""
    return dict(_FILE.findall(text))


def install(files: dict[str, str], folder: Path) -> Path | None:
    """Write `files` to a project in `folder` and install it; the folder for Python's path. None where no file makes a
    package."""
    if "pyproject.toml" not in files:
        return None
    project, site = folder / "project", folder / "site"
    for name, content in files.items():
        path = project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    # As the page says, but into a folder of its own, and from nowhere else than from here.
    flags = ("--quiet", "--target", str(site), "--no-index", "--no-deps", "--no-build-isolation")
    done = subprocess.run(
        [sys.executable, "-m", "pip", "install", *flags, "."], cwd=project, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return site
