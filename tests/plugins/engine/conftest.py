"""A home of its own for each test."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine_kit import host_for
from taotoken_plugins import Host


@pytest.fixture
def host(tmp_path: Path) -> Host:
    """A host with an empty home."""
    home = tmp_path / "home"
    home.mkdir()
    return host_for(home)
