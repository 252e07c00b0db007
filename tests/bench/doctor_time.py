"""How long a healthy `diagnose` takes: three tools against the embedded gateway, each run in a fresh process.

python tests/bench/doctor_time.py [RUNS]
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

_SUPPORT = Path(__file__).resolve().parents[1] / "support"
_CHILD = """
import sys, time
sys.path.insert(0, {support!r})
from pathlib import Path
from matrix_kit import TOOLS, World, set_up
world = set_up(Path({folder!r}), {base_url!r})
began = time.perf_counter()
import asyncio
from taotoken_plugins._registry import get_tool
from taotoken_plugins.diagnosis.doctor import diagnose
report = asyncio.run(diagnose([get_tool(tool) for tool in TOOLS], world.host))
print(time.perf_counter() - began)
assert report.root_cause is None, report.root_cause
"""


def measure(base_url: str) -> float:
    """Seconds of one diagnosis, the imports of the network included."""
    with tempfile.TemporaryDirectory() as folder:
        code = _CHILD.format(support=str(_SUPPORT), folder=folder, base_url=base_url)
        done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return float(done.stdout)


def main() -> None:
    """Print the times, the middle one last."""
    from taotoken.testing import Gateway

    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    with Gateway(keys=("sk-demo-7f3a9c2e51b80d46",)).in_thread() as gateway:
        times = []
        for _ in range(runs):
            times.append(measure(gateway.base_url))
            time.sleep(0.1)
    print("  ".join(f"{seconds:.2f}" for seconds in times), f"s; median {statistics.median(times):.2f} s")


if __name__ == "__main__":
    main()
