"""Start-up cost as ratios to `python -c pass`, whole-process CPU, interleaved in one run. Not a timed test (Unix only).

python tests/bench/startup.py [ROUNDS]
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TARGETS = {"--help": 6.5, "setup": 16.0, "setup again": 16.0, "status": 16.0}
KEY = "sk-demo-000000000001"
SETUP = [
    "-m", "taotoken_cli", "setup", "claude-code", "codex", "cline", "--base-url", "http://127.0.0.1:9/api",
    "--model", "demo-large", "--no-smoke", "--yes",
]  # fmt: skip


def cpu_seconds(arguments: list[str], home: Path) -> float:
    """CPU time, user and system, of one `python ARGUMENTS` with `home` as home folder."""
    env = {
        "HOME": str(home), "USERPROFILE": str(home), "PATH": os.environ.get("PATH", ""), "TAOTOKEN_API_KEY": KEY,
        "PYTHONPATH": os.pathsep.join(str(ROOT / part) for part in ("sdk", "plugins", "cli")),
    }  # fmt: skip
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], env=env, cwd=home, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def one_round() -> dict[str, float]:
    """Every command once, each set-up in a fresh home."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        return {
            "pass": cpu_seconds(["-c", "pass"], home),
            "--help": cpu_seconds(["-m", "taotoken_cli", "--help"], home),
            "setup": cpu_seconds(SETUP, home),
            "setup again": cpu_seconds(SETUP, home),
            "status": cpu_seconds(["-m", "taotoken_cli", "status"], home),
        }


def main() -> None:
    """Print median seconds and ratios."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    one_round()  # byte code is written once
    samples = [one_round() for _ in range(rounds)]
    base = statistics.median(sample["pass"] for sample in samples)
    print(f"python -c pass: {base * 1000:.1f} ms CPU ({rounds} rounds)")
    for name, target in TARGETS.items():
        value = statistics.median(sample[name] for sample in samples)
        print(f"{name:12} {value * 1000:7.1f} ms  {value / base:5.1f} x  (target {target:g} x)")


if __name__ == "__main__":
    main()
