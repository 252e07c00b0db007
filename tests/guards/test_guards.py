"""The guards of the test suite themselves."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest


def test_connecting_outside_loopback_is_stopped() -> None:
    """A connect to an outside address fails before a packet leaves."""
    with socket.socket() as outside, pytest.raises(AssertionError, match="tried to connect"):
        outside.connect(("192.0.2.1", 9))


def test_resolving_outside_names_is_stopped() -> None:
    """A DNS lookup of an outside name fails at once."""
    with pytest.raises(socket.gaierror):
        socket.getaddrinfo("example.com", 443)


def test_home_is_a_throw_away_folder() -> None:
    """`~` is a temporary folder, in this process and its children."""
    assert "taotoken-tests-home-" in str(Path.home())
    assert os.environ["HOME"] == os.environ["USERPROFILE"]


def test_no_secret_or_proxy_variable_is_inherited() -> None:
    """Variables of the developer's shell never reach a test."""
    inherited = [n for n in os.environ if n.startswith(("ANTHROPIC_", "OPENAI_", "HTTP", "ALL_PROXY", "XDG_"))]

    assert inherited == []
