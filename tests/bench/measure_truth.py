"""`taotoken bench` beside what the server did: `python tests/bench/measure_truth.py [CONCURRENCY:REQUESTS...]`

The embedded gateway runs in a process of its own and notes when it wrote which token; `taotoken bench` runs in another.
For each level one line for each metric: ours, the gateway's, and the error of the mean. The gateway is pure Python, so
with many streams it is the bottleneck: what it wanted to write in a moment it writes in several, and says so itself.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import mean

from taotoken.testing import Gateway, GatewayTiming, Stamps

KEY = "sk-test-gateway-000001"
TIMING = GatewayTiming(first_token=0.1, between=0.02)
TOKENS = 50


@dataclass(frozen=True, kw_only=True)
class Truth:
    """The gateway's means of the requests that were measured, milliseconds and per second."""

    ttft_ms: float
    tpot_ms: float
    e2e_ms: float
    output_token_throughput: float
    request_throughput: float


def serve(pipe: Connection) -> None:
    """Run the gateway; for each number that is asked for, the stamps of the last so many requests."""
    text = " ".join(f"word{number}" for number in range(TOKENS))
    with Gateway(keys=(KEY,), text=text, timing=TIMING).in_thread() as gateway:
        pipe.send(gateway.base_url)
        while count := pipe.recv():
            time.sleep(0.2)
            pipe.send([request.stamps for request in gateway.requests][-count:])
            gateway.clear()


def truth_of(stamps: list[Stamps]) -> Truth:
    """The means of `stamps`."""
    seconds = max(s.done or 0.0 for s in stamps) - min(s.received for s in stamps)
    return Truth(
        ttft_ms=1000 * mean(s.ttft or 0.0 for s in stamps),
        tpot_ms=1000 * mean(s.tpot or 0.0 for s in stamps),
        e2e_ms=1000 * mean((s.last_token or 0.0) - s.received for s in stamps),
        output_token_throughput=sum(s.tokens for s in stamps) / seconds,
        request_throughput=len(stamps) / seconds,
    )


def measure(base_url: str, concurrency: int, requests: int, out: Path) -> float:
    """Run the command; its CPU seconds."""
    command = [sys.executable, "-m", "taotoken_cli", "bench", "--base-url", base_url, "--api-key-env", "KEY_HERE"]
    command += ["--model", "demo-large", "-c", str(concurrency), "-n", str(requests), "--max-tokens", str(TOKENS)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    env = {**os.environ, "KEY_HERE": KEY}
    subprocess.run([*command, "--out", str(out)], env=env, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Measure at each level."""
    levels = [tuple(map(int, level.split(":"))) for level in sys.argv[1:] or ("1:10", "16:160", "64:320")]
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=serve, args=(theirs,), daemon=True)
    process.start()
    base_url: str = ours.recv()
    with tempfile.TemporaryDirectory() as folder:
        for concurrency, requests in levels:
            out = Path(folder) / "r.json"
            cpu = measure(base_url, concurrency, requests, out)
            ours.send(requests)
            show(concurrency, requests, cpu, json.loads(out.read_text()), truth_of(ours.recv()))
    ours.send(0)
    process.join()


def show(concurrency: int, requests: int, cpu: float, result: dict[str, object], truth: Truth) -> None:
    """One level."""
    sys.stdout.write(f"c={concurrency} n={requests} {result['transport']} cpu {cpu:.2f} s\n")
    for name in Truth.__dataclass_fields__:
        found, real = result[name], getattr(truth, name)
        value = found["mean"] if isinstance(found, dict) else found
        assert isinstance(value, float)
        sys.stdout.write(f"  {name:24} {value:10.2f} {real:10.2f} {value / real - 1:+8.2%}\n")


if __name__ == "__main__":
    main()
