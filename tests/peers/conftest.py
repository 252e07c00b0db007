"""The Python that the peers are installed in, and the servers that run in it."""

from __future__ import annotations

import os
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

ROOT = Path(__file__).resolve().parents[2]
AIMOCK_KEY = "sk-test-aimock-000001"
MODEL_KEY = "sk-test-real-model-000001"


@pytest.fixture(scope="session")
def peers() -> Path:
    """The folder with their programs (`make peers`). Missing: a failure in CI, a loud skip elsewhere."""
    return _folder_with("bin/llmock") / "bin"


@pytest.fixture(scope="session")
def model_url(peers: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of llama.cpp's server with Gemma 3 270M, which admits `MODEL_KEY`."""
    file = tmp_path_factory.mktemp("model") / "model.gguf"
    script = ROOT / "tests" / "support" / "real_model.py"
    command = [str(peers / "python"), str(script), str(file), MODEL_KEY]
    # Its log goes nowhere: a pipe that nobody empties would stop it.
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        assert server.stdout is not None
        assert server.stdin is not None
        address = next((line.strip() for line in server.stdout if line.startswith("http")), "")
        assert address, "the model's server did not start"
        yield address
        server.stdin.close()
        server.terminate()
    file.unlink(missing_ok=True)


@pytest.fixture(scope="session")
def llmock_url(peers: Path) -> Iterator[str]:
    """The address of llmock."""
    port = _free_port()
    command = [str(peers / "llmock"), "serve", "--port", str(port), "--log-level", "critical"]
    with _running(command, f"http://127.0.0.1:{port}") as url:
        yield url


@pytest.fixture(scope="session")
def aimock_url() -> Iterator[str]:
    """The address of aimock, which admits `AIMOCK_KEY` and answers as aimock.json says."""
    program = "node_modules/@copilotkit/aimock/dist/cli.js"
    script, answers, port = _folder_with(program) / program, Path(__file__).with_name("aimock.json"), _free_port()
    command = [
        "node",
        str(script),
        "--port",
        str(port),
        "--fixtures",
        str(answers),
        "--strict",
        "--log-level",
        "silent",
    ]
    with _running(command, f"http://127.0.0.1:{port}", AIMOCK_API_KEYS=AIMOCK_KEY) as url:
        yield url


def _folder_with(program: str) -> Path:
    folder = Path(os.environ.get("TAOTOKEN_TEST_PEERS", ROOT / ".peers"))
    if not (folder / program).is_file():
        message = f"{folder} has no {program}: run `make peers`"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    return folder


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def _running(command: list[str], url: str, **variables: str) -> Iterator[str]:
    """The server of this command, once it answers at /health."""
    environment = os.environ | variables
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment) as server:
        _wait_for(f"{url}/health", server)
        yield url
        server.terminate()


def _wait_for(url: str, server: subprocess.Popen[bytes]) -> None:
    """Until it answers, at most half a minute."""
    until = time.monotonic() + 30
    with httpx.Client(trust_env=False, verify=False) as client:
        while time.monotonic() < until:
            assert server.poll() is None, "it ended at once"
            try:
                client.get(url).raise_for_status()
            except httpx.HTTPError:
                time.sleep(0.1)
            else:
                return
    pytest.fail(f"{url} did not answer")
