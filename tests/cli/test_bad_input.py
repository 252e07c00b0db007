"""Bad input: one clear sentence with its place, the next command, the right exit code, nothing changed."""

from __future__ import annotations

import importlib
import io
import json
import os
import pkgutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import taotoken_cli
import taotoken_plugins
from engine_faults import in_child, open_folder

KEY = "sk-demo-7f3a99990000aaaa1111"
URL = "https://gw.example/api"
GATEWAY = ("--base-url", URL, "--model", "demo-large", "--yes", "--no-smoke", "--api-key-stdin")
Snapshot = Callable[[], dict[str, tuple[int, bytes]]]

FILES = [
    ("claude-code", ".claude/settings.json", b'{"env": {"A": "1"}', 1, "json_syntax"),
    ("claude-code", ".claude/settings.json", b'{"env":{"A":"1"},"env":{"B":"2"}}', 1, "json"),
    ("claude-code", ".claude/settings.json", b'{\n  // note\n  "env": {}\n}', 2, "json_syntax"),
    ("claude-code", ".claude/settings.json", b'{"env": {},}', 1, "json_syntax"),
    ("claude-code", ".claude/settings.json", b"[1]", None, ""),
    ("claude-code", ".claude/settings.json", b'{"env": "text"}', None, ""),
    ("claude-code", ".claude/settings.json", b'{"env": "\xff\xfe"}', None, ""),
    ("claude-code", ".claude/settings.json", b"\x00\x01\x02", None, ""),
    ("claude-code", ".claude/settings.json", b"[" * 20_000, None, ""),
    ("codex", ".codex/config.toml", b"[a]\n[a]\n", 2, "toml_syntax"),
    ("codex", ".codex/config.toml", b"model = \n", 1, "toml_syntax"),
    ("codex", ".codex/config.toml", b'model_providers = "x"\n', None, ""),
    ("cline", ".cline/data/settings/providers.json", b"{", 1, "json_syntax"),
    ("cline", ".config/taotoken/profile.json", b"{", None, ""),
    ("cline", ".config/taotoken/profile.json", b'{"api_key": 5}', None, ""),
]


@pytest.mark.parametrize(("tool", "name", "content", "line", "code"), FILES)
def test_files_that_cannot_be_edited(
    process: Any,
    clean_home: Path,
    snapshot: Snapshot,
    tool: str,
    name: str,
    content: bytes,
    line: int | None,
    code: str,
) -> None:
    """Exit 3, file and line named, the other tools' files not written either, in words and as JSON."""
    path = clean_home / name
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    before = snapshot()
    done = process("setup", "claude-code", "codex", tool, *GATEWAY, stdin=KEY)
    assert (done.code, snapshot()) == (3, before)
    assert f"~/{name}" in done.err
    assert str(clean_home) not in done.err
    assert "next: " in done.err
    assert "Traceback" not in done.both
    if line is not None:
        assert f"~/{name}:{line}:" in done.err
    as_json = process("setup", "claude-code", "codex", tool, *GATEWAY, "--json", stdin=KEY)
    problem = as_json.json["errors"][0]
    assert as_json.code == 3
    assert (problem["file"], problem.get("line")) == (str(path), line) or line is None
    assert problem["code"].startswith(code)


def test_a_folder_in_place_of_a_file(process: Any, clean_home: Path) -> None:
    """Refused, and the folder stays."""
    (clean_home / ".claude/settings.json").mkdir(parents=True)
    done = process("setup", "claude-code", *GATEWAY, stdin=KEY)
    assert done.code == 3
    assert "folder" in done.err
    assert "Traceback" not in done.both


def test_a_home_that_does_not_exist(process: Any, clean_home: Path) -> None:
    """Refused, and no home is made."""
    missing = clean_home / "nobody"
    done = process("setup", "codex", *GATEWAY, stdin=KEY, env={"HOME": str(missing), "USERPROFILE": str(missing)})
    assert done.code == 3
    assert str(missing) in done.err
    assert not missing.exists()


@pytest.mark.parametrize(
    "command", [("status",), ("history",), ("undo", "--yes"), ("doctor", "--offline"), ("models",)]
)
def test_other_commands_in_a_home_that_does_not_exist(process: Any, clean_home: Path, command: tuple[str, ...]) -> None:
    """No traceback, and no home is made."""
    missing = clean_home / "nobody"
    done = process(*command, env={"HOME": str(missing), "USERPROFILE": str(missing)})
    assert done.code in (0, 2, 3)
    assert "Traceback" not in done.both
    assert not missing.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not delete the folder of a running process")
