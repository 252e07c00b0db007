"""CPU of `setup` for twelve tools against that for one, without test requests, interleaved. Not a timed test (Unix).

python tests/bench/many_tools.py [ROUNDS]
"""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
from pathlib import Path

from startup import ROOT, cpu_seconds

TARGET = 3.0
TWELVE = (
    "claude-code", "codex", "cline", "opencode", "kilo", "pi", "qwen-code", "openclaw", "claude-code-router", "droid",
    "continue", "aider",
)  # fmt: skip
GIVEN = ("--base-url", "http://127.0.0.1:9/api", "--model", "demo-large", "--no-smoke", "--yes")


def setup_seconds(tools: tuple[str, ...], *, lived_in: bool) -> float:
    """CPU of one set-up in a home of its own, an empty one or one that the tools have lived in."""
    with tempfile.TemporaryDirectory() as folder:
        for tool in tools if lived_in else ():
            shutil.copytree(ROOT / "tests/golden" / tool / "before-full", folder, dirs_exist_ok=True)
        return cpu_seconds(["-m", "taotoken_cli", "setup", *tools, *GIVEN], Path(folder))


def main() -> None:
    """Print medians and ratios."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    for lived_in in (False, True):
        one, twelve = TWELVE[:1], TWELVE
        setup_seconds(twelve, lived_in=lived_in)  # byte code is written once
        samples = [
            (setup_seconds(one, lived_in=lived_in), setup_seconds(twelve, lived_in=lived_in)) for _ in range(rounds)
        ]
        first, all_of_them = (statistics.median(values) for values in zip(*samples, strict=True))
        name = "homes full of settings" if lived_in else "empty homes"
        print(
            f"{name:23} one {first * 1000:6.1f} ms, twelve {all_of_them * 1000:6.1f} ms: {all_of_them / first:.2f} x "
            f"(target {TARGET:g} x, {rounds} rounds)"
        )


if __name__ == "__main__":
    main()
