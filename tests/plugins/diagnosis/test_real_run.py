"""The tool itself as the judge: run once, bounded and masked; asked for, or because a gateway admits nobody else."""

from __future__ import annotations

import os
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from matrix_kit import KEY, World, set_up
from taotoken import Cause
from taotoken.testing import Gateway
from taotoken_plugins._host import Host
from taotoken_plugins._registry import get_tool
from taotoken_plugins.diagnosis.doctor import diagnose
from taotoken_plugins.diagnosis.real_run import run_once, version_of
from taotoken_plugins.diagnosis.smoke import smoke

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform == "win32", reason="the stand-in of the tool is a script with a #! line"),
]
CLAUDE = get_tool("claude-code")
# What the real program does, as far as a gateway sees it: its settings, its path, its header, its User-Agent.
PROGRAM = """
import json, sys, urllib.error, urllib.request
if "--version" in sys.argv:
    print("9.8.7 (Claude Code)")
    sys.exit()
env = json.load(open(__import__("os").path.expanduser("~/.claude/settings.json")))["env"]
headers = {
    "Authorization": "Bearer " + env["ANTHROPIC_AUTH_TOKEN"],
    "User-Agent": "claude-cli/9.8.7 (external, cli)",
    "Content-Type": "application/json",
}
body = json.dumps({"model": env["ANTHROPIC_MODEL"], "max_tokens": 9, "messages": [{"role": "user", "content": "hi"}]})
request = urllib.request.Request(env["ANTHROPIC_BASE_URL"] + "/v1/messages", body.encode(), headers)
try:
    with urllib.request.urlopen(request) as response:
        print(json.load(response)["content"][0]["text"])
except urllib.error.HTTPError as error:
    print("Failed to authenticate. API Error: %d %s" % (error.code, error.read().decode()))
    sys.exit(1)
"""


def program(folder: Path, name: str, source: str) -> str:
    """A program of this name on a PATH of its own."""
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!{sys.executable}\n{source}", encoding="utf-8")
    path.chmod(0o755)
    return str(folder)


def machine(tmp_path: Path, source: str) -> Host:
    """A host where `claude` is this program."""
    world = set_up(tmp_path, "http://127.0.0.1:9/api", tools=())
    path = program(tmp_path / "bin", "claude", source)
    return replace(world.host, env={"PATH": path, "HOME": str(world.home)})


def world_with_tool(tmp_path: Path, gateway: Gateway) -> World:
    """Claude Code set up for `gateway`, and a program that behaves like it."""
    world = set_up(tmp_path, gateway.base_url, tools=("claude-code",))
    world.env(PATH=program(tmp_path / "bin", "claude", PROGRAM), HOME=str(world.home))
    return world


async def test_what_it_prints_is_bounded_and_masked(tmp_path: Path) -> None:
    """A flood is read to its end, its last lines are kept, and no key is in them."""
    host = machine(
        tmp_path, f"print('flood ' * 20 + '\\n', end='')\nfor _ in range(90_000): print('x' * 99)\nprint('{KEY}')"
    )
    ran = await run_once(CLAUDE, host, secrets=(KEY,))
    assert ran is not None
    assert ran.ok
    assert len(ran.text) <= 64_000
    assert len(ran.lines) == 8
    assert KEY not in "\n".join(ran.lines)
    assert KEY not in repr(ran)


async def test_its_time_is_bounded_and_its_children_end_too(tmp_path: Path) -> None:
    """A program that hangs is stopped with what it started."""
    sleeper = tmp_path / "sleeper.pid"
    source = (
        "import subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"open({str(sleeper)!r}, 'w').write(str(child.pid))\n"
        "print('thinking', flush=True)\ntime.sleep(600)\n"
    )
    began = time.monotonic()
    ran = await run_once(CLAUDE, machine(tmp_path, source), seconds=1.5)
    assert ran is not None
    assert (ran.ok, ran.exit_code, ran.lines) == (False, None, ("thinking",))
    assert time.monotonic() - began < 30
    assert _ended(int(sleeper.read_text()))


def _ended(pid: int) -> bool:
    """Is it gone, or dead and not yet collected?"""
    for _ in range(50):
        try:
            os.kill(pid, 0)
            if (state := Path(f"/proc/{pid}/stat")).exists() and state.read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


