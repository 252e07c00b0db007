"""`taotoken gateway` and `taotoken demo`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from taotoken_plugins._registry import BUILTIN

KEY = "sk-demo-7f3a99990000aaaa1111"
PROGRAMS = [tool.id for tool in BUILTIN if tool.headless("")]


def started(home: Path, *extra: str) -> tuple[subprocess.Popen[str], int]:
    """The gateway as a process, and the port it wrote."""
    port_file = home / "port"
    command = [sys.executable, "-m", "taotoken_cli", "gateway", "--port-file", str(port_file), *extra]
    env = {**os.environ, "HOME": str(home)}
    child = subprocess.Popen(
        command, env=env, cwd=home, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    for _ in range(200):
        if port_file.exists():
            return child, int(port_file.read_text())
        time.sleep(0.05)
    child.kill()
    raise AssertionError(f"no port: {child.communicate()}")


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_gateway_serves_until_it_is_stopped(process: Any, clean_home: Path, how: signal.Signals) -> None:
    """Key, model and log as told; ^C and SIGTERM end it well."""
    log = clean_home / "log.jsonl"
    child, port = started(clean_home, "--key", KEY, "--model", "m-one", "--log", str(log), "--text", "你好")
    url = f"http://127.0.0.1:{port}/api"
    done = process("chat", "hi", "--base-url", url, "--model", "m-one", "--api-key-stdin", stdin=KEY)
    child.send_signal(how)
    out, err = child.communicate(timeout=20)
    assert done.out == "你好\n"
    assert child.returncode == 0
    assert url in out
    assert "1 request" in err
    assert "Traceback" not in err
    line = json.loads(log.read_text().splitlines()[0])
    assert line["path"] == "/api/v1/chat/completions"
    assert KEY not in log.read_text() + out + err


def test_a_taken_port_is_refused(process: Any, clean_home: Path) -> None:
    """Exit 3 naming --port."""
    child, port = started(clean_home)
    done = process("gateway", "--port", str(port))
    child.send_signal(signal.SIGTERM)
    child.communicate(timeout=20)
    assert done.code == 3
    assert "--port" in done.err


@pytest.mark.parametrize("option", ["--log", "--port-file"])
def test_files_that_cannot_be_written(process: Any, clean_home: Path, option: str) -> None:
    """A folder in place of the file, or no such folder: exit 3 naming it."""
    done = process("gateway", option, str(clean_home / "none" / "file"))
    assert done.code == 3
    assert "none" in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize("language", ["en", "zh"])
def test_demo_shows_the_job_and_leaves_nothing(process: Any, clean_home: Path, language: str) -> None:
    """All tools that are programs, one line each; the real home and the temporary folder stay as they were."""
    temp = clean_home / "tmp"
    temp.mkdir()
    done = process("demo", "--lang", language, env={"TMPDIR": str(temp)})
    assert done.code == 0, done.both
    assert done.out.count("✓") == len(PROGRAMS)
    assert done.out.count(" ms") + done.out.count(" s") >= len(PROGRAMS)
    assert list(temp.iterdir()) == []
    assert [path.name for path in clean_home.iterdir()] == ["tmp"]


def test_demo_ignores_the_environment_of_the_user(process: Any) -> None:
    """Proxies, tool folders and keys of the real environment play no part."""
    env = {
        "HTTP_PROXY": "http://127.0.0.1:9", "http_proxy": "http://127.0.0.1:9", "ALL_PROXY": "socks5://127.0.0.1:9",
        "ANTHROPIC_API_KEY": "sk-foreign-0000000000", "CODEX_HOME": "/nowhere", "TAOTOKEN_BASE_URL": "https://x.example",
    }  # fmt: skip
    done = process("demo", "--json", env=env)
    assert done.code == 0, done.both
    shown = [(tool["id"], tool["smoke"]["ok"]) for tool in done.json["data"]["tools"]]
    assert shown == [(name, True) for name in PROGRAMS]


def test_demo_needs_no_working_folder(clean_home: Path) -> None:
    """It brings its own: the one that the shell stands in may be gone."""
    gone = clean_home / "gone"
    command = f'mkdir "{gone}" && cd "{gone}" && rmdir "{gone}" && exec "$@"'
    done = subprocess.run(
        ["sh", "-c", command, "sh", sys.executable, "-m", "taotoken_cli", "demo"],
        env={**os.environ, "HOME": str(clean_home)}, cwd=clean_home, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Undo gave back every byte" in done.stdout


@pytest.mark.parametrize("key", ["", "  "])
def test_an_empty_key_is_refused(cli: Any, key: str) -> None:
    """`--key "$UNSET"`: no request could carry it."""
    done = cli("gateway", "--key", key)
    assert done.code == 2
    assert "--key" in done.err