def test_a_working_folder_that_is_gone(clean_home: Path) -> None:
    """Refused with one sentence."""
    gone = clean_home / "gone"
    script = f"cd {gone} && rmdir {gone} && exec {sys.executable} -m taotoken_cli status"
    gone.mkdir()
    env = {**os.environ, "HOME": str(clean_home)}
    done = subprocess.run(["sh", "-c", script], env=env, capture_output=True, text=True, timeout=60)
    assert done.returncode == 3
    assert "no longer exists" in done.stderr
    assert "Traceback" not in done.stderr


URLS = [
    "",
    " ",
    "not a url",
    "ftp://gw.example",
    "https://",
    "https://gw.example:99999/api",
    "http://gw.example/api",
    "https://[::1/api",
    "sk-demo-7f3a99990000aaaa1111",
    "https://gw.exa mple/api",
    "https://" + "a" * 3000,
    "$BASE_URL",
]


@pytest.mark.parametrize("url", URLS)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_bad_addresses(cli: Any, snapshot: Snapshot, url: str, language: str) -> None:
    """Exit 2 (missing) or 3 (refused), the option named, nothing written, the key not shown."""
    arguments = ("--base-url", url, "--model", "m", "--yes", "--no-smoke", "--api-key-stdin", "--lang", language)
    done = cli("setup", "codex", *arguments, stdin=KEY)
    assert done.code in (2, 3)
    assert "--base-url" in done.err
    assert len(done.err) < 2000
    assert KEY not in done.both
    assert snapshot() == {}


def test_plain_http_names_the_consent(cli: Any) -> None:
    """The refusal says how to accept it; loopback needs none."""
    rest = ("--model", "m", "--yes", "--no-smoke", "--api-key-stdin")
    refused = cli("setup", "codex", "--base-url", "http://gw.example/api", *rest, stdin=KEY)
    assert (refused.code, "--allow-http" in refused.err) == (3, True)
    assert cli("setup", "codex", "--base-url", "http://gw.example/api", "--allow-http", *rest, stdin=KEY).code == 0
    assert cli("setup", "codex", "--base-url", "http://127.0.0.1:9/api", *rest, stdin=KEY).code == 0


KEYS = [
    b"",
    b"\n",
    b"   ",
    b"sk-demo-7f3a99990000aaaa1111 sk-demo-other999900001111",
    b"sk-demo-7f3a99990000aaaa1111\nsk-demo-other999900001111\n",
    "sk-demo-7f3a9999\u200b0000aaaa1111".encode(),
    "sk-demo-7f3a9999０000aaaa1111".encode(),
    b"sk-demo-\xff\xfe-aaaa11112222",
    b"sk-demo-\x00-aaaa11112222",
    b"YOUR_API_KEY",
    b"$TAOTOKEN_KEY",
    b"s" * 20_000,
]


@pytest.mark.parametrize("key", KEYS, ids=range(len(KEYS)))
@pytest.mark.parametrize("language", ["en", "zh"])
def test_bad_keys(cli: Any, snapshot: Snapshot, key: bytes, language: str) -> None:
    """Exit 3, the key named as the field, never shown, nothing written."""
    arguments = ("--base-url", URL, "--model", "m", "--yes", "--no-smoke", "--api-key-stdin", "--lang", language)
    done = cli("setup", "codex", *arguments, stdin=key)
    assert done.code == 3
    assert "--api-key" in done.err
    assert "7f3a9999" not in done.both
    assert "aaaa1111" not in done.both
    assert snapshot() == {}


@pytest.mark.parametrize("model", ["", " ", "a b", "\x1b[31mx", "MODEL_ID", "$MODEL", "m" * 5000])
def test_bad_models(cli: Any, snapshot: Snapshot, model: str) -> None:
    """Exit 2 or 3, nothing written, no escape codes."""
    arguments = ("--base-url", URL, "--yes", "--no-smoke", "--api-key-stdin", "--model", model)
    done = cli("setup", "codex", *arguments, stdin=KEY)
    assert done.code in (2, 3)
    assert "\x1b" not in done.both
    assert snapshot() == {}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a child without privileges")