async def test_it_stands_in_an_empty_folder_without_input(tmp_path: Path) -> None:
    """Nothing of the user's project is in its hands, and a question is not waited for."""
    ran = await run_once(CLAUDE, machine(tmp_path, "import os, sys\nprint(os.listdir('.'), repr(sys.stdin.read()))"))
    assert ran is not None
    assert ran.lines == ("[] ''",)


@pytest.mark.parametrize("source", ["import sys; print('no'); sys.exit(3)", "pass"])
async def test_an_exit_code_and_silence_are_failures(tmp_path: Path, source: str) -> None:
    """It must end well and say something."""
    ran = await run_once(CLAUDE, machine(tmp_path, source))
    assert ran is not None
    assert not ran.ok


async def test_what_is_not_installed_is_not_run(tmp_path: Path) -> None:
    """The request is the verdict then."""
    async with Gateway(keys=(KEY,)) as gateway:
        world = set_up(tmp_path, gateway.base_url, tools=("claude-code",))
        assert await run_once(CLAUDE, replace(world.host, env={"PATH": str(tmp_path)})) is None
        result = await smoke(CLAUDE, world.host, by_tool=True)
    assert result.ok
    assert result.run is None


async def test_the_tool_is_asked_for(tmp_path: Path) -> None:
    """`by_tool`: one request reaches the gateway, and it is the program's own."""
    async with Gateway(keys=(KEY,)) as gateway:
        result = await smoke(CLAUDE, world_with_tool(tmp_path, gateway).host, by_tool=True)
        agents = [request.header("user-agent") for request in gateway.requests]
    assert result.ok
    assert result.run is not None
    assert agents == ["claude-cli/9.8.7 (external, cli)"]


@pytest.mark.parametrize(("fault", "cause"), [("401-anthropic", Cause.KEY_INVALID), ("529", Cause.OVERLOADED)])
async def test_what_the_tool_says_is_explained_by_the_same_engine(tmp_path: Path, fault: str, cause: Cause) -> None:
    """Its own output is judged like a pasted text, together with the settings here."""
    async with Gateway(keys=(KEY,), fault=fault) as gateway:
        result = await smoke(CLAUDE, world_with_tool(tmp_path, gateway).host, by_tool=True)
    assert not result.ok
    assert result.finding is not None
    assert result.finding.cause is cause


@pytest.mark.parametrize(("clients", "ok"), [(("claude-cli/",), True), (("codex_",), False)])
async def test_a_gateway_that_admits_only_certain_programs(tmp_path: Path, clients: tuple[str, ...], ok: bool) -> None:
    """Our request is refused, so the tool itself is run, and its word counts."""
    async with Gateway(keys=(KEY,), fault="403-client", clients=clients) as gateway:
        result = await smoke(CLAUDE, world_with_tool(tmp_path, gateway).host)
        count = len(gateway.requests)
    assert result.ok is ok
    assert result.run is not None
    assert count == 2
    assert (result.finding.cause if result.finding else None) == (None if ok else Cause.CLIENT_NOT_ALLOWED)


@pytest.mark.parametrize(("deep", "cause"), [(False, Cause.CLIENT_NOT_ALLOWED), (True, None)])
async def test_the_doctor_starts_programs_only_with_deep(tmp_path: Path, deep: bool, cause: Cause | None) -> None:
    """Without consent no program is started; with it the tool's own answer decides, and a version is asked for."""
    async with Gateway(keys=(KEY,), fault="403-client", clients=("claude-cli/",)) as gateway:
        world = world_with_tool(tmp_path, gateway)
        report = await diagnose([CLAUDE], world.host, deep=deep, timeout=5)
        agents = {request.header("user-agent") for request in gateway.requests if request.method == "POST"}
    assert report.root_cause is cause
    assert ("claude-cli/9.8.7 (external, cli)" in agents) is deep
    assert report.tools[0].version == ("9.8.7" if deep else None)
    told = [(finding.cause, finding.level) for finding in report.findings]
    assert told[0] == (Cause.CLIENT_NOT_ALLOWED, "info" if deep else "error")


async def test_a_version_is_asked_of_the_program(tmp_path: Path) -> None:
    """The number, where there is one."""
    assert await version_of(CLAUDE, machine(tmp_path / "a", PROGRAM)) == "9.8.7"
    assert await version_of(CLAUDE, machine(tmp_path / "b", "print('unknown')")) is None
