"""Finding programs and versions without running them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from taotoken_plugins import _detect
from taotoken_plugins._host import Host
from taotoken_plugins._registry import BUILTIN, get_tool

MakeHost = Callable[..., Host]
PACKAGE = "@openai/codex"


def program(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\nexit 9\n")
    path.chmod(0o755)
    return path


def package(prefix: Path, name: str, version: str, bin_name: str) -> Path:
    """An npm package under `prefix` with its program linked into `prefix`/bin, as npm does it."""
    folder = prefix / "lib" / "node_modules" / name
    real = program(folder / "bin" / f"{bin_name}.js")
    (folder / "package.json").write_text(json.dumps({"name": name, "version": version}))
    (folder / "bin" / "package.json").write_text('{"type": "module"}')
    link = prefix / "bin" / bin_name
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(os.path.relpath(real, link.parent))
    return link


@pytest.mark.parametrize(
    ("prefix", "env", "npmrc"),
    [
        ("opt", {"PATH": "/nowhere:{home}/opt/bin"}, ""),
        ("pre", {"NPM_CONFIG_PREFIX": "{home}/pre"}, ""),
        ("rc", {}, "fund=false\nprefix=~/rc\n"),
        ("rc2", {}, "prefix = ${HOME}/rc2\n"),
        (".nvm/versions/node/v22.1.0", {}, ""),
        ("n/versions/node/v20.0.0", {"NVM_DIR": "{home}/n"}, ""),
        (".npm-global", {}, ""),
        (".local", {}, ""),
    ],
)
def test_found_where_npm_puts_it(
    prefix: str, env: dict[str, str], npmrc: str, make_host: MakeHost, tmp_path: Path
) -> None:
    """PATH first, then npm's prefix, nvm and the usual folders; the version is the package's own."""
    home = tmp_path / "home"
    host = make_host(env={name: value.format(home=home) for name, value in env.items()})
    (home / ".npmrc").write_text(npmrc)
    link = package(home / prefix, PACKAGE, "0.171.0", "codex")
    found = get_tool("codex").detect(host)
    assert found is not None
    assert (found.program, found.version) == (link, "0.171.0")


def test_the_newest_node_wins(host: Host) -> None:
    """Of several nvm versions the newest has its program found, compared as numbers."""
    for node in ("v9.0.0", "v22.0.0", "v20.9.0"):
        package(host.home / ".nvm" / "versions" / "node" / node, PACKAGE, f"{node[1:]}", "codex")
    found = get_tool("codex").detect(host)
    assert found is not None
    assert found.version == "22.0.0"


def test_nothing_found(make_host: MakeHost) -> None:
    """An empty machine, a folder of that name, a file that may not be run: not installed."""
    host = make_host()
    (host.home / ".local" / "bin" / "codex").mkdir(parents=True)
    (host.home / ".npm-global" / "bin").mkdir(parents=True)
    (host.home / ".npm-global" / "bin" / "codex").write_text("x")
    (host.home / ".npm-global" / "bin" / "codex").chmod(0o644)
    assert {tool.id for tool in BUILTIN if tool.detect(host)} == set()


def test_windows_shim(make_host: MakeHost, tmp_path: Path) -> None:
    """%APPDATA%\\npm holds the shim, and node_modules beside it the version."""
    host = make_host(platform="win32", env={"APPDATA": str(tmp_path / "roaming")})
    shim = program(tmp_path / "roaming" / "npm" / "cline.cmd")
    manifest = tmp_path / "roaming" / "npm" / "node_modules" / "cline" / "package.json"
    manifest.parent.mkdir(parents=True)
    manifest.write_text('{"name": "cline", "version": "3.0.65"}')
    found = get_tool("cline").detect(host)
    assert found is not None
    assert (found.program, found.version) == (shim, "3.0.65")


def test_native_install_has_its_version_in_the_name(host: Host) -> None:
    """Claude Code's own installer links to a file named after the version."""
    real = program(host.home / ".local" / "share" / "claude" / "versions" / "2.1.197")
    link = host.home / ".local" / "bin" / "claude"
    link.parent.mkdir(parents=True)
    link.symlink_to(real)
    found = get_tool("claude-code").detect(host)
    assert found is not None
    assert (found.program, found.version) == (link, "2.1.197")


@pytest.mark.parametrize(
    "manifest",
    ["{", '{"name": "other", "version": "1.0.0"}', '{"name": "cline", "version": "\\u001b[31m"}'],
)
def test_a_bad_manifest_gives_no_version(manifest: str, host: Host) -> None:
    """Found, version unknown."""
    program(host.home / ".local" / "bin" / "cline")
    path = host.home / ".local" / "bin" / "node_modules" / "cline" / "package.json"
    path.parent.mkdir(parents=True)
    path.write_text(manifest)
    found = get_tool("cline").detect(host)
    assert found is not None
    assert found.version is None


def test_system_folders_are_absolute() -> None:
    """Never a folder relative to the project, where a planted program could lie."""
    assert all(path.is_absolute() for path in _detect.system_folders())
