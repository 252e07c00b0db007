"""Guards and shared options: no real home, no network but loopback, no third-party plugin surprises."""

from __future__ import annotations

import ipaddress
import os
import signal
import socket
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
REAL_HOME = Path(os.path.expanduser("~"))

# Set before any test module is imported, and inherited by every child process.
_GUARD_HOME = Path(tempfile.mkdtemp(prefix="taotoken-tests-home-"))
_KEPT = {"PATH", "LANG", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT", "PYTHONPATH", "VIRTUAL_ENV", "CI", "TERM", "COMSPEC"}
for _name in list(os.environ):
    if _name not in _KEPT and not _name.startswith(("TAOTOKEN_TOOLS", "TAOTOKEN_TEST", "PYTEST", "HYPOTHESIS")):
        del os.environ[_name]
os.environ.update(HOME=str(_GUARD_HOME), USERPROFILE=str(_GUARD_HOME), LC_ALL="C.UTF-8", PYTHONWARNDEFAULTENCODING="0")

# A run in the background starts with ^C ignored, and every child would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--cases", metavar="DIR", default=None, help="run the cases of DIR instead of our own copies")


class NetworkGuardError(AssertionError):
    """A test tried to leave loopback."""


def _is_loopback(host: object) -> bool:
    if not isinstance(host, str) or host in ("", "localhost"):
        return True
    try:
        address = ipaddress.ip_address(host.split("%")[0])
    except ValueError:
        return host.endswith((".localhost", ".invalid"))  # names that can't resolve to anything outside
    return address.is_loopback or address.is_unspecified


def _audit(event: str, args: tuple[Any, ...]) -> None:
    if event == "socket.connect" and isinstance(args[1], tuple) and not _is_loopback(args[1][0]):
        raise NetworkGuardError(f"a test tried to connect to {args[1]!r}")
    if event == "socket.getaddrinfo" and not _is_loopback(args[0]):
        raise socket.gaierror(socket.EAI_NONAME, "name resolution is blocked in tests")
    if event == "open" and isinstance(args[0], str) and isinstance(args[1], str) and set(args[1]) & set("wax+"):
        path = os.path.abspath(args[0])
        for name in (".claude", ".claude.json", ".codex", ".cline", ".config/taotoken"):
            if path.startswith(str(REAL_HOME / name)):
                raise AssertionError(f"a test tried to write {path}")


sys.addaudithook(_audit)


@pytest.fixture
def anyio_backend() -> str:
    """The event loop of tests that don't ask for both."""
    return "asyncio"


@pytest.fixture
def clean_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fresh home folder, also for child processes."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    return home


@pytest.fixture(scope="session")
def tools_dir() -> Path:
    """The folder with the pinned npm programs (`make tools`). Missing: a failure in CI, a loud skip elsewhere."""
    folder = Path(os.environ.get("TAOTOKEN_TOOLS", ROOT / ".tools"))
    if not (folder / "node_modules").is_dir():
        message = f"{folder} has no node_modules: run `make tools`"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    return folder


@pytest.fixture(scope="session", autouse=True)
def _remove_guard_home() -> Iterator[None]:
    yield
    import shutil

    shutil.rmtree(_GUARD_HOME, ignore_errors=True)
