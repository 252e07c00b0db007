"""Real programs are run only where loopback is the whole network."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from real_machine import KEY, MODEL, REPLY, Machine
from taotoken.testing import Gateway


@pytest.fixture(scope="session", autouse=True)
def loopback_is_the_whole_network() -> None:
    """Real tools call home: they are run only in a network namespace that has nothing but loopback."""
    interfaces = [name for _, name in socket.if_nameindex()]
    if interfaces != ["lo"]:
        message = f"real tools need a loopback-only network, found {interfaces}: use tests/real_tools/isolated.sh"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)


@pytest.fixture
def gateway() -> Iterator[Gateway]:
    """A healthy gateway that knows one key and two models."""
    with Gateway(keys=(KEY,), models=(MODEL, "demo-small"), text=REPLY).in_thread() as running:
        yield running


@pytest.fixture
def machine(tmp_path: Path, tools_dir: Path) -> Machine:
    """A fresh machine; Cline's telemetry switched off, as it waits ten seconds for it otherwise."""
    home = tmp_path / "home"
    settings = home / ".cline/data/settings"
    settings.mkdir(parents=True)
    (settings / "global-settings.json").write_text('{"telemetryOptOut": true, "autoUpdateEnabled": false}\n')
    return Machine(home=home, tools_dir=tools_dir, env={})


ROOT = Path(__file__).resolve().parents[2]
# The folders of programs that come without a link in .bin.
NEWER_PYTHON = ("vibe", "openhands")
UNLINKED = ("@kilocode/cli-linux-x64/bin", "@factory/cli-linux-x64/bin")


@pytest.fixture(scope="session")
def modern_node() -> None:
    """Many programs are written for newer Nodes than many machines have (`make` brings one)."""
    found = shutil.which("node")
    version = subprocess.run([found or "node", "--version"], capture_output=True, text=True, check=True).stdout
    if tuple(map(int, version.strip().lstrip("v").split(".")[:2])) < (22, 19):
        message = f"pi and others need a newer Node than {version.strip()}: run `make tools`"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)


@pytest.fixture
def more(machine: Machine, request: pytest.FixtureRequest) -> Machine:
    """A machine that in tests marked `all_tools` also has the programs of `make test-tools` on PATH."""
    if "all_tools" not in request.keywords:
        return machine
    folder = Path(os.environ.get("TAOTOKEN_TOOLS_MORE", ROOT / ".tools-more")) / "node_modules"
    if not folder.is_dir():
        pytest.fail(f"{folder} is not there: run `make test-tools`")
    for program in NEWER_PYTHON:
        if program in request.node.name and not (folder / ".bin" / program).exists():
            pytest.skip(f"{program} needs Python 3.12 or newer: make test-tools PYTHON_312=/path/to/python3.12")
    path = [*(folder / name for name in UNLINKED), folder / ".bin", machine.environment({})["PATH"]]
    return Machine(home=machine.home, tools_dir=machine.tools_dir, env={"PATH": os.pathsep.join(map(str, path))})
