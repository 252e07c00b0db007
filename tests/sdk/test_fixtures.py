"""The fixtures for users' tests, used as users do: from a conftest, in a run of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import taotoken

CONFTEST = 'pytest_plugins = ["taotoken.testing.fixtures"]\n'
TESTS = """
import asyncio

import pytest

from taotoken import AsyncTaoToken, Endpoint, TaoToken
from taotoken.testing import Gateway


def ask() -> str:
    with TaoToken() as client:
        return client.chat("hi").text


def test_settings_lead_to_it(taotoken_gateway: Gateway) -> None:
    assert ask() == "Hello from the gateway."
    assert taotoken_gateway.requests[0].model == "demo-large"


@pytest.mark.taotoken_gateway(text="Short.", keys=["sk-test-mine-000001"], models=["mine"])
def test_marker(taotoken_gateway: Gateway, taotoken_endpoint: Endpoint) -> None:
    assert ask() == "Short."
    assert (taotoken_endpoint.api_key, taotoken_endpoint.model) == ("sk-test-mine-000001", "mine")


@pytest.mark.taotoken_gateway(text="Class.")
class TestAll:
    def test_class(self, taotoken_gateway: Gateway) -> None:
        assert ask() == "Class."

    async def _ask(self, endpoint: Endpoint) -> str:
        async with AsyncTaoToken(endpoint) as client:
            return (await client.chat("hi")).text

    @pytest.mark.taotoken_gateway(text="Nearest.")
    def test_nearest(self, taotoken_endpoint: Endpoint) -> None:
        assert asyncio.run(self._ask(taotoken_endpoint)) == "Nearest."
"""


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "--strict-markers", "-W", "error", *arguments, str(folder)]
    environment = os.environ | {"PYTHONPATH": str(Path(str(taotoken.__file__)).parent.parent)}
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder, env=environment, timeout=60)


def test_fixtures_in_a_project(tmp_path: Path) -> None:
    """One line in the conftest, and every test has its own gateway with its own settings."""
    (tmp_path / "conftest.py").write_text(CONFTEST, "utf-8")
    (tmp_path / "test_app.py").write_text(TESTS, "utf-8")
    done = run(tmp_path)
    assert "4 passed" in done.stdout, done.stdout + done.stderr


def test_nothing_is_there_unless_asked_for(tmp_path: Path) -> None:
    """Having taotoken installed changes nobody's test run."""
    (tmp_path / "test_app.py").write_text("def test_app(taotoken_gateway): ...\n", "utf-8")
    done = run(tmp_path)
    assert "fixture 'taotoken_gateway' not found" in done.stdout
