"""What the client costs, as ratios of CPU time inside one run. Not a timed test (Linux only).

    python tests/bench/sdk_cost.py [ROUNDS] [--memory]

Each client runs in a process of its own on one core, the server on another; rounds are interleaved and medians
shown. `openai` is measured where it is installed. ``--memory`` also runs 10,000 streams and 1,000 streams that are
left half-way, and shows what they leave behind.
"""

from __future__ import annotations

import importlib.util
import json
import os
import resource
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
# Label: model, concurrency, and how many for slow and for fast clients.
COSTS = {
    "request c=1": ("whole", 1, 30, 200),
    "request c=64": ("whole", 64, 128, 512),
    "burst chunk": ("burst-1000", 1, 2, 10),
    "64 paced": ("paced-40-5", 64, 64, 192),
    "256 paced": ("paced-60-5", 256, 256, 512),
}
BARE = {"taotoken": "bare httpx", "taotoken[fast]": "bare aiohttp"}
TIMES_CHEAPER = {"taotoken": (1.5, 1.7, 5.5, 2.5, 2.9), "taotoken[fast]": (6.0, 11.0, 26.0, 4.5, 9.5)}
ADDED = (120.0, 120.0, 8.0, 8.0, 8.0)  # microseconds over the bare transport
CALL = """
import asyncio
from taotoken import AsyncTaoToken
async def main():
    options = {{"base_url": "http://127.0.0.1:{port}", "api_key": "sk-demo-1", "transport": "{transport}"}}
    async with AsyncTaoToken(**options) as client:
        await client.chat("hi", model="whole")
asyncio.run(main())
"""
PEER = """
import asyncio
from openai import AsyncOpenAI
async def main():
    async with AsyncOpenAI(base_url="http://127.0.0.1:{port}/v1", api_key="sk-demo-1") as client:
        await client.chat.completions.create(model="whole", messages=[{{"role": "user", "content": "hi"}}])
asyncio.run(main())
"""
STARTS = {
    "python": "pass",
    "import taotoken": "import taotoken",
    "first reply taotoken": CALL.replace("{transport}", "httpx"),
    "first reply taotoken[fast]": CALL.replace("{transport}", "fast"),
    "import openai": "import openai",
    "first reply openai": PEER,
}


def environment() -> dict[str, str]:
    """No proxies, and this repository's package."""
    clean = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    return clean | {"PYTHONPATH": str(ROOT / "sdk"), "NO_PROXY": "*", "TAOTOKEN_TRANSPORT": ""}


def on_core(core: int, *command: str) -> list[str]:
    """The command on one core, where there are two."""
    return ["taskset", "-c", str(core), *command] if (os.cpu_count() or 1) > 1 else list(command)


@contextmanager
def server() -> Iterator[int]:
    """The server in its own process, and its port."""
    command = on_core(1, sys.executable, str(HERE / "cost_server.py"))
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield int(process.stdout.readline())
        finally:
            process.terminate()


def run_client(name: str, port: int, scenarios: list[str]) -> dict[str, dict[str, float]]:
    """One process of one client."""
    command = on_core(0, sys.executable, str(HERE / "cost_clients.py"), name, str(port), *scenarios)
    done = subprocess.run(command, env=environment(), check=True, capture_output=True, text=True)
    return dict(json.loads(done.stdout.splitlines()[-1]))


def cpu_of(code: str) -> float:
    """CPU seconds of one ``python -c``."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(on_core(0, sys.executable, "-c", code), env=environment(), check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def measured(clients: list[str], rounds: int, port: int) -> dict[tuple[str, str], float]:
    """Median microseconds by client and label."""
    found: dict[tuple[str, str], list[float]] = {}
    for _ in range(rounds):
        for name in clients:
            size = 2 if name == "openai" else 3
            by_label = {label: f"{cost[0]}:{cost[1]}:{cost[size]}" for label, cost in COSTS.items()}
            rows = run_client(name, port, list(by_label.values()))
            for label, scenario in by_label.items():
                found.setdefault((name, label), []).append(rows[scenario]["cpu"] / rows[scenario]["items"] * 1e6)
    return {key: statistics.median(values) for key, values in found.items()}


def show_costs(clients: list[str], costs: dict[tuple[str, str], float]) -> None:
    """Microseconds; for ours, times cheaper than openai and what is added to the bare transport, with targets."""
    print(f"{'CPU in microseconds':20}" + "".join(f"{label:>25}" for label in COSTS))
    for name in clients:
        print(f"{name:20}" + "".join(f"{costs[name, label]:25.1f}" for label in COSTS))
    for name, bare in BARE.items():
        cells = []
        for label, times, most in zip(COSTS, TIMES_CHEAPER[name], ADDED, strict=True):
            mine = costs[name, label]
            cheaper = f"{costs['openai', label] / mine:.1f}x (>={times:g})" if "openai" in clients else ""
            cells.append(f"{cheaper} {mine - costs[bare, label]:+.0f} (<={most:g})")
        print(f"{name:20}" + "".join(f"{cell:>25}" for cell in cells))


def show_starts(rounds: int, port: int, peers: bool) -> None:
    """CPU over a bare interpreter."""
    codes = {name: code for name, code in STARTS.items() if peers or "openai" not in name}
    samples = {name: [] for name in codes}  # type: dict[str, list[float]]
    for _ in range(rounds + 1):
        for name, code in codes.items():
            samples[name].append(cpu_of(code.format(port=port) if "{port}" in code else code))
    median = {name: statistics.median(values[1:]) for name, values in samples.items()}
    for name, value in median.items():
        against = "openai".join((name.split("taotoken")[0], "")) if "taotoken" in name else ""
        ratio = ""
        if against in median:
            ratio = f"  1/{(median[against] - median['python']) / max(value - median['python'], 1e-4):.1f} of {against}"
        print(f"{name:28} {(value - median['python']) * 1000:8.1f} ms over python{ratio}")


def show_rows(title: str, scenarios: list[str], port: int) -> None:
    """What the scenarios tell of our two transports, as it is."""
    for name in BARE:
        rows: dict[str, Any] = run_client(name, port, scenarios)
        for scenario, row in rows.items():
            print(f"{title} {name} {scenario}: " + ", ".join(f"{key} {value:.4g}" for key, value in row.items()))


def main() -> None:
    """Measure and print."""
    numbers = [int(argument) for argument in sys.argv[1:] if argument.isdigit()]
    rounds = numbers[0] if numbers else 3
    peers = importlib.util.find_spec("openai") is not None
    clients = ["openai"] * peers + ["taotoken", "bare httpx", "taotoken[fast]", "bare aiohttp"]
    with server() as port:
        show_costs(clients, measured(clients, rounds, port))
        show_rows("first token of 64 streams (s)", ["first"], port)
        show_starts(rounds, port, peers)
        if "--memory" in sys.argv:
            show_rows("left behind", ["streams:10000", "cancelled:1000"], port)


if __name__ == "__main__":
    main()