@pytest.mark.parametrize(
    ("prepare", "command", "code"),
    [
        ("chmod 000 home/.codex/config.toml", "setup", 3),
        ("chmod 400 home/.codex/config.toml; chmod 500 home/.codex", "setup", 3),
        ("chmod 500 home", "setup", 3),
        ("chmod 000 home/.codex/config.toml", "status", 0),
        ("chmod 000 home/.codex/config.toml", "doctor", 1),
        ("mkdir -p home/.config/taotoken/journal; chmod 000 home/.config/taotoken/journal", "history", 3),
        ("mkdir -p home/.config; chmod 500 home/.config", "setup", 3),
    ],
)
def test_permissions(prepare: str, command: str, code: int) -> None:
    """Unreadable and read-only files and folders, as a user without privileges."""
    arguments = {
        "setup": ("setup", "codex", *GATEWAY),
        "status": ("status", "codex"),
        "doctor": ("doctor", "codex", "--offline"),
        "history": ("history",),
    }[command]
    with open_folder() as root:
        home = root / "home"
        in_child(lambda: _make_home(home, prepare), unprivileged=True)
        done_code, shown = in_child(lambda: _run_here(home, arguments), unprivileged=True)
        subprocess.run(["chmod", "-R", "u+rwX", str(root)], check=True)
        assert "Traceback" not in shown
        assert "taotoken inside" not in shown
        assert done_code == code, shown
        assert (home / ".codex/config.toml").read_text() == 'model = "x"\n'


def _make_home(home: Path, prepare: str) -> None:
    (home / ".codex").mkdir(parents=True)
    (home / ".codex/config.toml").write_text('model = "x"\n')
    subprocess.run(["sh", "-c", prepare], cwd=home.parent, check=True)


def _run_here(home: Path, arguments: tuple[str, ...]) -> tuple[int, str]:
    """One command in this process (a child of the tests, which can't start the interpreter of another user)."""
    from taotoken_cli.main import run

    os.environ.update(HOME=str(home), USERPROFILE=str(home))
    os.chdir(home.parent)
    shown = io.StringIO()
    sys.stdin, sys.stdout, sys.stderr = io.StringIO(KEY), shown, shown
    return run(arguments), shown.getvalue()


@pytest.fixture(autouse=True, scope="module")
def _everything_is_imported() -> None:
    """An unprivileged child may not be allowed to read the interpreter's own modules."""
    for package in (taotoken_cli, taotoken_plugins):
        for info in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            if not info.name.endswith("__main__"):
                importlib.import_module(info.name)
    for name in ("_strptime", "asyncio", "difflib", "platformdirs.unix", "shutil", "tomllib", "traceback"):
        importlib.import_module(name)


def test_root_in_the_home_of_another_user(tmp_path: Path) -> None:
    """Under sudo with another owner's home: refused, nothing written."""
    if os.geteuid() != 0:
        pytest.fail("run this test as root, as CI does")
    home = tmp_path / "theirs"
    home.mkdir()
    os.chown(home, 1234, 1234)
    env = {**os.environ, "HOME": str(home)}
    done = subprocess.run(
        [sys.executable, "-m", "taotoken_cli", "setup", "codex", *GATEWAY],
        input=KEY, env=env, cwd=tmp_path, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 3
    assert "sudo" in done.stderr
    assert list(home.iterdir()) == []


def test_an_unexpected_failure_is_one_sentence(cli: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of ours: class name, how to report, exit 1; the traceback only with TAOTOKEN_DEBUG=1, keys masked."""
    from taotoken_cli.commands import history

    def broken(*_args: object, **_options: object) -> None:
        raise LookupError("my key is sk-demo-secret-00001111")

    monkeypatch.setattr(history, "run", broken)
    done = cli("history")
    assert done.code == 1
    assert "LookupError" in done.err
    assert "TAOTOKEN_DEBUG=1" in done.err
    assert "Traceback" not in done.err
    assert "sk-demo-secret" not in done.err
    debug = cli("history", "--json", env={"TAOTOKEN_DEBUG": "1"})
    assert "Traceback" in debug.err
    assert "sk-demo-secret" not in debug.both
    assert json.loads(debug.out)["errors"][0]["code"] == "internal"
