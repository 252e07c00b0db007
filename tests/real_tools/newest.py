"""Tries the newest version of each pinned program against our settings, and reports what is different.

python tests/real_tools/newest.py [TOOL…]      # or: make newest-tools

Each program is installed twice, at its pinned and at its newest version, in folders of their own. Both are set up by
`taotoken setup` and run once where loopback is the whole network. Told is: does it still answer, and did path, header,
model, stream, tools or the fields of the request change? Nothing of the project is changed. Programs whose newest
version is the pinned one are only named.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

from programs import Program, install_npm, install_pip, programs

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]


def newest_version(one: Program) -> str:
    """What the registry calls the latest; empty where it can't be asked."""
    if one.source == "npm":
        done = subprocess.run(["npm", "view", one.package, "version"], capture_output=True, text=True, check=False)
        return done.stdout.strip()
    command = [_python(), "-m", "pip", "index", "versions", one.package]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.search(r"\(([\w.+!-]+)\)", done.stdout)
    return found[1] if found else ""


def _python() -> str:
    """The newest Python there is: some programs need one."""
    return os.environ.get("PYTHON_312") or sys.executable


def install(one: Program, folder: Path) -> str:
    """Install it; what went wrong, or nothing."""
    try:
        if one.source == "npm":
            install_npm(folder, (one,), {})
        else:
            install_pip(folder, one, _python())
    except (OSError, subprocess.CalledProcessError) as error:
        return f"can't be installed: {error}"
    return ""


def seen(one: Program, folder: Path) -> dict[str, Any]:
    """What a run of the program in `folder` shows, in a network namespace of its own."""
    command = [str(HERE / "isolated.sh"), sys.executable, str(HERE / "newest.py"), "--probe", one.tool, str(folder)]
    paths = [*(ROOT / part for part in ("sdk", "plugins", "cli", "tests/support")), os.environ.get("PYTHONPATH", "")]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths))}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    try:
        result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    except (ValueError, IndexError):
        return {"answers": False, "said": (done.stdout + done.stderr)[-2000:]}
    return result


def probe(tool: str, folder: Path) -> dict[str, Any]:
    """Set up, run once, and look at the requests."""
    from real_machine import KEY, MODEL, REPLY, Machine, posts_of, router
    from taotoken.testing import Gateway

    unlinked = [str(path.parent) for path in folder.glob("node_modules/@*/cli-linux-x64/bin/*")]
    others = Path(os.environ.get("TAOTOKEN_TOOLS", ROOT / ".tools"))  # the router starts Claude Code
    path = os.pathsep.join(
        [*unlinked, *(str(one / "node_modules/.bin") for one in (folder, others)), os.environ["PATH"]]
    )
    with (
        tempfile.TemporaryDirectory() as home,
        Gateway(keys=(KEY,), models=(MODEL,), text=REPLY).in_thread() as gateway,
    ):
        machine = Machine(home=Path(home), tools_dir=folder, env={"PATH": path})
        machine.setup(tool, "--model", MODEL, "--no-smoke", base_url=gateway.base_url)
        with router(machine) if tool == "claude-code-router" else nullcontext():
            ran = machine.run_as_declared(tool)
        posts = posts_of(gateway)
    bodies = [post.json for post in posts if isinstance(post.json, dict)]
    return {
        "answers": REPLY in ran.out,
        "said": "" if REPLY in ran.out else (ran.out + ran.err)[-2000:],
        "requests": sorted({f"{post.path} {post.key_header} {post.model} stream={post.stream}" for post in posts}),
        "right key": all(post.key == KEY for post in posts),
        "tools": sorted({bool(post.tools) for post in posts}),
        "fields": sorted({name for body in bodies for name in body}),
    }


def differences(pinned: dict[str, Any], newest: dict[str, Any]) -> list[str]:
    """One line for each thing that is different."""
    names = [name for name in newest if name != "said" and newest.get(name) != pinned.get(name)]
    return [f"{name}: {pinned.get(name)} -> {newest.get(name)}" for name in names]


def report(one: Program, folder: Path) -> bool:
    """Try one program; True where the newest version answers as before or there is none."""
    latest = newest_version(one)
    if latest in ("", one.version):
        print(f"{one.tool:20} {one.version} is the newest" if latest else f"{one.tool:20} the registry can't be asked")
        return True
    newer = replace(one, version=latest, optional=False)
    for program, place in ((one, folder / "pinned" / one.tool), (newer, folder / "newest" / one.tool)):
        if problem := install(program, place):
            print(f"{one.tool:20} {program.version} {problem}")
            return program is one
    old, new = seen(one, folder / "pinned" / one.tool), seen(newer, folder / "newest" / one.tool)
    verdict = "answers" if new["answers"] else "DOES NOT ANSWER"
    print(f"{one.tool:20} {one.version} -> {latest}: {verdict}")
    for line in differences(old, new):
        print(f"    {line}")
    if not new["answers"]:
        print("    it said: " + new["said"].strip().replace("\n", "\n    "))
    return bool(new["answers"])


def main() -> int:
    """Try the named programs, or all; exit 1 where one no longer answers."""
    if sys.argv[1:2] == ["--probe"]:
        print(json.dumps(probe(sys.argv[2], Path(sys.argv[3]))))
        return 0
    wanted = [one for one in programs() if not sys.argv[1:] or one.tool in sys.argv[1:]]
    folder = ROOT / ".tools-newest"
    failed = [one.tool for one in wanted if not report(one, folder)]
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
