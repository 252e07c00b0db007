"""The command line as a child process."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path


def environment(home: Path, extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of a child whose home is `home`."""
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "SYSTEMROOT") if name in os.environ}
    return {**kept, "HOME": str(home), "USERPROFILE": str(home), "PYTHONIOENCODING": "utf-8", **(extra or {})}


def argv(arguments: Sequence[str]) -> list[str]:
    """`taotoken ARGUMENTS` as the interpreter of the tests runs it, with every warning an error."""
    return [sys.executable, "-W", "error", "-m", "taotoken_cli", *arguments]
