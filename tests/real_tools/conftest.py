"""Real programs are run only where loopback is the whole network."""

from __future__ import annotations

import os
import socket
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
