"""A ~/.claude.json of 5 MB, as years of use make it: CPU and memory of the whole edit. Not a timed test.

python tests/bench/large_file.py [MEGABYTES…]

Each size runs in a process of its own, three times, and the best counts; CPU is that of plan, diff and apply together,
memory the peak above what the same process needs for an empty file.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from startup import ROOT

SECONDS = 0.3
SIZES = (0.0, 2.5, 5.0, 10.0)
PROMPT = "Look at the log below and say which step went wrong first, then propose the smallest change. " * 2


def document(megabytes: float) -> bytes:
    """Projects with their histories of prompts, of about that size; written as Claude Code writes it."""
    project = {
        "allowedTools": ["Bash(git status)", "Read"],
        "history": [
            {"display": f'{n}: why does this fail? \u4f60\u597d "quoted" \\ back. {PROMPT}', "pastedContents": {}}
            for n in range(60)
        ],
        "hasTrustDialogAccepted": True,
        "lastCost": 0.123456,
        "exampleFiles": [f"src/module_{n}.py" for n in range(20)],
    }
    data: dict[str, object] = {"numStartups": 941, "projects": {}, "customApiKeyResponses": {"approved": []}}
    size = len(json.dumps({"projects": {"/": project}}, ensure_ascii=False, indent=2).encode())
    count = round(megabytes * 1_000_000 / size)
    data["projects"] = {f"/home/u/projects/project-{n}": project for n in range(count)}
    return json.dumps(data, ensure_ascii=False, indent=2).encode()


def edit(megabytes: float) -> None:
    """One set-up of Claude Code; prints CPU seconds and the peak of memory in MB."""
    from taotoken._endpoint import Endpoint
    from taotoken_plugins._apply import apply
    from taotoken_plugins._diff import diff
    from taotoken_plugins._host import Host
    from taotoken_plugins._plan import plan
    from taotoken_plugins._registry import get_tool
    from taotoken_plugins._tool import Wanted

    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder).resolve()
        raw = document(megabytes)
        (home / ".claude.json").write_bytes(raw)
        del raw
        host = Host(
            home=home,
            cwd=home,
            env={},
            platform="linux",
            config_dir=home / "own",
            now=datetime.now(UTC),
            euid=os.geteuid(),
        )
        wanted = Wanted(endpoint=Endpoint.parse("https://gw.example/api", "sk-demo-000000000001", "demo-large"))
        started = time.process_time()
        made = plan([(get_tool("claude-code"), wanted)], host)
        shown = [diff(change, host) for change in made.changes]
        apply(made, host)
        seconds = time.process_time() - started
        assert len(shown) == 2
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    print(seconds, peak)


def main() -> None:
    """Print a line for each size."""
    sizes = tuple(map(float, sys.argv[1:])) or SIZES
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(str(ROOT / part) for part in ("sdk", "plugins", "cli"))}
    empty = 0.0
    for megabytes in sizes:
        code = f"import large_file; large_file.edit({megabytes})"
        runs = []
        for _ in range(3):
            done = subprocess.run(
                [sys.executable, "-c", code],
                env=env,
                cwd=Path(__file__).parent,
                check=True,
                capture_output=True,
                text=True,
            )
            runs.append(tuple(map(float, done.stdout.split())))
        seconds, peak = min(runs)
        empty = empty or peak
        print(f"{megabytes:5.1f} MB: {seconds * 1000:6.0f} ms CPU, {peak - empty:6.1f} MB above an empty file")
    print(f"target: 5 MB in under {SECONDS * 1000:.0f} ms, memory in proportion to the size")


if __name__ == "__main__":
    main()
